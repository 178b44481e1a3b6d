// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/intervention_options.h"

#include "core/error.h"

namespace orrery::cli {
namespace {

Interventions readInterventions(InterventionKind kind, const std::string& text) {
    try {
        return parseInterventions(interventionWord(kind) + " " + text);
    } catch (const Error& error) {
        throw CLI::ValidationError("--" + interventionWord(kind), error.what());
    }
}

}  // namespace

std::vector<std::pair<int, int>> parseExperts(const std::string& text) {
    std::vector<std::pair<int, int>> experts;
    for (const Intervention& one : readInterventions(InterventionKind::knockOut, text))
        experts.emplace_back(one.layer, one.expert);
    return experts;
}

void addInterventionOptions(CLI::App& command, Interventions& interventions) {
    Interventions* all = &interventions;
    const auto each = [&](InterventionKind kind, const char* help) {
        command
            .add_option_function<std::vector<std::string>>(
                "--" + interventionWord(kind),
                [all, kind](const std::vector<std::string>& texts) {
                    for (const std::string& text : texts)
                        for (const Intervention& one : readInterventions(kind, text))
                            all->push_back(one);
                },
                help)
            ->allow_extra_args(false);
    };
    each(InterventionKind::knockOut,
         "Knock out experts (LAYER:EXPERT,...): the next best keys serve");
    each(InterventionKind::force,
         "Give each token these experts (LAYER:EXPERT,...); its last ones give way");
    each(InterventionKind::scaleGate, "Multiply the gate of an expert (LAYER:EXPERT=FACTOR,...)");
    each(InterventionKind::swapKeys,
         "Exchange the keys of two experts (LAYER:EXPERT=LAYER:EXPERT,...)");
    each(InterventionKind::moveKey,
         "Put the key of an expert there (LAYER:EXPERT=NUMBER/NUMBER/...)");
}

}  // namespace orrery::cli
