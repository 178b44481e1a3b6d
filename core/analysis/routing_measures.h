// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of a layer's routing that can be held beside another model's, whatever its size
// (core/README.md, section 8, "Side by side"). Plain values; all functions: any thread.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/run_analysis.h"

namespace orrery {

/// A figure of a layer.
struct RoutingMeasure {
    std::string_view name;  // "gini"
    std::string_view unit;  // "bits"; empty for a share
};

/// All of them, in the order of tables.
std::span<const RoutingMeasure> routingMeasures();

/// By name; what is not known is left out.
using LayerMeasures = std::map<std::string, double, std::less<>>;

struct MeasureOptions {
    int permutations = 200;  // of guilds; a tenth of them for chance information
    std::uint64_t seed = 1;
    std::function<bool()> keep_going = {};  // Cancelled when it says no
};

/// [L]. Throws Error for a text that does not fit its model, Cancelled.
std::vector<LayerMeasures> measureRouting(const RoutedText& text, const MeasureOptions& options);

/// Router saturation (Muennighoff et al. 2024, section 5.1): mean over tokens of the share of the
/// experts that both choices have in common; `first` by the best expert alone.
struct Saturation {
    double all = 0, first = 0;
};
/// Throws Error when they are not of the same shape.
Saturation saturationOf(const Selections& earlier, const Selections& last);
/// Adds them to the figures of a layer.
void addSaturation(LayerMeasures& layer, const Saturation& saturation);

/// Vocabulary specialization of a layer (the same, section 5.4): mean over the token ids that occur
/// of the largest share of an id's tokens whose best expert is the same. 0 without tokens.
double vocabularySpecialization(const Selections& selections, std::span<const std::int32_t> ids);
/// Co-activation N_ij / N_i (the same, section 5.2) of each expert that is used and the one that it
/// meets most; their mean. Not a number for one expert a token.
double strongestPartners(const Selections& selections);

}  // namespace orrery
