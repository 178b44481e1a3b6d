// SPDX-License-Identifier: GPL-3.0-or-later
// One entry for each value that is not available yet: remove the entry with the change that makes
// it work.
#include <functional>

#include "core/config/contradictions.h"
#include "core/config/fields.h"

namespace orrery {
namespace {

struct Unsupported {
    const char* key;
    bool (*used)(const Config&);
    const char* instead;
};

constexpr Unsupported entries[] = {
    {"some.experts", [](const Config& c) { return c.some.experts == "lora"; },
     "use frozen or trained"},
    {"some.search", [](const Config& c) { return c.some.search == "hnsw"; }, "use exact"},
    {"some.shared_library", [](const Config& c) { return c.some.shared_library; }, "use false"},
    {"some.expert_dtype", [](const Config& c) { return c.some.expert_dtype == "bf16"; },
     "use fp32"},
    {"some.balance_loss", [](const Config& c) { return c.some.balance_loss > 0; }, "use 0"},
    {"some.balance_bias", [](const Config& c) { return c.some.balance_bias > 0; }, "use 0"},
    {"keys.temperature", [](const Config& c) { return c.keys.temperature == "learned"; },
     "use fixed"},
    {"train.precision", [](const Config& c) { return c.train.precision == "bf16"; }, "use fp32"},
};

}  // namespace

std::vector<Contradiction> findUnsupported(const Config& config) {
    std::vector<Contradiction> found;
    for (const Unsupported& entry : entries) {
        if (!entry.used(config)) continue;
        const std::string value = formatFieldValue(findField(entry.key)->get(config));
        found.push_back({{entry.key},
                         std::string(entry.key) + ": " + value +
                             " is not available in this version; " + entry.instead + "."});
    }
    return found;
}

}  // namespace orrery
