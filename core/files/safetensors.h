// SPDX-License-Identifier: GPL-3.0-or-later
// safetensors files without torch: names, types, shapes and bytes.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace orrery {

struct TensorView {
    std::string dtype;  // "F32", "F64", "BF16", "I64", "I32", "U8" ...
    std::vector<std::int64_t> shape;
    std::span<const std::byte> bytes;  // row-major, little-endian
};

/// A file mapped into memory; views live as long as it does. Immutable; any thread.
class SafetensorsFile {
public:
    /// Throws Error for a missing, cut-off, foreign or inconsistent file, with what and where.
    explicit SafetensorsFile(const std::filesystem::path& file);
    const std::map<std::string, TensorView>& tensors() const;
    const std::map<std::string, std::string>& metadata() const;

private:
    struct Impl;
    std::shared_ptr<const Impl> impl_;
};

/// Writes beside, syncs and renames. Throws Error (disk full, read-only ...): the old file is then
/// whole.
void writeSafetensors(const std::filesystem::path& file,
                      const std::map<std::string, TensorView>& tensors,
                      const std::map<std::string, std::string>& metadata = {});

}  // namespace orrery
