// SPDX-License-Identifier: GPL-3.0-or-later
// Text whose words have a part of speech.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

/// "ADJ", "ADP" ... "X": the 17 tags of Universal Dependencies, sorted.
std::span<const std::string_view> universalTags();
/// Its place in universalTags(); -1 for another text.
std::int32_t universalTagNumber(std::string_view tag);

struct TaggedWord {
    std::size_t begin = 0;  // bytes of the text
    std::size_t end = 0;
    std::int32_t part = -1;  // of universalTags(); -1 = not known
};

struct TaggedText {
    std::string text;
    std::vector<TaggedWord> words;  // in order, without overlap; none for text that is not tagged
};

/// The part of each token: that of the word that most of its bytes belong to, the first of equal
/// ones; -1 for white space and what is not tagged. offsets [tokens + 1], as Tokenizer::offsets
/// gives them for the text.
std::vector<std::int32_t> partsOfTokens(std::span<const std::size_t> offsets,
                                        std::span<const TaggedWord> words);

}  // namespace orrery
