// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/weight_shards.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/files/atomic_file.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

using Names = std::vector<std::string>;

std::uint64_t elements(const TensorView& view) {
    std::uint64_t count = 1;
    for (const std::int64_t size : view.shape)
        count *= static_cast<std::uint64_t>(size);
    return count;
}

const char* storedType(const std::string& name, const ShardOptions& options) {
    return options.bfloat16 && !isRouterTensor(name) ? "BF16" : "F32";
}

std::uint64_t storedBytes(const std::string& name, const TensorView& view,
                          const ShardOptions& options) {
    return elements(view) * (std::string_view(storedType(name, options)) == "BF16" ? 2 : 4);
}

std::uint16_t roundedToBfloat16(float value) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    if (std::isnan(value)) return static_cast<std::uint16_t>(bits >> 16 | 0x40);
    return static_cast<std::uint16_t>((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

/// `kept` is what the view points into when the type changes.
TensorView converted(const std::string& name, const TensorView& view, const std::string& type,
                     std::vector<std::byte>& kept) {
    if (view.dtype != "F32" && view.dtype != "BF16")
        throw Error("Tensor " + name + " has type " + view.dtype +
                    ": weights of float32 and bfloat16 can be exported.");
    if (view.dtype == type) return view;
    const std::uint64_t count = elements(view);
    kept.resize(count * (type == "BF16" ? 2 : 4));
    for (std::uint64_t i = 0; i < count; ++i) {
        if (type == "BF16") {
            float value = 0;
            std::memcpy(&value, view.bytes.data() + 4 * i, 4);
            const std::uint16_t rounded = roundedToBfloat16(value);
            std::memcpy(kept.data() + 2 * i, &rounded, 2);
        } else {  // exactly
            std::memcpy(kept.data() + 4 * i + 2, view.bytes.data() + 2 * i, 2);
        }
    }
    return {type, view.shape, kept};
}

std::vector<Names> shardsOf(const std::map<std::string, TensorView>& tensors,
                            const ShardOptions& options) {
    std::vector<Names> shards(1);
    std::uint64_t filled = 0;
    for (const auto& [name, view] : tensors) {
        const std::uint64_t size = storedBytes(name, view, options);
        if (!shards.back().empty() && filled + size > options.most_bytes) {
            shards.emplace_back();
            filled = 0;
        }
        shards.back().push_back(name);
        filled += size;
    }
    return shards;
}

/// "model-00001-of-00003.safetensors", as the readers expect.
std::string shardName(std::size_t number, std::size_t count) {
    if (count == 1) return "model.safetensors";
    char name[64];
    std::snprintf(name, sizeof name, "model-%05zu-of-%05zu.safetensors", number + 1, count);
    return name;
}

}  // namespace

bool isRouterTensor(const std::string& name) {
    return name.find(".some.") != std::string::npos &&
           name.find(".some.experts.") == std::string::npos;
}

std::vector<std::string> writeWeightShards(const fs::path& folder,
                                           const std::map<std::string, TensorView>& tensors,
                                           const ShardOptions& options) {
    const std::vector<Names> shards = shardsOf(tensors, options);
    std::vector<std::string> files;
    nlohmann::json index;
    std::uint64_t total = 0;
    for (std::size_t number = 0; number < shards.size(); ++number) {
        files.push_back(shardName(number, shards.size()));
        std::map<std::string, std::vector<std::byte>> kept;
        std::map<std::string, TensorView> views;
        for (const std::string& name : shards[number]) {
            views[name] = converted(name, tensors.at(name), storedType(name, options), kept[name]);
            total += views[name].bytes.size();
            index["weight_map"][name] = files.back();
        }
        writeSafetensors(folder / files.back(), views, {{"format", "pt"}});
    }
    if (shards.size() == 1) return files;
    index["metadata"]["total_size"] = total;
    files.push_back("model.safetensors.index.json");
    writeFileAtomically(folder / files.back(), index.dump(1) + "\n");
    return files;
}

}  // namespace orrery
