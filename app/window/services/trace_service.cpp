// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/services/trace_service.h"

#include <QMetaObject>

#include "app/window/run_controller.h"
#include "core/error.h"
#include "core/events/commands.h"
#include "core/runs/checkpoint_folder.h"
#include "core/train/loaded_run.h"
#include "core/train/text/recorded_routing.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"
#include "widgets/status/core_words.h"

namespace orrery {

namespace {

constexpr std::size_t kMostBeginning = 300;  // bytes: a figure's tokens can be read

/// A recorded text as it was; nullopt where the run has a model. Throws Error.
std::optional<Trace> recorded(const std::filesystem::path& run, const std::string& text,
                              const TraceOptions& options) {
    auto trace = recordedTrace(run, text);
    if (trace && options.write > 0)
        throw Error(
            "This run was imported without its model, which can write nothing: trace without a "
            "continuation.");
    return trace;
}

}  // namespace

Trace tracedRun(const std::filesystem::path& run, const std::string& text,
                const std::function<bool()>& cancelled, std::optional<std::int64_t> step,
                std::int64_t write) {
    const TraceOptions options{.write = write};
    if (auto known = recorded(run, text, options)) return *std::move(known);
    LoadedRun loaded = LoadedRun::open(run, step);
    return loaded.trace(text.empty() ? loaded.validationBeginning(kMostBeginning, cancelled) : text,
                        options);
}

/// The checkpoint loaded last; touched by the pool's one thread only.
struct TraceService::Loaded {
    std::filesystem::path folder;
    std::optional<LoadedRun> run;

    LoadedRun& open(const std::filesystem::path& wanted, std::optional<std::int64_t> step) {
        const FoundCheckpoint found = chooseCheckpoint(wanted, step);
        if (!run || folder != wanted || run->step() != found.state->step ||
            run->standIn() != standInText(found)) {
            run.reset();
            run.emplace(LoadedRun::open(wanted, step));
            folder = wanted;
        }
        return *run;
    }
};

TraceService::TraceService(RunContext* run, RunController* controller, QObject* parent)
    : QObject(parent),
      data_(run->data()),
      requests_(run->requests()),
      controller_(controller),
      loaded_(std::make_shared<Loaded>()),
      reference_(std::make_shared<Loaded>()) {
    pool_.setMaxThreadCount(1);
    connect(requests_, &Requests::traceRequested, this, &TraceService::trace);
    connect(requests_, &Requests::referenceTraceRequested, this,
            [this](const QString& text, const TraceReference& reference) {
                traceStored(text.toStdString(), {.more_tokens = reference.more_tokens},
                            reference.folder.empty() ? controller_->folder() : reference.folder,
                            reference.step, reference_, [this](const Trace& trace) {
                                requests_->deliverReferenceTrace(trace);
                            });
            });
    connect(data_, &RunData::sourceChanged, this, &TraceService::lookForCheckpoints);
    connect(data_, &RunData::messagesAdded, this, [this](int first) {
        const auto& all = data_->messages();
        for (auto i = static_cast<std::size_t>(first); i < all.size(); ++i)
            if (all[i].kind == "checkpoint") return lookForCheckpoints();
    });
}

TraceService::~TraceService() {
    pool_.waitForDone();
}

void TraceService::trace(const QString& text, int write) {
    if (!data_->hasSource())
        requests_->failTrace(tr("No run is open: open or train one first."));
    else if (controller_->phase() == RunController::Phase::live)
        controller_->send(command::TraceText{text.toStdString(), write});
    else
        traceStored(text.toStdString(), {.write = write}, controller_->folder(), std::nullopt,
                    loaded_, [this](const Trace& trace) { requests_->deliverTrace(trace); });
}

void TraceService::traceStored(const std::string& text, const TraceOptions& options,
                               const std::filesystem::path& folder,
                               std::optional<std::int64_t> step, std::shared_ptr<Loaded> loaded,
                               std::function<void(const Trace&)> deliver) {
    pool_.start(
        [this, text, options, folder, step, loaded, deliver, on_show = controller_->folder()] {
            const auto answer = [this, on_show](auto act) {
                QMetaObject::invokeMethod(this, [this, on_show, act] {
                    if (controller_->folder() == on_show)
                        act();  // else another run is on show by now
                });
            };
            try {
                auto known = recorded(folder, text, options);
                const auto trace = std::make_shared<Trace>(
                    known ? *std::move(known) : loaded->open(folder, step).trace(text, options));
                answer([deliver, trace] { deliver(*trace); });
            } catch (const std::exception& error) {
                answer([this, reason = coreText(error)] { requests_->failTrace(reason); });
            }
        });
}

void TraceService::lookForCheckpoints() {
    if (!data_->hasSource()) return;
    pool_.start([this, folder = controller_->folder()] {
        const std::vector<std::int64_t> steps = checkpointSteps(folder);
        QMetaObject::invokeMethod(this, [this, folder, steps] {
            if (controller_->folder() == folder) requests_->deliverCheckpoints(steps);
        });
    });
}

}  // namespace orrery
