// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QSize>
#include <QString>
#include <QStringList>

class QDockWidget;
class QMainWindow;

namespace orrery {

/// How the docks stand for one kind of work.
enum class Perspective { train, explore, compare };
/// Stable in every language: "train", "explore", "compare".
QString perspectiveName(Perspective perspective);
/// The docks that are seen in a perspective at first, by their names.
QStringList docksOf(Perspective perspective);
/// The perspective that a dock belongs to.
Perspective homeOf(const QString& dock);

/// Places docks, called "dock." and a name, as a perspective has them at first. GUI thread only.
class DockArrangement {
public:
    /// `room` is for all docks together: where it is narrow or low, more of them share a place.
    DockArrangement(QMainWindow* host, const QSize& room) : host_(host), room_(room) {}

    /// The docks must have no place yet.
    void place(Perspective perspective) const;
    /// Shares the room among those that were placed.
    void share(Perspective perspective) const;

private:
    QDockWidget* dock(const char* name) const;
    bool narrow() const;
    bool low() const;
    void showOwn(Perspective perspective) const;
    void placeTrain() const;
    void placeExplore() const;
    void placeCompare() const;
    void shareTrain() const;
    void shareExplore() const;

    QMainWindow* host_;
    QSize room_;
};

}  // namespace orrery
