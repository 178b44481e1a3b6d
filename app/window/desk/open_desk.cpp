// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/desk/open_desk.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QProcess>

#include "app/window/desk/config_desk.h"
#include "app/window/desk/run_lifecycle.h"
#include "app/window/desk/study_desk.h"
#include "app/window/document_files.h"
#include "app/window/window_settings.h"
#include "core/runs/run_source.h"
#include "core/study/study.h"

namespace orrery {

namespace {

const QString kRunPurpose = QStringLiteral("run");

struct OpenWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::MainWindow)
};

}  // namespace

OpenDesk::OpenDesk(const Parts& parts, QWidget* window)
    : QObject(window), parts_(parts), window_(window) {}

bool OpenDesk::open(const QString& path) {
    if (isStudy(path.toStdString())) return parts_.studies->open(path);
    return QFileInfo(path).isDir() ? openRun(path) : parts_.files->open(path);
}

bool OpenDesk::openRun(const QString& folder) {
    const QString path = QFileInfo(folder).absoluteFilePath();
    if (parts_.runs->isBusy()) {
        QProcess::startDetached(QCoreApplication::applicationFilePath(), {path});
        return true;
    }
    if (!parts_.runs->open(path)) return false;
    parts_.settings->addRecent(path, true);
    parts_.settings->setLastFolder(kRunPurpose, QFileInfo(path).absolutePath());
    if (parts_.config->isModified())
        parts_.config->tellEdits(parts_.runs->info()->name, [this] { adoptConfiguration(); });
    else
        showRunConfiguration(false);
    Q_EMIT opened();
    return true;
}

void OpenDesk::openRunWithDialog() {
    const QString folder = QFileDialog::getExistingDirectory(
        window_, OpenWords::tr("Open run"), parts_.settings->lastFolder(kRunPurpose));
    if (!folder.isEmpty()) openRun(folder);
}

void OpenDesk::openRecent(const QString& path, bool run) {
    if (run || parts_.files->mayReplace()) open(path);
}

void OpenDesk::openLast() {
    const WindowSettings::Session session = parts_.settings->session();
    if (!session.config.isEmpty() &&
        (!parts_.files->mayReplace() || !parts_.files->open(session.config)))
        return;
    if (!session.run.isEmpty() && !openRun(session.run)) return;
    Q_EMIT opened();
}

void OpenDesk::adoptConfiguration() {
    if (parts_.runs->info()) showRunConfiguration(true);
}

void OpenDesk::showRunConfiguration(bool ask) {
    const RunInfo& info = *parts_.runs->info();
    const QString title = QString::fromStdString(info.name + ".yaml");
    if (ask)
        parts_.config->show(info.config, title);
    else
        parts_.config->replace(info.config, title);
}

}  // namespace orrery
