// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QPointer>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "widgets/galaxy/galaxy_options.h"
#include "widgets/galaxy/scene_maker.h"
#include "widgets/run/run_context.h"

namespace orrery {

struct TextQueries;

/// What a run has to say of the keys in a picture: what they serve, how far they have turned, which
/// were respawned, what is near them, their words. What was found is kept, for a picture is made
/// often. GUI thread.
class SceneFacts {
public:
    /// nullptr = no run.
    void setRun(RunContext* run);
    /// Another source of the run: nothing of the former one holds.
    void reset();
    /// Tokens, parts of speech and guilds are known anew.
    void forgetKinds() { kinds_.reset(); }
    /// Of RunData::respawns(), from this one on; true when a key of the layer is among them.
    bool takeRespawns(int first, int layer);

    /// All but the theme, the film and what is wrong. `selected` are experts of the layer, which
    /// have words beside them; without any, those that are used most.
    SceneOptions optionsFor(const std::shared_ptr<const GalaxyLayout>& layout,
                            const GalaxyOptions& look, const std::vector<int>& selected) const;
    /// What hovering over a key tells.
    QString describe(const GalaxyLayout& layout, int key, GalaxyColoring coloring) const;

private:
    const KeyKinds& kindsOf(const GalaxyLayout& layout, GalaxyColoring coloring) const;
    void fillDrift(SceneOptions& scene, const GalaxyLayout& layout) const;
    void fillLabels(SceneOptions& scene, const GalaxyLayout& layout,
                    std::vector<int> selected) const;
    void fillTokenLabels(SceneOptions& scene, const GalaxyLayout& layout) const;
    std::shared_ptr<const QueryCloud> queriesOf(
        const std::shared_ptr<const GalaxyLayout>& layout) const;
    std::set<int> respawnedKeys(const GalaxyLayout& layout) const;

    struct KnownKinds {
        int layer;
        GalaxyColoring coloring;
        KeyKinds kinds;
    };
    struct KnownQueries {
        std::shared_ptr<const GalaxyLayout> layout;
        std::shared_ptr<const TextQueries> text;
        std::shared_ptr<const QueryCloud> cloud;
    };
    QPointer<RunContext> run_;
    mutable SharedKeys first_keys_;  // of a layer: what drift is measured from
    mutable std::optional<KnownKinds> kinds_;
    mutable std::vector<KnownQueries> queries_;             // of the galaxies on show
    std::map<int, std::map<int, std::int64_t>> respawned_;  // layer, expert -> first step
};

}  // namespace orrery
