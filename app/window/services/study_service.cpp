// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/services/study_service.h"

#include <QCoreApplication>
#include <QMetaObject>

#include "core/error.h"
#include "core/study/study_runner.h"
#include "core/study/trial_process.h"
#include "widgets/status/core_words.h"

namespace orrery {

namespace {

std::filesystem::path programBeside() {
    const std::filesystem::path here = QCoreApplication::applicationDirPath().toStdString();
    std::error_code none;
    return std::filesystem::exists(here / "orrery-cli", none) ? here / "orrery-cli"
                                                              : findProgram("orrery-cli");
}

Study studyOf(const StudyStart& start) {
    std::error_code none;
    const bool begun = std::filesystem::exists(start.folder / "study.db", none);
    return chained(begun ? StudyStore::open(start.folder).stated() : loadStudy(start.file),
                   start.folder.parent_path(), start.scale);
}

}  // namespace

StudyService::StudyService(StudyView* view, QObject* parent)
    : QObject(parent), view_(view), program_(programBeside()) {
    connect(view, &StudyView::startRequested, this, &StudyService::start);
    connect(view, &StudyView::pauseRequested, this, &StudyService::pause);
}

StudyService::~StudyService() = default;

void StudyService::start(const StudyStart& start) {
    if (isBusy()) return;
    if (program_.empty())
        return view_->setFault(
            tr("orrery-cli, which trains the trials, was not found next to this program: install "
               "it there."));
    view_->setActivity(StudyActivity::running);
    thread_ = std::jthread([this, start, program = program_](const std::stop_token& stop) {
        bool complete = false;
        QString reason;
        try {
            StudyRunOptions options;
            options.folder = start.folder;
            options.program = program;
            options.scale = start.scale;
            options.jobs = start.jobs;
            options.retry_failed = start.retry_failed;
            options.stop = [&] { return stop.stop_requested(); };
            complete = runStudy(studyOf(start), options);
        } catch (const std::exception& error) {
            reason = coreText(error);
        }
        QMetaObject::invokeMethod(this, [this, complete, reason] { finish(complete, reason); });
    });
}

void StudyService::pause() {
    if (!isBusy()) return;
    thread_.request_stop();
    view_->setActivity(StudyActivity::pausing);
}

void StudyService::finish(bool complete, const QString& reason) {
    thread_ = {};  // it has ended
    view_->setActivity(StudyActivity::idle);
    if (!reason.isEmpty()) {
        view_->setFault(reason);
        Q_EMIT failed(reason);
    }
    Q_EMIT ended(complete);
}

}  // namespace orrery
