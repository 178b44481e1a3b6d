// SPDX-License-Identifier: GPL-3.0-or-later
// The controls around the galaxy.
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidgetAction>
#include <algorithm>
#include <limits>

#include "widgets/figure/flow_row.h"
#include "widgets/figure/view_layout.h"
#include "widgets/galaxy/galaxy_beside.h"
#include "widgets/galaxy/galaxy_view.h"
#include "widgets/galaxy/render/galaxy_renderers.h"
#include "widgets/plots/expert_usage.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_data.h"

namespace orrery {

void GalaxyView::buildToolbar() {
    auto* choices = new FlowRow;
    addChoices(*choices);
    auto* search = new FlowRow;
    addSearch(*search);
    auto* pictures = new QSplitter(Qt::Horizontal, this);
    pictures->setChildrenCollapsible(false);
    // With a row below as the second has one: pictures of one size.
    auto* first = new QWidget(pictures);
    caption_ = new QLabel(first);
    caption_->setTextFormat(Qt::PlainText);
    caption_->setContentsMargins(6, 0, 6, 0);
    caption_->setMinimumWidth(40);
    auto* first_column = new QVBoxLayout(first);
    first_column->setContentsMargins(0, 0, 0, 0);
    first_column->setSpacing(2);
    first_column->addWidget(renderer_->widget(), 1);
    first_column->addWidget(caption_);
    pictures->addWidget(first);
    pictures->addWidget(beside_);
    auto* steps = new FlowRow;
    addSteps(*steps);
    QVBoxLayout* column = layOut(*this, search, {pictures});
    column->insertLayout(0, choices);
    column->addLayout(steps);
}

void GalaxyView::addChoices(FlowRow& row) {
    layer_ = addChoice(row, tr("Layer"));
    method_ = addChoice(row, tr("Projection"),
                        {methodName(ProjectionMethod::pca), methodName(ProjectionMethod::umap),
                         methodName(ProjectionMethod::tsne)});
    coloring_ = addChoice(row, tr("Color of the keys"),
                          {tr("Usage"), tr("Cluster"), tr("Drift (1 - cosine)"),
                           tr("Part of speech"), tr("Token"), tr("Guild")});
    parameters_ =
        addButton(row, tr("Parameters"), tr("Parameters of the projection and the clusters"));
    buildParameters(*parameters_);
    run_button_ = addButton(row, tr("Run"), tr("Recompute the projection"));
    run_button_->setObjectName(QStringLiteral("runProjection"));
    progress_ = new QProgressBar(this);
    progress_->setRange(0, 100);
    progress_->setMaximumWidth(90);
    progress_->setTextVisible(false);
    progress_->setAccessibleName(tr("Progress of the projection"));
    row.addWidget(progress_);
    connect(layer_, &QComboBox::activated, this, [this](int index) {
        change([index](GalaxyOptions& options) { options.layer = index, options.step = -1; });
    });
    connect(method_, &QComboBox::activated, this, [this](int index) {
        change([index](GalaxyOptions& options) {
            options.request.options.method = static_cast<ProjectionMethod>(index);
        });
    });
    connect(coloring_, &QComboBox::activated, this, [this](int index) {
        change([index](GalaxyOptions& options) {
            options.coloring = static_cast<GalaxyColoring>(index);
            options.request.with_clusters = options.coloring == GalaxyColoring::cluster;
        });
        if (needsAnalysis() && data()->hasSource()) requests()->requestAnalysis();
    });
    connect(run_button_, &QToolButton::clicked, this,
            [this] { job_.running() ? cancel() : compute(); });
}

void GalaxyView::addSteps(FlowRow& row) {
    step_ = new QSlider(Qt::Horizontal, this);
    step_->setAccessibleName(tr("Snapshot"));
    step_->setToolTip(tr("Snapshot of the keys, by step"));
    step_text_ = new QLabel(this);
    row.addWidget(new QLabel(tr("Snapshot"), this));
    row.addWidget(step_);
    row.addWidget(step_text_);
    follow_ = addToggle(row, tr("Follow"), tr("Show each new snapshot as it arrives"));
    addFilm(row);
    connect(step_, &QSlider::valueChanged, this, [this](int index) {
        if (!run()) return;
        if (hasFilm()) {
            film_timer_.stop();
            return showFrame(index);
        }
        const auto& steps = data()->keySteps(options_.layer);
        if (index < 0 || index >= static_cast<int>(steps.size())) return;
        const std::int64_t step = steps[static_cast<std::size_t>(index)];
        change([step](GalaxyOptions& options) { options.step = step; });
    });
    connect(follow_, &QToolButton::toggled, this, [this](bool on) {
        change([&](GalaxyOptions& options) { options.step = on ? -1 : wantedStep(); });
    });
}

void GalaxyView::buildParameters(QToolButton& button) {
    auto* menu = new QMenu(&button);
    auto* form_widget = new QWidget(menu);
    auto* form = new QFormLayout(form_widget);
    const auto whole = [&](const QString& label, const QString& help, int low, int high) {
        auto* box = new QSpinBox(form_widget);
        box->setRange(low, high);
        box->setToolTip(help);
        form->addRow(label, box);
        return box;
    };
    const auto real = [&](const QString& label, const QString& help, double low, double high,
                          double by) {
        auto* box = new QDoubleSpinBox(form_widget);
        box->setRange(low, high);
        box->setSingleStep(by);
        box->setToolTip(help);
        form->addRow(label, box);
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
    if (hasVtkRenderer()) addRendererChoice(*form);
    auto* action = new QWidgetAction(menu);
    action->setDefaultWidget(form_widget);
    menu->addAction(action);
    menu->addSeparator();
    size_by_usage_ = menu->addAction(tr("Size by &usage"));
    size_by_usage_->setCheckable(true);
    labels_ = menu->addAction(tr("&Label the keys"));
    labels_->setCheckable(true);
    labels_->setToolTip(tr("Label the selected keys, or the most used ones if none is selected"));
    legend_ = menu->addAction(tr("Show the l&egend"));
    legend_->setCheckable(true);
    button.setMenu(menu);
    button.setPopupMode(QToolButton::InstantPopup);
    const auto read = [this] {
        change([this](GalaxyOptions& options) {
            ProjectionOptions& projection = options.request.options;
            projection.seed = static_cast<std::uint64_t>(seed_->value());
            projection.neighbors = neighbors_->value();
            projection.min_distance = min_distance_->value();
            projection.perplexity = perplexity_->value();
            options.request.clusters = clusters_->value() == 1 ? 2 : clusters_->value();
            options.size_by_usage = size_by_usage_->isChecked();
            options.labels = labels_->isChecked();
            options.legend = legend_->isChecked();
        });
    };
    for (QSpinBox* box : {seed_, neighbors_, clusters_})
        connect(box, &QSpinBox::valueChanged, this, read);
    for (QDoubleSpinBox* box : {min_distance_, perplexity_})
        connect(box, &QDoubleSpinBox::valueChanged, this, read);
    for (QAction* action : {size_by_usage_, labels_, legend_})
        connect(action, &QAction::toggled, this, read);
}

void GalaxyView::addRendererChoice(QFormLayout& form) {
    auto* choice = new QComboBox(form.parentWidget());
    choice->addItems({tr("Automatic"), tr("Painter"), tr("VTK")});
    choice->setCurrentIndex(static_cast<int>(rendererChoice()));
    choice->setToolTip(tr("Takes effect after a restart. Automatic: VTK if OpenGL is "
                          "hardware-accelerated, else the painter. OpenGL here: %1")
                           .arg(openGlName().isEmpty() ? tr("none") : openGlName()));
    form.addRow(tr("&Renderer"), choice);
    connect(choice, &QComboBox::activated, this,
            [](int index) { setRendererChoice(static_cast<RendererChoice>(index)); });
}

void GalaxyView::showOptions() {
    const QSignalBlocker blockers[] = {
        QSignalBlocker(layer_),      QSignalBlocker(method_),       QSignalBlocker(coloring_),
        QSignalBlocker(seed_),       QSignalBlocker(neighbors_),    QSignalBlocker(clusters_),
        QSignalBlocker(perplexity_), QSignalBlocker(min_distance_), QSignalBlocker(size_by_usage_),
        QSignalBlocker(labels_),     QSignalBlocker(legend_)};
    const int layers = run() ? data()->layerCount() : 0;
    listLayers(*layer_, layers);
    layer_->setEnabled(layers > 0);
    layer_->setCurrentIndex(options_.layer);
    const ProjectionOptions& projection = options_.request.options;
    method_->setCurrentIndex(static_cast<int>(projection.method));
    coloring_->setCurrentIndex(static_cast<int>(options_.coloring));
    seed_->setValue(static_cast<int>(projection.seed));
    neighbors_->setValue(projection.neighbors);
    min_distance_->setValue(projection.min_distance);
    perplexity_->setValue(projection.perplexity);
    clusters_->setValue(options_.request.clusters);
    size_by_usage_->setChecked(options_.size_by_usage);
    labels_->setChecked(options_.labels);
    legend_->setChecked(options_.legend);
    neighbors_->setEnabled(projection.method == ProjectionMethod::umap);
    min_distance_->setEnabled(projection.method == ProjectionMethod::umap);
    perplexity_->setEnabled(projection.method == ProjectionMethod::tsne);
    clusters_->setEnabled(options_.request.with_clusters);
    showSteps();
    showState();
}

void GalaxyView::showSteps() {
    const QSignalBlocker blockers[] = {QSignalBlocker(step_), QSignalBlocker(follow_),
                                       QSignalBlocker(film_button_), QSignalBlocker(play_)};
    film_button_->setChecked(hasFilm());
    play_->setEnabled(hasFilm());
    play_->setChecked(film_timer_.isActive());
    speed_->setEnabled(hasFilm());
    if (hasFilm()) {
        step_->setRange(0, std::max(0, static_cast<int>(film_.frames().size()) - 1));
        step_->setEnabled(film_.frames().size() > 1);
        step_->setValue(film_frame_);
        step_text_->setText(tr("step %1, frame %2 of %3")
                                .arg(layout_ ? layout_->keys->step : 0)
                                .arg(film_frame_ + 1)
                                .arg(film_.length()));
        return;
    }
    const std::int64_t wanted = wantedStep();
    int last = 0, index = 0;
    if (run()) {
        const auto& steps = data()->keySteps(options_.layer);
        last = std::max(0, static_cast<int>(steps.size()) - 1);
        index =
            static_cast<int>(std::lower_bound(steps.begin(), steps.end(), wanted) - steps.begin());
    }
    step_->setRange(0, last);
    step_->setEnabled(last > 0);
    step_->setValue(options_.step < 0 ? last : std::min(index, last));
    step_text_->setText(wanted < 0 ? tr("none") : tr("step %1").arg(wanted));
    follow_->setChecked(options_.step < 0);
}

void GalaxyView::showState() {
    const bool busy = job_.running();
    progress_->setVisible(busy);
    progress_->setValue(layout_ && busy ? static_cast<int>(100 * layout_->projection.progress) : 0);
    run_button_->setText(busy ? tr("Cancel") : tr("Run"));
    run_button_->setToolTip(busy ? tr("Cancel the projection") : tr("Recompute the projection"));
    run_button_->setEnabled(busy || wantedStep() >= 0);
    QFont font = run_button_->font();
    font.setBold(!busy && outOfDate());
    run_button_->setFont(font);
}

}  // namespace orrery
