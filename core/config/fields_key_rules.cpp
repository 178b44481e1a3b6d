// SPDX-License-Identifier: GPL-3.0-or-later
// Knowledge Gravity: variants, schedules, cadence and safety.
#include "core/config/applicability.h"
#include "core/config/field_builder.h"

namespace orrery {
namespace {

constexpr auto kSection = &Config::keys;
using Keys = KeysConfig;

void addBetaVariants(FieldTable& table) {
    table
        .add("keys.beta_inertia", kSection, &Keys::beta_inertia,
             {{"min", BetaInertia::min}, {"max", BetaInertia::max}})
        .unless(reasons::noBeta)
        .help(
            "Usage that damps the pull of a pair: the smaller (min, generations 1 to 4) or the "
            "larger one (max).")
        .source("core/README.md, section 4");
    table.add("keys.beta_sign", kSection, &Keys::beta_sign)
        .range(-1, 1)
        .unless(reasons::noBeta)
        .help(
            "1 attracts peers, as in every published run; -1 repels them, as in the oldest "
            "document. To disable beta, use keys.use_beta.")
        .source("document 000, knob 3; core/README.md, section 4");
    table.add("keys.beta_schedule", kSection, &Keys::beta_schedule)
        .range(0, 1)
        .unless(reasons::noBeta)
        .help(
            "Initial and final value of beta, interpolated linearly over training; replaces "
            "keys.beta. Empty disables it.")
        .source("document 000, knob 3 (3e-3 to 5e-4)");
    table.add("keys.beta_layer_scale", kSection, &Keys::beta_layer_scale)
        .range(0, 1'000)
        .unless(reasons::noBeta)
        .help("Scale factor of beta per layer, first layer first. Empty means 1 for all layers.")
        .source("document 003, study D1 (0.5 from the middle layer on)");
    table.add("keys.frozen_layers", kSection, &Keys::frozen_layers)
        .range(0, 1'023)
        .unit("layer numbers from 0")
        .unless(reasons::noKeyStore)
        .help("Layers whose keys are not updated.")
        .source("document 003, study D2");
    table.add("keys.query_residual", kSection, &Keys::query_residual)
        .range(0, 10)
        .unless(reasons::noRouter)
        .help("Fraction of the previous layer's raw query that is added to a layer's raw query.")
        .source("document 003, study D3 (0.1)");
}

void addCadence(FieldTable& table) {
    table
        .add("keys.tokens", kSection, &Keys::tokens,
             {{"all", KeyTokens::all}, {"targets", KeyTokens::targets}})
        .unless(reasons::noKeyStore)
        .help(
            "Tokens that update keys: all, padding included (generations 1 to 4), or those with a "
            "target (targets).")
        .source("core/README.md, section 4");
    table.add("keys.update_every", kSection, &Keys::update_every)
        .range(1, 1'000'000)
        .unit("steps")
        .live()
        .unless(reasons::noKeyStore)
        .help("Number of steps between key updates.")
        .source("document 000, knob 3");
    table.add("keys.token_fraction", kSection, &Keys::token_fraction)
        .range(0, 1)
        .openMinimum()
        .unless(reasons::noKeyStore)
        .help("Fraction of the tokens of a batch that take part in its key update.")
        .source("document 000, knob 3 (50 %)");
}

void addStability(FieldTable& table) {
    table.add("keys.max_step", kSection, &Keys::max_step)
        .range(0, 1'000)
        .unless(reasons::noKeyStore)
        .help("Maximum distance that a key moves in one step. 0 disables the limit.")
        .source("document 000, study D");
    table.add("keys.clip_norm", kSection, &Keys::clip_norm)
        .range(0, 1e6)
        .unless(reasons::noKeyStore)
        .help(
            "Maximum global norm of a layer's key step: the root of the sum of squares of all its "
            "keys' moves. Larger steps are scaled down as a whole, after keys.max_step. 0 disables "
            "the limit.")
        .source("document 000, study D (global norm)");
    table.add("keys.smoothing", kSection, &Keys::smoothing)
        .range(0, 1)
        .openMaximum()
        .unless(reasons::noKeyStore)
        .help("Fraction of the old key that is kept in each update. 0 disables smoothing.")
        .source("document 000, study D");
    table.add("keys.respawn_threshold", kSection, &Keys::respawn_threshold)
        .range(0, 1)
        .openMaximum()
        .unless(reasons::noKeyStore)
        .help(
            "A key with a norm below this is respawned at a query of the batch, with usage 0. 0 "
            "disables respawning.")
        .source("core/README.md, section 4");
}

}  // namespace

void addKeyRuleFields(FieldTable& table) {
    addBetaVariants(table);
    addCadence(table);
    addStability(table);
    table
        .add("keys.temperature", kSection, &Keys::temperature,
             {{"fixed", GateTemperature::fixed}, {"learned", GateTemperature::learned}})
        .unless(reasons::noRouter)
        .help(
            "Gate temperature: train.temperature (fixed), or one per layer that changes by 2 % per "
            "step while the mean gate entropy is outside keys.entropy_band (learned).")
        .source("document 000, study D");
    table.add("keys.entropy_band", kSection, &Keys::entropy_band)
        .range(0, 20)
        .unit("nats")
        .unless(reasons::noRouter)
        .unless([](const Config& c) {
            return c.keys.temperature == GateTemperature::learned
                       ? std::string()
                       : "keys.temperature is fixed, not learned.";
        })
        .help(
            "Minimum and maximum gate entropy of a token that a learned temperature aims at, "
            "clipped to 0.90 and 0.95 of its maximum ln top_k. Empty means [1.5, 2.5].")
        .source("document 000, study D");
}

}  // namespace orrery
