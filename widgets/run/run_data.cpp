// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/run_data.h"

#include <QElapsedTimer>
#include <algorithm>
#include <exception>
#include <limits>
#include <set>
#include <utility>

#include "core/events/event_text.h"
#include "widgets/run/kept_states.h"

namespace orrery {

namespace {

constexpr int kInterval = 50;  // ms, while a stored run is read
// ms, once that is done: drawing each step of a live run costs the training a tenth of its speed on
// two cores, since its threads wait for one another.
constexpr int kLiveInterval = 400;
constexpr int kBudget = 12;              // ms of a tick: the rest is for drawing and clicks
constexpr std::size_t kPortion = 2'000;  // events a call, so that the budget is looked at often

const Series kNoSeries;

// Points that are kept of a scalar: more than a wide window has columns for what is drawn large.
std::size_t mostPoints(const std::string& name) {
    return name.starts_with("train/loss") || name.starts_with("val/") ? 32'768 : 4'096;
}

template <typename Map>
const typename Map::mapped_type* find(const Map& map, int layer) {
    const auto found = map.find(layer);
    return found == map.end() ? nullptr : &found->second;
}

void addCounts(std::vector<double>& total, const std::vector<double>& counts) {
    if (total.size() < counts.size()) total.resize(counts.size(), 0);
    for (std::size_t i = 0; i < counts.size(); ++i)
        total[i] += counts[i];
}

}  // namespace

/// What changed since the last announcement.
struct RunData::Tick {
    std::set<std::string> series;
    std::set<int> usage, keys, tokens;
    std::optional<std::size_t> first_message, first_setting, first_respawn;
    bool progress = false;
    std::optional<Trace> trace;
    bool caught_up = false;
    QString failure;
};

RunData::RunData(QObject* parent) : QObject(parent) {
    connect(&timer_, &QTimer::timeout, this, &RunData::poll);
    connect(&stored_, &StoredScalars::readDone, this, &RunData::storedRead);
}

void RunData::clear() {
    series_.clear();
    usage_.clear();
    tokens_.clear();
    key_steps_.clear();
    states_.clear();
    messages_.clear();
    settings_.clear();
    respawns_.clear();
    progress_ = {};
    has_progress_ = false;
    caught_up_ = false;
}

void RunData::setSource(std::unique_ptr<RunSource> source) {
    timer_.stop();
    clear();
    stored_.setSource(source.get());
    source_ = std::move(source);
    if (source_) timer_.start(kInterval);
    Q_EMIT sourceChanged();
}

const RunInfo* RunData::info() const {
    return source_ ? &source_->info() : nullptr;
}

int RunData::layerCount() const {
    return source_ ? static_cast<int>(source_->info().config.model.num_layers) : 0;
}

const Series& RunData::series(const std::string& name) const {
    const auto found = series_.find(name);
    return found == series_.end() ? kNoSeries : found->second;
}

Series RunData::wholeSeries(const std::string& name) const {
    const Series& kept = series(name);
    if (kept.thinned == 0) return kept;
    // The last bucket goes on beyond its extremes, up to the first point that is itself alone.
    const auto last = static_cast<std::int64_t>(kept.steps[kept.thinned]) - 1;
    const ScalarPoints old = stored(name, std::numeric_limits<std::int64_t>::min(), last);
    if (old.empty()) return kept;
    const ScalarPoints clock = stored("time/wall", old.front().first, last);
    Series whole;
    auto now = clock.begin();
    for (const auto& [step, value] : old) {
        while (now != clock.end() && now->first < step)
            ++now;
        whole.steps.push_back(static_cast<double>(step));
        whole.values.push_back(value);
        whole.times.push_back(now != clock.end() && now->first == step ? now->second : 0);
    }
    const auto append = [&](std::vector<double>& to, const std::vector<double>& from) {
        to.insert(to.end(), from.begin() + static_cast<std::ptrdiff_t>(kept.thinned), from.end());
    };
    append(whole.steps, kept.steps);
    append(whole.times, kept.times);
    append(whole.values, kept.values);
    return whole;
}

const LayerUsage* RunData::usage(int layer) const {
    return find(usage_, layer);
}
SharedKeys RunData::keys(int layer) const {
    return source_ ? source_->newestKeys(layer) : nullptr;
}
const ExpertTokens* RunData::expertTokens(int layer) const {
    return find(tokens_, layer);
}

const std::vector<std::int64_t>& RunData::keySteps(int layer) const {
    const auto known = key_steps_.find(layer);
    if (known != key_steps_.end()) return known->second;
    return key_steps_[layer] = source_ ? source_->keySteps(layer) : std::vector<std::int64_t>{};
}

SharedKeys RunData::keysAt(int layer, std::int64_t step) const {
    return source_ ? source_->keysAt(layer, step) : nullptr;
}

const UsageStates& RunData::usageStates(int layer) const {
    const std::vector<std::int64_t>& steps = keySteps(layer);
    States& kept = states_[layer];
    if (!source_ || steps.empty()) return (kept = {}).states;
    const bool whole = kept.snapshots == steps.size() && !kept.states.steps.empty() &&
                       kept.states.steps.back() == steps.back();
    if (whole) return kept.states;
    const Config& config = source_->info().config;
    const std::size_t most = mostStates(config.some.num_experts, config.model.d_model);
    keepStates(kept.states, steadySteps(steps, most),
               [&](std::int64_t step) { return keysAt(layer, step); });
    kept.snapshots = steps.size();
    return kept.states;
}

std::vector<Usage> RunData::usageHistory(int layer, std::size_t most) const {
    return source_ ? source_->usageHistory(layer, most) : std::vector<Usage>{};
}

void RunData::take(Event&& event, Tick& tick) {
    if (auto line = logLine(event)) {
        if (!tick.first_message) tick.first_message = messages_.size();
        messages_.push_back(*std::move(line));
    }
    if (auto* scalars = std::get_if<Scalars>(&event)) {
        for (const auto& [name, value] : scalars->values) {
            series_[name].add(static_cast<double>(scalars->step), scalars->time, value,
                              mostPoints(name));
            tick.series.insert(name);
        }
    } else if (auto* usage = std::get_if<Usage>(&event)) {
        LayerUsage& layer = usage_[usage->layer];
        addCounts(layer.total, usage->counts);
        layer.last = std::move(usage->counts);
        layer.step = usage->step;
        tick.usage.insert(usage->layer);
    } else if (const auto* keys = std::get_if<SharedKeys>(&event)) {
        key_steps_.erase((*keys)->layer);
        tick.keys.insert((*keys)->layer);
    } else if (auto* tokens = std::get_if<ExpertTokens>(&event)) {
        tick.tokens.insert(tokens->layer);
        const int layer = tokens->layer;
        tokens_[layer] = std::move(*tokens);
    } else if (auto* change = std::get_if<SettingChanged>(&event)) {
        if (!tick.first_setting) tick.first_setting = settings_.size();
        settings_.push_back(std::move(*change));
    } else if (auto* respawned = std::get_if<Respawned>(&event)) {
        if (!tick.first_respawn) tick.first_respawn = respawns_.size();
        respawns_.push_back(std::move(*respawned));
    } else if (auto* progress = std::get_if<Progress>(&event)) {
        progress_ = std::move(*progress);
        has_progress_ = tick.progress = true;
    } else if (auto* trace = std::get_if<Trace>(&event)) {
        tick.trace = std::move(*trace);
    }
}

bool RunData::drain(Tick& tick) {
    QElapsedTimer clock;
    clock.start();
    try {
        do {
            std::vector<Event> events = source_->poll(kPortion);
            if (events.empty()) {
                tick.caught_up = true;
                return true;
            }
            for (Event& event : events)
                take(std::move(event), tick);
        } while (clock.elapsed() < kBudget);
    } catch (const std::exception& error) {
        tick.failure = QString::fromUtf8(error.what());
        return false;
    }
    return true;
}

void RunData::poll() {
    if (!source_) return;
    Tick tick;
    if (!drain(tick)) timer_.stop();
    announce(tick);
}

void RunData::announce(const Tick& tick) {
    if (!tick.series.empty()) {
        QStringList names;
        for (const std::string& name : tick.series)
            names << QString::fromStdString(name);
        Q_EMIT seriesChanged(names);
    }
    for (int layer : tick.usage)
        Q_EMIT usageChanged(layer);
    for (int layer : tick.keys)
        Q_EMIT keysChanged(layer);
    for (int layer : tick.tokens)
        Q_EMIT expertTokensChanged(layer);
    if (tick.first_message) Q_EMIT messagesAdded(static_cast<int>(*tick.first_message));
    if (tick.first_setting) Q_EMIT settingsAdded(static_cast<int>(*tick.first_setting));
    if (tick.first_respawn) Q_EMIT respawnsAdded(static_cast<int>(*tick.first_respawn));
    if (tick.progress) Q_EMIT progressChanged();
    if (tick.trace) Q_EMIT traced(*tick.trace);
    if (tick.caught_up && !caught_up_) {
        caught_up_ = true;
        timer_.setInterval(kLiveInterval);
        Q_EMIT caughtUp();
    }
    if (!tick.failure.isEmpty()) Q_EMIT sourceFailed(tick.failure);
}

}  // namespace orrery
