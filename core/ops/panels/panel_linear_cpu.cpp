// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "core/ops/gelu.h"
#include "core/ops/panels/panel_linear.h"
#include "core/ops/panels/products.h"
#include "core/ops/parallel.h"

namespace orrery {
namespace {

template <class P>
constexpr std::int64_t kBlock = wholeTileRows<P>(128);
template <class P>
constexpr std::int64_t kSlab = wholeTileRows<P>(64);  // with kDepth what stays in a near cache
constexpr std::int64_t kDepth = 256;
constexpr std::int64_t kAhead = 12;  // rows on their way from memory
constexpr std::int64_t kLine = 16;   // floats
constexpr std::int64_t kPartsPerThread = 2;

/// Parts of a matrix by all threads, unless it is small.
struct ByThreads {
    std::int64_t size;

    template <class Work>
    void operator()(std::int64_t parts, const Work& work) const {
        constexpr std::int64_t kSmall = 1 << 16;
        if (parts > 1 && size > kSmall)
            return forEachPiece(
                parts, [] { return 0; }, [&](std::int64_t part, int) { work(part); });
        for (std::int64_t part = 0; part < parts; ++part)
            work(part);
    }
};

/// A layer's weights, packed once for all threads.
template <class P>
struct Layer {
    using T = typename P::Value;

    explicit Layer(const LinearWeights& weights)
        : in(weights.weight.size(1)),
          out(weights.weight.size(0)),
          bias(weights.bias.const_data_ptr<T>()) {
        packed.packTransposedInParts(weights.weight.const_data_ptr<T>(), out, in,
                                     ByThreads{in * out});
    }

    /// y [rows, out] = x [rows, in] W^T + bias
    void apply(const T* x, std::int64_t rows, T* y) const {
        packed.multiply({x, in, false, rows, in, out, y, out, false, bias});
    }

    std::int64_t in, out;
    const T* bias;
    typename P::Packed packed;  // [in, out]
};

/// Calls work(first row, rows) for blocks of `count` rows on all threads.
template <class P, class MakeBuffer, class Work>
void forEachRows(std::int64_t count, const MakeBuffer& makeBuffer, const Work& work) {
    constexpr std::int64_t block = kBlock<P>;
    forEachPiece((count + block - 1) / block, makeBuffer, [&](std::int64_t index, auto& buffer) {
        const std::int64_t begin = index * block;
        work(begin, std::min(block, count - begin), buffer);
    });
}

/// Rows of dy and x, of which each slice has sums of its own until all are added in order: how many
/// there are hangs on the rows alone, so that results do not depend on the threads.
std::int64_t sliceRows(std::int64_t rows) {
    constexpr std::int64_t kMostSlices = 4;
    const std::int64_t blocks = (rows + kDepth - 1) / kDepth;
    return std::max<std::int64_t>(kMostSlices, (blocks + kMostSlices - 1) / kMostSlices) * kDepth;
}

/// A part of a weight's gradient: of a slice, and rows of the weight in whole tiles but the last.
struct Part {
    std::int64_t slice, row, rows;
};

template <class P>
std::vector<Part> partsOf(std::int64_t slices, std::int64_t rows) {
    const std::int64_t down = (kPartsPerThread * at::get_num_threads() + slices - 1) / slices;
    const std::int64_t slabs = (rows + kSlab<P> - 1) / kSlab<P>;
    const std::int64_t high = (slabs + down - 1) / down * kSlab<P>;
    std::vector<Part> parts;
    for (std::int64_t slice = 0; slice < slices; ++slice)
        for (std::int64_t row = 0; row < rows; row += high)
            parts.push_back({slice, row, std::min(high, rows - row)});
    return parts;
}

/// Copies [depth, rows] of a matrix together: products that read it by columns would find them in
/// few sets of the cache.
template <class P, class T>
void copyBlock(const T* from, std::int64_t stride, std::int64_t depth, std::int64_t rows, T* to) {
    for (std::int64_t k = 0; k < depth; ++k) {
        if (k + kAhead < depth)
            for (std::int64_t i = 0; i < rows; i += kLine)
                __builtin_prefetch(from + (k + kAhead) * stride + i);
        std::copy_n(from + k * stride, rows, to + k * kSlab<P>);
    }
}

/// to[i] += sum over k of block[k, i], whose rows are `stride` apart.
template <class P, class T>
void addDepth(const T* block, std::int64_t stride, std::int64_t depth, std::int64_t rows, T* to) {
    if (rows == kSlab<P>) {  // a number of sums that the compiler knows
        T sums[kSlab<P>] = {};
        for (std::int64_t k = 0; k < depth; ++k)
            for (std::int64_t i = 0; i < kSlab<P>; ++i)
                sums[i] += block[k * stride + i];
        for (std::int64_t i = 0; i < rows; ++i)
            to[i] += sums[i];
        return;
    }
    for (std::int64_t i = 0; i < rows; ++i) {
        T sum = 0;
        for (std::int64_t k = 0; k < depth; ++k)
            sum += block[k * stride + i];
        to[i] += sum;
    }
}

/// Whether products with a transposed left side copy it themselves, in tiles.
template <class P>
constexpr bool kCopiesLeft = requires {
    P::kTileFactors;
};

template <class P>
struct GradientScratch {
    typename P::Packed packed;
    typename P::Value block[kCopiesLeft<P> ? 1 : kDepth * kSlab<P>] = {};  // [kDepth, kSlab]
};

/// Adds the gradients of a layer that made y from x: dy^T x and the sum of dy.
template <class P>
struct WeightGradients {
    using T = typename P::Value;

    void run() {
        const std::int64_t high = sliceRows(dy.size(0));
        const std::int64_t slices = std::max<std::int64_t>(1, (dy.size(0) + high - 1) / high);
        const std::int64_t size = dy.size(1) * (x.size(1) + 1);  // weight and bias
        const at::Tensor others = at::zeros({slices - 1, size}, x.options());
        const std::vector<Part> parts = partsOf<P>(slices, dy.size(1));
        forEachPiece(
            static_cast<std::int64_t>(parts.size()),
            [] { return std::make_unique<GradientScratch<P>>(); },
            [&](std::int64_t index, std::unique_ptr<GradientScratch<P>>& scratch) {
                const Part& part = parts[static_cast<std::size_t>(index)];
                T* own = part.slice == 0 ? nullptr
                                         : others.mutable_data_ptr<T>() + (part.slice - 1) * size;
                const std::int64_t end = std::min(dy.size(0), (part.slice + 1) * high);
                for (std::int64_t k = part.slice * high; k < end; k += kDepth)
                    add(part, k, std::min(kDepth, end - k), own, *scratch);
            });
        for (std::int64_t slice = 0; slice + 1 < slices; ++slice) {
            const at::Tensor sums = others[slice];
            result.weight.add_(sums.narrow(0, 0, result.weight.numel()).view_as(result.weight));
            result.bias.add_(sums.narrow(0, result.weight.numel(), result.bias.numel()));
        }
    }

    /// Adds rows k .. k + depth - 1 of dy and x to `sums`, or to the result where these are null.
    void add(const Part& part, std::int64_t k, std::int64_t depth, T* sums,
             GradientScratch<P>& scratch) {
        const std::int64_t in = x.size(1);
        T* weight = sums ? sums : result.weight.template mutable_data_ptr<T>();
        T* bias = sums ? sums + dy.size(1) * in : result.bias.template mutable_data_ptr<T>();
        scratch.packed.pack(x.const_data_ptr<T>() + k * in, depth, in, in);
        for (std::int64_t row = part.row; row < part.row + part.rows; row += kSlab<P>) {
            const std::int64_t rows = std::min(kSlab<P>, part.row + part.rows - row);
            const T* block = dy.const_data_ptr<T>() + k * dy.size(1) + row;
            std::int64_t stride = dy.size(1);
            if constexpr (!kCopiesLeft<P>) {
                copyBlock<P>(block, stride, depth, rows, scratch.block);
                block = scratch.block;
                stride = kSlab<P>;
            }
            scratch.packed.multiply(
                {block, stride, true, rows, depth, in, weight + row * in, in, true});
            addDepth<P>(block, stride, depth, rows, bias + row);
        }
    }

    const at::Tensor& dy;  // [N, M]
    const at::Tensor& x;   // [N, K]
    LinearWeights& result;
};

template <class P>
LinearWeights weightGradients(const at::Tensor& dy, const at::Tensor& x) {
    LinearWeights result{at::zeros({dy.size(1), x.size(1)}, x.options()),
                         at::zeros({dy.size(1)}, x.options())};
    WeightGradients<P>{dy, x, result}.run();
    return result;
}

template <class P>
typename P::Packed packedWeight(const at::Tensor& weight) {
    typename P::Packed packed;
    packed.packInParts(weight.const_data_ptr<typename P::Value>(), weight.size(0), weight.size(1),
                       ByThreads{weight.numel()});
    return packed;
}

template <class P>
at::Tensor forwardLinear(const at::Tensor& x, const Layer<P>& layer) {
    using T = typename P::Value;
    at::Tensor y = at::empty({x.size(0), layer.out}, x.options());
    const T* from = x.const_data_ptr<T>();
    T* to = y.mutable_data_ptr<T>();
    forEachRows<P>(
        x.size(0), [] { return 0; },
        [&](std::int64_t begin, std::int64_t rows, int) {
            layer.apply(from + begin * layer.in, rows, to + begin * layer.out);
        });
    return y;
}

template <class P>
void inputGradients(const at::Tensor& dy, const typename P::Packed& packed, at::Tensor& dx) {
    using T = typename P::Value;
    const T* from = dy.const_data_ptr<T>();
    T* to = dx.mutable_data_ptr<T>();
    forEachRows<P>(
        dy.size(0), [] { return 0; },
        [&](std::int64_t begin, std::int64_t rows, int) {
            packed.multiply(from + begin * dy.size(1), rows, to + begin * dx.size(1));
        });
}

template <class P>
LinearBackward backwardLinear(const at::Tensor& dy, const at::Tensor& x, const at::Tensor& weight) {
    LinearBackward result;
    result.x = at::empty_like(x);
    inputGradients<P>(dy, packedWeight<P>(weight), result.x);
    result.layer = weightGradients<P>(dy, x);
    return result;
}

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

template <class P>
class PackedLinearOf : public PackedLinear {
public:
    PackedLinearOf(const LinearWeights& weights, bool backward) : layer_(weights) {
        if (backward) backward_ = packedWeight<P>(weights.weight);
    }
    at::Tensor forward(const at::Tensor& x) const override { return forwardLinear<P>(x, layer_); }
    void inputGradients(const at::Tensor& gradient, at::Tensor& result) const override {
        orrery::inputGradients<P>(gradient, backward_, result);
    }
    void addWeightGradients(const at::Tensor& gradient, const at::Tensor& x,
                            LinearWeights& sums) const override {
        WeightGradients<P>{gradient, x, sums}.run();
    }

private:
    Layer<P> layer_;
    typename P::Packed backward_;  // [out, in]
};

}  // namespace

at::Tensor linearForwardCpu(const at::Tensor& x, const LinearWeights& layer, bool half) {
    return withProducts(x, half, [&]<class P>(P) { return forwardLinear<P>(x, Layer<P>(layer)); });
}

LinearBackward linearBackwardCpu(const at::Tensor& gradient, const at::Tensor& x,
                                 const at::Tensor& weight, bool half) {
    return withProducts(x, half,
                        [&]<class P>(P) { return backwardLinear<P>(gradient, x, weight); });
}

std::unique_ptr<PackedLinear> packLinear(const LinearWeights& layer, bool backward, bool half) {
    return withProducts(layer.weight, half, [&]<class P>(P) -> std::unique_ptr<PackedLinear> {
        return std::make_unique<PackedLinearOf<P>>(layer, backward);
    });
}

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
