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
#include "core/config/yaml.h"
#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/files/printable.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/panels_view.h"
#include "widgets/figure/python_script.h"
#include "widgets/galaxy/galaxy_view.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"
#include "widgets/run/selection.h"
#include "widgets/status/message_bar.h"
#include "widgets/study/study_view.h"
#include "widgets/traces/traces_view.h"
#include "widgets/view.h"

namespace orrery {

namespace {

constexpr int kPictureDelay = 5000;  // ms
constexpr int kPendingDelay = 20;    // ms between two looks whether a picture is complete
constexpr int kExportDelay = 1500;   // ms: a projection in the background may still be under way

void complain(const QString& text) {
    QTextStream(stderr) << "orrery: " << QString::fromStdString(printable(text.toStdString()))
                        << '\n';
}

}  // namespace

void exportViews(const QVector<View*>& views, const std::filesystem::path& folder) {
    makeFolders(folder);
    for (const View* view : views) {
        const std::string name = view->viewName().toStdString();
        for (const char* extension : {".pdf", ".svg", ".png"})
            exportFigure(*view, folder / (name + extension), {});
        exportData(*view, folder / (name + ".csv"));
    }
}

Automation::Automation(MainWindow* window, const CommandLine& line)
    : QObject(window), window_(window), line_(line) {}

bool Automation::open() {
    if (line_.demo) window_->loadDemo();
    if (!line_.path.isEmpty() && !window_->openPath(line_.path)) {
        complain(window_->messageBar()->text());
        return false;
    }
    if (line_.trains() && !train()) return false;
    const bool figure_of_study =
        std::ranges::count(line_.figures, QStringLiteral("study"), &FigurePanel::view) > 0;
    if (figure_of_study && !window_->workspace()->study()->isOpen()) {
        complain(tr("--figure study needs a study: give its file or folder."));
        return false;
    }
    // The network is of the form where there is no run.
    const bool figure_of_run = std::ranges::any_of(line_.figures, [](const FigurePanel& panel) {
        return panel.view != u"study" && panel.view != u"model";
    });
    const bool needs_run = !line_.film_folder.isEmpty() || figure_of_run ||
                           (!line_.export_folder.isEmpty() && !line_.trains());
    if (!needs_run || window_->run()->data()->hasSource()) return true;
    complain(tr("--export, --figure and --film need a run: give its folder."));
    return false;
}

bool Automation::train() {
    if (line_.endsByItself()) {
        connect(window_->controller(), &RunController::failed, this, [this](const QString& reason) {
            if (!window_->controller()->isBusy()) fail(reason);
        });
        connect(window_->controller(), &RunController::faultsFound, this,
                [this](const std::vector<Diagnostic>& faults) {
                    fail(QString::fromUtf8(ConfigError(faults).what()));
                });
    }
    const std::vector<Diagnostic> faults = window_->train();
    if (faults.empty() || !line_.endsByItself()) return true;
    complain(QString::fromUtf8(ConfigError(faults).what()));
    return false;
}

bool Automation::begin() {
    failed_ = !open();
    // Nobody is there to open something else.
    if (failed_ && line_.endsByItself()) {
        finish();
        return false;
    }
    if (!line_.report.isEmpty()) {
        planReport();
    } else if (line_.bench) {
        runBench(window_, [this] { finish(); });
    } else {
        planPicture();
        planExport();
        planFilm();
        planFigure();
    }
    return !failed_;
}

void Automation::fail(const QString& reason) {
    if (ending_) return;
    complain(reason);
    failed_ = true;
    finish();
}

void Automation::tellFailure(const QString& reason) {
    if (!line_.trains()) return fail(reason);
    if (reason == told_) return;  // as of a view that is drawn again
    told_ = reason;
    complain(reason);
    failed_ = true;
}

void Automation::attempt(const std::function<void()>& act) {
    try {
        act();
    } catch (const std::exception& error) {
        fail(QString::fromUtf8(error.what()));
    }
}

void Automation::whenRead(const std::function<void()>& act) {
    connect(window_->run()->data(), &RunData::caughtUp, this, [this, act] { attempt(act); });
    connect(window_->run()->data(), &RunData::sourceFailed, this, &Automation::fail);
}

void Automation::planFigure() {
    if (line_.figures.empty() || failed_) return;
    QVector<View*> views;
    for (const FigurePanel& panel : line_.figures) {
        View* view = window_->workspace()->view(panel.view);
        if (!view) return fail(tr("There is no view %1.").arg(panel.view));
        if (views.contains(view)) return fail(tr("The view %1 is there twice.").arg(panel.view));
        views << view;
    }
    if (line_.figures.front().view == u"study" || !window_->run()->data()->hasSource())
        return QTimer::singleShot(0, this, [this, views] {
            if (takeLooks(views)) writeFigure(views);
        });
    whenRead([this, views] {
        window_->run()->selection()->select(line_.selected);
        // What is selected leads views to its layer; what they are told comes after.
        if (!takeLooks(views)) return;
        for (const View* view : views) {
            const auto* traces = qobject_cast<const TracesView*>(view);
            if (!traces) continue;
            if (const QString failure = trace(traces->lookStep(), traces->lookWrite());
                !failure.isEmpty())
                return fail(failure);
        }
        whenAnalysed(views, [this, views](const QString& failure) {
            if (!failure.isEmpty()) return fail(failure);
            writeFigure(views);
        });
    });
}

bool Automation::takeLooks(const QVector<View*>& views) {
    for (qsizetype i = 0; i < views.size(); ++i) {
        const FigurePanel& panel = line_.figures[static_cast<std::size_t>(i)];
        const QString unknown = views[i]->setLook(panel.look);
        if (unknown.isEmpty()) continue;
        fail(tr("--look: the view %1 has no “%2”.").arg(panel.view, unknown));
        return false;
    }
    return true;
}

void Automation::writeFigure(const QVector<View*>& views) {
    if (ending_) return;
    if (std::ranges::any_of(views, &View::figurePending))
        return QTimer::singleShot(kPendingDelay, this, [this, views] { writeFigure(views); });
    const PanelsView panels(QVector<const View*>(views.begin(), views.end()), line_.columns);
    const View& figure = views.size() == 1 ? *views.front() : static_cast<const View&>(panels);
    const QString unused = unusedOption(line_.figure_options, figure.figureParts());
    if (!unused.isEmpty())
        return fail(tr("%1: the view %2 has nothing for it.").arg(unused, figure.viewName()));
    attempt([&] {
        if (isPython(line_.figure_file))
            savePython(figure, line_.figure_file.toStdString(), line_.figure_options);
        else
            exportFigure(figure, line_.figure_file.toStdString(), line_.figure_options);
        finish();
    });
}

QString Automation::trace(std::optional<std::int64_t> step, std::int64_t write) {
    try {
        window_->run()->requests()->deliverTrace(
            tracedRun(window_->controller()->folder(), line_.text.toStdString(), {}, step, write));
        return {};
    } catch (const std::exception& error) {
        return QString::fromUtf8(error.what());
    }
}

void Automation::whenAnalysed(const QVector<View*>& views,
                              const std::function<void(const QString& failure)>& act) {
    if (std::ranges::none_of(views, &View::needsAnalysis)) return act({});
    Requests* requests = window_->run()->requests();
    connect(
        requests, &Requests::analysisReady, this, [act] { act({}); }, Qt::SingleShotConnection);
    connect(requests, &Requests::analysisFailed, this, act, Qt::SingleShotConnection);
    requests->requestAnalysis();
}

void Automation::planReport() {
    QTimer::singleShot(0, this, [this] {
        attempt([this] {
            ReportOptions options{line_.report_runs, line_.report_views, line_.figure_options,
                                  line_.text};
            askModels(options, [] { return false; });
            writeReport(options, line_.report);
            finish();
        });
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
    if (line_.trains())
        connect(window_->controller(), &RunController::ended, this, later);
    else
        whenRead(later);
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
    connect(&galaxy->film(), &GalaxyFilm::failed, this, &Automation::fail);
    connect(&galaxy->film(), &GalaxyFilm::frameAdded, this, [this, galaxy] {
        if (galaxy->film().making()) return;
        attempt([&] {
            galaxy->exportFilm(line_.film_folder.toStdString());
            finish();
        });
    });
    whenRead([this, galaxy] {
        galaxy->startFilm();
        if (!galaxy->hasFilm()) fail(tr("The run has no key snapshots."));
    });
}

void Automation::takePicture() {
    if (line_.screenshot.isEmpty() || window_->grab().save(line_.screenshot)) return;
    complain(tr("Can't write the image to %1.").arg(line_.screenshot));
    failed_ = true;
}

void Automation::finish() {
    ending_ = true;
    takePicture();
    window_->closeWithoutAsking();
}

}  // namespace orrery
