// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of the training loop, each made without the others.
#pragma once
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/train/preparation.h"
#include "core/train/reporter.h"
#include "core/train/training_run.h"
#include "tests/core/train/session_support.h"

namespace orrery::test {

/// A reporter that keeps what it publishes, in order.
struct RecordingReporter : EventSink {
    void publish(const Event& event) override { events.push_back(event); }

    std::vector<Event> events;
    bool stopping = false;
    Reporter reporter{*this, [](RunState) {}, [this] { return stopping; }};

    template <class Kind>
    std::vector<Kind> all() const {
        std::vector<Kind> found;
        for (const Event& event : events)
            if (const auto* one = std::get_if<Kind>(&event)) found.push_back(*one);
        return found;
    }
    /// The last message of a kind; empty texts when there is none.
    Message last(const std::string& kind) const {
        Message found;
        for (const Message& message : all<Message>())
            if (message.kind == kind) found = message;
        return found;
    }
    /// The names of all scalars so far.
    std::set<std::string> names() const {
        std::set<std::string> found;
        for (const Scalars& scalars : all<Scalars>())
            for (const auto& [name, value] : scalars.values)
                found.insert(name);
        return found;
    }
};

/// The model of tinyConfig and its data, on the CPU, before the first step.
inline std::unique_ptr<TrainingRun> makeRunInMemory(const Config& config) {
    PreparationOptions preparation;
    preparation.token_folder = tokenFolder();
    preparation.tokenizer_file = tokenFolder() / "tokenizer-in-memory.model";
    preparation.progress = [](const std::string&, double) {};
    preparation.cancelled = [] { return false; };
    return std::make_unique<TrainingRun>(config, prepareData(config, preparation), "cpu", 2);
}

}  // namespace orrery::test
