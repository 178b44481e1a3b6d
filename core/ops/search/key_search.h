// SPDX-License-Identifier: GPL-3.0-or-later
// The k keys with the largest products with a query, of the CPU.
#pragma once
#include <ATen/ATen.h>

#include <cstdint>

namespace orrery {

/// What a search fills, and with what.
template <class T>
struct KeySearchRows {
    const T* queries = nullptr;  // [N, D]
    std::int64_t tokens = 0;
    std::int64_t width = 0;
    std::int64_t top_k = 0;
    T* scores = nullptr;               // [N, k], best first, without bias
    std::int64_t* selected = nullptr;  // [N, k]; of equal sums the lower key
};

/// Of all products of queries and keys [E, D], plus `bias` [E] for the order alone (null: none).
/// The numbers are the same at any number of threads, and whether or not many keys are first
/// looked through in bfloat16: those that its error can't exclude are ranked by their exact
/// products. `halves`: whether to.
template <class T>
void searchKeys(const KeySearchRows<T>& rows, const at::Tensor& keys, const T* bias, bool halves);

/// Whether looking through so many keys in bfloat16 pays here.
bool searchesInHalves(const at::Tensor& keys);

}  // namespace orrery
