// SPDX-License-Identifier: GPL-3.0-or-later
// TensorBoard's event files: records framed as TFRecord (length and data, each with a masked
// CRC-32C), each a protocol buffer `Event`. The few fields that scalars need are written here,
// since libprotobuf would be a large dependency for five of them.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orrery {

/// The contents of one event file. One thread.
class TensorboardEvents {
public:
    /// Begins with the version record. Times are seconds since 1970.
    explicit TensorboardEvents(double wall_time);
    /// One record with a value for each tag; values are stored as float32.
    void add(double wall_time, std::int64_t step,
             const std::vector<std::pair<std::string, double>>& values);
    /// A run goes on after a kill: what readers know of this step and later ones is void.
    void restart(double wall_time, std::int64_t step);
    const std::string& bytes() const { return bytes_; }
    /// Forgets what has been written somewhere.
    void forget() { bytes_.clear(); }

private:
    void record(std::string_view message);

    std::string bytes_;
};

/// Seconds since 1970.
double wallTime();

/// CRC-32C (Castagnoli) of the bytes.
std::uint32_t crc32c(std::string_view bytes);

}  // namespace orrery
