// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <filesystem>
#include <fstream>
#include <string>

#include "core/study/study.h"

namespace orrery {

/// Two axes of two points, two seeds: eight trials. Writes its base beside it.
inline Study smallStudy(const std::filesystem::path& folder, const std::string& more = {}) {
    std::ofstream(folder / "base.yaml") << "model: {d_model: 32, num_heads: 2}\n";
    return parseStudy(
        "question: does it matter?\n"
        "base: base.yaml\n"
        "axes:\n"
        "  - {key: keys.alpha, values: [0.01, 0.05]}\n"
        "  - {name: size, points: {small: {some: {num_experts: 8}}, large: {some: "
        "{num_experts: 16}}}}\n"
        "seeds: 2\n"
        "scales:\n"
        "  tiny: {train: {max_steps: 5}}\n" +
            more,
        folder / "study.yaml");
}

}  // namespace orrery
