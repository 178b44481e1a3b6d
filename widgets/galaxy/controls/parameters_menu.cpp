// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/controls/parameters_menu.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QMenu>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>
#include <QWidgetAction>
#include <limits>

#include "widgets/galaxy/render/galaxy_renderers.h"

namespace orrery {

ParametersMenu::ParametersMenu(QToolButton& button) : QObject(&button) {
    auto* menu = new QMenu(&button);
    auto* widget = new QWidget(menu);
    addFields(*new QFormLayout(widget));
    auto* action = new QWidgetAction(menu);
    action->setDefaultWidget(widget);
    menu->addAction(action);
    menu->addSeparator();
    addSwitches(*menu);
    button.setMenu(menu);
    button.setPopupMode(QToolButton::InstantPopup);
    connectControls();
}

void ParametersMenu::addFields(QFormLayout& form) {
    const auto whole = [&](const QString& label, const QString& help, int low, int high) {
        auto* box = new QSpinBox(form.parentWidget());
        box->setRange(low, high);
        box->setToolTip(help);
        form.addRow(label, box);
        return box;
    };
    const auto real = [&](const QString& label, const QString& help, double low, double high,
                          double by) {
        auto* box = new QDoubleSpinBox(form.parentWidget());
        box->setRange(low, high);
        box->setSingleStep(by);
        box->setToolTip(help);
        form.addRow(label, box);
        return box;
    };
    seed_ = whole(tr("&Seed"), tr("The same seed and keys give the same projection"), 0,
                  std::numeric_limits<int>::max());
    neighbors_ = whole(tr("UMAP &n_neighbors"), tr("Number of nearest neighbors per key"), 2, 200);
    min_distance_ = real(tr("UMAP min_&dist"), tr("Minimum distance of neighbors in the embedding"),
                         0, 1, 0.05);
    perplexity_ =
        real(tr("t-SNE &perplexity"), tr("Effective number of neighbors per key"), 2, 200, 5);
    clusters_ = whole(tr("&Clusters"), tr("Number of k-means clusters"), 0, 32);
    clusters_->setSpecialValueText(tr("best silhouette"));
    if (!hasVtkRenderer()) return;
    auto* renderer = new QComboBox(form.parentWidget());
    renderer->addItems({tr("Automatic"), tr("Painter"), tr("VTK")});
    renderer->setCurrentIndex(static_cast<int>(rendererChoice()));
    renderer->setToolTip(tr("Takes effect after a restart. Automatic: VTK if there is a "
                            "graphics card that draws, else the painter. OpenGL here: %1")
                             .arg(openGlName().isEmpty() ? tr("none") : openGlName()));
    form.addRow(tr("&Renderer"), renderer);
    connect(renderer, &QComboBox::activated, this,
            [](int index) { setRendererChoice(static_cast<RendererChoice>(index)); });
}

void ParametersMenu::addSwitches(QMenu& menu) {
    const auto add = [&](const QString& text) {
        QAction* action = menu.addAction(text);
        action->setCheckable(true);
        return action;
    };
    size_by_usage_ = add(tr("Size by &usage"));
    labels_ = add(tr("&Label the keys"));
    labels_->setToolTip(tr("Label the selected keys, or the most used ones if none is selected"));
    legend_ = add(tr("Show the l&egend"));
}

void ParametersMenu::connectControls() {
    for (QSpinBox* box : {seed_, neighbors_, clusters_})
        connect(box, &QSpinBox::valueChanged, this, &ParametersMenu::read);
    for (QDoubleSpinBox* box : {min_distance_, perplexity_})
        connect(box, &QDoubleSpinBox::valueChanged, this, &ParametersMenu::read);
    for (QAction* action : {size_by_usage_, labels_, legend_})
        connect(action, &QAction::toggled, this, &ParametersMenu::read);
}

void ParametersMenu::read() {
    ProjectionOptions& projection = options_.request.options;
    projection.seed = static_cast<std::uint64_t>(seed_->value());
    projection.neighbors = neighbors_->value();
    projection.min_distance = min_distance_->value();
    projection.perplexity = perplexity_->value();
    options_.request.clusters = clusters_->value() == 1 ? 2 : clusters_->value();
    options_.size_by_usage = size_by_usage_->isChecked();
    options_.labels = labels_->isChecked();
    options_.legend = legend_->isChecked();
    Q_EMIT edited(options_);
}

void ParametersMenu::show(const GalaxyOptions& options) {
    options_ = options;
    const QSignalBlocker blockers[] = {
        QSignalBlocker(seed_),       QSignalBlocker(neighbors_),    QSignalBlocker(clusters_),
        QSignalBlocker(perplexity_), QSignalBlocker(min_distance_), QSignalBlocker(size_by_usage_),
        QSignalBlocker(labels_),     QSignalBlocker(legend_)};
    const ProjectionOptions& projection = options.request.options;
    seed_->setValue(static_cast<int>(projection.seed));
    neighbors_->setValue(projection.neighbors);
    min_distance_->setValue(projection.min_distance);
    perplexity_->setValue(projection.perplexity);
    clusters_->setValue(options.request.clusters);
    size_by_usage_->setChecked(options.size_by_usage);
    labels_->setChecked(options.labels);
    legend_->setChecked(options.legend);
    neighbors_->setEnabled(projection.method == ProjectionMethod::umap);
    min_distance_->setEnabled(projection.method == ProjectionMethod::umap);
    perplexity_->setEnabled(projection.method == ProjectionMethod::tsne);
    clusters_->setEnabled(options.request.with_clusters);
}

}  // namespace orrery
