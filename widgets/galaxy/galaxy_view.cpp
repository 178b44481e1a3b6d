// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/galaxy_view.h"

#include <QSettings>
#include <QToolTip>
#include <algorithm>

#include "widgets/galaxy/galaxy_navigator.h"
#include "widgets/galaxy/galaxy_painter.h"
#include "widgets/galaxy/painter_renderer.h"
#include "widgets/palette/visible_text.h"
#include "widgets/plots/expert_usage.h"
#include "widgets/run/run_model.h"

namespace orrery {
namespace {

// Finding clusters takes time that grows with the square of the keys: below this it is done
// unasked.
constexpr int kCheapClusters = 512;

}  // namespace

GalaxyView::GalaxyView(QWidget* parent) : View(parent) {
    auto* painter = new PainterRenderer(this);
    renderer_ = painter;
    painter->setAccessibleName(tr("Galaxy of expert keys"));
    navigator_ = new GalaxyNavigator(*painter);
    setFocusProxy(painter);
    buildToolbar();
    connectParts();
    recall();
    showOptions();
    showScene();
}

GalaxyView::~GalaxyView() {
    remember();
}

void GalaxyView::connectParts() {
    connect(navigator_, &GalaxyNavigator::cameraChanged, this,
            [this] { renderer_->setCamera(navigator_->camera()); });
    connect(navigator_, &GalaxyNavigator::hovered, this, &GalaxyView::describe);
    connect(navigator_, &GalaxyNavigator::selected, this, [this](int expert) {
        selectExperts(expert < 0 ? std::vector<int>{} : std::vector{expert});
    });
    connect(navigator_, &GalaxyNavigator::lassoed, this, &GalaxyView::selectExperts);
    connect(navigator_, &GalaxyNavigator::toggled, this, [this](int expert) {
        if (expert < 0) return;
        std::vector<int> experts = selectedExperts();
        if (std::erase(experts, expert) == 0) experts.push_back(expert);
        selectExperts(std::move(experts));
    });
    connect(navigator_, &GalaxyNavigator::lassoChanged, this, [this](const QPolygonF& lasso) {
        lasso_ = lasso;
        showMarks();
    });
    connect(&film_, &GalaxyFilm::frameAdded, this, &GalaxyView::frameAdded);
    connect(&film_, &GalaxyFilm::failed, this, [this](const QString& reason) {
        endFilm();
        failure_ = reason;
        showScene();
    });
    connect(&film_timer_, &QTimer::timeout, this, &GalaxyView::advanceFilm);
    connect(&job_, &ProjectionJob::partial, this, &GalaxyView::showPartial);
    connect(&job_, &ProjectionJob::finished, this, [this](const auto& layout) {
        showLayout(layout);
        // A newer snapshot may have come meanwhile.
        markDirty();
    });
    connect(&job_, &ProjectionJob::failed, this, [this](const QString& reason) {
        failure_ = reason;
        showScene();
        showState();
    });
}

void GalaxyView::setRun(RunModel* run) {
    View::setRun(run);
    const auto reset = [this] {
        job_.cancel();
        endFilm();
        first_keys_.reset();
        layout_.reset();
        failure_.clear();
        GalaxyOptions fresh = options_;
        fresh.layer = this->run() ? this->run()->layerCount() / 2 : 0;
        fresh.step = -1;
        options_ = fresh;
        showOptions();
        showScene();
        markDirty();
    };
    reset();
    if (!run) return;
    connect(run, &RunModel::sourceChanged, this, reset);
    connect(run, &RunModel::keysChanged, this, [this](int layer) {
        if (layer == options_.layer) markDirty();
    });
    connect(run, &RunModel::markedExpertChanged, this, [this] {
        const auto& mark = this->run()->markedExpert();
        if (mark && mark->layer != options_.layer)
            change([&](GalaxyOptions& options) { options.layer = mark->layer; });
        showMarks();
    });
}

void GalaxyView::setOptions(const GalaxyOptions& options) {
    const bool other_keys = options.layer != options_.layer;
    if (other_keys || !(options.request == options_.request)) endFilm();
    options_ = options;
    if (other_keys) {
        first_keys_.reset();
        job_.cancel();
        layout_.reset();
        failure_.clear();
    }
    showOptions();
    showScene();
    remember();
    markDirty();
}

void GalaxyView::change(const std::function<void(GalaxyOptions&)>& edit) {
    GalaxyOptions options = options_;
    edit(options);
    if (!(options == options_)) setOptions(options);
}

std::int64_t GalaxyView::wantedStep() const {
    if (!run()) return -1;
    if (options_.step >= 0) return options_.step;
    const Keys* newest = run()->keys(options_.layer);
    if (newest) return newest->step;
    const auto& steps = run()->keySteps(options_.layer);
    return steps.empty() ? -1 : steps.back();
}

std::optional<Keys> GalaxyView::wantedKeys() const {
    const std::int64_t step = wantedStep();
    return step < 0 ? std::nullopt : run()->keysAt(options_.layer, step);
}

bool GalaxyView::outOfDate() const {
    if (!layout_) return false;
    return !(layout_->request == options_.request) || layout_->keys.layer != options_.layer ||
           layout_->keys.step != wantedStep();
}

void GalaxyView::refresh() {
    if (hasFilm()) return;
    showSteps();
    const bool first = !layout_ && failure_.isEmpty() && wantedStep() >= 0;
    const bool pca = options_.request.options.method == ProjectionMethod::pca;
    // Cheap pictures follow by themselves; the others wait to be asked, but for the first.
    const bool cheap = pca && (!options_.request.with_clusters || !layout_ ||
                               layout_->keys.experts <= kCheapClusters);
    if (!job_.running() && (first || (cheap && layout_ && outOfDate())))
        compute();
    else
        showScene();
    showState();
}

void GalaxyView::compute() {
    failure_.clear();
    try {
        std::optional<Keys> keys = wantedKeys();
        if (keys) job_.start(std::move(*keys), options_.request);
    } catch (const std::exception& error) {
        failure_ = QString::fromUtf8(error.what());
        showScene();
    }
    showState();
}

void GalaxyView::cancel() {
    job_.cancel();
    showScene();
    showState();
}

void GalaxyView::showPartial(const std::shared_ptr<const GalaxyLayout>& layout) {
    auto shown = std::make_shared<GalaxyLayout>(*layout);
    // Clusters come last: until then the keys keep the colours they had.
    if (layout_ && layout_->keys.layer == layout->keys.layer) shown->clusters = layout_->clusters;
    showLayout(shown);
}

void GalaxyView::showLayout(std::shared_ptr<const GalaxyLayout> layout) {
    layout_ = std::move(layout);
    showScene();
    showState();
}

SceneOptions GalaxyView::sceneOptions() const {
    SceneOptions scene;
    scene.coloring = options_.coloring;
    scene.size_by_usage = options_.size_by_usage;
    const int layers = run() ? run()->layerCount() : 0;
    scene.layer_title = layerTitle(layout_ ? layout_->keys.layer : options_.layer, layers);
    scene.theme = themeOf(palette());
    if (scene.coloring == GalaxyColoring::drift) fillDrift(scene);
    scene.trail = film_.trailTo(film_frame_);
    if (!failure_.isEmpty())
        scene.warning = failure_;
    else if (!hasFilm() && outOfDate() && !job_.running())
        scene.warning = tr("Out of date: run again");
    return scene;
}

QString GalaxyView::emptyText() const {
    if (!failure_.isEmpty()) return failure_;
    if (!run() || !run()->hasSource())
        return tr("Train a configuration or open a run to see the keys of its experts.");
    if (wantedStep() < 0) return tr("No keys of this layer yet: the first snapshot is on its way.");
    if (job_.running()) return tr("Laying out the keys...");
    return tr("Press Run to lay out the keys.");
}

void GalaxyView::showScene() {
    auto scene = std::make_shared<GalaxyScene>();
    if (layout_) *scene = makeScene(*layout_, sceneOptions());
    scene->theme = themeOf(palette());
    scene->empty = emptyText();
    scene_ = scene;
    navigator_->setScene(scene);
    renderer_->setScene(scene);
    showMarks();
    renderer_->widget()->setAccessibleDescription(scene->title + u' ' + scene->note);
}

std::vector<int> GalaxyView::selectedExperts() const {
    if (!run() || !layout_ || run()->selection().layer != layout_->keys.layer) return {};
    std::vector<int> experts = run()->selection().experts;
    std::erase_if(experts, [this](int expert) { return expert >= layout_->keys.experts; });
    return experts;
}

GalaxyMarks GalaxyView::marks() const {
    return {hovered_, selectedExperts(), lasso_};
}

void GalaxyView::showMarks() {
    const std::vector<int> experts = selectedExperts();
    navigator_->setSelected(experts.size() == 1 ? experts.front() : -1);
    renderer_->setMarks(marks());
}

void GalaxyView::selectExperts(std::vector<int> experts) {
    if (run() && layout_) run()->select({layout_->keys.layer, std::move(experts)});
}

// A number is an expert's; anything else a part of the tokens that experts serve most.
void GalaxyView::find(const QString& text) {
    if (!run() || !layout_) return;
    bool number = false;
    const int expert = text.trimmed().toInt(&number);
    std::vector<int> found;
    if (number && expert >= 0 && expert < layout_->keys.experts) found.push_back(expert);
    const ExpertTokens* tokens = run()->expertTokens(layout_->keys.layer);
    if (!number && tokens && !text.trimmed().isEmpty())
        for (std::size_t e = 0; e < tokens->experts.size(); ++e)
            for (const auto& [piece, count] : tokens->experts[e])
                if (visibleText(piece).contains(text.trimmed(), Qt::CaseInsensitive))
                    found.push_back(static_cast<int>(e));
    selectExperts(std::move(found));
}

void GalaxyView::describe(int expert, const QPoint& global_position) {
    hovered_ = expert;
    showMarks();
    if (expert < 0 || !layout_) return QToolTip::hideText();
    const ExpertTokens* tokens = run() ? run()->expertTokens(layout_->keys.layer) : nullptr;
    QToolTip::showText(global_position, describeKey(*layout_, expert, tokens), renderer_->widget());
}

OrbitCamera GalaxyView::camera() const {
    return navigator_->camera();
}

void GalaxyView::setCamera(const OrbitCamera& camera) {
    navigator_->setCamera(camera);
}

void GalaxyView::changeEvent(QEvent* event) {
    View::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) showScene();
}

std::shared_ptr<const GalaxyLayout> GalaxyView::layoutForFigure() const {
    if (layout_) return layout_;
    const std::optional<Keys> keys = wantedKeys();
    if (!keys) return nullptr;
    // A view that was never seen has no picture yet, but its figure must not depend on that.
    return std::make_shared<GalaxyLayout>(layOut(*keys, options_.request));
}

void GalaxyView::paintFigure(QPainter& painter, const QSizeF& size) const {
    GalaxyScene scene;
    if (const auto layout = layoutForFigure()) {
        SceneOptions options = sceneOptions();
        options.theme = paperTheme();
        scene = makeScene(*layout, options);
    }
    scene.theme = paperTheme();
    scene.empty = emptyText();
    paintGalaxy(painter, size, scene, camera(), {-1, selectedExperts(), {}}, GalaxyInk::vector);
}

QString GalaxyView::dataAsCsv() const {
    const auto layout = layoutForFigure();
    return layout ? layoutAsCsv(*layout) : layoutAsCsv({});
}

void GalaxyView::remember() const {
    QSettings settings;
    settings.beginGroup(QStringLiteral("views/galaxy"));
    settings.setValue("method", static_cast<int>(options_.request.options.method));
    settings.setValue("coloring", static_cast<int>(options_.coloring));
    settings.setValue("size_by_usage", options_.size_by_usage);
    settings.setValue("yaw", camera().yaw);
    settings.setValue("pitch", camera().pitch);
    settings.setValue("distance", camera().distance);
}

void GalaxyView::recall() {
    QSettings settings;
    settings.beginGroup(QStringLiteral("views/galaxy"));
    options_.request.options.method =
        static_cast<ProjectionMethod>(std::clamp(settings.value("method", 0).toInt(), 0, 2));
    options_.coloring =
        static_cast<GalaxyColoring>(std::clamp(settings.value("coloring", 0).toInt(), 0, 2));
    options_.request.with_clusters = options_.coloring == GalaxyColoring::cluster;
    options_.size_by_usage = settings.value("size_by_usage", true).toBool();
    OrbitCamera camera;
    camera.yaw = settings.value("yaw", camera.yaw).toDouble();
    camera.rotate(0, settings.value("pitch", camera.pitch).toDouble() - camera.pitch);
    camera.zoom(camera.distance /
                std::max(0.1, settings.value("distance", camera.distance).toDouble()));
    navigator_->setCamera(camera);
    renderer_->setCamera(camera);
}

}  // namespace orrery
