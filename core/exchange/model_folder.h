// SPDX-License-Identifier: GPL-3.0-or-later
// A model as huggingface_hub downloads it: config.json, and safetensors in one file or in shards
// with an index.
#pragma once
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/files/safetensors.h"

namespace orrery {

/// Files are mapped when a tensor of them is asked for, and only the pages of what is read take
/// memory: a checkpoint may be far larger than it. One thread at a time.
class ModelFolder {
public:
    /// Throws Error: no folder, no config.json or a damaged one, no weights, an index that names
    /// files outside the folder or files that are not there.
    explicit ModelFolder(const std::filesystem::path& folder);

    const std::filesystem::path& path() const { return folder_; }
    const nlohmann::json& config() const { return config_; }
    /// config.json's model_type; empty where it has none.
    std::string modelType() const;
    /// A whole number of config.json by the first of these names that it has.
    std::optional<std::int64_t> number(const std::vector<std::string>& names) const;

    std::vector<std::string> tensorNames() const;
    bool holds(const std::string& tensor) const { return files_.contains(tensor); }
    /// The view lives as long as the folder. Throws Error: unknown, or the file that the index
    /// names doesn't hold it; a damaged file.
    TensorView tensor(const std::string& name);

private:
    const SafetensorsFile& opened(const std::string& file);
    void readIndex(const std::filesystem::path& index);

    std::filesystem::path folder_;
    nlohmann::json config_;
    std::map<std::string, std::string> files_;  // of each tensor
    std::map<std::string, SafetensorsFile> open_;
};

/// Values of float32, float64, float16 and bfloat16 as float32. Throws Error for other types, by
/// name: float8 among them, whose values need the scales beside them.
std::vector<float> floatsOf(const std::string& name, const TensorView& tensor);

}  // namespace orrery
