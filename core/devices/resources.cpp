// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/devices/resources.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <string>

#include "core/devices/device.h"
#include "core/devices/memory_need.h"
#include "core/error.h"
#include "core/model/parameter_count.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

constexpr double kFloatSize = 4;

std::string sizeText(double bytes) {
    const bool large = bytes >= 1e9;
    const double value = bytes / (large ? 1e9 : 1e6);
    const auto tenths = static_cast<long long>(std::ceil(value * 10));
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) +
           (large ? " GB" : " MB");
}

double keyFloats(const Config& config) {
    if (config.some.experts == ExpertKind::none) return 0;
    return static_cast<double>(config.model.num_layers * config.some.num_experts) *
           static_cast<double>(config.model.d_model + 1);
}

}  // namespace

StoredPart storedPart(const fs::path& checkpoints_folder, std::int64_t step) {
    StoredPart stored;
    stored.step = step;
    std::error_code error;
    fs::recursive_directory_iterator entry(checkpoints_folder, error);
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
    ResourceNeed need;
    const double frozen = (total - trainable) * (config.some.expert_dtype == Precision::bf16 ||
                                                         config.train.precision == Precision::bf16
                                                     ? kFloatSize / 2
                                                     : kFloatSize);
    const MemoryNeed memory = estimateMemory(config);
    need.model_bytes = memory.library + memory.weights;
    need.training_bytes = memory.total() - need.model_bytes;
    const bool library = config.checkpoint.experts == ExpertStorage::full &&
                         config.some.experts != ExpertKind::trained;
    need.checkpoint_bytes = kFloatSize * (3 * trainable + 2 * keys) + (library ? frozen : 0);
    const auto kept = static_cast<double>(config.checkpoint.keep + 2);
    const std::int64_t steps = std::max<std::int64_t>(config.train.max_steps - stored.step, 0);
    const double snapshots =
        2 + static_cast<double>(steps) /
                static_cast<double>(std::max<std::int64_t>(config.snapshots.keys_every, 1));
    const double checkpoints = kept * need.checkpoint_bytes - stored.checkpoint_bytes;
    need.disk_bytes = std::max(checkpoints, need.checkpoint_bytes) + snapshots * kFloatSize * keys;
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

void requireMemory(const Config& config, double there) {
    // Each process has a model of its own, and its share of the batch.
    const std::int64_t processes = std::max<std::int64_t>(config.train.processes, 1);
    Config own = config;
    own.train.batch_size = (config.train.batch_size + processes - 1) / processes;
    const ResourceNeed need = estimateNeed(own);
    // With a GPU the model is made here, and trained there.
    const bool here =
        config.train.device == DeviceChoice::cpu || chooseDevice(DeviceChoice::automatic) == "cpu";
    const double memory =
        static_cast<double>(processes) * (need.model_bytes + (here ? need.training_bytes : 0));
    if (memory <= there) return;
    std::string advice;
    for (const MemoryAdvice& one : memoryAdvice(config))
        advice += "\n  " + one.change + " needs " + sizeText(one.bytes) +
                  (one.bytes <= there ? ", which would fit" : "");
    throw Error(
        "The run needs about " + sizeText(memory) + " of memory, and " + sizeText(there) +
        " are free. Changes that reduce it, each on its own (together they reduce it more):" +
        advice);
}

void requireResources(const Config& config, const fs::path& folder, const StoredPart& stored) {
    requireMemory(config, availableMemory());
    const ResourceNeed need = estimateNeed(config, stored);
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
