// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document_files.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

#include "app/window/window_settings.h"
#include "widgets/config/config_document.h"
#include "widgets/status/core_words.h"

namespace orrery {

namespace {

const QString kPurpose = QStringLiteral("config");

}  // namespace

DocumentFiles::DocumentFiles(ConfigDocument* document, WindowSettings* settings, QWidget* window)
    : QObject(window), document_(document), settings_(settings), window_(window) {}

bool DocumentFiles::attempt(void (ConfigDocument::*act)(const std::filesystem::path&),
                            const QString& file) {
    try {
        (document_->*act)(file.toStdString());
    } catch (const std::exception& error) {
        Q_EMIT failed(coreText(error));
        return false;
    }
    settings_->setLastFolder(kPurpose, QFileInfo(file).absolutePath());
    settings_->addRecent(file, false);
    Q_EMIT opened(file);
    return true;
}

bool DocumentFiles::saveTo(const QString& file) {
    return attempt(&ConfigDocument::saveAs, file);
}

bool DocumentFiles::open(const QString& file) {
    return attempt(&ConfigDocument::load, file);
}

bool DocumentFiles::save() {
    if (!document_->hasFile()) return saveAs();
    return saveTo(QString::fromStdString(document_->file().string()));
}

QString DocumentFiles::askSaveName() {
    QFileDialog dialog(window_, tr("Save configuration as"), settings_->lastFolder(kPurpose),
                       tr("Configurations (*.yaml *.yml)"));
    dialog.setObjectName(QStringLiteral("saveAsDialog"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(QStringLiteral("yaml"));
    dialog.selectFile(document_->title());
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) return {};
    return dialog.selectedFiles().constFirst();
}

bool DocumentFiles::saveAs() {
    const QString file = askSaveName();
    return !file.isEmpty() && saveTo(file);
}

bool DocumentFiles::openWithDialog() {
    if (!mayReplace()) return false;
    const QString file = QFileDialog::getOpenFileName(
        window_, tr("Open configuration"), settings_->lastFolder(kPurpose),
        tr("Configurations (*.yaml *.yml);;All files (*)"));
    return !file.isEmpty() && open(file);
}

bool DocumentFiles::mayReplace() {
    if (!document_->isModified()) return true;
    QMessageBox box(QMessageBox::Warning, tr("Unsaved configuration"),
                    tr("The configuration “%1” has unsaved changes.").arg(document_->title()),
                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, window_);
    box.setObjectName(QStringLiteral("unsavedDialog"));
    box.setInformativeText(tr("They are lost if you don't save them."));
    box.setDefaultButton(QMessageBox::Save);
    switch (box.exec()) {
        case QMessageBox::Save:
            return save();
        case QMessageBox::Discard:
            return true;
        default:
            return false;
    }
}

}  // namespace orrery
