// SPDX-License-Identifier: GPL-3.0-or-later
// A RunSource whose events a test writes itself.
#pragma once
#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include "core/error.h"
#include "core/runs/run_source.h"

namespace orrery {

class FakeRunSource : public RunSource {
public:
    RunInfo run_info;
    std::deque<Event> events;
    std::map<std::pair<int, std::int64_t>, SharedKeys> snapshots;
    bool broken = false;  // the next poll throws
    int polls = 0;

    const RunInfo& info() const override { return run_info; }

    std::vector<Event> poll(std::size_t limit) override {
        ++polls;
        if (broken) throw Error("run.db has gone: open the run again.");
        std::vector<Event> taken;
        while (!events.empty() && taken.size() < limit) {
            keepNewestKeys(events.front());
            taken.push_back(std::move(events.front()));
            events.pop_front();
        }
        return taken;
    }

    std::vector<std::int64_t> keySteps(int layer) override {
        std::vector<std::int64_t> steps;
        for (const auto& [place, keys] : snapshots)
            if (place.first == layer) steps.push_back(place.second);
        return steps;
    }

    SharedKeys keysAt(int layer, std::int64_t step) override {
        const SharedKeys newest = newestKeys(layer);
        if (newest && newest->step == step) return newest;
        const auto found = snapshots.find({layer, step});
        return found == snapshots.end() ? nullptr : found->second;
    }

    std::map<std::string, ScalarPoints> stored;
    ScalarPoints scalar(const std::string& name, std::int64_t from, std::int64_t to) override {
        ScalarPoints points = stored[name];
        std::erase_if(points, [&](const auto& p) { return p.first < from || p.first > to; });
        return points;
    }

    std::vector<Usage> counted;
    std::vector<Usage> usageHistory(int layer, std::size_t most) override {
        std::vector<Usage> history;
        for (const Usage& usage : counted)
            if (usage.layer == layer && history.size() < most) history.push_back(usage);
        return history;
    }
};

}  // namespace orrery
