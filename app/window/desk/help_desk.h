// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <QString>

class QMainWindow;

namespace orrery {

class Tour;
class Workspace;
struct WindowActions;

/// Everything that explains: handbook, glossary, shortcuts, what a view shows, the tour. GUI thread
/// only.
class HelpDesk : public QObject {
    Q_OBJECT

public:
    HelpDesk(const WindowActions& actions, Workspace* workspace, QMainWindow* window);

    Tour* tour() const { return tour_; }

private:
    /// The glossary, where what has the focus or lies under the pointer has a term there; else the
    /// handbook.
    void openHandbook();
    void explain();

    Workspace* workspace_;
    QMainWindow* window_;
    Tour* tour_;
};

}  // namespace orrery
