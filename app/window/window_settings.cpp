// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/window_settings.h"

#include <QDir>
#include <QFileInfo>
#include <QStringList>

namespace orrery {

namespace {

constexpr int kMostRecent = 12;
const QString kNowhere = QStringLiteral("/dev/null");
const QString kRecent = QStringLiteral("recent");
const QString kGeometry = QStringLiteral("window/geometry");
const QString kLayouts = QStringLiteral("window/layouts/");
const QString kMetricPanels = QStringLiteral("window/metrics");
const QString kPerspective = QStringLiteral("window/perspective");

QString lineOf(const QString& path, bool run) {
    const QString absolute = QDir::cleanPath(QFileInfo(path).absoluteFilePath());
    return (run ? QStringLiteral("run:") : QStringLiteral("config:")) + absolute;
}

}  // namespace

void keepNoSettings() {
    // Nothing is below a file, and nothing can be made there: what is set lives in memory.
    for (const auto scope : {QSettings::UserScope, QSettings::SystemScope})
        QSettings::setPath(QSettings::NativeFormat, scope, kNowhere);
}

bool keepsSettings() {
    return !QSettings(QStringLiteral("Orrery"), QStringLiteral("orrery"))
                .fileName()
                .startsWith(kNowhere);
}

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
    const QString line = lineOf(path, run);
    QStringList lines = settings_.value(kRecent).toStringList();
    lines.removeAll(line);
    lines.prepend(line);
    settings_.setValue(kRecent, QStringList(lines.mid(0, kMostRecent)));
}

void WindowSettings::removeRecent(const QString& path, bool run) {
    QStringList lines = settings_.value(kRecent).toStringList();
    if (lines.removeAll(lineOf(path, run)) > 0) settings_.setValue(kRecent, lines);
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

void WindowSettings::saveGeometry(const QByteArray& geometry) {
    settings_.setValue(kGeometry, geometry);
}

QByteArray WindowSettings::layout(const QString& perspective) const {
    return settings_.value(kLayouts + perspective).toByteArray();
}

void WindowSettings::saveLayout(const QString& perspective, const QByteArray& layout) {
    settings_.setValue(kLayouts + perspective, layout);
}

QString WindowSettings::perspective() const {
    return settings_.value(kPerspective).toString();
}

void WindowSettings::savePerspective(const QString& name) {
    settings_.setValue(kPerspective, name);
}

QByteArray WindowSettings::metricPanels() const {
    return settings_.value(kMetricPanels).toByteArray();
}

void WindowSettings::saveMetricPanels(const QByteArray& panels) {
    settings_.setValue(kMetricPanels, panels);
}

WindowSettings::Session WindowSettings::session() const {
    return {settings_.value(QStringLiteral("session/run")).toString(),
            settings_.value(QStringLiteral("session/config")).toString()};
}

void WindowSettings::saveSession(const Session& session) {
    settings_.setValue(QStringLiteral("session/run"), session.run);
    settings_.setValue(QStringLiteral("session/config"), session.config);
}

}  // namespace orrery
