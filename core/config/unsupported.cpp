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
    {"some.search", [](const Config& c) { return c.some.search == "hnsw"; }, "use exact"},
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
