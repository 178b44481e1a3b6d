// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/desk/start_desk.h"

#include <QFileInfo>
#include <QMetaObject>
#include <utility>

#include "app/window/presets.h"
#include "app/window/recent_runs.h"
#include "app/window/window_settings.h"
#include "widgets/start/start_page.h"

namespace orrery {

StartDesk::StartDesk(StartPage* page, const WindowSettings* settings,
                     std::filesystem::path runs_folder)
    : QObject(page), page_(page), settings_(settings), runs_folder_(std::move(runs_folder)) {
    QVector<StudyItem> studies;
    for (const ShippedStudy& study : shippedStudies())
        studies << StudyItem{study.name, study.question};
    page->setStudies(studies);
}

StartDesk::~StartDesk() {
    pool_.waitForDone();
}

void StartDesk::update() {
    const WindowSettings::Session session = settings_->session();
    page_->setSession(QFileInfo(session.run.isEmpty() ? session.config : session.run).fileName());
    pool_.start([this, recent = settings_->recent(), folder = runs_folder_] {
        const QVector<RecentItem> items = describeRecent(recent, folder);
        QMetaObject::invokeMethod(this, [this, items] { page_->setRecent(items); });
    });
}

}  // namespace orrery
