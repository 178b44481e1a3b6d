// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/controls/projection_bar.h"

#include <QComboBox>
#include <QProgressBar>
#include <QSignalBlocker>
#include <QToolButton>
#include <algorithm>

#include "widgets/figure/flow_row.h"
#include "widgets/figure/view_layout.h"
#include "widgets/galaxy/controls/parameters_menu.h"
#include "widgets/galaxy/scene_maker.h"
#include "widgets/plots/expert_usage.h"

namespace orrery {

ProjectionBar::ProjectionBar(FlowRow& row, QWidget* parent) : QObject(parent) {
    layer_ = addChoice(row, tr("Layer"));
    method_ = addChoice(row, tr("Projection"),
                        {methodName(ProjectionMethod::pca), methodName(ProjectionMethod::umap),
                         methodName(ProjectionMethod::tsne)});
    flat_ = addToggle(row, tr("2-D"), tr("Two dimensions, without perspective"));
    flat_->setObjectName(QStringLiteral("flatGalaxy"));
    coloring_ = addChoice(row, tr("Color of the keys"),
                          {tr("Usage"), tr("Cluster"), tr("Drift (1 - cosine)"),
                           tr("Part of speech"), tr("Token"), tr("Guild"), tr("Norm")});
    parameters_ = new ParametersMenu(
        *addButton(row, tr("Parameters"), tr("Parameters of the projection and the clusters")));
    run_button_ = addButton(row, tr("Run"), tr("Recompute the projection"));
    run_button_->setObjectName(QStringLiteral("runProjection"));
    progress_ = new QProgressBar(parent);
    progress_->setRange(0, 100);
    progress_->setMaximumWidth(90);
    progress_->setTextVisible(false);
    progress_->setAccessibleName(tr("Progress of the projection"));
    row.addWidget(progress_);
    connectControls();
}

void ProjectionBar::connectControls() {
    connect(layer_, &QComboBox::activated, this, [this](int index) {
        options_.layer = index;
        options_.step = -1;
        Q_EMIT edited(options_);
    });
    connect(method_, &QComboBox::activated, this, [this](int index) {
        options_.request.options.method = static_cast<ProjectionMethod>(index);
        Q_EMIT edited(options_);
    });
    connect(flat_, &QToolButton::toggled, this, [this](bool flat) {
        ProjectionOptions& projection = options_.request.options;
        projection.dimensions = flat ? 2 : 3;
        // As many as there are axes: a third that the two don't have.
        std::vector<int>& components = projection.components;
        if (flat && components.size() == 3) components.pop_back();
        for (int next = 1; !flat && components.size() == 2; ++next)
            if (std::ranges::find(components, next) == components.end()) components.push_back(next);
        Q_EMIT edited(options_);
    });
    connect(coloring_, &QComboBox::activated, this, [this](int index) {
        options_.coloring = static_cast<GalaxyColoring>(index);
        options_.request.with_clusters = options_.coloring == GalaxyColoring::cluster;
        Q_EMIT edited(options_);
        Q_EMIT coloringChosen();
    });
    connect(parameters_, &ParametersMenu::edited, this, &ProjectionBar::edited);
    connect(run_button_, &QToolButton::clicked, this, &ProjectionBar::runClicked);
}

void ProjectionBar::show(const GalaxyOptions& options, int layers) {
    options_ = options;
    const QSignalBlocker blockers[] = {QSignalBlocker(layer_), QSignalBlocker(method_),
                                       QSignalBlocker(coloring_), QSignalBlocker(flat_)};
    listLayers(*layer_, layers);
    layer_->setEnabled(layers > 0);
    layer_->setCurrentIndex(options.layer);
    method_->setCurrentIndex(static_cast<int>(options.request.options.method));
    flat_->setChecked(options.request.options.dimensions == 2);
    coloring_->setCurrentIndex(static_cast<int>(options.coloring));
    parameters_->show(options);
}

void ProjectionBar::showState(const ProjectionState& state) {
    progress_->setVisible(state.computing);
    progress_->setValue(state.computing ? static_cast<int>(100 * state.progress) : 0);
    run_button_->setText(state.computing ? tr("Cancel") : tr("Run"));
    run_button_->setToolTip(state.computing ? tr("Cancel the projection")
                                            : tr("Recompute the projection"));
    run_button_->setEnabled(state.computing || state.has_keys);
    QFont font = run_button_->font();
    font.setBold(!state.computing && state.out_of_date);
    run_button_->setFont(font);
}

}  // namespace orrery
