// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/tagged_text.h"

#include <algorithm>
#include <array>

namespace orrery {
namespace {

constexpr std::array<std::string_view, 17> kTags{"ADJ",   "ADP",   "ADV", "AUX",  "CCONJ", "DET",
                                                 "INTJ",  "NOUN",  "NUM", "PART", "PRON",  "PROPN",
                                                 "PUNCT", "SCONJ", "SYM", "VERB", "X"};
static_assert(std::ranges::is_sorted(kTags));

}  // namespace

std::span<const std::string_view> universalTags() {
    return kTags;
}

std::int32_t universalTagNumber(std::string_view tag) {
    const auto found = std::ranges::lower_bound(kTags, tag);
    if (found == kTags.end() || *found != tag) return -1;
    return static_cast<std::int32_t>(found - kTags.begin());
}

std::vector<std::int32_t> partsOfTokens(std::span<const std::size_t> offsets,
                                        std::span<const TaggedWord> words) {
    std::vector<std::int32_t> parts;
    auto first = words.begin();  // the first word that does not end before the token
    for (std::size_t token = 0; token + 1 < offsets.size(); ++token) {
        const std::size_t begin = offsets[token];
        const std::size_t end = offsets[token + 1];
        while (first != words.end() && first->end <= begin)
            ++first;
        std::int32_t part = -1;
        std::size_t most = 0;
        for (auto word = first; word != words.end() && word->begin < end; ++word) {
            const std::size_t shared = std::min(end, word->end) - std::max(begin, word->begin);
            if (shared <= most) continue;
            most = shared;
            part = word->part;
        }
        parts.push_back(part);
    }
    return parts;
}

}  // namespace orrery
