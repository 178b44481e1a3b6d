// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "core/analysis/ablation/ablation.h"
#include "core/analysis/run_analysis.h"
#include "core/events/ablation_options.h"
#include "core/model/language_model.h"

namespace orrery {

/// Knocks the experts of options.experts out, random sets like them, and each alone, and compares
/// the losses of the text's tokens (core/README.md, section 14). `what` names the set for people;
/// `own` [N] says which tokens it serves: those that chose all of its experts of a layer, unless it
/// is given. Throws Error: no such experts, fewer than some.top_k would remain in a layer (also in
/// a random set), a model whose router has no keys; Cancelled.
AblationResult runAblation(LanguageModel& model, const RoutedText& text, const ExpertSet& experts,
                           const AblationOptions& options, std::vector<bool> own = {});

/// [N]: the tokens of a kind (guildLabels()) that chose all of a guild's experts. Throws Error for
/// a kind that the text has not.
std::vector<bool> servedByGuild(const RoutedText& text, const ExpertSet& experts,
                                const std::string& kind);

/// Every expert knocked out by itself, layer by layer.
std::vector<ExpertEffect> runSweep(LanguageModel& model, const RoutedText& text,
                                   const AblationOptions& options);

/// Guild `number` of a layer of the text, from 0 in the order of the analysis' table: its experts,
/// and by `own` the tokens of its kind that chose them all. Throws Error where there is none.
struct FoundGuild {
    ExpertSet experts;
    std::vector<bool> own;  // [N]
    std::string kind;
};
/// All guilds of a layer, the surest first.
std::vector<FoundGuild> findGuildsOf(const RoutedText& text, int layer,
                                     const AblationOptions& options);
FoundGuild findGuild(const RoutedText& text, int layer, int number, const AblationOptions& options);

}  // namespace orrery
