// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <QString>
#include <QStringList>
#include <filesystem>

#include "widgets/study/study_feed.h"

namespace orrery {

/// Which study is open, a file at one of its scales or a folder, and what is known of it; it is
/// open again at the next start. GUI thread.
class OpenStudy : public QObject {
    Q_OBJECT

public:
    explicit OpenStudy(QObject* parent = nullptr);

    /// Where studies that are started here get their folder.
    void setStudiesFolder(const std::filesystem::path& folder) { studies_ = folder; }
    const std::filesystem::path& studiesFolder() const { return studies_; }
    /// A study file, or the folder of a study or of controls. The reason when it can't be opened;
    /// what was open stays.
    QString open(const std::filesystem::path& path);
    /// What was open at the last end, when nothing is yet: opened once. The reason as above.
    QString openLast();
    /// Of a study file; gives the reason when its file can't be read any more.
    QString setScale(const QString& scale);

    bool isOpen() const { return !folder_.empty(); }
    /// Empty for a folder alone.
    const std::filesystem::path& file() const { return file_; }
    /// That holds study.db, or will.
    const std::filesystem::path& folder() const { return folder_; }
    const QStringList& scales() const { return scales_; }
    const QString& scale() const { return scale_; }
    StudyFeed& feed() { return feed_; }
    const StudyFeed& feed() const { return feed_; }

Q_SIGNALS:
    /// file(), folder(), scales(), scale(): another study, or another scale.
    void chosen();

private:
    void openFile(const std::filesystem::path& file);
    void openFolder(const std::filesystem::path& folder);
    void plan();

    std::filesystem::path studies_, file_, folder_;
    std::filesystem::path last_;  // not opened yet
    QStringList scales_;
    QString scale_;
    StudyFeed feed_;
};

}  // namespace orrery
