// SPDX-License-Identifier: GPL-3.0-or-later
// What the window remembers between starts, under the XDG configuration folder. GUI thread only.
#pragma once
#include <QByteArray>
#include <QSettings>
#include <QString>
#include <QVector>

namespace orrery {

/// From now on this process reads and writes no settings, neither the window's nor its views': what
/// it makes depends on its arguments alone. Before the first QSettings.
void keepNoSettings();
/// Unless keepNoSettings() was called. What a run's folder remembers of its views obeys it, too.
bool keepsSettings();

class WindowSettings {
public:
    struct Recent {
        QString path;  // absolute
        bool run = false;
    };

    WindowSettings();
    QVector<Recent> recent() const;  // newest first, at most 12
    void addRecent(const QString& path, bool run);
    void removeRecent(const QString& path, bool run);
    void clearRecent();

    /// The folder that a dialog of this purpose ("config", "run", "figure") starts in; the working
    /// folder at first.
    QString lastFolder(const QString& purpose) const;
    void setLastFolder(const QString& purpose, const QString& folder);

    QByteArray geometry() const;
    void saveGeometry(const QByteArray& geometry);
    /// Of each perspective, by name; `perspective()` is the one that was on show.
    QByteArray layout(const QString& perspective) const;
    void saveLayout(const QString& perspective, const QByteArray& layout);
    QString perspective() const;
    void savePerspective(const QString& name);
    /// Of the metrics, which are kept with the layout; JSON, empty at first.
    QByteArray metricPanels() const;
    void saveMetricPanels(const QByteArray& panels);

    /// What was open when the window closed; empty paths for nothing.
    struct Session {
        QString run;
        QString config;
    };
    Session session() const;
    void saveSession(const Session& session);

private:
    QSettings settings_;
};

}  // namespace orrery
