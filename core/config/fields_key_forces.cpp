// SPDX-License-Identifier: GPL-3.0-or-later
// Knowledge Gravity: the forces and what they are measured against.
#include "core/config/applicability.h"
#include "core/config/field_builder.h"

namespace orrery {
namespace {

constexpr auto kSection = &Config::keys;
using Keys = KeysConfig;

/// A switch of a force is out of place only where the force could not act whatever it says.
std::string noPairs(const Config& config) {
    if (auto reason = reasons::noKeyStore(config); !reason.empty()) return reason;
    if (config.some.top_k < 2) return "beta needs some.top_k above 1: one expert has no peer.";
    return {};
}

void addForces(FieldTable& table) {
    table.add("keys.alpha", kSection, &Keys::alpha)
        .range(0, 1)
        .live()
        .unless(reasons::noAlpha)
        .help(
            "Attraction: step size of a selected key toward the query; divided by 1 + the expert's "
            "usage.")
        .source("core/README.md, section 4; document 003, series A (0.01)");
    table.add("keys.beta", kSection, &Keys::beta)
        .range(0, 1)
        .live()
        .unless(reasons::noBeta)
        .help("Peer pull: step size of the keys of co-selected experts toward each other.")
        .source("core/README.md, section 4; document 003, series A (0.005); document 000 (0.001)");
    table.add("keys.delta", kSection, &Keys::delta)
        .range(0, 1)
        .openMaximum()
        .live()
        .unless(reasons::noDelta)
        .help("Decay: fraction of its norm that the key of a rarely used expert loses per step.")
        .source("core/README.md, section 4; document 004, experiment 3.2");
    table.add("keys.use_alpha", kSection, &Keys::use_alpha)
        .live()
        .unless(reasons::noKeyStore)
        .help("Enables attraction (alpha).")
        .source("core/README.md, section 4");
    table.add("keys.use_beta", kSection, &Keys::use_beta)
        .live()
        .unless(noPairs)
        .help("Enables the peer pull (beta).")
        .source("document 004, experiment 4.2.1");
    table.add("keys.use_delta", kSection, &Keys::use_delta)
        .live()
        .unless(reasons::noKeyStore)
        .help("Enables decay (delta).")
        .source("core/README.md, section 4");
}

void addUsage(FieldTable& table) {
    table
        .add("keys.usage", kSection, &Keys::usage,
             {{"ema", UsageKind::ema}, {"cumulative", UsageKind::cumulative}})
        .unless(reasons::noKeyStore)
        .help(
            "How usage is accumulated: exponential moving average (EMA) of the counts per step, or "
            "their cumulative sum (first generation).")
        .source("core/README.md, section 4");
    table.add("keys.ema_decay", kSection, &Keys::ema_decay)
        .range(0, 1)
        .openMaximum()
        .unless(reasons::noKeyStore)
        .unless([](const Config& c) {
            return c.keys.usage == UsageKind::ema ? std::string()
                                                  : "keys.usage is cumulative, not ema.";
        })
        .help("Decay rate of the usage EMA: the inertia of the key store.")
        .source("document 003, series A (0.99); document 004, experiment 3.2");
    table.add("keys.alpha_floor", kSection, &Keys::alpha_floor)
        .range(0, 1)
        .unless(reasons::noAlpha)
        .help(
            "Lower bound of alpha / (1 + usage), so that frequently used keys still adapt. 0 "
            "disables it.")
        .source("document 000, study D (about 0.005)");
}

}  // namespace

void addKeyForceFields(FieldTable& table) {
    addForces(table);
    addUsage(table);
    table.add("keys.theta", kSection, &Keys::theta)
        .range(0, 1e9)
        .unit("selections")
        .unless(reasons::noDelta)
        .help("Usage threshold below which a key decays. 0 uses theta_percentile instead.")
        .source("document 000, runs v2 to v6 (200)");
    table.add("keys.theta_percentile", kSection, &Keys::theta_percentile)
        .range(0, 1)
        .unless(reasons::noDelta)
        .unless([](const Config& c) {
            return c.keys.theta > 0 ? std::string("keys.theta is a constant threshold.")
                                    : std::string();
        })
        .help(
            "Quantile of the usages above 0 that is the decay threshold: keys of less used experts "
            "decay.")
        .source("document 003, series A (0.05)");
    table.add("keys.warmup_steps", kSection, &Keys::warmup_steps)
        .range(0, 1'000'000'000)
        .unit("steps")
        .unless(reasons::noDelta)
        .help("Number of steps before decay starts, while usage is not yet meaningful.")
        .source("core/README.md, section 4");
    table
        .add("keys.normalize", kSection, &Keys::normalize,
             {{"all", KeyNormalization::all},
              {"selected", KeyNormalization::selected},
              {"clamp", KeyNormalization::clamp},
              {"none", KeyNormalization::none}})
        .unless(reasons::noKeyStore)
        .help(
            "Keys to normalize to unit norm after the update: all, those selected in this step, "
            "those with a norm above 1 (clamp), or none. With all, decay lasts for one step only.")
        .source("core/README.md, section 4; document 000, study D");
}

}  // namespace orrery
