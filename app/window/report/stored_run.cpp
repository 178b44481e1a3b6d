// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/report/stored_run.h"

#include "core/error.h"
#include "core/runs/run_source.h"
#include "widgets/run/run_model.h"

namespace orrery {

void readWholeRun(RunModel& model, const std::filesystem::path& folder) {
    QString failure;
    const QMetaObject::Connection failing = QObject::connect(
        &model, &RunModel::sourceFailed, [&failure](const QString& reason) { failure = reason; });
    model.setSource(openStoredRun(folder));
    while (!model.isCaughtUp() && failure.isEmpty())
        model.poll();
    QObject::disconnect(failing);
    if (!failure.isEmpty()) throw Error(failure.toStdString());
}

}  // namespace orrery
