// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>

#include "widgets/galaxy/galaxy_options.h"

class QComboBox;
class QProgressBar;
class QToolButton;
class QWidget;

namespace orrery {

class FlowRow;
class ParametersMenu;

/// How a projection stands.
struct ProjectionState {
    bool computing = false;
    double progress = 0;       // 0..1
    bool has_keys = false;     // there is something to project
    bool out_of_date = false;  // of the picture on show
};

/// The controls that say what is projected and how, at the end of a row. GUI thread.
class ProjectionBar : public QObject {
    Q_OBJECT

public:
    ProjectionBar(FlowRow& row, QWidget* parent);

    /// What the controls show; nothing is told.
    void show(const GalaxyOptions& options, int layers);
    void showState(const ProjectionState& state);

Q_SIGNALS:
    /// The user changed one of the options shown.
    void edited(const orrery::GalaxyOptions& options);
    /// After edited(), and when the color is the same as before.
    void coloringChosen();
    void runClicked();  // it cancels what is being computed

private:
    void connectControls();

    GalaxyOptions options_;  // shown
    QComboBox *layer_, *method_, *coloring_;
    ParametersMenu* parameters_;
    QToolButton *flat_, *run_button_;
    QProgressBar* progress_;
};

}  // namespace orrery
