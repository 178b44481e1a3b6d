// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <cstdint>
#include <vector>

class QAction;
class QComboBox;
class QLabel;
class QSlider;
class QToolButton;
class QWidget;

namespace orrery {

class FlowRow;

/// The snapshot or the frame of a film on show, and what makes a film of them: controls at the end
/// of a row. GUI thread.
class StepBar : public QObject {
    Q_OBJECT

public:
    StepBar(FlowRow& row, QWidget* parent);

    /// `step` is the one on show, negative = none. Nothing is told.
    void showSnapshots(const std::vector<std::int64_t>& steps, std::int64_t step, bool follows);
    struct Film {
        int frame = 0;           // on show
        int ready = 0, all = 0;  // frames
        std::int64_t step = 0;   // of the frame
        bool plays = false;
    };
    void showFilm(const Film& film);
    int framesPerSecond() const;

Q_SIGNALS:
    void moved(int index);  // of the snapshots, or of the frames while there is a film
    void followToggled(bool on);
    void filmToggled(bool on);
    void playToggled(bool on);
    void speedChanged(int frames_per_second);
    void selectMovedAsked();
    void exportAsked();

private:
    void addFilm(FlowRow& row);

    QSlider* step_;
    QLabel* step_text_;
    QToolButton *follow_, *film_, *play_;
    QComboBox* speed_;
    QAction* select_moved_;
};

}  // namespace orrery
