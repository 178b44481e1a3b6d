// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/ops/nearest_keys.h"
#include "core/ops/panels/panel_product.h"
#include "core/ops/parallel.h"
#include "core/ops/smallest_norm.h"

namespace orrery {
namespace {

constexpr std::int64_t kBlockRows = 256;  // scores of a block stay in the cache
constexpr std::int64_t kGradientGrain = 64;

/// Length of each row, and the rows scaled to length 1.
template <class T>
void normalizeRows(const T* from, T* to, T* norms, std::int64_t rows, std::int64_t width) {
    for (std::int64_t row = 0; row < rows; ++row, from += width, to += width) {
        double squares = 0;
        for (std::int64_t i = 0; i < width; ++i)
            squares += static_cast<double>(from[i]) * from[i];
        norms[row] = static_cast<T>(normDivisor(std::sqrt(squares)));
        const T inverse = T(1) / norms[row];
        for (std::int64_t i = 0; i < width; ++i)
            to[i] = from[i] * inverse;
    }
}

/// The k best of one row, best first. A later expert needs a strictly better score to pass an
/// earlier one.
template <class T>
void selectBest(const T* scores, std::int64_t experts, std::int64_t top_k, std::int64_t* selected,
                T* best) {
    std::int64_t filled = 0;
    for (std::int64_t expert = 0; expert < experts; ++expert) {
        const T score = scores[expert];
        if (filled == top_k && !(score > best[top_k - 1])) continue;
        std::int64_t place = filled < top_k ? filled++ : top_k - 1;
        for (; place > 0 && score > best[place - 1]; --place) {
            best[place] = best[place - 1];
            selected[place] = selected[place - 1];
        }
        best[place] = score;
        selected[place] = expert;
    }
}

/// The k best of score + bias, and the scores of those without their bias.
template <class T>
void selectBiased(const T* scores, const T* bias, std::int64_t experts, std::int64_t top_k,
                  std::int64_t* selected, T* chosen) {
    std::vector<T> sums(scores, scores + experts);
    for (std::int64_t expert = 0; expert < experts; ++expert)
        sums[expert] += bias[expert];
    selectBest(sums.data(), experts, top_k, selected, chosen);
    for (std::int64_t rank = 0; rank < top_k; ++rank)
        chosen[rank] = scores[selected[rank]];
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
void routeBlock(const at::Tensor& query, const PackedMatrix<T>& keys,
                const NearestKeysOptions& options, std::int64_t begin, NearestKeysForward& result,
                at::Tensor& buffer) {
    const std::int64_t rows = std::min(kBlockRows, query.size(0) - begin);
    const std::int64_t width = query.size(1);
    const std::int64_t experts = buffer.size(1);
    if (options.normalize)
        normalizeRows(query.const_data_ptr<T>() + begin * width,
                      result.queries.mutable_data_ptr<T>() + begin * width,
                      result.norms.mutable_data_ptr<T>() + begin, rows, width);
    T* scores = buffer.mutable_data_ptr<T>();  // [rows, E]
    keys.multiply(result.queries.const_data_ptr<T>() + begin * width, rows, scores);
    for (std::int64_t row = 0; row < rows; ++row, scores += experts) {
        T* gates = result.gates.mutable_data_ptr<T>() + (begin + row) * options.top_k;
        auto* selected =
            result.selected.mutable_data_ptr<std::int64_t>() + (begin + row) * options.top_k;
        if (options.selection_bias.defined())
            selectBiased(scores, options.selection_bias.const_data_ptr<T>(), experts, options.top_k,
                         selected, gates);
        else
            selectBest(scores, experts, options.top_k, selected, gates);
        softmaxRow(gates, options.top_k, options.temperature);
    }
}

template <class T>
NearestKeysForward forward(const at::Tensor& query, const at::Tensor& keys,
                           const NearestKeysOptions& options) {
    const std::int64_t tokens = query.size(0);
    NearestKeysForward result;
    result.queries = options.normalize ? at::empty_like(query) : query.detach();
    result.norms = options.normalize ? at::empty({tokens}, query.options())
                                     : at::ones({tokens}, query.options());
    result.selected = at::empty({tokens, options.top_k}, query.options().dtype(at::kLong));
    result.gates = at::empty({tokens, options.top_k}, query.options());
    PackedMatrix<T> packed;
    packed.packTransposed(keys.const_data_ptr<T>(), keys.size(0), keys.size(1));
    forEachPiece((tokens + kBlockRows - 1) / kBlockRows,
                 [&] {
                     return at::empty({kBlockRows, keys.size(0)}, query.options());
                 },
                 [&](std::int64_t block, at::Tensor& buffer) {
                     routeBlock<T>(query, packed, options, block * kBlockRows, result, buffer);
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
    double along = 0;
    for (std::int64_t i = 0; i < width; ++i)
        along += static_cast<double>(result[i]) * unit[i];
    for (std::int64_t i = 0; i < width; ++i)
        result[i] = (result[i] - static_cast<T>(along) * unit[i]) / norm;
}

template <class T>
at::Tensor backward(const at::Tensor& gate_gradients, const NearestKeysForward& kept,
                    const at::Tensor& keys, const NearestKeysOptions& options) {
    at::Tensor result = at::empty_like(kept.queries);
    const std::int64_t width = keys.size(1);
    at::parallel_for(0, result.size(0), kGradientGrain, [&](std::int64_t begin, std::int64_t end) {
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
