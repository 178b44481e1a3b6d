// SPDX-License-Identifier: GPL-3.0-or-later
// Answers a view's wish for a trace: from the live run, or from a checkpoint of the run on show or
// of another one; and tells which checkpoints there are. GUI thread only; the work is done on a
// pool thread.
#pragma once
#include <QObject>
#include <QThreadPool>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "core/events/events.h"
#include "core/events/model_queries.h"

namespace orrery {

class LoadedRun;
class Requests;
class RunContext;
class RunController;
class RunData;

/// The trace of a text, or of the beginning of the run's validation text, and of so many tokens
/// that the model writes behind it, by the checkpoint of a step (nullopt = the newest). Throws
/// Error, Cancelled. Takes seconds: on a pool thread, or without a window.
Trace tracedRun(const std::filesystem::path& run, const std::string& text,
                const std::function<bool()>& cancelled = {}, std::optional<std::int64_t> step = {},
                std::int64_t write = 0);

class TraceService : public QObject {
    Q_OBJECT

public:
    TraceService(RunContext* run, RunController* controller, QObject* parent = nullptr);
    ~TraceService() override;

private:
    struct Loaded;
    void trace(const QString& text, int write);
    /// On the pool, from a checkpoint.
    void traceStored(const std::string& text, const TraceOptions& options,
                     const std::filesystem::path& folder, std::optional<std::int64_t> step,
                     std::shared_ptr<Loaded> loaded, std::function<void(const Trace&)> deliver);
    void lookForCheckpoints();

    RunData* data_;
    Requests* requests_;
    RunController* controller_;
    QThreadPool pool_;
    std::shared_ptr<Loaded> loaded_, reference_;
};

}  // namespace orrery
