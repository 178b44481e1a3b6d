// SPDX-License-Identifier: GPL-3.0-or-later
// What the galaxy view draws: its scenes, its marks, its figure.
#include <QLabel>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <numeric>

#include "widgets/galaxy/galaxy_beside.h"
#include "widgets/galaxy/galaxy_navigator.h"
#include "widgets/galaxy/galaxy_view.h"
#include "widgets/galaxy/render/galaxy_painter.h"
#include "widgets/palette/visible_text.h"
#include "widgets/plots/expert_usage.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_data.h"
#include "widgets/run/selection.h"

namespace orrery {
namespace {

constexpr std::size_t kMostLabels = 40;

GalaxyScene sceneOf(const GalaxyLayout* layout, const SceneOptions& options, const QString& empty) {
    GalaxyScene scene;
    if (layout) scene = makeScene(*layout, options);
    scene.theme = options.theme;
    scene.empty = empty;
    return scene;
}

}  // namespace

SceneOptions GalaxyView::sceneOptions(const std::shared_ptr<const GalaxyLayout>& layout) const {
    SceneOptions scene;
    scene.coloring = options_.coloring;
    scene.size_by_usage = options_.size_by_usage;
    scene.legend = options_.legend;
    scene.layer_title =
        layerTitle(layout ? layout->keys->layer : options_.layer, run() ? data()->layerCount() : 0);
    if (run() && data()->info()) scene.run_name = runTitle(*data()->info());
    if (hasBeside()) scene.layer_title = scene.run_name + QStringLiteral(", ") + scene.layer_title;
    scene.theme = themeOf(palette());
    if (!layout || !run()) return scene;
    scene.kinds = kindsOf(*layout);
    fillDrift(scene, firstKeys(), *layout);
    scene.respawned = respawnedKeys(*layout);
    scene.queries = queriesOf(layout);
    fillLabels(scene, *layout);
    scene.film = film_.frames();
    return scene;
}

SceneOptions GalaxyView::besideOptions() const {
    const auto layout = beside_->layout();
    if (!beside_->isOtherRun()) {
        SceneOptions scene = sceneOptions(layout);
        scene.warning = beside_->failure();
        return scene;
    }
    SceneOptions scene;
    scene.coloring = options_.coloring;
    scene.size_by_usage = options_.size_by_usage;
    scene.legend = options_.legend;
    scene.run_name = beside_->runName();
    scene.layer_title = scene.run_name + QStringLiteral(", ") +
                        layerTitle(options_.layer, run() ? data()->layerCount() : 0);
    scene.theme = themeOf(palette());
    scene.warning = beside_->failure();
    if (orrery::needsAnalysis(scene.coloring) || scene.coloring == GalaxyColoring::token)
        scene.kinds.missing = tr("Tokens and guilds are known only for the open run");
    if (layout) fillDrift(scene, beside_->firstKeys(), *layout);
    return scene;
}

const KeyKinds& GalaxyView::kindsOf(const GalaxyLayout& layout) const {
    const int layer = layout.keys->layer;
    if (!kinds_ || kinds_->layer != layer || kinds_->coloring != options_.coloring)
        kinds_ = {layer, options_.coloring,
                  kindsOfKeys(*data(), requests()->analysis(), layer, layout.keys->experts,
                              options_.coloring)};
    return kinds_->kinds;
}

std::shared_ptr<const QueryCloud> GalaxyView::queriesOf(
    const std::shared_ptr<const GalaxyLayout>& layout) const {
    const auto& text = requests()->queries();
    if (!text) return nullptr;
    for (const KnownQueries& known : known_queries_)
        if (known.layout == layout && known.text == text) return known.cloud;
    if (known_queries_.size() >= 2) known_queries_.erase(known_queries_.begin());
    known_queries_.push_back({layout, text, placeQueries(*layout, *text)});
    return known_queries_.back().cloud;
}

SharedKeys GalaxyView::firstKeys() const {
    if (!first_keys_ && run() && layout_) {
        const auto& steps = data()->keySteps(layout_->keys->layer);
        if (!steps.empty()) first_keys_ = data()->keysAt(layout_->keys->layer, steps.front());
    }
    return first_keys_;
}

void GalaxyView::fillDrift(SceneOptions& scene, const SharedKeys& from,
                           const GalaxyLayout& layout) const {
    if (scene.coloring != GalaxyColoring::drift || !from) return;
    scene.drift = cosineDrift(*from, *layout.keys);
    scene.drift_since = from->step;
}

std::set<int> GalaxyView::respawnedKeys(const GalaxyLayout& layout) const {
    std::set<int> keys;
    const auto found = respawned_.find(layout.keys->layer);
    if (found != respawned_.end())
        for (const auto& [expert, step] : found->second)
            if (step <= layout.keys->step) keys.insert(expert);
    return keys;
}

// Of what is selected; of the keys that are used most where nothing is.
void GalaxyView::fillLabels(SceneOptions& scene, const GalaxyLayout& layout) const {
    if (!options_.labels) return;
    scene.query_labels = true;
    std::vector<int> keys = selectedExperts();
    const std::vector<float>& usage = layout.keys->usage;
    if (keys.empty()) {
        keys.resize(usage.size());
        std::iota(keys.begin(), keys.end(), 0);
    }
    std::ranges::stable_sort(keys, std::ranges::greater{}, [&](int key) {
        const auto index = static_cast<std::size_t>(key);
        return index < usage.size() ? usage[index] : 0.0F;
    });
    if (keys.size() > kMostLabels) keys.resize(kMostLabels);
    const ExpertTokens* tokens = data()->expertTokens(layout.keys->layer);
    for (const int key : keys) {
        QString text = QString::number(key);
        const auto index = static_cast<std::size_t>(key);
        if (tokens && index < tokens->experts.size() && !tokens->experts[index].empty())
            text += u' ' + visibleText(tokens->experts[index].front().first);
        scene.key_labels.emplace_back(key, text);
    }
}

QString GalaxyView::emptyText() const {
    if (!failure_.isEmpty()) return failure_;
    if (!run() || !data()->hasSource())
        return tr("Train a configuration or open a run to see the keys of its experts.");
    if (wantedStep() < 0) return tr("No key snapshot of this layer yet: waiting for the first.");
    if (job_.running()) return tr("Computing the projection...");
    return tr("Press Run to compute the projection.");
}

void GalaxyView::showScene() {
    SceneOptions options = sceneOptions(layout_);
    options.trail = film_.trailTo(film_frame_);
    if (!failure_.isEmpty())
        options.warning = failure_;
    else if (!hasFilm() && outOfDate() && !job_.running())
        options.warning = tr("Out of date: press Run");
    else
        options.warning = hint_;
    queries_ = options.queries;
    const auto scene =
        std::make_shared<const GalaxyScene>(sceneOf(layout_.get(), options, emptyText()));
    navigator_->setScene(scene);
    renderer_->setScene(scene);
    renderer_->widget()->setAccessibleDescription(scene->title + u' ' + scene->note);
    caption_->setVisible(hasBeside());
    caption_->setText(options.run_name);
    caption_->setFixedHeight(beside_->rowHeight());
    followBeside();
    showBesideScene();
    showMarks();
}

bool GalaxyView::hasBeside() const {
    return !beside_->isHidden();
}

// While the first is being laid out the second waits: it goes on from it.
void GalaxyView::followBeside() {
    if (!hasBeside() || job_.running()) return;
    GalaxyOptions shown = options_;
    if (layout_) {
        shown.layer = layout_->keys->layer;
        shown.request = layout_->request;
    }
    beside_->follow(data(), shown, layout_);
}

void GalaxyView::showBesideScene() {
    beside_queries_.reset();
    if (!hasBeside()) return;
    const SceneOptions options = besideOptions();
    beside_queries_ = options.queries;
    const QString empty =
        beside_->failure().isEmpty() ? tr("Computing the projection...") : beside_->failure();
    beside_->setScene(
        std::make_shared<const GalaxyScene>(sceneOf(beside_->layout().get(), options, empty)));
}

std::vector<int> GalaxyView::selectedExperts() const {
    if (!run() || !layout_ || selection()->chosen().layer != layout_->keys->layer) return {};
    std::vector<int> experts = selection()->chosen().experts;
    std::erase_if(experts, [this](int expert) { return expert >= layout_->keys->experts; });
    return experts;
}

std::vector<int> GalaxyView::selectedPoints(const QueryCloud* queries) const {
    const std::vector<int> experts = selectedExperts();
    std::vector<int> points = experts;
    if (experts.empty() || !queries) return points;
    for (std::size_t i = 0; i < queries->experts.size(); ++i)
        if (std::ranges::any_of(queries->experts[i], [&](int expert) {
                return std::ranges::binary_search(experts, expert);
            }))
            points.push_back(layout_->keys->experts + static_cast<int>(i));
    return points;
}

// A key is its expert; a query stands for those that its token was sent to.
std::vector<int> GalaxyView::expertsAt(const std::vector<int>& points,
                                       const QueryCloud* queries) const {
    std::vector<int> experts;
    for (const int point : points) {
        const int query = layout_ ? point - layout_->keys->experts : -1;
        if (query < 0)
            experts.push_back(point);
        else if (queries && static_cast<std::size_t>(query) < queries->experts.size())
            for (const int expert : queries->experts[static_cast<std::size_t>(query)])
                experts.push_back(expert);
    }
    return experts;
}

void GalaxyView::showMarks() {
    const std::vector<int> experts = selectedExperts();
    navigator_->setSelected(experts.size() == 1 ? experts.front() : -1);
    renderer_->setMarks({hovered_, selectedPoints(queries_.get()), lasso_});
    if (hasBeside())
        beside_->setMarks({hovered_beside_, selectedPoints(beside_queries_.get()), {}});
}

void GalaxyView::selectExperts(std::vector<int> experts) {
    if (run() && layout_) selection()->select({layout_->keys->layer, std::move(experts)});
}

void GalaxyView::describe(int point, const QPoint& global_position, bool beside) {
    (beside ? hovered_beside_ : hovered_) = point;
    showMarks();
    const auto layout = beside ? beside_->layout() : layout_;
    if (point < 0 || !layout) return QToolTip::hideText();
    const bool own = run() && !(beside && beside_->isOtherRun());
    const auto& queries = beside ? beside_queries_ : queries_;
    QString text;
    if (point < layout->keys->experts) {
        text =
            describeKey(*layout, point, own ? data()->expertTokens(layout->keys->layer) : nullptr);
        if (own && respawned_.contains(layout->keys->layer)) {
            const auto& first = respawned_.at(layout->keys->layer);
            if (const auto found = first.find(point); found != first.end())
                text += u'\n' + tr("Respawned by step %1").arg(found->second);
        }
        if (own) {
            const QString kind = kindsOf(*layout).nameOf(static_cast<std::size_t>(point));
            if (!kind.isEmpty()) text += u'\n' + kind;
        }
    } else if (queries) {
        text = describeQuery(*queries, static_cast<std::size_t>(point - layout->keys->experts));
    }
    QToolTip::showText(global_position, text, beside ? beside_->canvas() : renderer_->widget());
}

std::shared_ptr<const GalaxyLayout> GalaxyView::layoutForFigure() const {
    if (layout_) return layout_;
    const SharedKeys keys = wantedKeys();
    if (!keys) return nullptr;
    // A view that was never seen has no picture yet, but its figure must not depend on that.
    return std::make_shared<GalaxyLayout>(layOut(keys, options_.request));
}

void GalaxyView::paintFigure(QPainter& painter, const QSizeF& size) const {
    const auto paint = [&](const QSizeF& room, const GalaxyLayout* layout, SceneOptions options) {
        options.theme = figureTheme();
        const GalaxyScene scene = sceneOf(layout, options, emptyText());
        paintGalaxy(painter, room, scene, camera(), {-1, selectedPoints(options.queries.get()), {}},
                    GalaxyInk::vector);
    };
    const auto layout = layoutForFigure();
    SceneOptions options = sceneOptions(layout);
    options.trail = film_.trailTo(film_frame_);
    if (!hasFilm() && outOfDate()) options.warning = tr("Out of date: press Run");
    if (!hasBeside() || !beside_->layout()) return paint(size, layout.get(), options);
    const QSizeF half(size.width() / 2, size.height());
    paint(half, layout.get(), options);
    painter.save();
    painter.translate(half.width(), 0);
    paint(half, beside_->layout().get(), besideOptions());
    painter.restore();
}

QString GalaxyView::dataAsCsv() const {
    const auto layout = layoutForFigure();
    if (!layout) return layoutAsCsv({});
    QString text = layoutAsCsv(*layout, sceneOptions(layout));
    if (!hasBeside() || !beside_->layout()) return text;
    const QString more = layoutAsCsv(*beside_->layout(), besideOptions());
    return text + more.mid(more.indexOf(u'\n') + 1);
}

}  // namespace orrery
