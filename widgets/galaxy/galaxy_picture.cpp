// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/galaxy_picture.h"

#include <QPainter>
#include <QToolTip>
#include <utility>

#include "widgets/galaxy/film_export.h"
#include "widgets/galaxy/galaxy_beside.h"
#include "widgets/galaxy/render/galaxy_painter.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_data.h"
#include "widgets/run/selection.h"

namespace orrery {
namespace {

// Finding clusters takes time that grows with the square of the keys: below this it is done
// unasked.
constexpr int kCheapClusters = 512;

GalaxyScene sceneOf(const GalaxyLayout* layout, const SceneOptions& options, const QString& empty) {
    GalaxyScene scene;
    if (layout) scene = makeScene(*layout, options);
    scene.theme = options.theme;
    scene.empty = empty;
    return scene;
}

}  // namespace

GalaxyPicture::GalaxyPicture(QWidget* parent) : QObject(parent), halves_(new GalaxyHalves(parent)) {
    connect(halves_, &GalaxyHalves::comparisonChanged, this, &GalaxyPicture::show);
    connect(halves_, &GalaxyHalves::besideChanged, this, &GalaxyPicture::showBeside);
    connect(halves_, &GalaxyHalves::hovered, this, &GalaxyPicture::describe);
    connect(halves_, &GalaxyHalves::selected, this, &GalaxyPicture::select);
    connect(halves_, &GalaxyHalves::toggled, this, [this](const std::vector<int>& toggled) {
        std::vector<int> experts = selectedExperts();
        for (const int expert : toggled)
            if (std::erase(experts, expert) == 0) experts.push_back(expert);
        select(std::move(experts));
    });
    connect(&player_, &FilmPlayer::frameShown, this,
            [this](const std::shared_ptr<const GalaxyLayout>& frame) { current_.show(*frame); });
    connect(&player_, &FilmPlayer::failed, &current_, &CurrentLayout::setFailure);
    connect(&current_, &CurrentLayout::changed, this, &GalaxyPicture::show);
    connect(&current_, &CurrentLayout::gaveUp, this, [this] {
        pace_.stop();
        show();
    });
    // After changed(), before the view asks what is to be computed now.
    connect(&current_, &CurrentLayout::finished, this, [this] {
        const auto& made = current_.get();
        if (made->refined > 0) pace_.finished(made->seconds, std::chrono::steady_clock::now());
    });
    pause_.setSingleShot(true);
    connect(&pause_, &QTimer::timeout, this, &GalaxyPicture::refinementDue);
}

void GalaxyPicture::setRun(RunContext* run) {
    run_ = run;
    facts_.setRun(run);
}

void GalaxyPicture::reset() {
    current_.clear();
    figure_layout_.reset();  // keys of another run may be of the same step
    player_.end();
    facts_.reset();
    halves_->endComparison();
    pace_.reset();
    pause_.stop();
    hint_.clear();
}

void GalaxyPicture::setOptions(const GalaxyOptions& options) {
    const bool other_keys = options.layer != options_.layer;
    if (other_keys || !(options.request == options_.request)) player_.end();
    if (other_keys || !(options.request == options_.request)) pace_.reset();
    options_ = options;
    if (other_keys) current_.clear();
}

std::int64_t GalaxyPicture::wantedStep() const {
    if (!run_) return -1;
    if (options_.step >= 0) return options_.step;
    if (const SharedKeys newest = run_->data()->keys(options_.layer)) return newest->step;
    const auto& steps = run_->data()->keySteps(options_.layer);
    return steps.empty() ? -1 : steps.back();
}

SharedKeys GalaxyPicture::wantedKeys() const {
    const std::int64_t step = wantedStep();
    return step < 0 ? nullptr : run_->data()->keysAt(options_.layer, step);
}

bool GalaxyPicture::outOfDate() const {
    return current_.get() && !current_.isOf(options_.request, options_.layer, wantedStep());
}

bool GalaxyPicture::computesByItself() const {
    if (current_.computing() || player_.isOn()) return false;
    const auto& layout = current_.get();
    if (!layout) return current_.failure().isEmpty() && wantedStep() >= 0;
    const bool cheap = options_.request.options.method == ProjectionMethod::pca &&
                       (!options_.request.with_clusters || layout->keys->experts <= kCheapClusters);
    if (cheap) return outOfDate();
    return outOfDate() && refines() && !pause_.isActive();
}

bool GalaxyPicture::refines() const {
    const auto& layout = current_.get();
    if (!layout || options_.step >= 0 || player_.isOn() || pace_.stopped()) return false;
    const Keys& keys = *layout->keys;
    if (layout->aligned && layout->refined == 0) return false;  // a frame of a film
    return options_.request.options.method != ProjectionMethod::pca &&
           keys.experts <= most_refined_keys && keys.layer == options_.layer &&
           layout->request == options_.request && layout->projection.progress >= 1;
}

void GalaxyPicture::computeByItself() {
    if (!refines()) return compute();
    const auto wait = pace_.wait(std::chrono::steady_clock::now());
    if (wait.count() > 0) return pause_.start(wait);
    current_.refine([this] { return wantedKeys(); });
}

void GalaxyPicture::compute() {
    pause_.stop();
    current_.start([this] { return wantedKeys(); }, options_.request);
}

bool GalaxyPicture::startFilm() {
    const SharedKeys newest = wantedKeys();
    if (!newest) return false;
    current_.cancel();
    current_.clearFailure();
    const int layer = options_.layer;
    player_.start(run_->data()->keySteps(layer), *newest, options_.request,
                  [run = run_, layer](std::int64_t step) {
                      return run ? run->data()->keysAt(layer, step) : nullptr;
                  });
    return true;
}

std::vector<int> GalaxyPicture::selectedExperts() const {
    return selectedIn(current_.get().get());
}

std::vector<int> GalaxyPicture::selectedIn(const GalaxyLayout* layout) const {
    if (!run_ || !layout || run_->selection()->chosen().layer != layout->keys->layer) return {};
    std::vector<int> experts = run_->selection()->chosen().experts;
    std::erase_if(experts, [&](int expert) { return expert >= layout->keys->experts; });
    return experts;
}

void GalaxyPicture::select(std::vector<int> experts) {
    if (run_ && current_.get())
        run_->selection()->select({current_.get()->keys->layer, std::move(experts)});
}

SceneOptions GalaxyPicture::sceneOptions(const std::shared_ptr<const GalaxyLayout>& layout) const {
    SceneOptions scene = facts_.optionsFor(layout, options_, selectedIn(layout.get()));
    scene.apart = halves_->compares();
    if (halves_->compares())
        scene.layer_title = scene.run_name + QStringLiteral(", ") + scene.layer_title;
    scene.theme = themeOf(halves_->palette());
    if (layout && run_ && player_.isOn()) scene.film = player_.film().frames();
    return scene;
}

SceneOptions GalaxyPicture::besideOptions(const std::shared_ptr<const GalaxyLayout>& layout) const {
    GalaxyBeside& beside = halves_->beside();
    SceneOptions scene =
        beside.isOtherRun()
            ? beside.otherRunOptions(options_, layout, run_ ? run_->data()->layerCount() : 0)
            : sceneOptions(layout);
    scene.apart = true;
    scene.theme = themeOf(halves_->palette());
    scene.warning = beside.failure();
    return scene;
}

QString GalaxyPicture::emptyText() const {
    if (!current_.failure().isEmpty()) return current_.failure();
    if (!run_ || !run_->data()->hasSource())
        return tr("Train a configuration or open a run to see the keys of its experts.");
    if (wantedStep() < 0) return tr("No key snapshot of this layer yet: waiting for the first.");
    if (current_.computing()) return tr("Computing the projection...");
    return tr("Press Run to compute the projection.");
}

void GalaxyPicture::show() {
    const auto& layout = current_.get();
    SceneOptions options = sceneOptions(layout);
    options.trail = player_.trail();
    if (!current_.failure().isEmpty())
        options.warning = current_.failure();
    else if (!player_.isOn() && outOfDate() && !current_.computing() && !refines())
        options.warning = tr("Out of date: press Run");
    else
        options.warning = hint_;
    halves_->setScene(
        std::make_shared<const GalaxyScene>(sceneOf(layout.get(), options, emptyText())),
        options.queries, options.run_name);
    // While the first is being laid out the second waits: it goes on from it.
    if (halves_->compares() && !current_.computing()) {
        GalaxyOptions shown = options_;
        if (layout) {
            shown.layer = layout->keys->layer;
            shown.request = layout->request;
        }
        halves_->beside().follow(run_ ? run_->data() : nullptr, shown, layout);
    }
    showBeside();
}

void GalaxyPicture::showBeside() {
    if (halves_->compares()) {
        const GalaxyBeside& beside = halves_->beside();
        const SceneOptions options = besideOptions(beside.layout());
        const QString empty =
            beside.failure().isEmpty() ? tr("Computing the projection...") : beside.failure();
        halves_->setBesideScene(
            std::make_shared<const GalaxyScene>(sceneOf(beside.layout().get(), options, empty)),
            options.queries);
    }
    halves_->setSelected(selectedExperts());
}

void GalaxyPicture::describe(bool beside, int point, const QPoint& global_position) {
    GalaxyBeside& other = halves_->beside();
    GalaxyCanvas& canvas = beside ? other.picture() : halves_->first();
    const auto layout = beside ? other.layout() : current_.get();
    if (point < 0 || !layout) return QToolTip::hideText();
    const int experts = layout->keys->experts;
    QString text;
    if (point >= experts) {
        if (canvas.queries())
            text = describeQuery(*canvas.queries(), static_cast<std::size_t>(point - experts));
    } else if (beside && other.isOtherRun()) {
        text = describeKey(*layout, point, nullptr);
    } else {
        text = facts_.describe(*layout, point, options_.coloring);
    }
    QToolTip::showText(global_position, text, canvas.widget());
}

std::shared_ptr<const GalaxyLayout> GalaxyPicture::layoutForFigure() const {
    if (player_.isOn()) return current_.get();
    const auto fits = [this](const std::shared_ptr<const GalaxyLayout>& layout) {
        return layout && !layout->aligned && layout->request == options_.request &&
               layout->keys->layer == options_.layer && layout->keys->step == wantedStep() &&
               layout->projection.progress >= 1;
    };
    if (!current_.computing() && fits(current_.get())) return current_.get();
    if (fits(figure_layout_)) return figure_layout_;
    const SharedKeys keys = wantedKeys();
    if (!keys) return nullptr;
    // What is on show is of another wish, or there is nothing yet: a figure must not depend on it.
    figure_layout_ = std::make_shared<const GalaxyLayout>(layOut(keys, options_.request));
    return figure_layout_;
}

std::vector<GalaxyScene> GalaxyPicture::figureScenes(const ChartTheme& theme) const {
    const auto layout = layoutForFigure();
    SceneOptions options = sceneOptions(layout);
    options.trail = player_.trail();
    options.theme = theme;
    std::vector<GalaxyScene> scenes{sceneOf(layout.get(), options, emptyText())};
    const auto beside = halves_->compares() && run_
                            ? halves_->beside().layoutBeside(run_->data(), options_, layout)
                            : nullptr;
    if (!beside) return scenes;
    SceneOptions others = besideOptions(beside);
    others.theme = theme;
    others.warning.clear();  // of what was on show before
    scenes.push_back(sceneOf(beside.get(), others, emptyText()));
    return scenes;
}

void GalaxyPicture::paint(QPainter& painter, const QSizeF& size, const ChartTheme& theme) const {
    const std::vector<GalaxyScene> scenes = figureScenes(theme);
    const auto layout = layoutForFigure();
    const auto queries = sceneOptions(layout).queries;
    const std::vector<int> selected = selectedIn(layout.get());  // whatever is on show
    const QSizeF half(size.width() / static_cast<double>(scenes.size()), size.height());
    painter.save();
    for (const GalaxyScene& scene : scenes) {
        const auto points = pointsOfExperts(selected, scene.keys(), queries.get());
        paintGalaxy(painter, half, scene, halves_->camera(), {-1, points, {}}, GalaxyInk::vector);
        painter.translate(half.width(), 0);
    }
    painter.restore();
}

QString GalaxyPicture::csv() const {
    const auto layout = layoutForFigure();
    if (!layout) return layoutAsCsv({});
    QString text = layoutAsCsv(*layout, sceneOptions(layout));
    const auto beside = halves_->compares() && run_
                            ? halves_->beside().layoutBeside(run_->data(), options_, layout)
                            : nullptr;
    if (!beside) return text;
    const QString more = layoutAsCsv(*beside, besideOptions(beside));
    return text + more.mid(more.indexOf(u'\n') + 1);
}

void GalaxyPicture::exportFilm(const std::filesystem::path& folder, const QSize& size) const {
    const auto& frames = player_.film().frames();
    FilmExport film{static_cast<int>(frames.size()), player_.framesPerSecond(), size, {}};
    film.paint = [&](QPainter& painter, const QSizeF& room, int frame) {
        auto layout = std::make_shared<GalaxyLayout>(*frames[static_cast<std::size_t>(frame)]);
        layout->clusters = current_.get()->clusters;
        SceneOptions options = sceneOptions(layout);
        options.theme = paperTheme();
        options.trail = player_.film().trailTo(frame);
        const auto points =
            pointsOfExperts(selectedIn(layout.get()), layout->keys->experts, options.queries.get());
        paintGalaxy(painter, room, makeScene(*layout, options), halves_->camera(), {-1, points, {}},
                    GalaxyInk::screen);
    };
    exportFrames(folder, film);
}

}  // namespace orrery
