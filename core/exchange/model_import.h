// SPDX-License-Identifier: GPL-3.0-or-later
// Runs made of models in the form of Hugging Face.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace orrery {

struct ImportOptions {
    std::filesystem::path runs_folder;
    std::string name;    // of the run; empty = the folder's
    std::string router;  // "model.layers.{layer}.mlp.gate.weight"; empty = the family's
    /// Of each folder, ascending; empty = what stands behind "step" in its name, else 0, 1, 2 ...
    std::vector<std::int64_t> steps;
    std::filesystem::path routing;  // of resources/python/record_routing.py; empty = none
};

/// Whether the folder holds a SoME model, as exportHuggingFace() writes it. Throws Error as
/// ModelFolder does.
bool isExportedModel(const std::filesystem::path& folder);

/// A run again of what exportHuggingFace() wrote: configuration, tokenizer, weights of the same
/// bits (unless they were exported in bfloat16), key snapshot. It has no history and no optimizer.
/// Returns its folder. Throws Error: a folder that is something else or damaged; nothing is left
/// then. A pool thread, never the GUI's.
std::filesystem::path importExportedModel(const std::filesystem::path& folder,
                                          const ImportOptions& options);

/// A run of kind `imported`: the routers of any mixture of experts as its keys, one snapshot a
/// folder (revisions of one model, in the order of their steps). It has no weights. Layers without
/// a router are left out; the run's log says which layers these are. Returns its folder. Throws
/// Error as above.
std::filesystem::path importRouters(const std::vector<std::filesystem::path>& folders,
                                    const ImportOptions& options);

}  // namespace orrery
