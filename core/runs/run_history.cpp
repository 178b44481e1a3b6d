// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_history.h"

#include <algorithm>
#include <variant>

namespace orrery {
namespace {

struct Collect {
    RunHistory& history;
    std::int64_t last;

    void operator()(const Scalars& scalars) {
        if (scalars.step <= last) history.scalars.push_back(scalars);
    }
    void operator()(const Usage& usage) {
        if (usage.step > last) return;
        auto& sum = history.usage[usage.layer];
        sum.resize(std::max(sum.size(), usage.counts.size()));
        for (std::size_t e = 0; e < usage.counts.size(); ++e)
            sum[e] += usage.counts[e];
    }
    void operator()(const ExpertTokens& tokens) {
        if (tokens.step <= last) history.tokens[tokens.layer] = tokens;
    }
    void operator()(const SettingChanged& change) {
        if (change.step <= last) history.settings.push_back(change);
    }
    template <typename Other>
    void operator()(const Other&) {}
};

}  // namespace

RunHistory readHistory(RunSource& run, std::int64_t last) {
    RunHistory history;
    for (auto events = run.poll(); !events.empty(); events = run.poll())
        for (const Event& event : events)
            std::visit(Collect{history, last}, event);
    return history;
}

}  // namespace orrery
