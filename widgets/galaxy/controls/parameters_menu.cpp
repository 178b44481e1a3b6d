// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/controls/parameters_menu.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
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
    metric_ = new QComboBox(form.parentWidget());
    metric_->addItems({tr("Euclidean"), tr("Cosine")});
    metric_->setToolTip(
        tr("Distance by which UMAP and t-SNE choose the neighbors of a key. PCA: of the keys as "
           "they are, or of their directions alone (cosine)"));
    form.addRow(tr("&Distance"), metric_);
    addComponents(form);
    clusters_ = whole(tr("&Clusters"), tr("Number of k-means clusters"), 0, 32);
    clusters_->setSpecialValueText(tr("best silhouette"));
    if (hasVtkRenderer()) addRenderer(form);
}

void ParametersMenu::addComponents(QFormLayout& form) {
    auto* row = new QHBoxLayout;
    const QString axes[] = {QStringLiteral("x"), QStringLiteral("y"), QStringLiteral("z")};
    for (std::size_t axis = 0; axis < components_.size(); ++axis) {
        auto* box = new QSpinBox(form.parentWidget());
        box->setRange(1, 9999);
        box->setToolTip(tr("Principal component of the axis %1").arg(axes[axis]));
        box->setAccessibleName(box->toolTip());
        box->setObjectName(QStringLiteral("component") + axes[axis]);
        row->addWidget(box);
        components_[axis] = box;
    }
    form.addRow(tr("PCA c&omponents"), row);
}

void ParametersMenu::addRenderer(QFormLayout& form) {
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
    token_labels_ = add(tr("Label by &token"));
    token_labels_->setToolTip(
        tr("The most frequent token of each expert, of the most used keys first, where there is "
           "room for it"));
    query_labels_ = add(tr("Label the &queries"));
    legend_ = add(tr("Show the l&egend"));
}

void ParametersMenu::connectControls() {
    for (QSpinBox* box : {seed_, neighbors_, clusters_})
        connect(box, &QSpinBox::valueChanged, this, &ParametersMenu::read);
    for (QDoubleSpinBox* box : {min_distance_, perplexity_})
        connect(box, &QDoubleSpinBox::valueChanged, this, &ParametersMenu::read);
    connect(metric_, &QComboBox::activated, this, &ParametersMenu::read);
    for (std::size_t axis = 0; axis < components_.size(); ++axis)
        connect(components_[axis], &QSpinBox::valueChanged, this,
                [this, axis] { readComponent(axis); });
    for (QAction* action : {size_by_usage_, labels_, token_labels_, query_labels_, legend_})
        connect(action, &QAction::toggled, this, &ParametersMenu::read);
}

void ParametersMenu::readComponent(std::size_t axis) {
    const int chosen = components_[axis]->value();
    for (std::size_t other = 0; other < components_.size(); ++other) {
        if (other == axis || components_[other]->value() != chosen) continue;
        const QSignalBlocker blocker(components_[other]);
        components_[other]->setValue(shown_components_[axis]);
    }
    read();
}

void ParametersMenu::read() {
    ProjectionOptions& projection = options_.request.options;
    projection.metric = static_cast<DistanceMetric>(metric_->currentIndex());
    projection.components.clear();
    bool first = true;
    for (std::size_t axis = 0; axis < components_.size(); ++axis) {
        shown_components_[axis] = components_[axis]->value();
        if (static_cast<int>(axis) >= projection.dimensions) continue;
        projection.components.push_back(shown_components_[axis]);
        first = first && shown_components_[axis] == static_cast<int>(axis) + 1;
    }
    if (first) projection.components.clear();
    projection.seed = static_cast<std::uint64_t>(seed_->value());
    projection.neighbors = neighbors_->value();
    projection.min_distance = min_distance_->value();
    projection.perplexity = perplexity_->value();
    options_.request.clusters = clusters_->value() == 1 ? 2 : clusters_->value();
    options_.size_by_usage = size_by_usage_->isChecked();
    options_.labels = labels_->isChecked();
    options_.token_labels = token_labels_->isChecked();
    options_.query_labels = query_labels_->isChecked();
    options_.legend = legend_->isChecked();
    Q_EMIT edited(options_);
}

void ParametersMenu::show(const GalaxyOptions& options) {
    options_ = options;
    const QSignalBlocker blockers[] = {
        QSignalBlocker(seed_),          QSignalBlocker(neighbors_),
        QSignalBlocker(clusters_),      QSignalBlocker(perplexity_),
        QSignalBlocker(min_distance_),  QSignalBlocker(size_by_usage_),
        QSignalBlocker(labels_),        QSignalBlocker(token_labels_),
        QSignalBlocker(query_labels_),  QSignalBlocker(legend_),
        QSignalBlocker(metric_),        QSignalBlocker(components_[0]),
        QSignalBlocker(components_[1]), QSignalBlocker(components_[2])};
    const ProjectionOptions& projection = options.request.options;
    seed_->setValue(static_cast<int>(projection.seed));
    neighbors_->setValue(projection.neighbors);
    min_distance_->setValue(projection.min_distance);
    perplexity_->setValue(projection.perplexity);
    clusters_->setValue(options.request.clusters);
    size_by_usage_->setChecked(options.size_by_usage);
    labels_->setChecked(options.labels);
    token_labels_->setChecked(options.token_labels);
    query_labels_->setChecked(options.query_labels);
    metric_->setCurrentIndex(static_cast<int>(projection.metric));
    showComponents(projection);
    legend_->setChecked(options.legend);
    neighbors_->setEnabled(projection.method == ProjectionMethod::umap);
    min_distance_->setEnabled(projection.method == ProjectionMethod::umap);
    perplexity_->setEnabled(projection.method == ProjectionMethod::tsne);
    clusters_->setEnabled(options.request.with_clusters);
}

void ParametersMenu::showComponents(const ProjectionOptions& projection) {
    const bool pca = projection.method == ProjectionMethod::pca;
    for (std::size_t axis = 0; axis < components_.size(); ++axis) {
        const bool used = static_cast<int>(axis) < projection.dimensions;
        if (used)
            shown_components_[axis] = projection.components.empty()
                                          ? static_cast<int>(axis) + 1
                                          : projection.components.at(axis);
        components_[axis]->setEnabled(pca && used);
    }
    // The third axis of a flat picture waits with a component that the others don't have.
    for (int free = 1; projection.dimensions == 2 && free <= 3; ++free)
        if (shown_components_[0] != free && shown_components_[1] != free)
            shown_components_[2] = free;
    for (std::size_t axis = 0; axis < components_.size(); ++axis)
        components_[axis]->setValue(shown_components_[axis]);
}

}  // namespace orrery
