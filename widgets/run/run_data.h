// SPDX-License-Identifier: GPL-3.0-or-later
// A run as the views see it: what a RunSource has told so far, kept in order. GUI thread only.
#pragma once
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/rare_experts.h"
#include "core/events/events.h"
#include "core/runs/run_source.h"
#include "widgets/run/series.h"
#include "widgets/run/stored_scalars.h"

namespace orrery {

/// What the experts of one layer were selected for.
struct LayerUsage {
    std::vector<double> total;  // [E] selections since the start of the run
    std::vector<double> last;   // [E] selections between the last two Usage events
    std::int64_t step = 0;      // step of the last Usage event
};

/// Polls a RunSource within a time budget and keeps what came: twenty times a second until all that
/// is stored is in, then more than twice. Signals are emitted at most once a tick each
/// (usageChanged and keysChanged once a tick and layer), after all of the tick's events are in.
/// References that the getters return stay valid until the next tick or setSource().
class RunData : public QObject {
    Q_OBJECT

public:
    explicit RunData(QObject* parent = nullptr);

    /// Forgets the former run; sourceChanged() follows at once, data with the next ticks. nullptr =
    /// no run.
    void setSource(std::unique_ptr<RunSource> source);
    bool hasSource() const { return source_ != nullptr; }
    /// nullptr without a source. `config` in it is the run's own.
    const RunInfo* info() const;
    int layerCount() const;  // of the run's configuration; 0 without a source

    const std::map<std::string, Series>& series() const { return series_; }
    /// An empty series when nothing of that name was logged. Names: "train/loss", "layer0/gini" ...
    const Series& series(const std::string& name) const;
    /// What the run has stored of a scalar, from one step to another; empty when it can't be read.
    ScalarPoints stored(const std::string& name, std::int64_t from, std::int64_t to) const {
        return stored_.read(name, from, to);
    }
    /// The same read on another thread, for what takes longer: nullptr until it is there, which
    /// storedRead() tells. Of each name the stretch that was asked for last is kept.
    const ScalarPoints* storedSoon(const std::string& name, std::int64_t from, std::int64_t to) {
        return stored_.readSoon(name, from, to);
    }
    /// The series with every point, those from the store too that series() has not.
    Series wholeSeries(const std::string& name) const;
    /// nullptr while nothing is known of the layer (also for the next three).
    const LayerUsage* usage(int layer) const;
    /// The newest snapshot, which the source keeps and all share.
    SharedKeys keys(int layer) const;
    const ExpertTokens* expertTokens(int layer) const;
    /// Steps that have a key snapshot, ascending (asks the source; cached until the layer's next
    /// snapshot).
    const std::vector<std::int64_t>& keySteps(int layer) const;
    /// A snapshot of the past, from the source; nullptr when there is none.
    SharedKeys keysAt(int layer, std::int64_t step) const;
    /// The usage states of a layer's snapshots, at most as many as mostStates() allows; cached
    /// until the layer's next snapshot.
    const UsageStates& usageStates(int layer) const;
    /// Counts of a layer over the run, from the source (RunSource).
    std::vector<Usage> usageHistory(int layer, std::size_t most) const;
    /// The lines of the log, those of changed settings and respawned keys too.
    const std::vector<Message>& messages() const { return messages_; }
    const std::vector<SettingChanged>& settings() const { return settings_; }
    const std::vector<Respawned>& respawns() const { return respawns_; }
    const Progress& progress() const { return progress_; }
    bool hasProgress() const { return has_progress_; }

    /// The source has had nothing new at least once: what is stored is all in.
    bool isCaughtUp() const { return caught_up_; }

    /// Takes one tick's worth of events now (the timer does this; tests call it).
    void poll();

Q_SIGNALS:
    void sourceChanged();
    void progressChanged();
    void seriesChanged(const QStringList& names);
    void storedRead();
    void usageChanged(int layer);
    void keysChanged(int layer);
    void expertTokensChanged(int layer);
    void messagesAdded(int first);  // index of the first new message
    void settingsAdded(int first);
    void respawnsAdded(int first);
    void traced(const orrery::Trace& trace);  // the run told one, on demand
    void caughtUp();                          // once for each source
    /// The source threw while it was read (a database that vanished ...). Polling has ended.
    void sourceFailed(const QString& reason);

private:
    struct Tick;
    void clear();
    void take(Event&& event, Tick& tick);
    void announce(const Tick& tick);
    /// Polls until nothing is new or the budget is spent; false when the source threw.
    bool drain(Tick& tick);

    std::unique_ptr<RunSource> source_;
    StoredScalars stored_;
    QTimer timer_;
    std::map<std::string, Series> series_;
    std::map<int, LayerUsage> usage_;
    std::map<int, ExpertTokens> tokens_;
    mutable std::map<int, std::vector<std::int64_t>> key_steps_;
    struct States {
        std::size_t snapshots = 0;  // that were there when they were read
        UsageStates states;
    };
    mutable std::map<int, States> states_;
    std::vector<Message> messages_;
    std::vector<SettingChanged> settings_;
    std::vector<Respawned> respawns_;
    Progress progress_;
    bool has_progress_ = false;
    bool caught_up_ = false;
};

}  // namespace orrery
