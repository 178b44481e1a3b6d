// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/text/text_stream.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace orrery {
namespace {

constexpr std::size_t kLongestCharacter = 4;  // bytes in UTF-8, and tokens that are bytes

/// Whether a text ends with U+FFFD, as a character does whose last bytes are still to come.
bool endsUnfinished(std::string_view text) {
    return text.ends_with("\xEF\xBF\xBD");
}

/// The most characters at the end of `text` that `stop` begins with, but not all of it.
std::size_t beginningAtEnd(std::string_view text, std::string_view stop) {
    for (std::size_t size = std::min(text.size(), stop.size() - 1); size > 0; --size)
        if (text.substr(text.size() - size) == stop.substr(0, size)) return size;
    return 0;
}

}  // namespace

TextStream::TextStream(const Tokenizer& tokenizer, std::vector<std::string> stop)
    : tokenizer_(tokenizer), stop_(std::move(stop)) {
    std::erase(stop_, "");
}

std::string TextStream::add(std::int32_t token) {
    if (stopped_) return {};
    waiting_.push_back(token);
    const std::string text = tokenizer_.decode(waiting_);
    if (endsUnfinished(text) && waiting_.size() < kLongestCharacter) return {};
    waiting_.clear();
    held_ += text;
    return release(false);
}

std::string TextStream::finish() {
    if (stopped_) return {};
    held_ += tokenizer_.decode(std::exchange(waiting_, {}));
    return release(true);
}

std::string TextStream::release(bool all) {
    std::size_t first = std::string::npos;
    for (const std::string& stop : stop_)
        first = std::min(first, held_.find(stop));
    if (first != std::string::npos) {
        stopped_ = true;
        held_.resize(first);
        return std::exchange(held_, {});
    }
    std::size_t kept = 0;
    if (!all)
        for (const std::string& stop : stop_)
            kept = std::max(kept, beginningAtEnd(held_, stop));
    std::string shown = held_.substr(0, held_.size() - kept);
    held_.erase(0, shown.size());
    return shown;
}

}  // namespace orrery
