// SPDX-License-Identifier: GPL-3.0-or-later
// Small models in the form of Hugging Face, for tests.
#pragma once
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/files/safetensors.h"
#include "tests/support/temporary_folder.h"

namespace orrery::test {

struct StoredTensor {
    std::string dtype;
    std::vector<std::int64_t> shape;
    std::string bytes;
};

template <typename T>
StoredTensor stored(const std::string& dtype, const std::vector<std::int64_t>& shape,
                    const std::vector<T>& values) {
    StoredTensor tensor{dtype, shape, std::string(values.size() * sizeof(T), '\0')};
    if (!values.empty()) std::memcpy(tensor.bytes.data(), values.data(), tensor.bytes.size());
    return tensor;
}

inline void writeTensors(const std::filesystem::path& file,
                         const std::map<std::string, StoredTensor>& tensors,
                         const std::map<std::string, std::string>& metadata = {}) {
    std::map<std::string, TensorView> views;
    for (const auto& [name, tensor] : tensors)
        views[name] = {tensor.dtype, tensor.shape, std::as_bytes(std::span(tensor.bytes))};
    writeSafetensors(file, views, metadata);
}

template <typename Work>
std::string errorText(const Work& work) {
    try {
        work();
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

inline bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace orrery::test
