// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>

#include "widgets/galaxy/galaxy_options.h"

class QAction;
class QDoubleSpinBox;
class QFormLayout;
class QMenu;
class QSpinBox;
class QToolButton;

namespace orrery {

/// The menu of a button with the parameters of the projection, of the clusters and of the picture.
/// GUI thread.
class ParametersMenu : public QObject {
    Q_OBJECT

public:
    explicit ParametersMenu(QToolButton& button);

    /// What the controls show; edited() is not told.
    void show(const GalaxyOptions& options);

Q_SIGNALS:
    /// The user changed one of them; of the options shown, the rest is as it was.
    void edited(const orrery::GalaxyOptions& options);

private:
    void addFields(QFormLayout& form);
    void addSwitches(QMenu& menu);
    void connectControls();
    void read();

    GalaxyOptions options_;  // shown
    QSpinBox *seed_, *neighbors_, *clusters_;
    QDoubleSpinBox *min_distance_, *perplexity_;
    QAction *size_by_usage_, *labels_, *legend_;
};

}  // namespace orrery
