// SPDX-License-Identifier: GPL-3.0-or-later
// The docks: configuration and the views of a run. GUI thread only.
#pragma once
#include <QMainWindow>
#include <QVector>

class QMenu;

namespace orrery {

class ConfigDocument;
class ConfigPanel;
class LogPanel;
class RunModel;
class TracesView;
class View;

class Workspace : public QMainWindow {
    Q_OBJECT

public:
    Workspace(ConfigDocument* document, RunModel* run, QWidget* parent = nullptr);

    ConfigPanel* config() const { return config_; }
    LogPanel* log() const { return log_; }
    const QVector<View*>& views() const { return views_; }
    View* view(const QString& name) const;
    /// The view that was used last: the one that Export means.
    View* currentView() const { return current_; }

    /// Brings a dock to the front, with the focus. `name` is "config" or a view's.
    void raiseDock(const QString& name);
    void resetLayout();
    QByteArray layoutState() const { return saveState(); }
    bool restoreLayout(const QByteArray& state) { return restoreState(state); }
    /// One entry a dock to show and hide it, and one to go to it (Ctrl+1 ...).
    void fillMenu(QMenu* menu);

Q_SIGNALS:
    void currentViewChanged();

private:
    QDockWidget* addDock(const QString& name, const QString& title, QWidget* contents);
    void followFocus(QWidget* now);

    ConfigPanel* config_;
    LogPanel* log_;
    QVector<View*> views_;
    QVector<QDockWidget*> docks_;
    View* current_ = nullptr;
};

}  // namespace orrery
