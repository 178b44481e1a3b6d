// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_source.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <iterator>
#include <limits>
#include <map>

#include "core/error.h"
#include "core/events/event_text.h"
#include "core/runs/database/pending_events.h"
#include "core/runs/database/run_reader.h"
#include "core/runs/run_folder.h"
#include "core/runs/run_shape.h"

namespace orrery {
namespace {

using Meta = std::map<std::string, std::string>;

std::string value(const Meta& meta, const std::string& key) {
    const auto found = meta.find(key);
    return found == meta.end() ? std::string() : found->second;
}

RunInfo readInfo(const RunFolder& folder, const Meta& meta) {
    RunInfo info;
    info.folder = folder.path;
    info.config = readRunConfig(folder);
    info.name = info.config.name;
    info.created = value(meta, "created");
    info.program_version = value(meta, "program_version");
    info.device = value(meta, "device");
    info.corpus_hash = value(meta, "corpus_hash");
    info.host = value(meta, "host");
    info.git_commit = value(meta, "git_commit");
    return info;
}

void takeProgress(RunInfo& info, const Progress& progress) {
    info.state = progress.state;
    info.step = progress.step;
    info.total_steps = progress.total_steps;
}

RunReader openReader(const RunFolder& folder) {
    std::error_code none;
    if (!std::filesystem::exists(std::filesystem::symlink_status(folder.databaseFile(), none))) {
        throw Error(folder.path.string() + " is not a run folder: it has no run.db.");
    }
    return RunReader(folder.databaseFile());
}

/// With a connection of its own, since one is for one thread.
std::function<ScalarPoints()> readerOf(const RunFolder& folder, const std::string& name,
                                       std::int64_t from, std::int64_t to) {
    return [folder, name, from, to] { return openReader(folder).points(name, from, to); };
}

/// What is read of run.db fits the run's configuration, or an Error is thrown.
std::vector<Event> checkedEvents(std::vector<Event> events, const RunInfo& info) {
    const auto database = RunFolder{info.folder}.databaseFile();
    for (const Event& event : events)
        requireShape(event, info.config, database);
    return events;
}

SharedKeys checkedKeys(SharedKeys keys, const RunInfo& info) {
    if (keys) requireShape(keys, info.config, RunFolder{info.folder}.databaseFile());
    return keys;
}

std::vector<Usage> checkedUsage(std::vector<Usage> history, const RunInfo& info) {
    for (const Usage& usage : history)
        requireShape(usage, info.config, RunFolder{info.folder}.databaseFile());
    return history;
}

class StoredRun : public RunSource {
public:
    explicit StoredRun(const RunFolder& folder) : folder_(folder), reader_(openReader(folder)) {
        const Meta meta = reader_.meta();
        info_ = readInfo(folder_, meta);
        takeProgress(info_, storedProgress(meta, folder_.path));
    }

    const RunInfo& info() const override { return info_; }

    std::vector<Event> poll(std::size_t limit) override {
        std::vector<Event> events = checkedEvents(reader_.poll(limit), info_);
        for (const Event& event : events)
            keepNewestKeys(event);
        const Meta meta = reader_.meta();
        const std::string pending = pendingText(folder_);
        if (!pending.empty() && !pending_told_ && events.size() < limit) {
            pending_told_ = true;
            events.emplace_back(Message{info_.step, 0, Severity::warning, "log", pending});
        }
        const Progress progress = storedProgress(meta, folder_.path);
        // The lock is asked as well as the table: a writer that was killed leaves no last word.
        const std::string fingerprint =
            value(meta, "progress") + std::to_string(static_cast<int>(progress.state));
        if (fingerprint == last_progress_ || events.size() >= limit) return events;
        last_progress_ = fingerprint;
        info_.corpus_hash = value(meta, "corpus_hash");
        takeProgress(info_, progress);
        if (const std::string fault = progressFault(meta); !fault.empty())
            events.emplace_back(Message{progress.step, 0, Severity::warning, "log", fault});
        events.emplace_back(progress);
        return events;
    }

    std::vector<std::int64_t> keySteps(int layer) override { return reader_.keySteps(layer); }

    SharedKeys keysAt(int layer, std::int64_t step) override {
        const SharedKeys newest = newestKeys(layer);
        if (newest && newest->step == step) return newest;
        return checkedKeys(reader_.keysAt(layer, step), info_);
    }

    std::vector<Usage> usageHistory(int layer, std::size_t most) override {
        return checkedUsage(reader_.usageHistory(layer, most), info_);
    }

    ScalarPoints scalar(const std::string& name, std::int64_t from, std::int64_t to) override {
        return reader_.points(name, from, to);
    }

    std::function<ScalarPoints()> scalarReader(const std::string& name, std::int64_t from,
                                               std::int64_t to) override {
        return readerOf(folder_, name, from, to);
    }

private:
    RunFolder folder_;
    RunReader reader_;
    RunInfo info_;
    std::string last_progress_;
    bool pending_told_ = false;
};

/// Events of this process come from the queue; what was before it, and what the queue dropped, from
/// the table.
class LiveRun : public RunSource {
public:
    LiveRun(const RunFolder& folder, std::shared_ptr<EventQueue> queue)
        : queue_(std::move(queue)), folder_(folder), reader_(openReader(folder)) {
        const Meta meta = reader_.meta();
        info_ = readInfo(folder, meta);
        takeProgress(info_, storedProgress(meta, folder.path));
        const std::string begin = value(meta, "live_from");
        std::from_chars(begin.data(), begin.data() + begin.size(), live_from_);
    }

    const RunInfo& info() const override { return info_; }

    std::vector<Event> poll(std::size_t limit) override {
        while (past_ && waiting_.size() < limit) {
            auto events = checkedEvents(reader_.poll(limit - waiting_.size(), live_from_), info_);
            past_ = !events.empty();
            std::move(events.begin(), events.end(), std::back_inserter(waiting_));
        }
        if (!past_) takeFromQueue();
        std::vector<Event> events;
        while (!waiting_.empty() && events.size() < limit) {
            note(waiting_.front());
            events.push_back(std::move(waiting_.front()));
            waiting_.pop_front();
        }
        return events;
    }

    std::vector<std::int64_t> keySteps(int layer) override {
        auto steps = reader_.keySteps(layer);
        const SharedKeys newest = newestKeys(layer);
        if (!newest) return steps;
        const auto place = std::lower_bound(steps.begin(), steps.end(), newest->step);
        if (place == steps.end() || *place != newest->step) steps.insert(place, newest->step);
        return steps;
    }

    SharedKeys keysAt(int layer, std::int64_t step) override {
        const SharedKeys newest = newestKeys(layer);
        if (newest && newest->step == step) return newest;
        return checkedKeys(reader_.keysAt(layer, step), info_);
    }

    std::vector<Usage> usageHistory(int layer, std::size_t most) override {
        return checkedUsage(reader_.usageHistory(layer, most), info_);
    }

    ScalarPoints scalar(const std::string& name, std::int64_t from, std::int64_t to) override {
        return reader_.points(name, from, to);
    }

    std::function<ScalarPoints()> scalarReader(const std::string& name, std::int64_t from,
                                               std::int64_t to) override {
        return readerOf(folder_, name, from, to);
    }

private:
    void takeFromQueue() {
        EventQueue::Batch batch = queue_->take();
        if (batch.overflowed) takeDropped(batch.events);
        std::move(batch.events.begin(), batch.events.end(), std::back_inserter(waiting_));
    }

    /// Scalars, messages and changes between the last that went out and the first that the queue
    /// still holds.
    void takeDropped(const std::vector<Event>& kept) {
        std::int64_t first_kept = std::numeric_limits<std::int64_t>::max();
        for (const Event& event : kept) {
            if (const auto* scalars = std::get_if<Scalars>(&event)) {
                first_kept = std::min(first_kept, scalars->step);
            }
        }
        while (true) {
            const auto events = reader_.poll(10'000);
            if (events.empty()) return;
            for (const Event& event : events) {
                std::int64_t step = -1;
                if (const auto* scalars = std::get_if<Scalars>(&event)) step = scalars->step;
                if (const auto line = logLine(event)) step = line->step;
                if (step > last_step_ && step < first_kept) waiting_.push_back(event);
            }
        }
    }

    void note(const Event& event) {
        if (const auto* scalars = std::get_if<Scalars>(&event)) last_step_ = scalars->step;
        keepNewestKeys(event);
        if (const auto* progress = std::get_if<Progress>(&event)) takeProgress(info_, *progress);
    }

    std::shared_ptr<EventQueue> queue_;
    RunFolder folder_;
    RunReader reader_;
    RunInfo info_;
    std::int64_t live_from_ = 1;
    bool past_ = true;  // not all events of earlier processes went out yet
    std::deque<Event> waiting_;
    std::int64_t last_step_ = -1;
};

}  // namespace

SharedKeys RunSource::newestKeys(int layer) const {
    const auto found = newest_keys_.find(layer);
    return found == newest_keys_.end() ? nullptr : found->second;
}

void RunSource::keepNewestKeys(const Event& event) {
    if (const auto* keys = std::get_if<SharedKeys>(&event)) newest_keys_[(*keys)->layer] = *keys;
}

std::unique_ptr<RunSource> openStoredRun(const std::filesystem::path& run_folder) {
    return std::make_unique<StoredRun>(RunFolder{run_folder});
}

std::unique_ptr<RunSource> openLiveRun(const std::filesystem::path& run_folder,
                                       std::shared_ptr<EventQueue> queue) {
    return std::make_unique<LiveRun>(RunFolder{run_folder}, std::move(queue));
}

}  // namespace orrery
