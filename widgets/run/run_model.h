// SPDX-License-Identifier: GPL-3.0-or-later
// A run as the views see it: what a RunSource has told so far, kept in order. GUI thread only.
#pragma once
#include <QObject>
#include <QString>
#include <QStringList>
#include <QThreadPool>
#include <QTimer>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/run_analysis.h"
#include "core/analysis/table.h"
#include "core/config/config.h"
#include "core/events/events.h"
#include "core/runs/run_source.h"
#include "widgets/run/series.h"

namespace orrery {

/// What the experts of one layer were selected for.
struct LayerUsage {
    std::vector<double> total;  // [E] selections since the start of the run
    std::vector<double> last;   // [E] selections between the last two Usage events
    std::int64_t step = 0;      // step of the last Usage event
};

struct ExpertId {
    int layer = 0;
    int expert = 0;
    bool operator==(const ExpertId&) const = default;
};

/// Experts of one layer.
struct ExpertSelection {
    int layer = 0;
    std::vector<int> experts;  // ascending, each once; empty = nothing is selected
    bool contains(int of_layer, int expert) const;
    bool operator==(const ExpertSelection&) const = default;
};

/// What a trace is compared with.
struct TraceReference {
    std::filesystem::path folder = {};      // of another run; empty = the one on show
    std::optional<std::int64_t> step = {};  // nullopt = its newest checkpoint
    bool operator==(const TraceReference&) const = default;
};

/// What an analysis of a run found (core/analysis/run_analysis.h).
struct RunTables {
    std::int64_t step = 0;
    std::int64_t tokens = 0;  // of the text that was sent through the model
    std::vector<Table> tables;
    /// That text, without its queries; nullptr where it is not known.
    std::shared_ptr<const RoutedText> text = {};
    std::string stand_in = {};  // for people: why an older checkpoint was taken; else empty
    /// nullptr when there is none of this name.
    const Table* find(const std::string& name) const;
    /// Of a text without parts of speech of its own.
    bool partsAreGuessed() const;
};

/// The queries of a text of the user's, by a checkpoint of the run.
struct TextQueries {
    std::int64_t step = 0;
    RoutedText text;
    std::string stand_in = {};  // as of RunTables
};

/// Polls a RunSource within a time budget and keeps what came: twenty times a second until all that
/// is stored is in, then more than twice. Signals are emitted at most once a tick each
/// (usageChanged and keysChanged once a tick and layer), after all of the tick's events are in.
/// References that the getters return stay valid until the next tick or setSource().
class RunModel : public QObject {
    Q_OBJECT

public:
    explicit RunModel(QObject* parent = nullptr);
    ~RunModel() override;

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
    ScalarPoints stored(const std::string& name, std::int64_t from, std::int64_t to) const;
    /// The same read on another thread, for what takes longer: nullptr until it is there, which
    /// storedRead() tells. Of each name the stretch that was asked for last is kept.
    const ScalarPoints* storedSoon(const std::string& name, std::int64_t from, std::int64_t to);
    /// The series with every point, those from the store too that series() has not.
    Series wholeSeries(const std::string& name) const;
    /// nullptr while nothing is known of the layer (also for the next three).
    const LayerUsage* usage(int layer) const;
    const Keys* keys(int layer) const;
    const ExpertTokens* expertTokens(int layer) const;
    /// Steps that have a key snapshot, ascending (asks the source; cached until the layer's next
    /// snapshot).
    const std::vector<std::int64_t>& keySteps(int layer) const;
    /// A snapshot of the past, from the source.
    std::optional<Keys> keysAt(int layer, std::int64_t step) const;
    /// Counts of a layer over the run, from the source (RunSource).
    std::vector<Usage> usageHistory(int layer, std::size_t most) const;
    /// The lines of the log, those of changed settings and respawned keys too.
    const std::vector<Message>& messages() const { return messages_; }
    const std::vector<SettingChanged>& settings() const { return settings_; }
    const std::vector<Respawned>& respawns() const { return respawns_; }
    const Progress& progress() const { return progress_; }
    bool hasProgress() const { return has_progress_; }
    const std::optional<Trace>& trace() const { return trace_; }

    /// What is selected in every view; the rest is grayed. One state, whichever view it comes from.
    const ExpertSelection& selection() const { return selection_; }
    void select(ExpertSelection selection);
    /// The first of the selected experts.
    const std::optional<ExpertId>& markedExpert() const { return marked_; }
    void markExpert(std::optional<ExpertId> expert);

    /// A view asks for the trace of a text: traceRequested(); the answer is traceReady() or
    /// traceFailed().
    void requestTrace(const QString& text);
    void deliverTrace(Trace trace);
    void failTrace(const QString& reason);
    /// A view wants the same text from another checkpoint, of this run or another:
    /// referenceTraceRequested(); the answer is referenceTraceReady() or traceFailed().
    void requestReferenceTrace(const QString& text, const TraceReference& reference);
    void deliverReferenceTrace(const Trace& trace) { Q_EMIT referenceTraceReady(trace); }
    /// Steps of the run on show that have a checkpoint, as far as somebody looked.
    const std::vector<std::int64_t>& checkpoints() const { return checkpoints_; }
    void deliverCheckpoints(std::vector<std::int64_t> steps);

    /// A view asks for the analysis of the run on show: analysisRequested(); the answer is
    /// analysisReady() or analysisFailed().
    void requestAnalysis() { Q_EMIT analysisRequested(); }
    void deliverAnalysis(std::shared_ptr<const RunTables> tables);
    void failAnalysis(const QString& reason) { Q_EMIT analysisFailed(reason); }
    /// nullptr while there is none.
    const RunTables* analysis() const { return analysis_.get(); }

    /// A view asks for the queries of a text's tokens: queriesRequested(); the answer is
    /// queriesReady() or queriesFailed(). A text of no words takes them away.
    void requestQueries(const QString& text);
    void deliverQueries(std::shared_ptr<const TextQueries> queries);
    void failQueries(const QString& reason) { Q_EMIT queriesFailed(reason); }
    /// nullptr while there are none.
    const std::shared_ptr<const TextQueries>& queries() const { return queries_; }

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
    void traceRequested(const QString& text);
    void traceReady();
    void traceFailed(const QString& reason);
    void referenceTraceRequested(const QString& text, const orrery::TraceReference& reference);
    void referenceTraceReady(const orrery::Trace& trace);
    void checkpointsChanged();
    void analysisRequested();
    void analysisReady();
    void analysisFailed(const QString& reason);
    void queriesRequested(const QString& text);
    void queriesReady();
    void queriesFailed(const QString& reason);
    void markedExpertChanged();  // the selection, in any way
    void caughtUp();             // once for each source
    /// The source threw while it was read (a database that vanished ...). Polling has ended.
    void sourceFailed(const QString& reason);

private:
    struct Tick;
    struct Stretch {  // of a scalar that is stored
        std::int64_t from = 0, to = -1;
        std::optional<ScalarPoints> points = {};
        bool reading = false;
    };
    void readStretch(const std::string& name);
    void clear();
    void take(Event&& event, Tick& tick);
    void announce(const Tick& tick);
    /// Polls until nothing is new or the budget is spent; false when the source threw.
    bool drain(Tick& tick);

    std::unique_ptr<RunSource> source_;
    QTimer timer_;
    std::map<std::string, Series> series_;
    std::map<std::string, Stretch> stretches_;
    QThreadPool pool_;  // reads stretches
    int sources_ = 0;   // so far
    std::map<int, LayerUsage> usage_;
    std::map<int, Keys> keys_;
    std::map<int, ExpertTokens> tokens_;
    mutable std::map<int, std::vector<std::int64_t>> key_steps_;
    std::vector<Message> messages_;
    std::vector<SettingChanged> settings_;
    std::vector<Respawned> respawns_;
    Progress progress_;
    bool has_progress_ = false;
    bool caught_up_ = false;
    std::optional<Trace> trace_;
    std::vector<std::int64_t> checkpoints_;
    std::shared_ptr<const RunTables> analysis_;
    std::shared_ptr<const TextQueries> queries_;
    ExpertSelection selection_;
    std::optional<ExpertId> marked_;  // of selection_
};

}  // namespace orrery
