// SPDX-License-Identifier: GPL-3.0-or-later
// Two layers with GELU between them: by the kernels of expert_pass.h, or in blocks of rows.
#include <algorithm>
#include <array>
#include <vector>

#include "core/ops/gelu.h"
#include "core/ops/panels/linear_rows.h"

namespace orrery {
namespace {

using namespace linear_rows;

/// Whether a network of two layers can go by the kernels of expert_pass.h.
template <class P>
bool goesByTiles(std::int64_t in, std::int64_t hidden, std::int64_t out) {
    if constexpr (requires { P::kTileFactors; })
        return in == out && hasExpertKernels(in, hidden);
    else
        return false;
}

/// A network's layers, packed by two threads.
template <class P>
void packLayers(const at::Tensor& first, const at::Tensor& second, bool backward,
                PackedExpert& packed) {
    const ExpertWeights weights{first.const_data_ptr(), second.const_data_ptr(), false,
                                first.size(1), first.size(0)};
    forEachPiece(
        2, [] { return 0; },
        [&](std::int64_t which, int) {
            packed.packOne(weights, static_cast<int>(which), backward, P::kTileFactors);
        });
}

/// Calls work(first row, pointers to rows, their count) for chunks of x [N, K], on all threads.
template <class Work>
void forEachExpertRows(const at::Tensor& x, const Work& work) {
    using Pointers = std::array<const float*, kExpertRows>;
    const std::int64_t rows = x.size(0), width = x.size(1);
    forEachPiece((rows + kExpertRows - 1) / kExpertRows, [] { return Pointers{}; },
                 [&](std::int64_t chunk, Pointers& pointers) {
                     const std::int64_t begin = chunk * kExpertRows;
                     const std::int64_t count = std::min(kExpertRows, rows - begin);
                     for (std::int64_t row = 0; row < count; ++row)
                         pointers[row] = x.const_data_ptr<float>() + (begin + row) * width;
                     work(begin, pointers.data(), count);
                 });
}

template <class P>
void forwardMlpByTiles(const at::Tensor& x, const LinearWeights& first, const LinearWeights& second,
                       MlpForward& result) {
    PackedExpert packed;
    packLayers<P>(first.weight, second.weight, false, packed);
    const std::int64_t width = x.size(1), hidden = first.weight.size(0);
    auto* kept = result.hidden.template mutable_data_ptr<float>();
    auto* output = result.output.template mutable_data_ptr<float>();
    forEachExpertRows(x, [&](std::int64_t begin, const float* const* rows, std::int64_t count) {
        expertForward({rows, count, width, hidden, kept + begin * hidden, false,
                       output + begin * width, first.bias.template const_data_ptr<float>(),
                       second.bias.template const_data_ptr<float>()},
                      packed, P::kTileFactors);
    });
}

/// Fills x's gradients [N, K], the active values and the gradients of those before GELU [N, H].
template <class P>
void backwardMlpByTiles(const at::Tensor& dy, const at::Tensor& hidden,
                        const at::Tensor& first_weight, const at::Tensor& second_weight,
                        at::Tensor& dx, at::Tensor& active, at::Tensor& gradient) {
    PackedExpert packed;
    packLayers<P>(first_weight, second_weight, true, packed);
    const std::int64_t width = dy.size(1), high = hidden.size(1);
    // Read alone.
    auto* before = const_cast<float*>(hidden.const_data_ptr<float>());
    auto* to = dx.mutable_data_ptr<float>();
    auto* after = active.mutable_data_ptr<float>();
    auto* towards = gradient.mutable_data_ptr<float>();
    forEachExpertRows(dy, [&](std::int64_t begin, const float* const* rows, std::int64_t count) {
        expertBackward({rows, count, width, high, before + begin * high, false, to + begin * width},
                       {nullptr, nullptr, after + begin * high, towards + begin * high}, packed,
                       P::kTileFactors);
    });
}

template <class P>
MlpForward forwardMlp(const at::Tensor& x, const LinearWeights& first_weights,
                      const LinearWeights& second_weights) {
    using T = typename P::Value;
    MlpForward result;
    const std::int64_t high = first_weights.weight.size(0), out = second_weights.weight.size(0);
    result.hidden = at::empty({x.size(0), high}, x.options());
    result.output = at::empty({x.size(0), out}, x.options());
    if constexpr (requires { P::kTileFactors; })
        if (goesByTiles<P>(x.size(1), high, out)) {
            forwardMlpByTiles<P>(x, first_weights, second_weights, result);
            return result;
        }
    const Layer<P> first(first_weights);
    const Layer<P> second(second_weights);
    const T* from = x.const_data_ptr<T>();
    T* hidden = result.hidden.mutable_data_ptr<T>();
    T* to = result.output.mutable_data_ptr<T>();
    forEachRows<P>(
        x.size(0), [&] { return std::vector<T>(static_cast<std::size_t>(kBlock<P> * first.out)); },
        [&](std::int64_t begin, std::int64_t rows, std::vector<T>& active) {
            T* own = hidden + begin * first.out;
            first.apply(from + begin * first.in, rows, own);
            geluRow(own, active.data(), rows * first.out);
            second.apply(active.data(), rows, to + begin * second.out);
        });
    return result;
}

template <class P>
MlpBackward backwardMlp(const at::Tensor& dy, const at::Tensor& x, const at::Tensor& hidden,
                        const at::Tensor& first_weight, const at::Tensor& second_weight) {
    using T = typename P::Value;
    MlpBackward result;
    result.x = at::empty_like(x);
    at::Tensor active = at::empty_like(hidden);    // [N, H] after GELU
    at::Tensor gradient = at::empty_like(hidden);  // [N, H] towards what was before
    if (goesByTiles<P>(x.size(1), hidden.size(1), dy.size(1))) {
        if constexpr (requires { P::kTileFactors; })
            backwardMlpByTiles<P>(dy, hidden, first_weight, second_weight, result.x, active,
                                  gradient);
    } else {
        const typename P::Packed first = packedWeight<P>(first_weight);
        const typename P::Packed second = packedWeight<P>(second_weight);
        const std::int64_t width = hidden.size(1);
        const T* from = dy.const_data_ptr<T>();
        const T* before = hidden.const_data_ptr<T>();
        T* after = active.mutable_data_ptr<T>();
        T* towards = gradient.mutable_data_ptr<T>();
        T* to = result.x.mutable_data_ptr<T>();
        forEachRows<P>(
            x.size(0), [] { return 0; },
            [&](std::int64_t begin, std::int64_t rows, int) {
                const std::int64_t at = begin * width;
                second.multiply(from + begin * dy.size(1), rows, towards + at);
                geluBackwardRow(before + at, towards + at, T(1), rows * width, after + at);
                first.multiply(towards + at, rows, to + begin * x.size(1));
            });
    }
    result.second = weightGradients<P>(dy, active);
    result.first = weightGradients<P>(gradient, x);
    return result;
}

}  // namespace

MlpForward mlpForwardCpu(const at::Tensor& x, const LinearWeights& first,
                         const LinearWeights& second) {
    return withProducts(x, false, [&]<class P>(P) { return forwardMlp<P>(x, first, second); });
}

MlpBackward mlpBackwardCpu(const at::Tensor& gradient, const at::Tensor& x,
                           const at::Tensor& hidden, const at::Tensor& first_weight,
                           const at::Tensor& second_weight, bool half) {
    return withProducts(x, half, [&]<class P>(P) {
        return backwardMlp<P>(gradient, x, hidden, first_weight, second_weight);
    });
}

}  // namespace orrery
