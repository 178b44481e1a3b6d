// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/study/open_study.h"

#include <QCoreApplication>
#include <QSettings>
#include <utility>

#include "core/error.h"
#include "widgets/status/core_words.h"

namespace orrery {

namespace {

const QString kLast = QStringLiteral("views/study/open");
const QString kFull = QStringLiteral("full");

struct OpenStudyWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::StudyView)
};

/// Calls `act`; gives the reason when it throws.
template <typename Act>
QString reasonOf(const Act& act) {
    try {
        act();
        return {};
    } catch (const std::exception& error) {
        return coreText(error);
    }
}

}  // namespace

OpenStudy::OpenStudy(QObject* parent)
    : QObject(parent), last_(QSettings().value(kLast).toString().toStdString()) {}

QString OpenStudy::open(const std::filesystem::path& path) {
    return reasonOf([&] {
        const std::filesystem::path whole = std::filesystem::absolute(path);
        std::error_code none;
        if (std::filesystem::is_directory(whole, none))
            openFolder(whole);
        else
            openFile(whole);
        QSettings().setValue(kLast, QString::fromStdString(whole.string()));
        last_.clear();
        Q_EMIT chosen();
    });
}

QString OpenStudy::openLast() {
    if (last_.empty() || isOpen()) return {};
    return open(std::exchange(last_, {}));
}

void OpenStudy::openFolder(const std::filesystem::path& folder) {
    if (!isStudy(folder))
        throw Error(
            OpenStudyWords::tr("%1 is not a study: it has no study.db, and no controls.csv.")
                .arg(QString::fromStdString(folder.string()))
                .toStdString());
    file_.clear();
    scales_.clear();
    folder_ = folder;
    feed_.setFolder(folder_);
}

void OpenStudy::openFile(const std::filesystem::path& file) {
    const Study study = loadStudy(file);
    QStringList scales;
    for (const StudyScale& scale : study.scales)
        scales << QString::fromStdString(scale.name);
    if (!scales.contains(kFull)) scales << kFull;
    file_ = file;
    scales_ = scales;
    // The first one is the smallest.
    if (!scales_.contains(scale_)) scale_ = scales_.front();
    plan();
}

void OpenStudy::plan() {
    const std::string scale = scale_.toStdString();
    folder_ = studies_ / (loadStudy(file_).name + "-" + scale);
    feed_.setPlan(file_, scale, folder_);
}

QString OpenStudy::setScale(const QString& scale) {
    if (file_.empty() || !scales_.contains(scale)) return {};
    return reasonOf([&] {
        scale_ = scale;
        plan();
        Q_EMIT chosen();
    });
}

}  // namespace orrery
