// SPDX-License-Identifier: GPL-3.0-or-later
// Small runs for tests, and what they leave behind.
#pragma once
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/events/commands.h"
#include "core/runs/run_folder.h"
#include "core/runs/database/run_reader.h"
#include "core/train/session.h"
#include "tests/support/temporary_folder.h"

namespace orrery::test {

/// A model that takes a few milliseconds a step, on 40 stories.
inline Config tinyConfig(std::int64_t steps = 20) {
    Config config;
    config.name = "tiny";
    config.model.vocab_size = 400;
    config.model.d_model = 16;
    config.model.num_layers = 2;
    config.model.num_heads = 2;
    config.model.seq_len = 24;
    config.some.num_experts = 6;
    config.some.d_ffn = 8;
    config.some.top_k = 2;
    config.keys.warmup_steps = 2;
    config.data.train_documents = 40;
    config.data.val_documents = 6;
    config.train.batch_size = 4;
    config.train.max_steps = steps;
    config.train.threads = 2;
    config.train.device = DeviceChoice::cpu;
    config.eval.every = 5;
    config.checkpoint.every = 5;
    config.snapshots.keys_every = 4;
    config.snapshots.usage_every = 3;
    return config;
}

/// One folder of tokens for all tests of the program: the tokenizer is trained once.
inline std::filesystem::path tokenFolder() {
    static const TemporaryFolder folder;
    return folder.path();
}

inline SessionOptions newRun(const Config& config, const std::filesystem::path& runs) {
    SessionOptions options;
    options.config = config;
    options.runs_folder = runs;
    options.token_folder = tokenFolder();
    return options;
}

inline SessionOptions resumedRun(const std::filesystem::path& run) {
    SessionOptions options;
    options.resume = run;
    options.token_folder = tokenFolder();
    return options;
}

/// Tells of each event on the thread that publishes it, before that goes on: nothing is missed.
struct ListeningQueue : EventQueue {
    void publish(const Event& event) override {
        EventQueue::publish(event);
        heard(event);
    }
    std::function<void(const Event&)> heard;
};

/// A session and everything that its queue has given so far.
struct WatchedSession {
    explicit WatchedSession(const SessionOptions& options,
                            std::shared_ptr<EventQueue> events = std::make_shared<EventQueue>())
        : queue(std::move(events)), session(options, queue) {}

    void look() {
        for (Event& event : queue->take().events)
            events.push_back(std::move(event));
    }
    /// False after three minutes.
    bool waitFor(const std::function<bool(const Event&)>& wanted) {
        for (int round = 0; round < 36'000; ++round) {
            const std::size_t seen = events.size();
            look();
            for (std::size_t i = seen; i < events.size(); ++i) {
                if (wanted(events[i])) return true;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        return false;
    }
    bool waitForState(RunState state) {
        for (int round = 0; round < 36'000 && session.state() != state; ++round) {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        return session.state() == state;
    }
    void startPaused() {
        session.send(command::Pause{});
        session.start();
        waitForState(RunState::paused);
    }
    /// Of a paused session: exactly so far.
    bool stepTo(std::int64_t from, std::int64_t to) {
        for (std::int64_t step = from; step < to; ++step) {
            session.send(command::StepOnce{});
            if (!waitForStep(step + 1)) return false;
        }
        return true;
    }
    bool waitForStep(std::int64_t step) {
        return waitFor([&](const Event& event) {
            const auto* scalars = std::get_if<Scalars>(&event);
            return scalars != nullptr && scalars->step >= step;
        });
    }
    RunState runToEnd() {
        session.start();
        const RunState end = session.wait();
        look();
        return end;
    }
    std::vector<Message> messages(const std::string& kind) const {
        std::vector<Message> found;
        for (const Event& event : events) {
            const auto* message = std::get_if<Message>(&event);
            if (message != nullptr && message->kind == kind) found.push_back(*message);
        }
        return found;
    }

    std::shared_ptr<EventQueue> queue;
    Session session;
    std::vector<Event> events;
};

using ScalarTable = std::map<std::pair<std::int64_t, std::string>, double>;

inline ScalarTable scalarTable(const std::vector<Event>& events) {
    ScalarTable table;
    for (const Event& event : events) {
        const auto* scalars = std::get_if<Scalars>(&event);
        if (scalars == nullptr) continue;
        for (const auto& [name, value] : scalars->values)
            table[{scalars->step, name}] = value;
    }
    return table;
}

inline std::vector<Event> storedEvents(const std::filesystem::path& run) {
    return RunReader(RunFolder{run}.databaseFile()).poll(1'000'000);
}

/// Everything but what the clock decides.
inline ScalarTable withoutTimes(ScalarTable table) {
    std::erase_if(table, [](const auto& entry) {
        const std::string& name = entry.first.second;
        return name == "time/wall" || name.starts_with("memory/") ||
               name.find("tokens_per_second") != std::string::npos;
    });
    return table;
}

}  // namespace orrery::test
