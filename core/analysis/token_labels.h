// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/association.h"

namespace orrery {

/// What the tokens of a text are called: pieces, or parts of speech.
struct TokenLabels {
    std::vector<std::int32_t> of_token;  // [N] of names, below 0 = none
    std::vector<std::string> names;
};

/// The `most` labels with the most tokens, numbered anew by their frequency; other tokens get -1.
TokenLabels mostFrequentLabels(const TokenLabels& labels, std::size_t most);
/// The up to 5 labels that an expert serves most, with "|" between; empty when nothing is known.
std::string namesServed(const std::optional<Association>& association, const TokenLabels& labels,
                        int expert);

}  // namespace orrery
