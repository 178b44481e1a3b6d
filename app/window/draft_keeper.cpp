// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/draft_keeper.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>
#include <QSaveFile>
#include <QUuid>
#include <algorithm>

#include "widgets/config/config_document.h"

namespace orrery {

namespace {

constexpr int kDelay = 500;  // ms after the first edit that is not kept yet

QString lockOf(const QString& place) {
    return place + QStringLiteral(".lock");
}

std::unique_ptr<QLockFile> takeLock(const QString& place) {
    auto lock = std::make_unique<QLockFile>(lockOf(place));
    lock->setStaleLockTime(0);  // only a process that is gone gives way
    return lock->tryLock(0) ? std::move(lock) : nullptr;
}

}  // namespace

QString DraftKeeper::folder() {
    QString state = qEnvironmentVariable("XDG_STATE_HOME");
    if (state.isEmpty()) state = QDir::homePath() + QStringLiteral("/.local/state");
    return state + QStringLiteral("/orrery/drafts");
}

DraftKeeper::DraftKeeper(ConfigDocument* document, QObject* parent)
    : QObject(parent), document_(document) {
    timer_.setSingleShot(true);
    timer_.setInterval(kDelay);
    connect(&timer_, &QTimer::timeout, this, &DraftKeeper::keep);
    connect(document, &ConfigDocument::changed, this, [this] {
        if (!timer_.isActive()) timer_.start();
    });
    connect(document, &ConfigDocument::modificationChanged, this, [this](bool modified) {
        if (!modified) keep();
    });
}

DraftKeeper::~DraftKeeper() {
    forget();
}

void DraftKeeper::keep() {
    if (!document_->isModified()) return forget();
    if (place_.isEmpty()) {
        if (!QDir().mkpath(folder())) return;  // nowhere to keep it: the edits are in the window
        place_ = folder() + u'/' + QUuid::createUuid().toString(QUuid::WithoutBraces) +
                 QStringLiteral(".json");
        lock_ = takeLock(place_);
    }
    const QJsonObject draft{{"file", QString::fromStdString(document_->file().string())},
                            {"title", document_->title()},
                            {"text", document_->text()}};
    QSaveFile file(place_);
    if (!file.open(QIODevice::WriteOnly)) return;
    file.write(QJsonDocument(draft).toJson());
    file.commit();
}

void DraftKeeper::forget() {
    if (!place_.isEmpty()) QFile::remove(place_);
    letGo();
}

void DraftKeeper::leave() {
    keep();
    letGo();
}

void DraftKeeper::letGo() {
    timer_.stop();
    lock_.reset();
    place_.clear();
}

QVector<Draft> DraftKeeper::abandoned() {
    QVector<Draft> drafts;
    const QDir dir(folder());
    for (const QFileInfo& info : dir.entryInfoList({QStringLiteral("*.json")}, QDir::Files)) {
        if (!takeLock(info.filePath())) continue;
        QFile file(info.filePath());
        if (!file.open(QIODevice::ReadOnly)) continue;
        const QJsonObject json = QJsonDocument::fromJson(file.readAll()).object();
        if (!json.contains(QStringLiteral("text"))) continue;
        drafts << Draft{info.filePath(), json["file"].toString(), json["title"].toString(),
                        json["text"].toString(), info.lastModified()};
    }
    std::ranges::sort(drafts, std::ranges::greater{}, &Draft::time);
    return drafts;
}

void DraftKeeper::discard(const Draft& draft) {
    QFile::remove(draft.place);
}

}  // namespace orrery
