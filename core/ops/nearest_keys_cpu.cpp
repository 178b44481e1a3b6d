// SPDX-License-Identifier: GPL-3.0-or-later
#include <ATen/Parallel.h>

#include <algorithm>
#include <cmath>

#include "core/ops/dot.h"
#include "core/ops/empty_on_cpu.h"
#include "core/ops/nearest_keys.h"
#include "core/ops/search/key_search.h"
#include "core/ops/smallest_norm.h"

namespace orrery {
namespace {

constexpr std::int64_t kRowGrain = 64;

/// Length of each row, and the rows scaled to length 1.
template <class T>
void normalizeRows(const T* from, T* to, T* norms, std::int64_t rows, std::int64_t width) {
    at::parallel_for(0, rows, kRowGrain, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t row = begin; row < end; ++row) {
            const T* own = from + row * width;
            norms[row] = static_cast<T>(normDivisor(std::sqrt(dotInDouble(own, own, width))));
            const T inverse = T(1) / norms[row];
            for (std::int64_t i = 0; i < width; ++i)
                to[row * width + i] = own[i] * inverse;
        }
    });
}

/// Scores become gates in place.
template <class T>
void softmaxRow(T* scores, std::int64_t count, double temperature) {
    const T largest = *std::max_element(scores, scores + count);
    T sum = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        scores[i] = std::exp((scores[i] - largest) / static_cast<T>(temperature));
        sum += scores[i];
    }
    for (std::int64_t i = 0; i < count; ++i)
        scores[i] /= sum;
}

template <class T>
NearestKeysForward forward(const at::Tensor& query, const at::Tensor& keys,
                           const NearestKeysOptions& options) {
    const std::int64_t tokens = query.size(0), width = query.size(1), top_k = options.top_k;
    NearestKeysForward result;
    const at::ScalarType type = query.scalar_type();
    result.queries = options.normalize ? emptyOnCpu({tokens, width}, type) : query.detach();
    result.norms =
        options.normalize ? emptyOnCpu({tokens}, type) : at::ones({tokens}, query.options());
    result.selected = emptyOnCpu({tokens, top_k}, at::kLong);
    result.gates = emptyOnCpu({tokens, top_k}, type);
    T* gates = result.gates.mutable_data_ptr<T>();
    if (options.normalize)
        normalizeRows(query.const_data_ptr<T>(), result.queries.mutable_data_ptr<T>(),
                      result.norms.mutable_data_ptr<T>(), tokens, width);
    const T* bias =
        options.selection_bias.defined() ? options.selection_bias.const_data_ptr<T>() : nullptr;
    searchKeys<T>({result.queries.const_data_ptr<T>(), tokens, width, top_k, gates,
                   result.selected.mutable_data_ptr<std::int64_t>()},
                  keys, bias, searchesInHalves(keys));
    at::parallel_for(0, tokens, kRowGrain, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t token = begin; token < end; ++token)
            softmaxRow(gates + token * top_k, top_k, options.temperature);
    });
    return result;
}

/// The gradient of one token's query: through softmax, the chosen keys and the normalization.
template <class T>
void backwardRow(const T* gate_gradients, const T* gates, const std::int64_t* selected,
                 const T* keys, const T* unit, T norm, const NearestKeysOptions& options,
                 std::int64_t width, T* result) {
    T mean = 0;
    for (std::int64_t r = 0; r < options.top_k; ++r)
        mean += gates[r] * gate_gradients[r];
    std::fill_n(result, width, T(0));
    for (std::int64_t r = 0; r < options.top_k; ++r) {
        const T score = gates[r] * (gate_gradients[r] - mean) / static_cast<T>(options.temperature);
        const T* key = keys + selected[r] * width;
        for (std::int64_t i = 0; i < width; ++i)
            result[i] += score * key[i];
    }
    if (!options.normalize) return;
    const double along = dotInDouble(result, unit, width);
    for (std::int64_t i = 0; i < width; ++i)
        result[i] = (result[i] - static_cast<T>(along) * unit[i]) / norm;
}

template <class T>
at::Tensor backward(const at::Tensor& gate_gradients, const NearestKeysForward& kept,
                    const at::Tensor& keys, const NearestKeysOptions& options) {
    at::Tensor result = at::empty_like(kept.queries);
    const std::int64_t width = keys.size(1);
    at::parallel_for(0, result.size(0), kRowGrain, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t t = begin; t < end; ++t)
            backwardRow(gate_gradients.const_data_ptr<T>() + t * options.top_k,
                        kept.gates.const_data_ptr<T>() + t * options.top_k,
                        kept.selected.const_data_ptr<std::int64_t>() + t * options.top_k,
                        keys.const_data_ptr<T>(), kept.queries.const_data_ptr<T>() + t * width,
                        kept.norms.const_data_ptr<T>()[t], options, width,
                        result.mutable_data_ptr<T>() + t * width);
    });
    return result;
}

}  // namespace

NearestKeysForward nearestKeysForwardCpu(const at::Tensor& query, const at::Tensor& keys,
                                         const NearestKeysOptions& options) {
    if (query.scalar_type() == at::kDouble) return forward<double>(query, keys, options);
    return forward<float>(query, keys, options);
}

at::Tensor nearestKeysBackwardCpu(const at::Tensor& gate_gradients, const NearestKeysForward& kept,
                                  const at::Tensor& keys, const NearestKeysOptions& options) {
    if (kept.gates.scalar_type() == at::kDouble)
        return backward<double>(gate_gradients, kept, keys, options);
    return backward<float>(gate_gradients, kept, keys, options);
}

}  // namespace orrery
