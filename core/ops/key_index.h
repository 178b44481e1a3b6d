// SPDX-License-Identifier: GPL-3.0-or-later
// An approximate search for the nearest keys (some.search: hnsw; core/README.md, section 2).
#pragma once
#include <ATen/ATen.h>

#include <cstdint>
#include <memory>

namespace orrery {

struct KeyIndexOptions {
    std::int64_t links = 16;  // of a key to its neighbours, twice as many on the lowest level
    std::int64_t construction = 128;  // candidates while a key is put in
    std::int64_t search = 128;        // candidates while a query is answered, at least 8 a result
    std::uint64_t seed = 1;           // of the levels
};

/// A graph of keys by inner product (HNSW, Malkov and Yashunin 2018). The same keys, bias and seed
/// make the same graph, and a query's answer depends on nothing else. One thread at a time.
class KeyIndex {
public:
    explicit KeyIndex(const KeyIndexOptions& options = {});
    ~KeyIndex();
    KeyIndex(const KeyIndex&) = delete;
    KeyIndex& operator=(const KeyIndex&) = delete;

    /// Builds the graph anew unless it is that of these keys [E, D] float32 and this selection bias
    /// [E] (undefined for none). True when it was built.
    bool update(const at::Tensor& keys, const at::Tensor& bias);
    /// queries [N, D] float32 -> [N, k] int64: the experts with the largest q K^T + bias that were
    /// found, in no particular order. Where fewer than k were found, all keys are looked at.
    at::Tensor search(const at::Tensor& queries, std::int64_t top_k) const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace orrery
