// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/report/stored_run.h"

#include "core/error.h"
#include "core/runs/run_source.h"
#include "widgets/run/run_data.h"

namespace orrery {

void readWholeRun(RunData& data, const std::filesystem::path& folder) {
    QString failure;
    const QMetaObject::Connection failing = QObject::connect(
        &data, &RunData::sourceFailed, [&failure](const QString& reason) { failure = reason; });
    data.setSource(openStoredRun(folder));
    while (!data.isCaughtUp() && failure.isEmpty())
        data.poll();
    QObject::disconnect(failing);
    if (!failure.isEmpty()) throw Error(failure.toStdString());
}

}  // namespace orrery
