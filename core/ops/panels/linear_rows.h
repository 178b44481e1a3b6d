// SPDX-License-Identifier: GPL-3.0-or-later
// What the linear layers of the CPU share: packed weights, blocks of rows for all threads, and the
// gradients of weights.
#pragma once
#include <algorithm>
#include <memory>
#include <vector>

#include "core/ops/panels/panel_linear.h"
#include "core/ops/panels/products.h"
#include "core/ops/parallel.h"

namespace orrery::linear_rows {

template <class P>
constexpr std::int64_t kBlock = wholeTileRows<P>(128);
template <class P>
constexpr std::int64_t kSlab = wholeTileRows<P>(64);  // with kDepth what stays in a near cache
inline constexpr std::int64_t kDepth = 256;
inline constexpr std::int64_t kAhead = 12;  // rows on their way from memory
inline constexpr std::int64_t kLine = 16;   // floats
inline constexpr std::int64_t kPartsPerThread = 2;

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
inline std::int64_t sliceRows(std::int64_t rows) {
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

}  // namespace orrery::linear_rows
