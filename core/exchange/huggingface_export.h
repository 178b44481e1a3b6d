// SPDX-License-Identifier: GPL-3.0-or-later
// A run's model as a folder that transformers opens: AutoModelForCausalLM.from_pretrained(FOLDER,
// trust_remote_code=True). What the folder holds is in CONTRIBUTING.md, "Formats".
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace orrery {

struct HuggingFaceOptions {
    std::optional<std::int64_t> step;  // of a checkpoint; none = the newest whole one
    bool bfloat16 = false;             // weights but those of the router rounded to bfloat16
    bool overwrite = false;
    std::uint64_t shard_bytes = 4'000'000'000;  // a larger model is cut into several files
};

struct HuggingFaceExport {
    std::int64_t step = 0;
    std::vector<std::filesystem::path> files;
};

/// Makes the folder, whole or not at all where it is new. Throws Error: no run, no checkpoint,
/// files that are there already, a full disk. A pool thread, never the GUI's.
HuggingFaceExport exportHuggingFace(const std::filesystem::path& run_folder,
                                    const std::filesystem::path& folder,
                                    const HuggingFaceOptions& options = {});

}  // namespace orrery
