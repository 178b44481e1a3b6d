// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/experts/run_spread.h"

#include <QMetaObject>
#include <algorithm>
#include <exception>
#include <utility>

#include "widgets/status/core_words.h"

namespace orrery {

RunSpread::RunSpread(QObject* parent)
    : QObject(parent), round_(std::make_shared<std::atomic<int>>(0)) {
    pool_.setMaxThreadCount(1);
}

RunSpread::~RunSpread() {
    ++*round_;
    pool_.waitForDone();
}

void RunSpread::setRuns(const std::vector<ComparedRun>& runs) {
    std::vector<Run> before = std::exchange(runs_, {});
    for (const ComparedRun& run : runs) {
        const QString title =
            QString::fromStdString(run.known ? run.identity.name : run.folder.filename().string());
        const auto known = std::ranges::find(before, run.folder, &Run::folder);
        Run now = known == before.end() ? Run{.folder = run.folder} : std::move(*known);
        now.title = title;
        now.color = run.color;
        if (run.known && std::exchange(now.step, run.identity.step) != run.identity.step)
            now.read = false;
        runs_.push_back(std::move(now));
    }
    Q_EMIT changed();
}

bool RunSpread::reading() const {
    return reading_;
}

void RunSpread::readIfNeeded() {
    if (reading_) return;
    const auto next = std::ranges::find(runs_, false, &Run::read);
    if (next == runs_.end()) return;
    reading_ = true;
    pool_.start([this, folder = next->folder, round = round_, of = round_->load()] {
        Run found{.folder = folder, .read = true};
        try {
            found.rows = recordedRows(folder);
        } catch (const std::exception& error) {
            found.failure = coreText(error);
        }
        if (*round != of) return;
        QMetaObject::invokeMethod(
            this,
            [this, round, of, found = std::move(found)]() mutable {
                if (*round != of) return;
                reading_ = false;
                const auto run = std::ranges::find(runs_, found.folder, &Run::folder);
                if (run != runs_.end()) {
                    run->rows = std::move(found.rows);
                    run->failure = found.failure;
                    run->read = true;
                }
                readIfNeeded();
                Q_EMIT changed();
            },
            Qt::QueuedConnection);
    });
}

}  // namespace orrery
