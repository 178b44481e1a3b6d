// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/galaxy_view.h"

#include <algorithm>
#include <utility>

#include "widgets/galaxy/galaxy_beside.h"
#include "widgets/galaxy/galaxy_navigator.h"
#include "widgets/galaxy/render/galaxy_renderers.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_data.h"
#include "widgets/run/selection.h"

namespace orrery {
namespace {

// Finding clusters takes time that grows with the square of the keys: below this it is done
// unasked.
constexpr int kCheapClusters = 512;
constexpr int kLookDelay = 800;  // ms after a change of camera or options until they are kept

}  // namespace

GalaxyView::GalaxyView(QWidget* parent) : View(parent) {
    renderer_ = makeGalaxyRenderer(this);
    QWidget* canvas = renderer_->widget();
    canvas->setAccessibleName(tr("Galaxy of expert keys"));
    navigator_ = new GalaxyNavigator(*canvas);
    beside_ = new GalaxyBeside(this);
    beside_->hide();
    setFocusProxy(canvas);
    buildToolbar();
    connectNavigator();
    connectParts();
    connectBeside();
    const GalaxyLook look = rememberedLook();
    options_ = look.options;
    navigator_->setCamera(look.camera);
    look_changed_ = false;
    showOptions();
    showScene();
}

GalaxyView::~GalaxyView() {
    keepLook();
    // The canvases go after the members that their signals reach.
    disconnect(navigator_, nullptr, this, nullptr);
    disconnect(beside_, nullptr, this, nullptr);
}

void GalaxyView::connectNavigator() {
    connect(navigator_, &GalaxyNavigator::cameraChanged, this, [this] {
        renderer_->setCamera(navigator_->camera());
        beside_->setCamera(navigator_->camera());
        lookChanged();
    });
    connect(navigator_, &GalaxyNavigator::hovered, this,
            [this](int point, const QPoint& place) { describe(point, place, false); });
    connect(navigator_, &GalaxyNavigator::selected, this, [this](int point) {
        selectExperts(
            expertsAt(point < 0 ? std::vector<int>{} : std::vector{point}, queries_.get()));
    });
    connect(navigator_, &GalaxyNavigator::lassoed, this,
            [this](const std::vector<int>& points) { selectExperts(expertsAt(points, nullptr)); });
    connect(navigator_, &GalaxyNavigator::toggled, this, [this](int point) {
        if (point < 0) return;
        std::vector<int> experts = selectedExperts();
        for (const int expert : expertsAt({point}, queries_.get()))
            if (std::erase(experts, expert) == 0) experts.push_back(expert);
        selectExperts(std::move(experts));
    });
    connect(navigator_, &GalaxyNavigator::lassoChanged, this, [this](const QPolygonF& lasso) {
        lasso_ = lasso;
        showMarks();
    });
}

void GalaxyView::connectParts() {
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
    look_timer_.setSingleShot(true);
    look_timer_.setInterval(kLookDelay);
    connect(&look_timer_, &QTimer::timeout, this, &GalaxyView::keepLook);
}

void GalaxyView::keepLook() {
    if (!std::exchange(look_changed_, false)) return;
    const GalaxyLook look{options_, camera()};
    rememberLook(look);
    if (look_folder_.empty()) return;
    try {
        writeLook(look_folder_, look);
    } catch (const std::exception&) {
        // A run that may only be read is looked at all the same.
    }
}

void GalaxyView::sourceChanged() {
    keepLook();
    job_.cancel();
    endFilm();
    first_keys_.reset();
    layout_.reset();
    kinds_.reset();
    closeBeside();
    respawned_.clear();
    failure_.clear();
    hint_.clear();
    GalaxyLook look{options_, camera()};
    const int layers = run() ? data()->layerCount() : 0;
    look.options.layer = layers / 2;
    look.options.step = -1;
    look_folder_ = run() && data()->info() ? data()->info()->folder : std::filesystem::path();
    if (readLook(look_folder_, look)) {
        if (look.options.layer >= layers) look.options.layer = layers / 2;
        const auto& steps = data()->keySteps(look.options.layer);
        if (!std::ranges::binary_search(steps, look.options.step)) look.options.step = -1;
        navigator_->setCamera(look.camera);
    }
    look_changed_ = false;
    options_ = look.options;
    showOptions();
    showCompletions();
    showScene();
    markDirty();
}

void GalaxyView::takeRespawns(int first) {
    const auto& respawns = data()->respawns();
    for (auto i = static_cast<std::size_t>(first); i < respawns.size(); ++i) {
        for (const int expert : respawns[i].experts)
            respawned_[respawns[i].layer].emplace(expert, respawns[i].step);
        if (respawns[i].layer == options_.layer) markDirty();
    }
}

void GalaxyView::setRun(RunContext* run) {
    View::setRun(run);
    sourceChanged();
    if (!run) return;
    connect(data(), &RunData::sourceChanged, this, &GalaxyView::sourceChanged);
    connect(data(), &RunData::keysChanged, this, [this](int layer) {
        if (layer == options_.layer) markDirty();
    });
    connect(data(), &RunData::expertTokensChanged, this, [this](int layer) {
        kinds_.reset();
        if (layer == options_.layer) markDirty();
    });
    takeRespawns(0);
    connect(data(), &RunData::respawnsAdded, this, &GalaxyView::takeRespawns);
    connect(selection(), &Selection::changed, this, [this] {
        const auto& mark = selection()->markedExpert();
        if (mark && mark->layer != options_.layer) {
            GalaxyOptions options = options_;
            options.layer = mark->layer;
            applyOptions(options);
        }
        if (options_.labels) showScene();
        showMarks();
    });
    connect(requests(), &Requests::analysisReady, this, [this] {
        kinds_.reset();
        showCompletions();
        markDirty();
    });
    connect(requests(), &Requests::queriesReady, this, [this] {
        failure_.clear();
        markDirty();
    });
    connect(requests(), &Requests::queriesFailed, this, [this](const QString& reason) {
        failure_ = reason;
        showScene();
    });
}

void GalaxyView::applyOptions(const GalaxyOptions& options) {
    const bool other_keys = options.layer != options_.layer;
    if (other_keys || !(options.request == options_.request)) endFilm();
    options_ = options;
    if (other_keys) {
        first_keys_.reset();
        job_.cancel();
        layout_.reset();
        failure_.clear();
        showCompletions();
    }
    showOptions();
    showScene();
    markDirty();
}

void GalaxyView::setOptions(const GalaxyOptions& options) {
    applyOptions(options);
    lookChanged();
}

void GalaxyView::change(const std::function<void(GalaxyOptions&)>& edit) {
    GalaxyOptions options = options_;
    edit(options);
    if (!(options == options_)) setOptions(options);
}

std::int64_t GalaxyView::wantedStep() const {
    if (!run()) return -1;
    if (options_.step >= 0) return options_.step;
    const SharedKeys newest = data()->keys(options_.layer);
    if (newest) return newest->step;
    const auto& steps = data()->keySteps(options_.layer);
    return steps.empty() ? -1 : steps.back();
}

SharedKeys GalaxyView::wantedKeys() const {
    const std::int64_t step = wantedStep();
    return step < 0 ? nullptr : data()->keysAt(options_.layer, step);
}

bool GalaxyView::outOfDate() const {
    if (!layout_) return false;
    return !(layout_->request == options_.request) || layout_->keys->layer != options_.layer ||
           layout_->keys->step != wantedStep();
}

void GalaxyView::refresh() {
    if (hasFilm()) return showScene();
    showSteps();
    const bool first = !layout_ && failure_.isEmpty() && wantedStep() >= 0;
    const bool pca = options_.request.options.method == ProjectionMethod::pca;
    // Cheap pictures follow by themselves; the others wait to be asked, but for the first.
    const bool cheap = pca && (!options_.request.with_clusters || !layout_ ||
                               layout_->keys->experts <= kCheapClusters);
    if (!job_.running() && (first || (cheap && layout_ && outOfDate())))
        compute();
    else
        showScene();
    showState();
}

void GalaxyView::compute() {
    failure_.clear();
    try {
        SharedKeys keys = wantedKeys();
        if (keys) job_.start(std::move(keys), options_.request);
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
    // Clusters come last: until then the keys keep the colors they had.
    if (layout_ && layout_->keys->layer == layout->keys->layer) shown->clusters = layout_->clusters;
    showLayout(shown);
}

void GalaxyView::showLayout(std::shared_ptr<const GalaxyLayout> layout) {
    layout_ = std::move(layout);
    showScene();
    showState();
}

OrbitCamera GalaxyView::camera() const {
    return navigator_->camera();
}

void GalaxyView::setCamera(const OrbitCamera& camera) {
    navigator_->setCamera(camera);
}

bool GalaxyView::needsAnalysis() const {
    return run() && !requests()->analysis() && orrery::needsAnalysis(options_.coloring);
}

}  // namespace orrery
