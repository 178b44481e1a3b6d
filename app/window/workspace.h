// SPDX-License-Identifier: GPL-3.0-or-later
// The docks: configuration and the views of a run. GUI thread only.
#pragma once
#include <QMainWindow>
#include <QVector>

#include "app/window/dock_arrangement.h"

class QMenu;

namespace orrery {

class CompareView;
class ConfigDocument;
class ConfigPanel;
class LeversPanel;
class LogPanel;
class PlaygroundView;
class RunBrowser;
class RunContext;
class StudyView;
class View;

class Workspace : public QMainWindow {
    Q_OBJECT

public:
    Workspace(ConfigDocument* document, RunContext* run, QWidget* parent = nullptr);

    ConfigPanel* config() const { return config_; }
    LogPanel* log() const { return log_; }
    LeversPanel* levers() const { return levers_; }
    PlaygroundView* playground() const { return playground_; }
    RunBrowser* browser() const { return browser_; }
    CompareView* compare() const { return compare_; }
    StudyView* study() const { return study_; }
    const QVector<View*>& views() const { return views_; }
    View* view(const QString& name) const;
    /// The view that was used last of those that are seen: the one that Export means.
    View* currentView() const;

    /// Brings a dock to the front, with the focus, in the perspective that it belongs to where this
    /// one does not show it. `name` is "config", "runs" or a view's.
    void raiseDock(const QString& name);
    /// Each perspective keeps what the user made of it.
    void setPerspective(Perspective perspective);
    Perspective perspective() const { return perspective_; }
    QAction* perspectiveAction(Perspective perspective) const;
    /// The perspective on show as it was at first.
    void resetLayout();
    /// By perspective; empty = as at first.
    QByteArray layout(Perspective perspective) const;
    void setLayout(Perspective perspective, const QByteArray& state);
    /// The panels of the metrics, which are kept with the layout.
    QByteArray metricPanels() const;
    void setMetricPanels(const QByteArray& panels);
    /// One entry a dock to show and hide it, and one to go to it (Ctrl+1 ...).
    void fillMenu(QMenu* menu);

Q_SIGNALS:
    void currentViewChanged();

protected:
    void showEvent(QShowEvent* event) override;

private:
    QDockWidget* addDock(const QString& name, const QString& title, QWidget* contents);
    QDockWidget* dock(const QString& name) const;
    QSize room() const;  // for the docks, now or at the start
    void connectFilm();
    void connectCompared();
    void connectModel(ConfigDocument* document);
    void buildPerspectives();
    void shareRoom();  // among the docks of the perspective
    void followFocus(QWidget* now);

    ConfigPanel* config_;
    LogPanel* log_;
    LeversPanel* levers_;
    PlaygroundView* playground_;
    RunBrowser* browser_;
    CompareView* compare_;
    StudyView* study_;
    QVector<View*> views_;
    QVector<QDockWidget*> docks_;
    View* current_ = nullptr;
    bool arranging_ = false;
    bool to_share_ = false;  // arranged before it had a size
    Perspective perspective_ = Perspective::train;
    QAction* perspective_actions_[3] = {};
    QByteArray layouts_[3];
};

}  // namespace orrery
