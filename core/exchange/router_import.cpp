// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/analysis/key_metrics.h"
#include "core/config/yaml.h"
#include "core/error.h"
#include "core/exchange/model_import.h"
#include "core/exchange/new_run.h"
#include "core/exchange/router_run.h"
#include "core/exchange/routers.h"
#include "core/files/atomic_file.h"
#include "core/files/time_text.h"
#include "core/runs/imported_run.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

/// Behind "step" in the last part of a name that has it: OLMoE calls revisions
/// "step5000-tokens20B".
std::optional<std::int64_t> stepInName(const fs::path& folder) {
    const std::string name = fs::absolute(folder).lexically_normal().string();
    const std::size_t found = name.rfind("step");
    if (found == std::string::npos) return std::nullopt;
    std::size_t begin = found + 4;
    if (begin < name.size() && (name[begin] == '-' || name[begin] == '_')) ++begin;
    std::int64_t step = 0;
    const auto end = std::from_chars(name.data() + begin, name.data() + name.size(), step);
    return end.ec == std::errc() && step >= 0 ? std::optional(step) : std::nullopt;
}

std::vector<std::int64_t> stepsOf(const std::vector<fs::path>& folders,
                                  const std::vector<std::int64_t>& given) {
    if (!given.empty() && given.size() != folders.size())
        throw Error(std::to_string(folders.size()) + " folders and " +
                    std::to_string(given.size()) + " steps: give one for each folder.");
    std::vector<std::int64_t> steps = given;
    if (steps.empty() && folders.size() > 1)
        for (const fs::path& folder : folders)
            if (const auto step = stepInName(folder)) steps.push_back(*step);
    if (steps.size() != folders.size()) {
        steps.resize(folders.size());
        std::iota(steps.begin(), steps.end(), 0);
    }
    for (std::size_t i = 1; i < steps.size(); ++i)
        if (steps[i] <= steps[i - 1])
            throw Error("The folder " + folders[i].string() + " is of step " +
                        std::to_string(steps[i]) + ", the one before it of step " +
                        std::to_string(steps[i - 1]) +
                        ". Give them in the order of training, or say their steps with --steps.");
    return steps;
}

std::string runName(const fs::path& folder, const std::string& given) {
    if (!given.empty()) return given;
    fs::path place = fs::absolute(folder).lexically_normal();
    if (!place.has_filename()) place = place.parent_path();
    return place.filename().string();
}

double mean(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) /
           static_cast<double>(std::max<std::size_t>(values.size(), 1));
}

struct NormRange {
    double least = std::numeric_limits<double>::infinity();
    double most = 0;
};

/// Publishes the snapshot of one folder, a layer at a time.
class SnapshotWriter {
public:
    SnapshotWriter(NewRun& run, const RouterShape& shape) : run_(run), shape_(shape) {}

    /// The usage of the keys is that of `recorded`; without it, zero.
    void write(ModelFolder& folder, std::int64_t step, const RecordedRouting* recorded) {
        Scalars drift{step, 0, {}};
        for (std::size_t layer = 0; layer < shape_.layers.size(); ++layer) {
            LayerRouter router = readRouter(folder, shape_, shape_.layers[layer]);
            biased_ = biased_ || !router.bias.empty();
            for (const double norm : rowNorms(router.keys, static_cast<int>(shape_.dimensions)))
                norms_ = {std::min(norms_.least, norm), std::max(norms_.most, norm)};
            if (SharedKeys& before = before_[layer])
                drift.values.emplace_back(
                    "layer" + std::to_string(layer) + "/key_drift",
                    mean(euclideanDrift(before->keys, router.keys,
                                        static_cast<int>(shape_.dimensions))));
            auto keys = std::make_shared<const Keys>(
                Keys{step, static_cast<int>(layer), static_cast<int>(shape_.experts),
                     static_cast<int>(shape_.dimensions), std::move(router.keys),
                     usageOf(layer, recorded)});
            before_[layer] = keys;
            run_.database().publish(keys);
            run_.store();  // a layer of a large model is megabytes
        }
        if (!drift.values.empty()) run_.database().publish(drift);
    }
    const NormRange& norms() const { return norms_; }
    bool hasBias() const { return biased_; }

private:
    std::vector<float> usageOf(std::size_t layer, const RecordedRouting* recorded) const {
        if (recorded == nullptr)
            return std::vector<float>(static_cast<std::size_t>(shape_.experts));
        const std::vector<double> counts = recorded->counts(layer);
        return {counts.begin(), counts.end()};
    }

    NewRun& run_;
    const RouterShape& shape_;
    std::vector<SharedKeys> before_ = std::vector<SharedKeys>(shape_.layers.size());
    NormRange norms_;
    bool biased_ = false;
};

std::string layerText(const RouterShape& shape) {
    const auto count = static_cast<std::int64_t>(shape.layers.size());
    if (shape.layers.front() == 0 && shape.layers.back() == count - 1) return {};
    std::string text = " Layers without a router are left out: layer 0 here is the model's layer " +
                       std::to_string(shape.layers.front()) + ", the last one its layer " +
                       std::to_string(shape.layers.back()) + ".";
    return text;
}

std::string originText(const std::vector<fs::path>& folders, const RouterShape& shape) {
    nlohmann::ordered_json origin = {{"model_type", shape.model_type},
                                     {"router", shape.weight},
                                     {"layers", shape.layers},
                                     {"folders", nlohmann::json::array()}};
    for (const fs::path& folder : folders)
        origin["folders"].push_back(fs::absolute(folder).string());
    return origin.dump(1) + "\n";
}

std::string rounded(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
}

void tell(NewRun& run, const std::vector<fs::path>& folders, const RouterShape& shape,
          const SnapshotWriter& written, std::int64_t step) {
    std::string text =
        "Imported from " + fs::absolute(folders.back()).string() +
        ": the routers of a model of type " + shape.model_type + ", " +
        std::to_string(shape.layers.size()) + " layers of " + std::to_string(shape.experts) +
        " experts, " + std::to_string(shape.top_k) + " a token." + layerText(shape) +
        " Keys are the rows of the routers, of "
        "lengths " +
        rounded(written.norms().least) + " to " + rounded(written.norms().most) + ".";
    if (written.hasBias())
        text += " The router adds a bias for each expert, which is no part of the keys.";
    text +=
        " There are no weights, losses and texts: routing comes with orrery-cli import "
        "--routing, recorded by resources/python/record_routing.py.";
    run.database().publish(Message{step, 0, Severity::info, "log", text});
}

}  // namespace

Config routerConfig(const RouterShape& shape, const std::string& name,
                    std::optional<std::int64_t> vocabulary) {
    Config config;
    config.name = name;
    config.model.d_model = shape.dimensions;
    config.model.num_layers = static_cast<std::int64_t>(shape.layers.size());
    config.model.num_heads = 1;
    config.model.positions = PositionEncoding::alibi;  // which takes any number of dimensions
    config.model.vocab_size = std::clamp<std::int64_t>(vocabulary.value_or(2048), 260, 1'000'000);
    config.some.num_experts = shape.experts;
    config.some.top_k = shape.top_k;
    config.some.router = RouterKind::linear;
    config.some.normalize_query = false;
    config.keys.normalize = KeyNormalization::none;
    return config;
}

fs::path importRouters(const std::vector<fs::path>& folders, const ImportOptions& options) {
    if (folders.empty()) throw Error("There is no folder to import.");
    const std::vector<std::int64_t> steps = stepsOf(folders, options.steps);
    std::vector<ModelFolder> models;
    for (const fs::path& folder : folders)
        models.emplace_back(folder);
    const RouterShape shape = routerShape(models.front(), options.router);
    for (std::size_t i = 1; i < models.size(); ++i)
        if (routerShape(models[i], options.router) != shape)
            throw Error(folders[i].string() + " has routers of another kind or shape than " +
                        folders.front().string() + ": snapshots are of one model.");
    const Config config = routerConfig(shape, runName(folders.front(), options.name),
                                       models.front().number({"vocab_size"}));
    if (auto faults = validate(config); !faults.empty()) throw ConfigError(std::move(faults));
    std::optional<RecordedRouting> recorded;
    if (!options.routing.empty()) recorded = openRecordedRouting(options.routing, shape);
    NewRun run(options.runs_folder, config, {isoTime(), "", "", "imported"});
    run.database().setMeta("variant", "imported");
    run.database().setMeta("kind", "imported");
    run.database().setMeta("model_type", shape.model_type);
    run.database().setMeta("source", fs::absolute(folders.back()).string());
    writeFileAtomically(run.folder().path / kImportedRunFile, originText(folders, shape));
    SnapshotWriter writer(run, shape);
    for (std::size_t i = 0; i < models.size(); ++i)
        writer.write(models[i], steps[i],
                     recorded && i + 1 == models.size() ? &*recorded : nullptr);
    tell(run, folders, shape, writer, steps.back());
    if (recorded) addRecordedRouting(run, *recorded, options.routing, steps.back());
    Progress progress;
    progress.state = RunState::finished;
    progress.step = progress.total_steps = steps.back();
    run.finish(progress);
    return run.folder().path;
}

}  // namespace orrery
