// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/bench/training_cost.h"

#include <QCoreApplication>
#include <QDir>
#include <QEventLoop>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTimer>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/runs/run_source.h"
#include "core/threads.h"

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

/// Clock ticks that the threads of a process took.
struct ProcessorTime {
    double training = 0, others = 0;

    static ProcessorTime of(qint64 process) {
        ProcessorTime time;
        const QDir threads(QStringLiteral("/proc/%1/task").arg(process));
        for (const QString& thread : threads.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            QFile file(threads.filePath(thread + QStringLiteral("/stat")));
            if (!file.open(QIODevice::ReadOnly)) continue;  // it has just ended
            const QByteArray text = file.readAll();
            const auto name_ends = text.lastIndexOf(')');
            const QByteArrayList fields = text.mid(name_ends + 2).split(' ');
            if (fields.size() < 13) continue;
            const double ticks = fields[11].toDouble() + fields[12].toDouble();
            const bool trains = text.left(name_ends).endsWith(kTrainingThread);
            (trains ? time.training : time.others) += ticks;
        }
        return time;
    }
    /// Share of the others since `before`; NaN when nothing is known.
    double othersSince(const ProcessorTime& before) const {
        const double rest = others - before.others;
        return rest / (rest + training - before.training);
    }
};

struct Trained {
    QString run;                   // its folder
    double others = std::nan("");  // share of processor time, late in it
};

/// Trains for so long.
Trained train(const QString& program, QStringList arguments, const QString& folder, int seconds) {
    Trained result;
    const QString runs = folder + QStringLiteral("/runs");
    QProcess process;
    process.setProcessEnvironment(bareEnvironment(folder));
    process.setStandardOutputFile(QProcess::nullDevice());
    QEventLoop loop;
    QObject::connect(&process, &QProcess::finished, &loop, &QEventLoop::quit);
    QObject::connect(&process, &QProcess::errorOccurred, &loop, &QEventLoop::quit);
    ProcessorTime halfway;
    QTimer::singleShot(seconds * 500, &process,
                       [&] { halfway = ProcessorTime::of(process.processId()); });
    QTimer::singleShot(seconds * 750, &process, [&] {
        result.others = ProcessorTime::of(process.processId()).othersSince(halfway);
    });
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
    result.run = runs + u'/' + made.front();
    return result;
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

std::vector<WindowCost> windowCosts(const QString& configuration, int pairs, int seconds) {
    const QString folder = QCoreApplication::applicationDirPath();
    const QTemporaryDir scratch;
    const QString config = scratch.filePath(QStringLiteral("train.yaml"));
    writeFileAtomically(config.toStdString(), configuration.toStdString());
    std::vector<WindowCost> costs;
    for (int pair = 0; pair < pairs; ++pair) {
        const QTemporaryDir bare, windowed;
        const Trained without = train(folder + QStringLiteral("/orrery-cli"),
                                      {QStringLiteral("train"), config}, bare.path(), seconds);
        const Trained with = train(folder + QStringLiteral("/orrery"),
                                   {config, QStringLiteral("--train"),
                                    QStringLiteral("--quit-after"), QString::number(seconds - 1)},
                                   windowed.path(), seconds);
        const double ratio = trainingSpeed(with.run) / trainingSpeed(without.run);
        if (std::isfinite(ratio)) costs.push_back({1 - ratio, with.others});
    }
    return costs;
}

}  // namespace orrery
