// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/recent_runs.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <cmath>
#include <map>

#include "core/runs/run_index.h"
#include "widgets/status/run_words.h"

namespace orrery {

namespace {

constexpr int kMostItems = 14;

struct RecentWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::StartPage)
};

QString detailOf(const RunSummary& run) {
    if (!run.problem.empty()) return RecentWords::tr("unreadable");
    QString text = stateWord(run.state);
    if (run.total_steps > 0)
        text += QStringLiteral(", ") +
                RecentWords::tr("step %1 of %2")
                    .arg(countText(double(run.step)), countText(double(run.total_steps)));
    if (std::isfinite(run.validation_loss))
        text += QStringLiteral(", ") +
                RecentWords::tr("validation loss %1")
                    .arg(lossTextOf(run.validation_loss, run.validation_step, run.step));
    return text;
}

using Summaries = std::map<std::filesystem::path, RunSummary>;

void addRunsOf(const std::filesystem::path& folder, Summaries& known,
               std::vector<std::filesystem::path>* order) {
    try {
        for (RunSummary& run : listRuns(folder)) {
            const auto path = std::filesystem::absolute(run.folder).lexically_normal();
            if (order) order->push_back(path);
            known.insert_or_assign(path, std::move(run));
        }
    } catch (const std::exception&) {
        // No folder of runs yet, or one that can't be read: nothing to list.
    }
}

}  // namespace

QVector<RecentItem> describeRecent(const QVector<WindowSettings::Recent>& recent,
                                   const std::filesystem::path& runs_folder) {
    Summaries runs;
    std::vector<std::filesystem::path> order;
    addRunsOf(runs_folder, runs, &order);
    QVector<RecentItem> items;
    for (const auto& [path, run] : recent) {
        RecentItem item{path, run, {}, !QFileInfo::exists(path)};
        const std::filesystem::path folder = path.toStdString();
        if (run && !item.missing) {
            if (!runs.contains(folder)) addRunsOf(folder.parent_path(), runs, nullptr);
            if (const auto found = runs.find(folder); found != runs.end())
                item.detail = detailOf(found->second);
            std::erase(order, folder);
        }
        items << item;
    }
    for (const auto& folder : order) {
        if (items.size() >= kMostItems) break;
        items << RecentItem{QString::fromStdString(folder.string()), true,
                            detailOf(runs.at(folder)), false};
    }
    return items;
}

}  // namespace orrery
