// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/training_cost.h"

#include <QCoreApplication>
#include <QDir>
#include <QEventLoop>
#include <QProcess>
#include <QTemporaryDir>
#include <QTimer>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.h"
#include "core/runs/run_source.h"
#include "core/runs/safetensors.h"

namespace orrery {

namespace {

constexpr std::size_t kBeginning = 10;  // steps: memory is allocated, views are laid out
constexpr int kMostEnding = 30'000;     // ms

/// Of what the user has set, the window that is measured knows nothing.
QProcessEnvironment bareEnvironment(const QString& folder) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* place : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"})
        environment.insert(QLatin1String(place), folder);
    return environment;
}

/// Trains for so long and gives the folder of the run.
QString train(const QString& program, QStringList arguments, const QString& folder, int seconds) {
    const QString runs = folder + QStringLiteral("/runs");
    QProcess process;
    process.setProcessEnvironment(bareEnvironment(folder));
    process.setStandardOutputFile(QProcess::nullDevice());
    QEventLoop loop;
    QObject::connect(&process, &QProcess::finished, &loop, &QEventLoop::quit);
    QObject::connect(&process, &QProcess::errorOccurred, &loop, &QEventLoop::quit);
    QTimer::singleShot(seconds * 1000, &process, &QProcess::terminate);
    QTimer::singleShot(seconds * 1000 + kMostEnding, &process, &QProcess::kill);
    process.start(program, arguments << QStringLiteral("--runs") << runs);
    loop.exec();
    const QStringList made = QDir(runs).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    if (made.size() != 1)
        throw Error(program.toStdString() + " did not train: " +
                    (process.error() == QProcess::FailedToStart
                         ? process.errorString().toStdString()
                         : process.readAllStandardError().toStdString()));
    return runs + u'/' + made.front();
}

double speedOf(const QString& program, const QStringList& arguments, int seconds) {
    const QTemporaryDir folder;
    return trainingSpeed(train(program, arguments, folder.path(), seconds));
}

}  // namespace

double trainingSpeed(const QString& run_folder) {
    const ScalarPoints points =
        openStoredRun(run_folder.toStdString())
            ->scalar("train/tokens_per_second", 0, std::numeric_limits<std::int64_t>::max());
    if (points.size() < 2 * kBeginning) return std::nan("");
    std::vector<double> speeds;
    for (std::size_t i = kBeginning; i < points.size(); ++i)
        speeds.push_back(points[i].second);
    std::ranges::nth_element(speeds, speeds.begin() + std::ssize(speeds) / 2);
    return speeds[speeds.size() / 2];
}

std::vector<double> windowCosts(const QString& configuration, int pairs, int seconds) {
    const QString folder = QCoreApplication::applicationDirPath();
    const QTemporaryDir scratch;
    const QString config = scratch.filePath(QStringLiteral("train.yaml"));
    writeFileAtomically(config.toStdString(), configuration.toStdString());
    std::vector<double> costs;
    for (int pair = 0; pair < pairs; ++pair) {
        const double without = speedOf(folder + QStringLiteral("/orrery-cli"),
                                       {QStringLiteral("train"), config}, seconds);
        const double with = speedOf(folder + QStringLiteral("/orrery"),
                                    {config, QStringLiteral("--train"),
                                     QStringLiteral("--quit-after"), QString::number(seconds - 1)},
                                    seconds);
        if (std::isfinite(with / without)) costs.push_back(1 - with / without);
    }
    return costs;
}

}  // namespace orrery
