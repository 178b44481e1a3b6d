// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors as the safetensors files of a model folder: one, or several with an index.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/files/safetensors.h"

namespace orrery {

struct ShardOptions {
    bool bfloat16 = false;  // tensors but those that decide the routing are rounded
    std::uint64_t most_bytes = 4'000'000'000;  // of tensors in a file, unless one alone is larger
};

/// Whether a tensor of this name stays float32 in a bfloat16 export: it decides which expert is
/// chosen.
bool isRouterTensor(const std::string& name);

/// Writes float32 and bfloat16 tensors as float32, or as bfloat16 (rounded to nearest, ties to
/// even), a file at a time. Returns the names of the files. Throws Error for other types and a disk
/// that is full.
std::vector<std::string> writeWeightShards(const std::filesystem::path& folder,
                                           const std::map<std::string, TensorView>& tensors,
                                           const ShardOptions& options);

}  // namespace orrery
