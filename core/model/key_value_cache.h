// SPDX-License-Identifier: GPL-3.0-or-later
// What the attention of each layer keeps of the tokens that a model has read, so that the next one
// costs one token's work.
#pragma once
#include <ATen/ATen.h>

#include <cstdint>
#include <span>
#include <vector>

#include "core/config/config.h"

namespace orrery {

/// Keys and values of R sequences ("rows") of up to C tokens each. One thread at a time.
class KeyValueCache {
public:
    /// Takes bytes() at once, on `device`. Throws Error for sizes below 1.
    KeyValueCache(const Config& config, std::int64_t rows, std::int64_t capacity,
                  const at::Device& device = at::kCPU);
    /// Bytes of so large a cache.
    static double bytes(const Config& config, std::int64_t rows, std::int64_t capacity);

    std::int64_t rows() const { return std::ssize(lengths_); }
    std::int64_t capacity() const { return capacity_; }
    /// [R] tokens that each row has read.
    const std::vector<std::int64_t>& lengths() const { return lengths_; }

    /// Says that tokens [R, length] come, of row r the first counts[r]; the rest is padding. Throws
    /// Error where they don't fit.
    void begin(std::span<const std::int64_t> counts, std::int64_t length);
    /// They have been read by all layers.
    void commit();
    /// Position of each coming token, padding included: [R * length].
    const std::vector<std::int64_t>& positions() const { return positions_; }
    /// Whether no row has read anything.
    bool empty() const;

    /// Puts the coming tokens' keys and values [R, length, D] in place.
    void store(std::int64_t layer, const at::Tensor& keys, const at::Tensor& values);
    const at::Tensor& keys(std::int64_t layer) const;    // [R, C, D]
    const at::Tensor& values(std::int64_t layer) const;  // [R, C, D]

    /// The cache of these rows, in this order; one may occur several times. Copies.
    KeyValueCache select(std::span<const std::int64_t> rows) const;
    /// Takes row `from` of a cache of the same capacity for row `row`.
    void replace(std::int64_t row, const KeyValueCache& other, std::int64_t from);

private:
    struct Layer {
        at::Tensor keys, values;
    };

    std::int64_t capacity_ = 0;
    std::vector<Layer> layers_;
    std::vector<std::int64_t> lengths_;
    std::vector<std::int64_t> counts_;     // of the coming tokens
    std::vector<std::int64_t> positions_;  // of the coming tokens
};

}  // namespace orrery
