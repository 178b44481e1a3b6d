// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/services/analysis_service.h"

#include <QMetaObject>

#include "app/window/run_controller.h"
#include "app/window/services/stored_tables.h"
#include "app/window/window_settings.h"
#include "core/analysis/run_analysis.h"
#include "core/error.h"
#include "core/train/stored_analysis.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"
#include "widgets/status/core_words.h"

namespace orrery {

namespace {

// Enough for experts and guilds to show, and soon done.
constexpr std::int64_t kMostTokens = 8'000;

}  // namespace

std::shared_ptr<const RunTables> analysedRun(const std::filesystem::path& run,
                                             const std::function<bool()>& cancelled) {
    StoredAnalysisOptions what;
    what.most_tokens = kMostTokens;
    what.cancelled = cancelled;
    AnalysisInput input = readStoredAnalysis(run, what);
    input.keep_going = [&] { return !cancelled(); };
    auto tables = std::make_shared<RunTables>();
    tables->step = input.step;
    tables->stand_in = input.stand_in;
    tables->tokens = static_cast<std::int64_t>(input.text.token_ids.size());
    tables->tables = analyze(input);
    for (RoutedLayer& layer : input.text.layers)
        layer.queries = {};
    tables->text = std::make_shared<RoutedText>(std::move(input.text));
    return tables;
}

AnalysisService::AnalysisService(RunContext* run, RunController* controller, QObject* parent)
    : QObject(parent),
      data_(run->data()),
      requests_(run->requests()),
      controller_(controller),
      keeps_(keepsSettings()),
      cancelled_(std::make_shared<std::atomic<bool>>(false)) {
    pool_.setMaxThreadCount(1);
    connect(requests_, &Requests::analysisRequested, this, &AnalysisService::analyse);
    connect(data_, &RunData::sourceChanged, this, [this] {
        cancel();
        recall();
    });
}

AnalysisService::~AnalysisService() {
    cancel();
    pool_.waitForDone();
}

void AnalysisService::cancel() {
    *cancelled_ = true;
    cancelled_ = std::make_shared<std::atomic<bool>>(false);
}

void AnalysisService::recall() {
    if (!data_->info() || data_->info()->folder.empty()) return;
    const auto tables = storedTables(data_->info()->folder);
    // A run that went on from an earlier step is no more the one that was analyzed.
    if (tables && tables->step <= data_->info()->step) requests_->deliverAnalysis(tables);
}

void AnalysisService::keep(const std::filesystem::path& folder, const RunTables& tables) {
    if (!keeps_) return;
    try {
        storeTables(folder, tables);
    } catch (const Error&) {
        // A run that may only be read is analyzed all the same, each time anew.
    }
}

void AnalysisService::analyse() {
    if (!data_->hasSource())
        return requests_->failAnalysis(tr("No run is open: open or train one first."));
    cancel();
    pool_.start([this, folder = controller_->folder(), cancelled = cancelled_] {
        const auto tell = [this, cancelled](auto act) {
            QMetaObject::invokeMethod(this, [cancelled, act] {
                if (!*cancelled) act();
            });
        };
        try {
            const auto tables = analysedRun(folder, [cancelled] { return cancelled->load(); });
            keep(folder, *tables);
            tell([this, tables] { requests_->deliverAnalysis(tables); });
        } catch (const std::exception& error) {
            tell([this, reason = coreText(error)] { requests_->failAnalysis(reason); });
        }
    });
}

}  // namespace orrery
