// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/devices/failure_text.h"

#include <c10/util/Exception.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <new>
#include <stdexcept>
#include <string_view>

#include "core/files/atomic_file.h"

namespace orrery {
namespace {

constexpr const char* kMemoryAdvice =
    "Not enough memory. Lower train.batch_size or model.seq_len, raise train.accumulation, or "
    "lower "
    "some.num_experts, some.d_ffn or model.d_model.";

/// The CPU allocator of c10 has no exception of its own, only its words.
bool tellsOfMemory(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const char* words : {"not enough memory", "can't allocate memory",
                              "cannot allocate memory", "out of memory", "defaultcpuallocator"}) {
        if (text.find(words) != std::string::npos) return true;
    }
    return false;
}

std::string firstLine(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

}  // namespace

std::string failureText(const std::exception& error) {
    if (dynamic_cast<const std::bad_array_new_length*>(&error) != nullptr ||
        dynamic_cast<const std::length_error*>(&error) != nullptr)
        return "A file holds a size that can't be: it is damaged. Take it from a backup.";
    if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return kMemoryAdvice;
    if (const auto* files = dynamic_cast<const std::filesystem::filesystem_error*>(&error)) {
        const std::string path = files->path1().string();
        return "Cannot use " + (path.empty() ? "the working folder" : path) + ": " +
               systemErrorText(files->code().value()) + ".";
    }
    if (std::string_view(error.what()).starts_with("[json.exception"))
        return "A file holds JSON of another kind than expected: it is damaged, or of another "
               "program. Take it from a backup.";
    const auto* torch_error = dynamic_cast<const c10::Error*>(&error);
    if (torch_error == nullptr) return error.what();
    const std::string text = firstLine(torch_error->what_without_backtrace());
    if (dynamic_cast<const c10::OutOfMemoryError*>(&error) != nullptr || tellsOfMemory(text)) {
        return std::string(kMemoryAdvice) + " (" + text + ")";
    }
    return "LibTorch reports: " + text;
}

}  // namespace orrery
