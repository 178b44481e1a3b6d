// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/desk/study_desk.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>

#include "app/window/desk/window_messages.h"
#include "app/window/presets.h"
#include "app/window/run_notice.h"
#include "app/window/services/study_service.h"
#include "app/window/window_settings.h"
#include "widgets/status/core_words.h"
#include "widgets/study/study_view.h"

namespace orrery {

namespace {

const QString kStudyPurpose = QStringLiteral("study");

struct StudyDeskWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::MainWindow)
};

}  // namespace

StudyDesk::StudyDesk(StudyView* view, StudyService* service, WindowSettings* settings,
                     WindowMessages* messages, const std::filesystem::path& studies_folder)
    : QObject(view), view_(view), settings_(settings), messages_(messages) {
    view->setStudiesFolder(studies_folder);
    connect(view, &StudyView::openRequested, this, &StudyDesk::runRequested);
    connect(service, &StudyService::failed, this,
            [this](const QString& reason) { messages_->report(Severity::error, reason); });
}

bool StudyDesk::open(const QString& path) {
    const QString reason = view_->open(path.toStdString());
    if (!reason.isEmpty()) {
        messages_->report(Severity::error, reason);
        return false;
    }
    settings_->setLastFolder(kStudyPurpose, QFileInfo(path).absolutePath());
    messages_->hide();
    Q_EMIT opened();
    return true;
}

void StudyDesk::openWithDialog() {
    const QString file = QFileDialog::getOpenFileName(
        view_->window(), StudyDeskWords::tr("Open study"), settings_->lastFolder(kStudyPurpose),
        StudyDeskWords::tr("Studies (*.yaml *.yml)"));
    if (!file.isEmpty()) open(file);
}

bool StudyDesk::openShipped(const QString& name) {
    try {
        return open(shippedStudyFile(name));
    } catch (const std::exception& error) {
        messages_->report(Severity::error, coreText(error));
        return false;
    }
}

void StudyDesk::tellEnd(bool complete, RunNotice& notice) const {
    if (complete) notice.tell(StudyDeskWords::tr("The study has ended."), view_->stateText());
}

}  // namespace orrery
