// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/desk/window_closing.h"

#include <QApplication>
#include <QMessageBox>
#include <QPushButton>

#include "app/window/document_files.h"
#include "app/window/live_run_question.h"
#include "app/window/run_controller.h"
#include "app/window/services/study_service.h"

namespace orrery {

namespace {

struct ClosingWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::MainWindow)
};

}  // namespace

WindowClosing::WindowClosing(DocumentFiles* files, RunController* run, StudyService* studies,
                             QWidget* window)
    : QObject(window), files_(files), run_(run), studies_(studies), window_(window) {}

bool WindowClosing::isBusy() const {
    return run_->isBusy() || studies_->isBusy();
}

void WindowClosing::closeWithoutAsking() {
    edits_settled_ = close_when_ended_ = true;
    if (studies_->isBusy()) studies_->pause();
    if (run_->isBusy()) run_->stop();
    if (!isBusy()) Q_EMIT ready();
}

bool WindowClosing::endedWhileClosing() {
    if (close_when_ended_) {
        if (!isBusy()) Q_EMIT ready();
        return true;
    }
    if (window_->isVisible() || isBusy()) return false;
    QCoreApplication::quit();  // training went on after the window was closed
    return true;
}

bool WindowClosing::mayClose() {
    if (!edits_settled_ && !files_->mayReplace()) return false;
    edits_settled_ = true;
    if (studies_->isBusy() && !mayLeaveStudy()) return false;
    if (!run_->isBusy()) return true;
    if (close_when_ended_) return false;  // it is stopping already
    return mayLeaveRun();
}

bool WindowClosing::mayLeaveRun() {
    switch (askAboutLiveRun(window_)) {
        case LiveRunChoice::stop_and_save:
            close_when_ended_ = true;
            run_->stop();
            return !run_->isBusy();
        case LiveRunChoice::keep_training:
            QApplication::setQuitOnLastWindowClosed(!run_->isBusy());
            return true;
        case LiveRunChoice::cancel:
            edits_settled_ = false;
    }
    return false;
}

bool WindowClosing::mayLeaveStudy() {
    if (close_when_ended_) return false;  // it is pausing already
    QMessageBox box(QMessageBox::Question, ClosingWords::tr("A study is training"),
                    ClosingWords::tr("Pause the study and close?"), QMessageBox::Cancel, window_);
    box.setObjectName(QStringLiteral("studyDialog"));
    box.setInformativeText(
        ClosingWords::tr("Its trials save checkpoints. To resume, open the study folder again, "
                         "here or with orrery-cli."));
    auto* pause = box.addButton(ClosingWords::tr("&Pause and close"), QMessageBox::AcceptRole);
    box.setDefaultButton(pause);
    box.exec();
    edits_settled_ = false;
    if (box.clickedButton() == pause) closeWithoutAsking();
    return false;
}

}  // namespace orrery
