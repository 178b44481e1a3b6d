// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/resources.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <string>

#include "core/error.h"
#include "core/model/parameter_count.h"
#include "core/runs/run_folder.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

constexpr double float_bytes = 4;

std::string sizeText(double bytes) {
    const bool large = bytes >= 1e9;
    const double value = bytes / (large ? 1e9 : 1e6);
    const auto tenths = static_cast<long long>(std::ceil(value * 10));
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) +
           (large ? " GB" : " MB");
}

/// Floats that one token keeps until the backward pass: attention, norms, experts, router.
double activationFloats(const Config& config) {
    const auto d = static_cast<double>(config.model.d_model);
    const bool experts = config.some.experts != "none";
    const double chosen = experts ? static_cast<double>(config.some.top_k) : 0;
    // Scores; a balance loss also keeps the softmax of them and its gradient.
    const double kept = config.some.balance_loss > 0 ? 3 : 1;
    const double routed = experts ? kept * static_cast<double>(config.some.num_experts) : 0;
    const double layer =
        16 * d + chosen * (2 * static_cast<double>(config.some.d_ffn) + 2 * d) + routed + 4 * d;
    return layer * static_cast<double>(config.model.num_layers) +
           3 * static_cast<double>(config.model.vocab_size);
}

double keyFloats(const Config& config) {
    if (config.some.experts == "none") return 0;
    return static_cast<double>(config.model.num_layers * config.some.num_experts) *
           static_cast<double>(config.model.d_model + 1);
}

}  // namespace

StoredPart storedPart(const fs::path& run_folder, std::int64_t step) {
    StoredPart stored;
    stored.step = step;
    std::error_code error;
    fs::recursive_directory_iterator entry(RunFolder{run_folder}.checkpointsFolder(), error);
    for (const fs::recursive_directory_iterator end; !error && entry != end;
         entry.increment(error)) {
        std::error_code unknown;
        const auto size = entry->is_regular_file(unknown) ? entry->file_size(unknown) : 0;
        if (!unknown) stored.checkpoint_bytes += static_cast<double>(size);
    }
    return stored;
}

ResourceNeed estimateNeed(const Config& config, const StoredPart& stored) {
    const ParameterCount count = countParameters(config);
    const auto total = static_cast<double>(count.total);
    const auto trainable = static_cast<double>(count.trainable);
    const double keys = keyFloats(config);
    const double tokens = static_cast<double>(config.train.batch_size * config.model.seq_len) /
                          static_cast<double>(std::max<std::int64_t>(config.train.accumulation, 1));
    ResourceNeed need;
    const double frozen =
        (total - trainable) * (config.some.expert_dtype == "bf16" ? float_bytes / 2 : float_bytes);
    need.model_bytes = float_bytes * (trainable + keys) + frozen;
    need.training_bytes = float_bytes * (3 * trainable + tokens * activationFloats(config));
    const bool library = config.checkpoint.experts == "full" && config.some.experts != "trained";
    need.checkpoint_bytes = float_bytes * (3 * trainable + 2 * keys) + (library ? frozen : 0);
    const auto kept = static_cast<double>(config.checkpoint.keep + 2);
    const std::int64_t steps = std::max<std::int64_t>(config.train.max_steps - stored.step, 0);
    const double snapshots =
        2 + static_cast<double>(steps) /
                static_cast<double>(std::max<std::int64_t>(config.snapshots.keys_every, 1));
    const double checkpoints = kept * need.checkpoint_bytes - stored.checkpoint_bytes;
    need.disk_bytes = std::max(checkpoints, need.checkpoint_bytes) + snapshots * float_bytes * keys;
    return need;
}

double availableMemory() {
    std::ifstream file("/proc/meminfo");
    std::string name;
    double kilobytes = 0;
    std::string unit;
    while (file >> name >> kilobytes >> unit) {
        if (name == "MemAvailable:") return kilobytes * 1024;
    }
    return std::numeric_limits<double>::infinity();
}

void requireResources(const Config& config, const fs::path& folder, const StoredPart& stored) {
    const ResourceNeed need = estimateNeed(config, stored);
    const double memory = need.model_bytes + need.training_bytes;
    const double memory_there = availableMemory();
    if (memory > memory_there) {
        throw Error("The run needs about " + sizeText(memory) + " of memory, and " +
                    sizeText(memory_there) +
                    " are free. Lower train.batch_size or model.seq_len (or raise "
                    "train.accumulation), some.num_experts, some.d_ffn or model.d_model.");
    }
    std::error_code error;
    fs::path place = fs::absolute(folder, error);
    while (!fs::exists(place, error) && place.has_relative_path())
        place = place.parent_path();
    const fs::space_info space = fs::space(place, error);
    if (error || need.disk_bytes <= static_cast<double>(space.available)) return;
    throw Error(
        "The run needs about " + sizeText(need.disk_bytes) + (stored.step > 0 ? " more" : "") +
        " of disk in " + folder.string() + ", and " +
        sizeText(static_cast<double>(space.available)) +
        " are free. Free some space, choose another runs folder, or lower checkpoint.keep.");
}

}  // namespace orrery
