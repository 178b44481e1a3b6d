// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/desk/run_desk.h"

#include <QDesktopServices>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QUrl>

#include "app/window/desk/config_desk.h"
#include "app/window/desk/open_desk.h"
#include "app/window/desk/run_lifecycle.h"
#include "app/window/desk/window_messages.h"
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
#include "widgets/status/core_words.h"
#include "widgets/status/run_words.h"

namespace orrery {

RunDesk::RunDesk(const Parts& parts, QObject* parent) : QObject(parent), parts_(parts) {
    const RunBrowser* browser = parts_.browser;
    connect(browser, &RunBrowser::openRequested, parts_.opening, &OpenDesk::openRun);
    connect(parts_.compare, &CompareView::openRequested, parts_.opening, &OpenDesk::openRun);
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
        parts_.messages->report(Severity::error, coreText(error));
    }
}

void RunDesk::compare(const QStringList& folders) {
    // One more run joins the others; several begin anew.
    if (folders.size() == 1)
        parts_.compare->add(folders);
    else
        parts_.compare->setFolders(folders);
    Q_EMIT compared();
}

void RunDesk::report(const QStringList& folders) {
    attempt([&] {
        ReportDialog dialog(folders.size(), parts_.browser);
        if (dialog.exec() != QDialog::Accepted) return;
        WindowSettings settings;
        const QString start =
            settings.lastFolder(QStringLiteral("report")) + QStringLiteral("/report.pdf");
        const QString file = QFileDialog::getSaveFileName(parts_.browser, tr("Report"), start,
                                                          tr("Reports (*.pdf *.html)"));
        if (file.isEmpty()) return;
        settings.setLastFolder(QStringLiteral("report"), QFileInfo(file).absolutePath());
        ReportOptions options{folders, dialog.views(), {}, dialog.text()};
        if (needsModels(options.views))
            askAndReport(std::move(options), file);
        else
            write(options, file);
    });
}

/// Whoever looked elsewhere finds it later.
void RunDesk::write(const ReportOptions& options, const QString& file) {
    writeReport(options, file);
    const QString text = tr("The report is in %1.").arg(file);
    parts_.messages->log(Severity::info, text);
    parts_.messages->show(
        Severity::info, text,
        {{tr("&Open"), [file] { QDesktopServices::openUrl(QUrl::fromLocalFile(file)); }}});
}

/// The models take seconds a run: on a thread of their own.
void RunDesk::askAndReport(ReportOptions options, const QString& file) {
    pool_.start([this, options = std::move(options), file]() mutable {
        QString reason;
        try {
            askModels(options, [this] { return ending_.load(); });
        } catch (const std::exception& error) {
            reason = coreText(error);
        }
        QMetaObject::invokeMethod(this, [this, options, file, reason] {
            if (!reason.isEmpty()) return parts_.messages->report(Severity::error, reason);
            attempt([&] { write(options, file); });
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
        parts_.config->show(config, QString::fromStdString(config.name + ".yaml"));
    });
}

void RunDesk::rerun(const QString& folder) {
    attempt([&] {
        RerunDialog dialog(readRunConfig(RunFolder{folder.toStdString()}), parts_.browser);
        if (dialog.exec() != QDialog::Accepted) return;
        train(dialog.config());
    });
}

void RunDesk::train(const Config& config, const QString& weights, const QString& tokenizer) {
    if (parts_.config->show(config, QString::fromStdString(config.name + ".yaml")))
        parts_.runs->start(config, weights, tokenizer);
}

void RunDesk::resume(const QString& folder) {
    if (parts_.opening->openRun(folder) && parts_.runs->canResume()) parts_.runs->resume();
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
        const QString choice = QInputDialog::getItem(parts_.browser, tr("Continue training"),
                                                     tr("&From"), choices, 0, false, &ok);
        if (!ok) return;
        const auto index = choices.indexOf(choice) - (resumable ? 1 : 0);
        if (index < 0) return resume(folder);
        const std::int64_t step = steps[steps.size() - 1 - static_cast<std::size_t>(index)];
        const RunFolder run{path};
        Config config = readRunConfig(run);
        config.name += "-from-" + std::to_string(step);
        const QString weights =
            QString::fromStdString(run.checkpointsFolder().string()) +
            QStringLiteral("/step-%1/model.safetensors").arg(step, 6, 10, QChar(u'0'));
        train(config, weights, QString::fromStdString(run.tokenizerFile().string()));
    });
}

}  // namespace orrery
