// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <QString>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "core/events/events.h"
#include "core/events/interventions.h"
#include "widgets/run/run_tables.h"

namespace orrery {

/// What a trace is compared with.
struct TraceReference {
    std::filesystem::path folder = {};           // of another run; empty = the one on show
    std::optional<std::int64_t> step = {};       // nullopt = its newest checkpoint
    std::vector<std::int32_t> more_tokens = {};  // behind the text: what a model wrote there
    bool operator==(const TraceReference&) const = default;
};

/// What views ask of services about the run on show, and the newest answers. A request is a signal,
/// which a service is connected to; its answer is a deliver or fail call, which is a signal, too.
/// GUI thread only.
class Requests : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// A view asks for the trace of a text, and of so many tokens that the model writes behind it:
    /// traceRequested(); the answer is traceReady() or traceFailed().
    void requestTrace(const QString& text, int write = 0) { Q_EMIT traceRequested(text, write); }
    void deliverTrace(const Trace& trace);
    void failTrace(const QString& reason) { Q_EMIT traceFailed(reason); }
    /// Also one that the run itself told.
    const std::optional<Trace>& trace() const { return trace_; }
    /// A view wants the same text from another checkpoint, of this run or another:
    /// referenceTraceRequested(); the answer is referenceTraceReady() or traceFailed().
    void requestReferenceTrace(const QString& text, const TraceReference& reference) {
        Q_EMIT referenceTraceRequested(text, reference);
    }
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
    const std::shared_ptr<const RunTables>& sharedAnalysis() const { return analysis_; }

    /// A view asks for the queries of a text's tokens: queriesRequested(); the answer is
    /// queriesReady() or queriesFailed(). A text of no words takes them away.
    void requestQueries(const QString& text);
    void deliverQueries(std::shared_ptr<const TextQueries> queries);
    void failQueries(const QString& reason) { Q_EMIT queriesFailed(reason); }
    /// nullptr while there are none.
    const std::shared_ptr<const TextQueries>& queries() const { return queries_; }

    /// A view wants the model's experts to be changed so: interventionsRequested(), which the
    /// playground adds to its own.
    void requestInterventions(const Interventions& interventions) {
        Q_EMIT interventionsRequested(interventions);
    }
    /// A view asks what the removal of a guild of the analysis does, by its layer, experts and kind
    /// (empty = any): guildRemovalRequested(). The answer is an analysis with a table more, or
    /// analysisFailed(); on the way removalTold().
    void requestGuildRemoval(int layer, const std::vector<int>& experts, const QString& kind) {
        Q_EMIT guildRemovalRequested(layer, experts, kind);
    }
    void tellRemoval(const QString& progress) { Q_EMIT removalTold(progress); }

    /// Forgets the answers, without a word: the run has another source, which is told by itself.
    void clear();

Q_SIGNALS:
    void traceRequested(const QString& text, int write);
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
    void interventionsRequested(const orrery::Interventions& interventions);
    void guildRemovalRequested(int layer, const std::vector<int>& experts, const QString& kind);
    void removalTold(const QString& progress);

private:
    std::optional<Trace> trace_;
    std::vector<std::int64_t> checkpoints_;
    std::shared_ptr<const RunTables> analysis_;
    std::shared_ptr<const TextQueries> queries_;
};

}  // namespace orrery
