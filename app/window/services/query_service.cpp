// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/services/query_service.h"

#include <QMetaObject>

#include "app/window/run_controller.h"
#include "core/data/documents.h"
#include "core/error.h"
#include "core/runs/run_source.h"
#include "core/train/loaded_run.h"
#include "core/train/text/recorded_routing.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"
#include "widgets/status/core_words.h"

namespace orrery {

namespace {

// As many as a cloud can show without hiding the keys, and soon done.
constexpr std::int64_t kMostQueryTokens = 512;

/// Of an imported run: of the recorded text alone.
std::shared_ptr<const TextQueries> recordedQueries(const RecordedRouting& recorded,
                                                   const std::filesystem::path& folder,
                                                   const std::string& text,
                                                   const std::function<bool()>& cancelled) {
    auto queries = std::make_shared<TextQueries>();
    queries->step = openStoredRun(folder)->info().step;
    queries->text = recorded.textOf(text, {kMostQueryTokens, kMostQueryTokens, cancelled});
    for (const RoutedLayer& layer : queries->text.layers)
        if (layer.queries.empty())
            throw Error(
                "The queries of this text were not recorded: record_routing.py keeps those of "
                "the first tokens (--queries).");
    return queries;
}

std::shared_ptr<const TextQueries> queriesOf(const std::filesystem::path& folder,
                                             const std::string& text,
                                             const std::function<bool()>& cancelled) {
    if (const auto recorded = RecordedRouting::ofRun(folder))
        return recordedQueries(*recorded, folder, text, cancelled);
    LoadedRun run = LoadedRun::open(folder);
    const auto documents = givenDocuments({{text, {}}});
    auto queries = std::make_shared<TextQueries>();
    queries->step = run.step();
    queries->stand_in = run.standIn();
    queries->text = run.route(*documents, {kMostQueryTokens, kMostQueryTokens, cancelled});
    for (const RoutedLayer& layer : queries->text.layers)
        if (layer.queries.empty())
            throw Error("This run has no queries: some.routing is not keys.");
    return queries;
}

}  // namespace

QueryService::QueryService(RunContext* run, RunController* controller, QObject* parent)
    : QObject(parent),
      data_(run->data()),
      requests_(run->requests()),
      controller_(controller),
      cancelled_(std::make_shared<std::atomic<bool>>(false)) {
    pool_.setMaxThreadCount(1);
    connect(requests_, &Requests::queriesRequested, this, &QueryService::answer);
    connect(data_, &RunData::sourceChanged, this, &QueryService::cancel);
}

QueryService::~QueryService() {
    cancel();
    pool_.waitForDone();
}

void QueryService::cancel() {
    *cancelled_ = true;
    cancelled_ = std::make_shared<std::atomic<bool>>(false);
}

void QueryService::answer(const QString& text) {
    if (!data_->hasSource())
        return requests_->failQueries(tr("No run is open: open or train one first."));
    cancel();
    pool_.start([this, folder = controller_->folder(), text, cancelled = cancelled_] {
        const auto tell = [this, cancelled](auto act) {
            QMetaObject::invokeMethod(this, [cancelled, act] {
                if (!*cancelled) act();
            });
        };
        try {
            const auto queries =
                queriesOf(folder, text.toStdString(), [cancelled] { return cancelled->load(); });
            tell([this, queries] { requests_->deliverQueries(queries); });
        } catch (const std::exception& error) {
            tell([this, reason = coreText(error)] { requests_->failQueries(reason); });
        }
    });
}

}  // namespace orrery
