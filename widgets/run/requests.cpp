// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/requests.h"

#include <utility>

namespace orrery {

void Requests::deliverTrace(const Trace& trace) {
    trace_ = trace;
    Q_EMIT traceReady();
}

void Requests::deliverCheckpoints(std::vector<std::int64_t> steps) {
    if (steps == checkpoints_) return;
    checkpoints_ = std::move(steps);
    Q_EMIT checkpointsChanged();
}

void Requests::deliverAnalysis(std::shared_ptr<const RunTables> tables) {
    analysis_ = std::move(tables);
    Q_EMIT analysisReady();
}

void Requests::requestQueries(const QString& text) {
    if (text.trimmed().isEmpty()) return deliverQueries(nullptr);
    Q_EMIT queriesRequested(text);
}

void Requests::deliverQueries(std::shared_ptr<const TextQueries> queries) {
    queries_ = std::move(queries);
    Q_EMIT queriesReady();
}

void Requests::clear() {
    trace_.reset();
    checkpoints_.clear();
    analysis_.reset();
    queries_.reset();
}

}  // namespace orrery
