// SPDX-License-Identifier: GPL-3.0-or-later
// Named tensors <-> safetensors.
#pragma once
#include <ATen/ATen.h>

#include <filesystem>
#include <map>
#include <string>

#include "core/files/safetensors.h"

namespace orrery {

using NamedTensors = std::map<std::string, at::Tensor>;

/// Copies, on the CPU. Throws Error as SafetensorsFile does.
NamedTensors loadTensors(const std::filesystem::path& file);
/// Throws Error as writeSafetensors does. Tensors on any device and stride.
void saveTensors(const std::filesystem::path& file, const NamedTensors& tensors,
                 const std::map<std::string, std::string>& metadata = {});

/// Of contiguous tensors on the CPU, which must outlive the views. Throws Error for a type that
/// safetensors can't store.
std::map<std::string, TensorView> viewsOf(const NamedTensors& tensors);

/// The first value that is NaN or infinite: "head.weight holds NaN at [3, 5]". Empty when all
/// are finite.
std::string notFiniteText(const NamedTensors& tensors);

}  // namespace orrery
