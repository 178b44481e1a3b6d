// SPDX-License-Identifier: GPL-3.0-or-later
// Knowledge Gravity: variants, schedules, cadence and safety.
#include "core/config/applicability.h"
#include "core/config/field_builder.h"

namespace orrery {
namespace {

constexpr auto section = &Config::keys;
using Keys = KeysConfig;

void addBetaVariants(FieldTable& table) {
    table
        .add("keys.beta_inertia", section, &Keys::beta_inertia,
             {{"min", BetaInertia::min}, {"max", BetaInertia::max}})
        .unless(reasons::noBeta)
        .help(
            "Which usage of a pair damps its pull: the smaller (generations 1 to 4) or the larger "
            "one.")
        .source("core/README.md, section 4");
    table.add("keys.beta_sign", section, &Keys::beta_sign)
        .range(-1, 1)
        .unless(reasons::noBeta)
        .help(
            "1 pulls peers together, as every version that ran did; -1 pushes them apart, as the "
            "oldest text says. 0 is not a value: see keys.use_beta.")
        .source("document 000, knob 3; core/README.md, section 4");
    table.add("keys.beta_schedule", section, &Keys::beta_schedule)
        .range(0, 1)
        .unless(reasons::noBeta)
        .help(
            "First and last value of beta over training, in place of keys.beta. Empty turns it "
            "off.")
        .source("document 000, knob 3 (3e-3 to 5e-4)");
    table.add("keys.beta_layer_scale", section, &Keys::beta_layer_scale)
        .range(0, 1'000)
        .unless(reasons::noBeta)
        .help("One factor on beta for each layer, first layer first. Empty means 1 everywhere.")
        .source("document 003, study D1 (0.5 from the middle layer on)");
    table.add("keys.frozen_layers", section, &Keys::frozen_layers)
        .range(0, 1'023)
        .unit("layer numbers from 0")
        .unless(reasons::noKeyStore)
        .help("Layers whose keys stay where they were drawn.")
        .source("document 003, study D2");
    table.add("keys.query_residual", section, &Keys::query_residual)
        .range(0, 10)
        .unless(reasons::noRouter)
        .help("Share of the raw query of the layer before that is added to a layer's raw query.")
        .source("document 003, study D3 (0.1)");
}

void addCadence(FieldTable& table) {
    table
        .add("keys.tokens", section, &Keys::tokens,
             {{"all", KeyTokens::all}, {"targets", KeyTokens::targets}})
        .unless(reasons::noKeyStore)
        .help(
            "Which tokens move keys: all, padding included (generations 1 to 4), or those with a "
            "target to predict.")
        .source("core/README.md, section 4");
    table.add("keys.update_every", section, &Keys::update_every)
        .range(1, 1'000'000)
        .unit("steps")
        .live()
        .unless(reasons::noKeyStore)
        .help("Steps from one key update to the next.")
        .source("document 000, knob 3");
    table.add("keys.token_fraction", section, &Keys::token_fraction)
        .range(0, 1)
        .openMinimum()
        .unless(reasons::noKeyStore)
        .help("Share of the tokens of a batch that take part in its key update.")
        .source("document 000, knob 3 (50 %)");
}

void addStability(FieldTable& table) {
    table.add("keys.max_step", section, &Keys::max_step)
        .range(0, 1'000)
        .unless(reasons::noKeyStore)
        .help("Longest move of a key in one step. 0 turns the limit off.")
        .source("document 000, study D");
    table.add("keys.smoothing", section, &Keys::smoothing)
        .range(0, 1)
        .openMaximum()
        .unless(reasons::noKeyStore)
        .help("Share of the old key that is kept in each update. 0 turns it off.")
        .source("document 000, study D");
    table.add("keys.respawn_threshold", section, &Keys::respawn_threshold)
        .range(0, 1)
        .openMaximum()
        .unless(reasons::noKeyStore)
        .help(
            "A key shorter than this is placed anew at a query of the batch, its usage set to 0. 0 "
            "turns it off.")
        .source("core/README.md, section 4");
}

}  // namespace

void addKeyRuleFields(FieldTable& table) {
    addBetaVariants(table);
    addCadence(table);
    addStability(table);
    table
        .add("keys.temperature", section, &Keys::temperature,
             {{"fixed", GateTemperature::fixed}, {"learned", GateTemperature::learned}})
        .unless(reasons::noRouter)
        .help(
            "Whether the temperature of the gates is train.temperature, or one of each layer's "
            "own, "
            "moved by 2 % a step while the gates' mean entropy is outside keys.entropy_band.")
        .source("document 000, study D");
    table.add("keys.entropy_band", section, &Keys::entropy_band)
        .range(0, 20)
        .unit("nats")
        .unless(reasons::noRouter)
        .unless([](const Config& c) {
            return c.keys.temperature == GateTemperature::learned
                       ? std::string()
                       : "keys.temperature is fixed, not learned.";
        })
        .help(
            "Lowest and highest entropy of a token's gates that a learned temperature aims at, cut "
            "to 0.90 and 0.95 of its largest value ln top_k. Empty means [1.5, 2.5].")
        .source("document 000, study D");
}

}  // namespace orrery
