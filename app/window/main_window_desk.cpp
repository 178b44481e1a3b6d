// SPDX-License-Identifier: GPL-3.0-or-later
// The window's memory and its list of runs: layouts, session, drafts, presets.
#include <QApplication>
#include <QFileDialog>
#include <QLocale>
#include <QMessageBox>
#include <QScreen>

#include "app/window/document_files.h"
#include "app/window/draft_keeper.h"
#include "app/window/main_window.h"
#include "app/window/presets.h"
#include "app/window/run_desk.h"
#include "app/window/run_notice.h"
#include "app/window/services/study_service.h"
#include "app/window/workspace.h"
#include "core/config/yaml.h"
#include "widgets/browser/run_browser.h"
#include "widgets/config/config_document.h"
#include "widgets/status/message_bar.h"
#include "widgets/study/study_view.h"

namespace orrery {

namespace {

const QSize kFirstSize{1560, 940};

}  // namespace

void MainWindow::connectDesk() {
    workspace_->browser()->setRoot(runs_folder_);
    for (const Perspective each : {Perspective::train, Perspective::explore, Perspective::compare})
        connect(workspace_->perspectiveAction(each), &QAction::triggered, this,
                &MainWindow::showWorkspace);
    RunDeskActions desk;
    desk.open = [this](const QString& folder) { return openRun(folder); };
    desk.resume = [this](const QString& folder) {
        if (openRun(folder) && runCanBeResumed()) resumeRun();
    };
    desk.edit = [this](const Config& config, const QString& title) {
        if (!files_->mayReplace()) return false;
        document_->setText(QString::fromStdString(toYaml(config)), title);
        showWorkspace();
        workspace_->raiseDock(QStringLiteral("config"));
        return true;
    };
    desk.train = [this](const Config& config, const QString& weights, const QString& tokenizer) {
        startTraining(config, weights, tokenizer);
    };
    desk.show_comparison = [this] {
        showWorkspace();
        workspace_->setPerspective(Perspective::compare);
    };
    desk.complain = [this](const QString& reason) { report(Severity::error, reason); };
    new RunDesk(workspace_->browser(), workspace_->compare(), std::move(desk), this);
}

void MainWindow::connectStudies() {
    StudyView* study = workspace_->study();
    study->setStudiesFolder(runs_folder_.parent_path() / "studies");
    connect(study, &StudyView::openRequested, this, &MainWindow::openRun);
    connect(studies_, &StudyService::failed, this,
            [this](const QString& reason) { report(Severity::error, reason); });
    connect(studies_, &StudyService::ended, this, [this, study](bool complete) {
        if (close_when_ended_) {
            if (!controller_->isBusy()) close();
            return;
        }
        if (complete) notice_->tell(tr("The study has ended."), study->stateText());
    });
}

bool MainWindow::openStudy(const QString& path) {
    const QString reason = workspace_->study()->open(path.toStdString());
    if (!reason.isEmpty()) {
        report(Severity::error, reason);
        return false;
    }
    settings_.setLastFolder(QStringLiteral("study"), QFileInfo(path).absolutePath());
    message_->hide();
    showWorkspace();
    workspace_->setPerspective(Perspective::compare);
    workspace_->raiseDock(QStringLiteral("study"));
    return true;
}

void MainWindow::openStudyWithDialog() {
    const QString file = QFileDialog::getOpenFileName(this, tr("Open study"),
                                                      settings_.lastFolder(QStringLiteral("study")),
                                                      tr("Studies (*.yaml *.yml)"));
    if (!file.isEmpty()) openStudy(file);
}

bool MainWindow::mayLeaveStudy() {
    if (close_when_ended_) return false;  // it is pausing already
    QMessageBox box(QMessageBox::Question, tr("A study is training"),
                    tr("Pause the study and close?"), QMessageBox::Cancel, this);
    box.setObjectName(QStringLiteral("studyDialog"));
    box.setInformativeText(
        tr("Its trials save checkpoints. To resume, open the study folder again, here or with "
           "orrery-cli."));
    auto* pause = box.addButton(tr("&Pause and close"), QMessageBox::AcceptRole);
    box.setDefaultButton(pause);
    box.exec();
    document_settled_ = false;
    if (box.clickedButton() != pause) return false;
    closeWithoutAsking();
    return false;
}

void MainWindow::undoOrRedo(bool undo) {
    RunBrowser* browser = workspace_->browser();
    if (browser->isAncestorOf(QApplication::focusWidget())) {
        undo ? browser->undoStack()->undo() : browser->undoStack()->redo();
        return;
    }
    undo ? document_->textDocument()->undo() : document_->textDocument()->redo();
}

void MainWindow::updateUndo() {
    RunBrowser* browser = workspace_->browser();
    const QTextDocument* text = document_->textDocument();
    const bool runs = browser->isAncestorOf(QApplication::focusWidget());
    actions_.undo->setEnabled(runs ? browser->undoStack()->canUndo() : text->isUndoAvailable());
    actions_.redo->setEnabled(runs ? browser->undoStack()->canRedo() : text->isRedoAvailable());
}

void MainWindow::restoreFromSettings() {
    resize(kFirstSize.boundedTo(screen()->availableSize()));
    restoreGeometry(settings_.geometry());
    for (const Perspective each : {Perspective::train, Perspective::explore, Perspective::compare})
        workspace_->setLayout(each, settings_.layout(perspectiveName(each)));
    for (const Perspective each : {Perspective::explore, Perspective::compare})
        if (settings_.perspective() == perspectiveName(each)) workspace_->setPerspective(each);
}

void MainWindow::saveToSettings() {
    settings_.saveGeometry(saveGeometry());
    for (const Perspective each : {Perspective::train, Perspective::explore, Perspective::compare})
        settings_.saveLayout(perspectiveName(each), workspace_->layout(each));
    settings_.savePerspective(perspectiveName(workspace_->perspective()));
    settings_.saveSession({QString::fromStdString(controller_->folder().string()),
                           QString::fromStdString(document_->file().string())});
}

void MainWindow::restoreSession() {
    const WindowSettings::Session session = settings_.session();
    if (!session.config.isEmpty() && (!files_->mayReplace() || !files_->open(session.config)))
        return;
    if (!session.run.isEmpty() && !openRun(session.run)) return;
    showWorkspace();
}

void MainWindow::offerDrafts() {
    const QVector<Draft> drafts = DraftKeeper::abandoned();
    if (drafts.isEmpty()) return;
    const Draft& draft = drafts.front();
    message_->showMessage(
        Severity::warning,
        tr("Unsaved changes of “%1” from %2 were found.")
            .arg(draft.title, QLocale().toString(draft.time, QLocale::ShortFormat)),
        {{tr("&Recover them"),
          [this, draft] {
              if (!files_->mayReplace()) return;
              if (draft.file.isEmpty() || !files_->open(draft.file))
                  document_->setText({}, draft.title);
              document_->edit(draft.text);
              drafts_->keep();
              DraftKeeper::discard(draft);
              message_->hide();
              showWorkspace();
              workspace_->raiseDock(QStringLiteral("config"));
          }},
         {tr("&Discard them"), [this, draft] {
              DraftKeeper::discard(draft);
              message_->hide();
              offerDrafts();
          }}});
}

void MainWindow::openPreset(const QString& name) {
    try {
        if (name.startsWith(u"rules/")) {
            applyRules(*document_, name);
        } else {
            if (!files_->mayReplace()) return;
            document_->setText(QString::fromStdString(toYaml(presetConfig(name))),
                               name.section(u'/', -1));
        }
    } catch (const std::exception& error) {
        return report(Severity::error, QString::fromUtf8(error.what()));
    }
    showWorkspace();
    workspace_->raiseDock(QStringLiteral("config"));
}

}  // namespace orrery
