// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/scene_facts.h"

#include <QCoreApplication>
#include <algorithm>
#include <numeric>

#include "widgets/galaxy/galaxy_beside.h"
#include "widgets/galaxy/galaxy_film.h"
#include "widgets/palette/visible_text.h"
#include "widgets/plots/expert_usage.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_data.h"

namespace orrery {
namespace {

constexpr std::size_t kMostLabels = 40;
constexpr std::size_t kMostTokenLabels = 1000;  // that are looked for room for

/// The most used first; of equal ones the lower number.
void sortByUsage(std::vector<int>& keys, const std::vector<float>& usage) {
    std::ranges::stable_sort(keys, std::ranges::greater{}, [&](int key) {
        const auto index = static_cast<std::size_t>(key);
        return index < usage.size() ? usage[index] : 0.0F;
    });
}

struct SceneFactWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::SceneFacts)
};

}  // namespace

void SceneFacts::setRun(RunContext* run) {
    run_ = run;
    reset();
}

void SceneFacts::reset() {
    first_keys_.reset();
    kinds_.reset();
    respawned_.clear();
}

bool SceneFacts::takeRespawns(int first, int layer) {
    bool of_layer = false;
    const auto& respawns = run_->data()->respawns();
    for (auto i = static_cast<std::size_t>(first); i < respawns.size(); ++i) {
        for (const int expert : respawns[i].experts)
            respawned_[respawns[i].layer].emplace(expert, respawns[i].step);
        of_layer = of_layer || respawns[i].layer == layer;
    }
    return of_layer;
}

SceneOptions SceneFacts::optionsFor(const std::shared_ptr<const GalaxyLayout>& layout,
                                    const GalaxyOptions& look,
                                    const std::vector<int>& selected) const {
    SceneOptions scene;
    scene.coloring = look.coloring;
    scene.size_by_usage = look.size_by_usage;
    scene.legend = look.legend;
    scene.layer_title = layerTitle(layout ? layout->keys->layer : look.layer,
                                   run_ ? run_->data()->layerCount() : 0);
    if (run_ && run_->data()->info()) scene.run_name = runTitle(*run_->data()->info());
    if (!layout || !run_) return scene;
    scene.kinds = kindsOf(*layout, look.coloring);
    fillDrift(scene, *layout);
    scene.respawned = respawnedKeys(*layout);
    scene.queries = queriesOf(layout);
    scene.query_labels = look.query_labels;
    if (look.labels) fillLabels(scene, *layout, selected);
    if (look.token_labels) fillTokenLabels(scene, *layout);
    return scene;
}

const KeyKinds& SceneFacts::kindsOf(const GalaxyLayout& layout, GalaxyColoring coloring) const {
    const int layer = layout.keys->layer;
    if (!kinds_ || kinds_->layer != layer || kinds_->coloring != coloring)
        kinds_ = {layer, coloring,
                  kindsOfKeys(*run_->data(), run_->requests()->analysis(), layer,
                              layout.keys->experts, coloring)};
    return kinds_->kinds;
}

void SceneFacts::fillDrift(SceneOptions& scene, const GalaxyLayout& layout) const {
    if (scene.coloring != GalaxyColoring::drift) return;
    const int layer = layout.keys->layer;
    const auto& steps = run_->data()->keySteps(layer);
    const bool first = first_keys_ && first_keys_->layer == layer && !steps.empty() &&
                       first_keys_->step == steps.front();
    if (!first) {
        first_keys_ = steps.empty() ? nullptr : run_->data()->keysAt(layer, steps.front());
    }
    if (!first_keys_) return;
    scene.drift = cosineDrift(*first_keys_, *layout.keys);
    scene.drift_since = first_keys_->step;
}

std::set<int> SceneFacts::respawnedKeys(const GalaxyLayout& layout) const {
    std::set<int> keys;
    const auto found = respawned_.find(layout.keys->layer);
    if (found != respawned_.end())
        for (const auto& [expert, step] : found->second)
            if (step <= layout.keys->step) keys.insert(expert);
    return keys;
}

std::shared_ptr<const QueryCloud> SceneFacts::queriesOf(
    const std::shared_ptr<const GalaxyLayout>& layout) const {
    const auto& text = run_->requests()->queries();
    if (!text) return nullptr;
    for (const KnownQueries& known : queries_)
        if (known.layout == layout && known.text == text) return known.cloud;
    if (queries_.size() >= 2) queries_.erase(queries_.begin());
    queries_.push_back({layout, text, placeQueries(*layout, *text)});
    return queries_.back().cloud;
}

void SceneFacts::fillLabels(SceneOptions& scene, const GalaxyLayout& layout,
                            std::vector<int> selected) const {
    const std::vector<float>& usage = layout.keys->usage;
    if (selected.empty()) {
        selected.resize(usage.size());
        std::iota(selected.begin(), selected.end(), 0);
    }
    sortByUsage(selected, usage);
    if (selected.size() > kMostLabels) selected.resize(kMostLabels);
    const ExpertTokens* tokens = run_->data()->expertTokens(layout.keys->layer);
    for (const int key : selected) {
        QString text = QString::number(key);
        const auto index = static_cast<std::size_t>(key);
        if (tokens && index < tokens->experts.size() && !tokens->experts[index].empty())
            text += u' ' + visibleText(tokens->experts[index].front().first);
        scene.key_labels.emplace_back(key, text);
    }
}

void SceneFacts::fillTokenLabels(SceneOptions& scene, const GalaxyLayout& layout) const {
    const ExpertTokens* tokens = run_->data()->expertTokens(layout.keys->layer);
    if (!tokens) {
        if (scene.kinds.missing.isEmpty())
            scene.kinds.missing =
                SceneFactWords::tr("No labels: tokens are counted at each evaluation");
        return;
    }
    std::vector<int> keys;
    for (std::size_t key = 0; key < layout.keys->usage.size(); ++key) {
        const bool known = key < tokens->experts.size() && !tokens->experts[key].empty();
        const bool labeled = std::ranges::any_of(scene.key_labels, [key](const auto& label) {
            return label.first == static_cast<int>(key);
        });
        if (known && !labeled) keys.push_back(static_cast<int>(key));
    }
    sortByUsage(keys, layout.keys->usage);
    if (keys.size() > kMostTokenLabels) keys.resize(kMostTokenLabels);
    for (const int key : keys)
        scene.token_labels.emplace_back(
            key, visibleText(tokens->experts[static_cast<std::size_t>(key)].front().first));
}

QString SceneFacts::describe(const GalaxyLayout& layout, int key, GalaxyColoring coloring) const {
    const int layer = layout.keys->layer;
    QString text = describeKey(layout, key, run_ ? run_->data()->expertTokens(layer) : nullptr);
    if (!run_) return text;
    if (const auto known = respawned_.find(layer); known != respawned_.end())
        if (const auto found = known->second.find(key); found != known->second.end())
            text += u'\n' + SceneFactWords::tr("Respawned by step %1").arg(found->second);
    const QString kind = kindsOf(layout, coloring).nameOf(static_cast<std::size_t>(key));
    return kind.isEmpty() ? text : text + u'\n' + kind;
}

}  // namespace orrery
