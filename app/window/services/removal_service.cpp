// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/services/removal_service.h"

#include <QMetaObject>
#include <utility>

#include "app/window/run_controller.h"
#include "app/window/services/stored_tables.h"
#include "app/window/window_settings.h"
#include "core/analysis/ablation/ablation_tables.h"
#include "core/error.h"
#include "core/train/loaded_run.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"
#include "widgets/status/core_words.h"

namespace orrery {

RemovalService::RemovalService(RunContext* run, RunController* controller, QObject* parent)
    : QObject(parent),
      requests_(run->requests()),
      controller_(controller),
      cancelled_(std::make_shared<std::atomic<bool>>(false)) {
    pool_.setMaxThreadCount(1);
    connect(requests_, &Requests::guildRemovalRequested, this, &RemovalService::removeGuild);
    connect(run->data(), &RunData::sourceChanged, this, &RemovalService::cancel);
}

RemovalService::~RemovalService() {
    cancel();
    pool_.waitForDone();
}

void RemovalService::cancel() {
    *cancelled_ = true;
    cancelled_ = std::make_shared<std::atomic<bool>>(false);
}

void RemovalService::removeGuild(int layer, const std::vector<int>& experts, const QString& kind) {
    ExpertSet set;
    for (const int expert : experts)
        set.push_back({layer, expert});
    start([set, kind = kind.toStdString()](RunTables& tables, LoadedRun& run,
                                           const AblationOptions& options) {
        addGuildRemoval(tables.tables, run.ablate(*tables.text, set, kind, options), kind);
    });
}

void RemovalService::start(Work work) {
    const std::shared_ptr<const RunTables> analysis = requests_->sharedAnalysis();
    if (!analysis || !analysis->text)
        return requests_->failAnalysis(tr("Analyze the run first: its text is what is read."));
    cancel();
    const auto tell = [this, cancelled = cancelled_](std::function<void()> act) {
        QMetaObject::invokeMethod(this, [cancelled, act = std::move(act)] {
            if (!*cancelled) act();
        });
    };
    pool_.start([this, analysis, tell, work = std::move(work), folder = controller_->folder(),
                 keeps = keepsSettings(), cancelled = cancelled_,
                 progress = tr("Knocking out: %1 %")] {
        try {
            AblationOptions options;
            options.cancelled = [cancelled] { return cancelled->load(); };
            options.progress = [&, shown = -1](double done) mutable {
                const int now = static_cast<int>(100 * done);
                if (now == std::exchange(shown, now)) return;
                tell([this, text = progress.arg(now)] { requests_->tellRemoval(text); });
            };
            auto more = std::make_shared<RunTables>(*analysis);
            LoadedRun run = LoadedRun::open(folder, analysis->step);
            work(*more, run, options);
            if (keeps) try {
                    storeTables(folder, *more);
                } catch (const Error&) {
                    // A run that may only be read keeps nothing.
                }
            tell([this, more] { requests_->deliverAnalysis(more); });
        } catch (const std::exception& error) {
            tell([this, reason = coreText(error)] { requests_->failAnalysis(reason); });
        }
    });
}

}  // namespace orrery
