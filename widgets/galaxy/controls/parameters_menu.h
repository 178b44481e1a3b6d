// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <array>

#include "widgets/galaxy/galaxy_options.h"

class QAction;
class QComboBox;
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
    void addComponents(QFormLayout& form);
    void addRenderer(QFormLayout& form);
    void connectControls();
    /// Another axis that has the component takes the one that this axis had.
    void readComponent(std::size_t axis);
    void read();
    void showComponents(const ProjectionOptions& projection);

    GalaxyOptions options_;  // shown
    QSpinBox *seed_, *neighbors_, *clusters_;
    QDoubleSpinBox *min_distance_, *perplexity_;
    QComboBox* metric_;
    std::array<QSpinBox*, 3> components_;
    std::array<int, 3> shown_components_{1, 2, 3};
    QAction *size_by_usage_, *labels_, *token_labels_, *query_labels_, *legend_;
};

}  // namespace orrery
