// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/metrics.h"
#include "core/error.h"
#include "core/exchange/router_run.h"
#include "core/files/atomic_file.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

void requireSameModel(const RecordedRouting& recorded, const RouterShape& shape,
                      const fs::path& file) {
    const auto differs = [&](const char* what, const std::string& here, const std::string& there) {
        throw Error(file.string() + " was recorded of a model with " + here + " " + what +
                    ", and the imported one has " + there + ".");
    };
    if (recorded.experts() != shape.experts)
        differs("experts", std::to_string(recorded.experts()), std::to_string(shape.experts));
    if (recorded.layers() != shape.layers)
        differs("layers that have a router", std::to_string(recorded.layers().size()),
                std::to_string(shape.layers.size()) + ", or others");
    if (recorded.dimensions() != 0 && recorded.dimensions() != shape.dimensions)
        differs("dimensions", std::to_string(recorded.dimensions()),
                std::to_string(shape.dimensions));
    if (recorded.modelType() != shape.model_type)
        throw Error(file.string() + " was recorded of a model of type " + recorded.modelType() +
                    ", and the imported one is " + shape.model_type + ".");
}

void publishUsage(NewRun& run, const RecordedRouting& recorded, std::int64_t step) {
    Scalars scalars{step, 0, {}};
    for (std::size_t layer = 0; layer < recorded.layers().size(); ++layer) {
        Usage usage{step, static_cast<int>(layer), recorded.counts(layer)};
        const UsageSummary summary = summarizeUsage(usage.counts);
        const std::string name = "layer" + std::to_string(layer) + "/";
        scalars.values.emplace_back(name + "gini", summary.gini);
        scalars.values.emplace_back(name + "entropy_bits", summary.entropy_bits);
        scalars.values.emplace_back(name + "used", static_cast<double>(summary.used));
        scalars.values.emplace_back(name + "max_violation", summary.max_violation);
        run.database().publish(usage);
    }
    run.database().publish(scalars);
}

}  // namespace

RecordedRouting openRecordedRouting(const fs::path& file, const RouterShape& shape) {
    RecordedRouting recorded(file);
    requireSameModel(recorded, shape, file);
    return recorded;
}

void addRecordedRouting(NewRun& run, const RecordedRouting& recorded, const fs::path& file,
                        std::int64_t step) {
    publishUsage(run, recorded, step);
    std::error_code error;
    fs::copy_file(file, run.folder().path / "routing.safetensors", error);
    if (error)
        throw Error("Cannot copy " + file.string() +
                    " into the run's folder: " + systemErrorText(error.value()) + ".");
    run.database().publish(Message{step, 0, Severity::info, "log",
                                   "Routing was recorded of " + std::to_string(recorded.tokens()) +
                                       " tokens: " + fs::absolute(file).string() + "."});
}

}  // namespace orrery
