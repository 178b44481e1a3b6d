// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/window_settings.h"

#include <QDir>
#include <QFileInfo>
#include <QStringList>

namespace orrery {

namespace {

constexpr int kMostRecent = 12;
const QString kRecent = QStringLiteral("recent");
const QString kGeometry = QStringLiteral("window/geometry");
const QString kLayout = QStringLiteral("window/layout");

}  // namespace

WindowSettings::WindowSettings() : settings_(QStringLiteral("Orrery"), QStringLiteral("orrery")) {}

QVector<WindowSettings::Recent> WindowSettings::recent() const {
    QVector<Recent> result;
    for (const QString& line : settings_.value(kRecent).toStringList()) {
        const bool run = line.startsWith(QStringLiteral("run:"));
        result << Recent{line.mid(line.indexOf(u':') + 1), run};
    }
    return result;
}

void WindowSettings::addRecent(const QString& path, bool run) {
    const QString absolute = QDir::cleanPath(QFileInfo(path).absoluteFilePath());
    const QString line = (run ? QStringLiteral("run:") : QStringLiteral("config:")) + absolute;
    QStringList lines = settings_.value(kRecent).toStringList();
    lines.removeAll(line);
    lines.prepend(line);
    settings_.setValue(kRecent, QStringList(lines.mid(0, kMostRecent)));
}

void WindowSettings::clearRecent() {
    settings_.remove(kRecent);
}

QString WindowSettings::lastFolder(const QString& purpose) const {
    const QString folder = settings_.value(QStringLiteral("folders/") + purpose).toString();
    return QFileInfo(folder).isDir() ? folder : QDir::currentPath();
}

void WindowSettings::setLastFolder(const QString& purpose, const QString& folder) {
    settings_.setValue(QStringLiteral("folders/") + purpose, folder);
}

QByteArray WindowSettings::geometry() const {
    return settings_.value(kGeometry).toByteArray();
}

QByteArray WindowSettings::layout() const {
    return settings_.value(kLayout).toByteArray();
}

void WindowSettings::saveLayout(const QByteArray& geometry, const QByteArray& layout) {
    settings_.setValue(kGeometry, geometry);
    settings_.setValue(kLayout, layout);
}

}  // namespace orrery
