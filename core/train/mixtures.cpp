// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/mixtures.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "core/analysis/key_metrics.h"
#include "core/analysis/routing_measures.h"
#include "core/data/documents.h"
#include "core/error.h"
#include "core/files/sha256.h"
#include "core/runs/checkpoint_folder.h"
#include "core/runs/imported_run.h"
#include "core/runs/run_folder.h"
#include "core/runs/run_source.h"
#include "core/train/loaded_run.h"
#include "core/train/text/recorded_routing.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;
using Documents = std::vector<std::string>;

constexpr std::int64_t kEveryToken = std::int64_t{1} << 40;

struct MixtureText {
    std::string name;
    Documents documents;
    std::int64_t bytes() const {
        std::int64_t sum = 0;
        for (const std::string& document : documents)
            sum += std::ssize(document);
        return sum;
    }
    std::string hash() const {
        Sha256 hash;
        for (const std::string& document : documents) {
            hash.update(std::to_string(document.size()) + ":");
            hash.update(document);
        }
        return hash.hex();
    }
};

/// Cuts a text where a character ends.
std::string cutAt(const std::string& text, std::size_t bytes) {
    if (bytes >= text.size()) return text;
    while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U)
        --bytes;
    return text.substr(0, bytes);
}

/// The first of them, together so many bytes at most; a first one that is longer is cut.
Documents firstOf(DocumentSource& source, std::int64_t most) {
    Documents documents;
    while (most > 0) {
        const std::optional<std::string> next = source.next();
        if (!next) break;
        if (std::ssize(*next) > most && !documents.empty()) break;
        documents.push_back(cutAt(*next, static_cast<std::size_t>(most)));
        most -= std::ssize(documents.back());
    }
    return documents;
}

/// What both begin with: whole documents, and of the first that differ the shorter where the longer
/// goes on from it (a recording that was cut off).
Documents commonPart(const Documents& one, const Documents& other) {
    Documents common;
    for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i) {
        const std::string& shorter = one[i].size() < other[i].size() ? one[i] : other[i];
        const std::string& longer = one[i].size() < other[i].size() ? other[i] : one[i];
        if (!longer.starts_with(shorter)) break;
        common.push_back(shorter);
        if (shorter.size() < longer.size()) break;
    }
    return common;
}

/// A run with what it has to be measured by.
struct MixtureRun {
    fs::path folder;
    std::optional<RecordedRouting> recorded;  // of an imported run
    std::vector<std::int64_t> checkpoints;    // of a trained one
};

MixtureRun openMixtureRun(const fs::path& folder) {
    MixtureRun run{folder, {}, {}};
    if (!fs::exists(RunFolder{folder}.databaseFile()))
        throw Error(folder.string() +
                    " is no run folder. Give the folder of a run, or of an "
                    "imported model (orrery-cli import).");
    if (isImportedRun(folder)) {
        run.recorded = RecordedRouting::ofRun(folder);
        if (!run.recorded)
            throw Error(folder.string() +
                        " was imported without recorded routing: record a text with "
                        "resources/python/record_routing.py, and import it with --routing.");
        return run;
    }
    run.checkpoints = checkpointSteps(folder);
    if (run.checkpoints.empty())
        throw Error(folder.string() + " has no checkpoint to read the text with.");
    return run;
}

MixtureText chooseText(const std::vector<MixtureRun>& runs, const MixtureOptions& options) {
    const auto recorded =
        std::ranges::find_if(runs, [](const MixtureRun& run) { return run.recorded.has_value(); });
    MixtureText text;
    std::unique_ptr<DocumentSource> source;
    const Config config = readRunConfig(RunFolder{runs.front().folder});
    if (!options.corpus.empty()) {
        text.name = options.corpus.filename().string();
        source = openDocuments(options.corpus, config.data, options.cancelled);
    } else if (recorded != runs.end()) {
        text.name = "the text recorded of " + recorded->folder.filename().string();
        std::vector<TaggedText> given;
        for (std::string& document : recorded->recorded->documents())
            given.push_back({std::move(document), {}});
        source = givenDocuments(std::move(given));
    } else {
        text.name = "validation documents of " + runs.front().folder.filename().string();
        source = openCorpus(config.data, fs::current_path(),
                            static_cast<std::uint64_t>(config.train.seed), options.cancelled)
                     .validation;
    }
    text.documents = firstOf(*source, options.most_bytes);
    for (const MixtureRun& run : runs) {
        if (!run.recorded) continue;
        text.documents = commonPart(text.documents, run.recorded->documents());
        if (text.documents.empty())
            throw Error("The routing of " + run.folder.string() +
                        " was recorded of another text than " + text.name +
                        ": record the same text of every model.");
    }
    return text;
}

std::vector<std::int64_t> spreadOver(const std::vector<std::int64_t>& steps, std::int64_t most) {
    const auto count = static_cast<std::size_t>(std::max<std::int64_t>(1, most));
    if (steps.size() <= count) return steps;
    if (count == 1) return {steps.back()};
    std::vector<std::int64_t> kept;
    for (std::size_t i = 0; i < count; ++i)
        kept.push_back(steps[i * (steps.size() - 1) / (count - 1)]);
    return kept;
}

class MixtureMeter {
public:
    MixtureMeter(const MixtureText& text, const MixtureOptions& options)
        : text_(text), options_(options) {
        measure_.permutations = options.permutations;
        measure_.seed = options.seed;
        if (options.cancelled) measure_.keep_going = [&options] { return !options.cancelled(); };
    }

    MeasuredRouting measure(const MixtureRun& run) const {
        MeasuredRouting found;
        found.text = text_.name;
        found.text_hash = text_.hash();
        found.bytes = text_.bytes();
        if (run.recorded)
            addRecorded(found, run);
        else
            addTrained(found, run);
        return found;
    }

private:
    void tell(const fs::path& folder, const std::string& what) const {
        if (options_.progress) options_.progress(folder.filename().string() + ": " + what);
    }
    void describe(MeasuredRouting& found, const RoutedText& routed) const {
        found.tokens = std::ssize(routed.token_ids);
        found.parts_guessed = routed.parts_guessed;
        found.experts = routed.experts;
        found.top_k = routed.top_k;
    }

    void addTrained(MeasuredRouting& found, const MixtureRun& run) const {
        const double total =
            std::max<double>(1, static_cast<double>(openStoredRun(run.folder)->info().total_steps));
        std::vector<RoutedText> routed;
        for (const std::int64_t step : spreadOver(run.checkpoints, options_.most_checkpoints)) {
            tell(run.folder, "checkpoint " + std::to_string(step));
            std::vector<TaggedText> given;
            for (const std::string& document : text_.documents)
                given.push_back({document, {}});
            RouteOptions how;
            how.most_tokens = kEveryToken;
            how.most_queries = 0;
            how.cancelled = options_.cancelled;
            const auto documents = givenDocuments(std::move(given));
            routed.push_back(LoadedRun::open(run.folder, step).route(*documents, how));
            found.steps.push_back({step, std::min(1.0, static_cast<double>(step) / total),
                                   measureRouting(routed.back(), measure_)});
        }
        describe(found, routed.back());
        for (std::size_t i = 0; i < routed.size(); ++i)
            for (std::size_t layer = 0; layer < routed[i].layers.size(); ++layer)
                addSaturation(
                    found.steps[i].layers[layer],
                    saturationOf(routed[i].selections(layer), routed.back().selections(layer)));
    }

    void addRecorded(MeasuredRouting& found, const MixtureRun& run) const {
        tell(run.folder, "recorded routing");
        RouteOptions how;
        how.most_tokens = run.recorded->tokensWithin(text_.bytes());
        how.cancelled = options_.cancelled;
        if (how.most_tokens == 0)
            throw Error("The routing of " + run.folder.string() + " was recorded of no token of " +
                        text_.name + ".");
        const RoutedText routed = run.recorded->text(how);
        describe(found, routed);
        const auto source = openStoredRun(run.folder);
        const std::vector<std::int64_t> steps = source->keySteps(0);
        const std::int64_t last = steps.empty() ? 0 : steps.back();
        for (const std::int64_t step : steps)
            if (step < last)
                found.steps.push_back({step, static_cast<double>(step) / static_cast<double>(last),
                                       saturationByKeys(*source, routed, step, last)});
        found.steps.push_back({last, 1, measureRouting(routed, measure_)});
        for (LayerMeasures& layer : found.steps.back().layers)
            addSaturation(layer, {1, 1});
    }

    /// What the routers of both steps choose for the recorded inputs; empty layers without these.
    std::vector<LayerMeasures> saturationByKeys(RunSource& source, const RoutedText& routed,
                                                std::int64_t step, std::int64_t last) const {
        std::vector<LayerMeasures> layers(routed.layers.size());
        for (std::size_t layer = 0; layer < layers.size(); ++layer) {
            if (options_.cancelled && options_.cancelled()) throw Cancelled();
            const std::vector<float>& queries = routed.layers[layer].queries;
            const SharedKeys then = source.keysAt(static_cast<int>(layer), step);
            const SharedKeys now = source.keysAt(static_cast<int>(layer), last);
            if (queries.empty() || !then || !now || then->dimensions != now->dimensions) continue;
            const auto chosen = [&](const Keys& keys) {
                return nearestExperts(queries, keys.keys, keys.dimensions, routed.top_k);
            };
            const std::vector<std::int32_t> before = chosen(*then), after = chosen(*now);
            addSaturation(layers[layer], saturationOf({before, routed.top_k, routed.experts},
                                                      {after, routed.top_k, routed.experts}));
        }
        return layers;
    }

    const MixtureText& text_;
    const MixtureOptions& options_;
    MeasureOptions measure_;
};

}  // namespace

std::vector<MeasuredRun> measureMixtures(const std::vector<fs::path>& folders,
                                         const MixtureOptions& options) {
    if (folders.empty()) throw Error("No run to measure: give run folders.");
    std::vector<MixtureRun> runs;
    for (const fs::path& folder : folders)
        runs.push_back(openMixtureRun(folder));
    const MixtureText text = chooseText(runs, options);
    const MixtureMeter meter(text, options);
    std::vector<MeasuredRun> measured;
    for (const MixtureRun& run : runs)
        measured.push_back({run.folder, meter.measure(run)});
    for (const MeasuredRun& run : measured)
        storeMeasuredRouting(run.folder, run.routing);
    return measured;
}

}  // namespace orrery
