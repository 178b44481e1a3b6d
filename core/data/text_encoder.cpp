// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/text_encoder.h"

#include <algorithm>

#include "core/data/text_sample.h"
#include "core/data/tokenizer_impl.h"
#include "core/error.h"
#include "core/files/utf8.h"

namespace orrery {
namespace {

constexpr std::size_t kMostKnown = 200'000;  // words
constexpr std::size_t kLongestKnown = 64;    // bytes of a word worth remembering
constexpr std::string_view kSpaceSymbolBytes = "\xE2\x96\x81";

/// Bytes that no piece contains and that are written as byte tokens: a control character, or
/// U+2581.
std::size_t literalBytes(std::string_view text) {
    const auto first = static_cast<unsigned char>(text.front());
    if (first < 0x20 || first == 0x7F) return 1;
    return text.starts_with(kSpaceSymbolBytes) ? kSpaceSymbolBytes.size() : 0;
}

/// Length of the first word: spaces, then what follows them. No piece has a space behind anything
/// but spaces, so that words are encoded independently of each other.
std::size_t wordLength(std::string_view text) {
    const std::size_t end = std::min(text.size(), kLongestWord);
    std::size_t i = 0;
    while (i < end && text[i] == ' ')
        ++i;
    while (i < end && text[i] != ' ' && literalBytes(text.substr(i)) == 0)
        ++i;
    return characterStart(text, i);
}

}  // namespace

void TextEncoder::append(std::string_view text, std::vector<std::int32_t>& ids,
                         const std::stop_token& stop) {
    const std::size_t valid = validUtf8Prefix(text);
    if (valid != text.size())
        throw Error("The text is not UTF-8 (byte " + std::to_string(valid) +
                    "). Convert it first.");
    while (!text.empty() && !stop.stop_requested()) {
        std::size_t length = literalBytes(text);
        if (length > 0) {
            appendBytes(text.substr(0, length), ids);
        } else {
            length = wordLength(text);
            appendWord(text.substr(0, length), ids);
        }
        text.remove_prefix(length);
    }
}

void TextEncoder::appendBytes(std::string_view bytes, std::vector<std::int32_t>& ids) const {
    for (const char byte : bytes)
        ids.push_back(tokenizer_.impl_->byte_tokens[static_cast<unsigned char>(byte)]);
}

void TextEncoder::appendWord(std::string_view word, std::vector<std::int32_t>& ids) {
    if (word.size() > kLongestKnown) {
        learn(word);
        ids.insert(ids.end(), fresh_.begin(), fresh_.end());
        return;
    }
    auto found = known_.find(word);
    if (found == known_.end()) {
        learn(word);
        if (known_.size() >= kMostKnown) {
            known_.clear();
            pool_.clear();
        }
        const Stretch stretch{static_cast<std::uint32_t>(pool_.size()),
                              static_cast<std::uint32_t>(fresh_.size())};
        pool_.insert(pool_.end(), fresh_.begin(), fresh_.end());
        found = known_.emplace(std::string(word), stretch).first;
    }
    const auto begin = pool_.begin() + found->second.begin;
    ids.insert(ids.end(), begin, begin + found->second.count);
}

void TextEncoder::learn(std::string_view word) {
    fresh_.clear();
    const sentencepiece::util::Status status = tokenizer_.impl_->processor.Encode(word, &fresh_);
    if (!status.ok()) throw Error("The tokenizer failed: " + status.ToString());
}

}  // namespace orrery
