// SPDX-License-Identifier: GPL-3.0-or-later
// An approximate search for the nearest keys (some.search: hnsw; core/README.md, section 2).
#pragma once
#include <ATen/ATen.h>

#include <cstdint>
#include <memory>

namespace orrery {

struct KeyIndexOptions {
    std::int64_t M = 16;                 // links of a key, twice as many on the lowest level
    std::int64_t ef_construction = 128;  // candidates while a key is put in
    std::int64_t ef = 0;                 // candidates of a search, at least 8 a result;
                                         // 0 = defaultEf()
    std::uint64_t seed = 1;              // of the levels
};

/// ef among so many keys: what is missed grows with their number, so this does.
std::int64_t defaultEf(std::int64_t experts);

/// How far keys moved: the root mean square distance that keys [E, D] float32 on the CPU have
/// moved, as a share of their root mean square length before. The same at any number of threads.
double relativeRmsDrift(const at::Tensor& before, const at::Tensor& now);

/// A graph of keys by inner product (HNSW, Malkov and Yashunin 2018). Its links are those of keys
/// that may be older than the ones that queries are compared with. The same keys and seed make the
/// same graph, and a query's answer depends on nothing else. One thread at a time.
class KeyIndex {
public:
    explicit KeyIndex(const KeyIndexOptions& options = {});
    ~KeyIndex();
    KeyIndex(const KeyIndex&) = delete;
    KeyIndex& operator=(const KeyIndex&) = delete;

    /// Builds the graph anew unless its links are those of the keys `linked` (undefined: `keys`).
    /// From here on queries are compared with `keys` [E, D] float32 and their selection bias [E]
    /// (undefined for none). True when it was built. Throws Error for other shapes and types.
    bool update(const at::Tensor& keys, const at::Tensor& bias, const at::Tensor& linked = {});
    /// queries [N, D] float32 -> [N, k] int64: the experts with the largest q K^T + bias that were
    /// found, in no particular order. Where fewer than k were found, all keys are looked at.
    at::Tensor search(const at::Tensor& queries, std::int64_t top_k) const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace orrery
