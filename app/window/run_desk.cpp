// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run_desk.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>

#include "app/window/report/report.h"
#include "app/window/report/report_dialog.h"
#include "app/window/window_settings.h"
#include "core/error.h"
#include "core/runs/checkpoint_folder.h"
#include "core/runs/run_folder.h"
#include "core/runs/run_source.h"
#include "widgets/browser/rerun_dialog.h"
#include "widgets/browser/run_browser.h"
#include "widgets/compare/compare_view.h"
#include "widgets/status/run_words.h"

namespace orrery {

RunDesk::RunDesk(RunBrowser* browser, CompareView* compare, RunDeskActions actions, QObject* parent)
    : QObject(parent), browser_(browser), compare_(compare), actions_(std::move(actions)) {
    connect(browser, &RunBrowser::openRequested, this,
            [this](const QString& folder) { actions_.open(folder); });
    connect(compare, &CompareView::openRequested, this,
            [this](const QString& folder) { actions_.open(folder); });
    connect(browser, &RunBrowser::compareRequested, this, &RunDesk::compare);
    connect(browser, &RunBrowser::reportRequested, this, &RunDesk::report);
    connect(browser, &RunBrowser::cloneRequested, this, &RunDesk::clone);
    connect(browser, &RunBrowser::rerunRequested, this, &RunDesk::rerun);
    connect(browser, &RunBrowser::continueRequested, this, &RunDesk::goOn);
}

void RunDesk::attempt(const std::function<void()>& act) {
    try {
        act();
    } catch (const std::exception& error) {
        actions_.complain(QString::fromUtf8(error.what()));
    }
}

void RunDesk::compare(const QStringList& folders) {
    // One more run joins the others; several begin anew.
    if (folders.size() == 1)
        compare_->add(folders);
    else
        compare_->setFolders(folders);
    actions_.show_comparison();
}

void RunDesk::report(const QStringList& folders) {
    attempt([&] {
        ReportDialog dialog(folders.size(), browser_);
        if (dialog.exec() != QDialog::Accepted) return;
        WindowSettings settings;
        const QString start =
            settings.lastFolder(QStringLiteral("report")) + QStringLiteral("/report.pdf");
        const QString file = QFileDialog::getSaveFileName(browser_, tr("Report"), start,
                                                          tr("Reports (*.pdf *.html)"));
        if (file.isEmpty()) return;
        settings.setLastFolder(QStringLiteral("report"), QFileInfo(file).absolutePath());
        ReportOptions options{folders, dialog.views(), {}, dialog.text()};
        if (needsModels(options.views))
            askAndReport(std::move(options), file);
        else
            writeReport(options, file);
    });
}

/// The models take seconds a run: on a thread of their own.
void RunDesk::askAndReport(ReportOptions options, const QString& file) {
    pool_.start([this, options = std::move(options), file]() mutable {
        QString reason;
        try {
            askModels(options, [this] { return ending_.load(); });
        } catch (const std::exception& error) {
            reason = QString::fromUtf8(error.what());
        }
        QMetaObject::invokeMethod(this, [this, options, file, reason] {
            if (!reason.isEmpty()) return actions_.complain(reason);
            attempt([&] { writeReport(options, file); });
        });
    });
}

RunDesk::~RunDesk() {
    ending_ = true;
    pool_.waitForDone();
}

void RunDesk::clone(const QString& folder) {
    attempt([&] {
        const Config config = readRunConfig(RunFolder{folder.toStdString()});
        actions_.edit(config, QString::fromStdString(config.name + ".yaml"));
    });
}

void RunDesk::rerun(const QString& folder) {
    attempt([&] {
        RerunDialog dialog(readRunConfig(RunFolder{folder.toStdString()}), browser_);
        if (dialog.exec() != QDialog::Accepted) return;
        const Config& config = dialog.config();
        if (actions_.edit(config, QString::fromStdString(config.name + ".yaml")))
            actions_.train(config, {}, {});
    });
}

void RunDesk::goOn(const QString& folder) {
    attempt([&] {
        const std::filesystem::path path = folder.toStdString();
        const auto steps = checkpointSteps(path);
        const bool resumable = canBeResumed(openStoredRun(path)->info().state);
        QStringList choices;
        if (resumable) choices << tr("Resume this run from its last checkpoint");
        for (auto step = steps.rbegin(); step != steps.rend(); ++step)
            choices << tr("Start a new run from the weights of step %1").arg(*step);
        if (choices.isEmpty())
            throw Error(tr("This run has no checkpoint to resume from.").toStdString());
        bool ok = true;
        const QString choice = QInputDialog::getItem(browser_, tr("Continue training"), tr("&From"),
                                                     choices, 0, false, &ok);
        if (!ok) return;
        const auto index = choices.indexOf(choice) - (resumable ? 1 : 0);
        if (index < 0) return actions_.resume(folder);
        const std::int64_t step = steps[steps.size() - 1 - static_cast<std::size_t>(index)];
        const RunFolder run{path};
        Config config = readRunConfig(run);
        config.name += "-from-" + std::to_string(step);
        const QString weights =
            QString::fromStdString(run.checkpointsFolder().string()) +
            QStringLiteral("/step-%1/model.safetensors").arg(step, 6, 10, QChar(u'0'));
        if (actions_.edit(config, QString::fromStdString(config.name + ".yaml")))
            actions_.train(config, weights, QString::fromStdString(run.tokenizerFile().string()));
    });
}

}  // namespace orrery
