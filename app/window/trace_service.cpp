// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/trace_service.h"

#include <QMetaObject>

#include "app/window/run_controller.h"
#include "core/train/loaded_run.h"
#include "widgets/run/run_model.h"

namespace orrery {

/// The checkpoint loaded last; touched by the pool's one thread only.
struct TraceService::Loaded {
    std::filesystem::path folder;
    std::optional<LoadedRun> run;

    LoadedRun& open(const std::filesystem::path& wanted) {
        const std::vector<std::int64_t> steps = checkpointSteps(wanted);
        const bool newest = run && !steps.empty() && run->step() == steps.back();
        if (folder != wanted || !newest) {
            run.reset();
            run.emplace(LoadedRun::open(wanted));
            folder = wanted;
        }
        return *run;
    }
};

TraceService::TraceService(RunModel* model, RunController* controller, QObject* parent)
    : QObject(parent), model_(model), controller_(controller), loaded_(std::make_shared<Loaded>()) {
    pool_.setMaxThreadCount(1);
    connect(model, &RunModel::traceRequested, this, &TraceService::trace);
}

TraceService::~TraceService() {
    pool_.waitForDone();
}

void TraceService::trace(const QString& text) {
    if (!model_->hasSource())
        model_->failTrace(tr("No run is open: open or train one first."));
    else if (controller_->phase() == RunController::Phase::live)
        controller_->send(command::TraceText{text.toStdString()});
    else
        traceStored(text);
}

void TraceService::traceStored(const QString& text) {
    const std::filesystem::path folder = controller_->folder();
    pool_.start([this, folder, text, loaded = loaded_] {
        const auto deliver = [this, folder](auto act) {
            QMetaObject::invokeMethod(this, [this, folder, act] {
                if (controller_->folder() == folder) act();  // else another run is on show by now
            });
        };
        try {
            const auto trace =
                std::make_shared<Trace>(loaded->open(folder).trace(text.toStdString()));
            deliver([this, trace] { model_->deliverTrace(*trace); });
        } catch (const std::exception& error) {
            deliver(
                [this, reason = QString::fromUtf8(error.what())] { model_->failTrace(reason); });
        }
    });
}

}  // namespace orrery
