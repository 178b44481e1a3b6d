// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/controls.h"

#include "core/config/fields.h"
#include "core/config/yaml.h"

namespace orrery {
namespace {

struct Change {
    const char* name;
    const char* meaning;
    void (*apply)(Config&);
};

/// One network for every token, with the arithmetic of the experts that a token gets.
void makeDense(Config& c) {
    c.some.d_ffn *= c.some.top_k;
    c.some.num_experts = 1;
    c.some.top_k = 1;
    c.some.top_k_warmup = 0;
}

void holdKeys(Config& c) {
    c.keys.use_alpha = false;
    c.keys.use_beta = false;
    c.keys.use_delta = false;
    c.keys.respawn_threshold = 0;
}

const Change changes[] = {
    {"no_experts", "no experts at all", [](Config& c) { c.some.experts = ExpertKind::none; }},
    {"random_routing", "experts selected at random",
     [](Config& c) { c.some.routing = Routing::random; }},
    {"hash_routing", "experts fixed by the token's id",
     [](Config& c) { c.some.routing = Routing::hash; }},
    {"dense_frozen", "one frozen network for every token", makeDense},
    {"sparse_experts", "sparse experts", [](Config& c) { c.some.init = ExpertInit::sparse; }},
    {"trained_experts", "experts trained like the other weights",
     [](Config& c) { c.some.experts = ExpertKind::trained; }},
    {"keys_held", "keys that are never updated", holdKeys},
};

}  // namespace

std::vector<Control> controlsOf(const Config& config) {
    std::vector<Control> controls = {{"itself", "the configuration itself", config}};
    std::vector<Diagnostic> faults;
    for (const Change& change : changes) {
        Config changed = config;
        change.apply(changed);
        if (changed == config) continue;
        controls.push_back({change.name, change.meaning, std::move(changed)});
    }
    for (Control& control : controls) {
        control.config.name = config.name + "-" + control.name;
        for (Diagnostic& fault : validate(control.config)) {
            fault.message = "control " + control.name + ": " + fault.message;
            faults.push_back(std::move(fault));
        }
    }
    if (!faults.empty()) throw ConfigError(std::move(faults));
    return controls;
}

}  // namespace orrery
