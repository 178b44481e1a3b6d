// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/automation.h"

#include <QTextStream>
#include <QTimer>
#include <algorithm>
#include <cstdio>

#include "app/window/bench/window_bench.h"
#include "app/window/main_window.h"
#include "app/window/report/report.h"
#include "app/window/services/trace_service.h"
#include "app/window/workspace.h"
#include "core/error.h"
#include "widgets/figure/figure_export.h"
#include "widgets/galaxy/galaxy_view.h"
#include "widgets/run/run_model.h"
#include "widgets/status/message_bar.h"
#include "widgets/view.h"

namespace orrery {

namespace {

constexpr int kPictureDelay = 5000;  // ms
constexpr int kExportDelay = 1500;   // ms: a projection in the background may still be under way

void complain(const QString& text) {
    QTextStream(stderr) << "orrery: " << text << '\n';
}

}  // namespace

void exportViews(const QVector<View*>& views, const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder);
    for (const View* view : views) {
        const std::string name = view->viewName().toStdString();
        for (const char* extension : {".pdf", ".svg", ".png"})
            exportFigure(*view, folder / (name + extension), {});
        exportData(*view, folder / (name + ".csv"));
    }
}

Automation::Automation(MainWindow* window, const CommandLine& line)
    : QObject(window), window_(window), line_(line) {}

bool Automation::begin() {
    if (line_.demo) window_->loadDemo();
    if (!line_.path.isEmpty() && !window_->openPath(line_.path)) failed_ = true;
    if (!failed_ && (line_.train || line_.demo)) window_->train();
    if (!line_.report.isEmpty()) {
        planReport();
        return !failed_;
    }
    if (line_.bench) {
        runBench(window_, [this] { finish(); });
        return true;
    }
    const bool figure_of_run = !line_.figure.isEmpty() && line_.figure != u"study";
    const bool needs_run = !line_.film_folder.isEmpty() || figure_of_run ||
                           (!line_.export_folder.isEmpty() && !line_.train && !line_.demo);
    if (!failed_ && needs_run && !window_->run()->hasSource()) {
        complain(tr("--export, --figure and --film need a run: give its folder."));
        failed_ = true;
    } else if (failed_) {
        complain(window_->messageBar()->text());
    }
    if (failed_ && (needs_run || line_.quit_after || !line_.screenshot.isEmpty())) {
        finish();
        return false;
    }
    planPicture();
    planExport();
    planFilm();
    planFigure();
    return !failed_;
}

void Automation::fail(const QString& reason) {
    complain(reason);
    failed_ = true;
    finish();
}

void Automation::planFigure() {
    if (line_.figure.isEmpty() || failed_) return;
    View* view = window_->workspace()->view(line_.figure);
    if (!view) return fail(tr("There is no view %1.").arg(line_.figure));
    const auto write = [this, view] {
        try {
            exportFigure(*view, line_.figure_file.toStdString(), line_.figure_options);
            finish();
        } catch (const std::exception& error) {
            fail(QString::fromUtf8(error.what()));
        }
    };
    if (line_.figure == u"study") return QTimer::singleShot(0, this, write);
    connect(window_->run(), &RunModel::caughtUp, this, [this, view, write] {
        window_->run()->select(line_.selected);
        if (view->viewName() == u"traces")
            if (const QString failure = trace(); !failure.isEmpty()) return fail(failure);
        whenAnalysed({view}, [this, write](const QString& failure) {
            if (!failure.isEmpty()) return fail(failure);
            QTimer::singleShot(kExportDelay, this, write);
        });
    });
}

QString Automation::trace() {
    try {
        window_->run()->deliverTrace(
            tracedRun(window_->controller()->folder(), line_.text.toStdString()));
        return {};
    } catch (const std::exception& error) {
        return QString::fromUtf8(error.what());
    }
}

void Automation::whenAnalysed(const QVector<View*>& views,
                              const std::function<void(const QString& failure)>& act) {
    if (std::ranges::none_of(views, &View::needsAnalysis)) return act({});
    RunModel* run = window_->run();
    connect(
        run, &RunModel::analysisReady, this, [act] { act({}); }, Qt::SingleShotConnection);
    connect(run, &RunModel::analysisFailed, this, act, Qt::SingleShotConnection);
    run->requestAnalysis();
}

void Automation::planReport() {
    QTimer::singleShot(0, this, [this] {
        try {
            ReportOptions options{line_.report_runs, line_.report_views, line_.figure_options,
                                  line_.text};
            askModels(options, [] { return false; });
            writeReport(options, line_.report);
            finish();
        } catch (const std::exception& error) {
            fail(QString::fromUtf8(error.what()));
        }
    });
}

void Automation::planPicture() {
    if (line_.quit_after)
        QTimer::singleShot(static_cast<int>(*line_.quit_after * 1000), this, &Automation::finish);
    else if (!line_.screenshot.isEmpty())
        QTimer::singleShot(kPictureDelay, this, &Automation::takePicture);
}

void Automation::planExport() {
    if (line_.export_folder.isEmpty() || failed_) return;
    const auto later = [this] {
        if (const QString failure = trace(); !failure.isEmpty()) complain(failure);
        whenAnalysed(window_->workspace()->views(), [this](const QString& failure) {
            if (!failure.isEmpty()) complain(failure);
            QTimer::singleShot(kExportDelay, this, &Automation::exportNow);
        });
    };
    if (line_.train || line_.demo)
        connect(window_->controller(), &RunController::ended, this, later);
    else
        connect(window_->run(), &RunModel::caughtUp, this, later);
}

void Automation::exportNow() {
    try {
        exportViews(window_->workspace()->views(), line_.export_folder.toStdString());
    } catch (const std::exception& error) {
        complain(QString::fromUtf8(error.what()));
        failed_ = true;
    }
    if (!line_.quit_after) finish();
}

void Automation::planFilm() {
    if (line_.film_folder.isEmpty() || failed_) return;
    auto* galaxy = qobject_cast<GalaxyView*>(window_->workspace()->view(QStringLiteral("galaxy")));
    connect(window_->run(), &RunModel::caughtUp, this, [this, galaxy] {
        galaxy->startFilm();
        if (!galaxy->hasFilm()) fail(tr("The run has no key snapshots."));
    });
    connect(&galaxy->film(), &GalaxyFilm::failed, this, &Automation::fail);
    connect(&galaxy->film(), &GalaxyFilm::frameAdded, this, [this, galaxy] {
        if (galaxy->film().making()) return;
        try {
            galaxy->exportFilm(line_.film_folder.toStdString());
            finish();
        } catch (const std::exception& error) {
            fail(QString::fromUtf8(error.what()));
        }
    });
}

void Automation::takePicture() {
    if (line_.screenshot.isEmpty() || window_->grab().save(line_.screenshot)) return;
    complain(tr("Can't write the image to %1.").arg(line_.screenshot));
    failed_ = true;
}

void Automation::finish() {
    takePicture();
    window_->closeWithoutAsking();
}

}  // namespace orrery
