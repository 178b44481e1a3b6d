// SPDX-License-Identifier: GPL-3.0-or-later
// Each expert's rows are cut into pieces, a thread each, and these into chunks that stay in a
// core's cache: gather, matrix product, GELU, matrix product. A piece writes its own rows only; a
// token then sums its k rows in the order of ranks. The expert's weights are packed once a piece.
#include <algorithm>
#include <type_traits>
#include <vector>

#include "core/ops/experts/expert_order.h"
#include "core/ops/experts/expert_pieces.h"
#include "core/ops/experts/expert_tiles.h"
#include "core/ops/experts/sum_ranks.h"
#include "core/ops/gelu.h"
#include "core/ops/grouped_ffn.h"
#include "core/ops/index_tensor.h"
#include "core/ops/panels/products.h"
#include "core/ops/parallel.h"

namespace orrery {
namespace {

/// Distance of rows of so many values: at a power of two those of a product's tile would lie in few
/// sets of the cache.
template <class T>
std::int64_t rowDistance(std::int64_t width) {
    constexpr std::int64_t kFew = 1024 / sizeof(T);
    return width % kFew == 0 ? width + 64 / std::int64_t{sizeof(T)} : width;
}

/// Buffers of one thread, a row a pair.
template <class P>
struct Scratch {
    using T = typename P::Value;

    Scratch(std::int64_t d_model, std::int64_t d_ffn)
        : narrow(at::empty({kChunkRows, d_model}, c10::CppTypeToScalarType<T>::value)),
          wide(at::empty({kChunkRows, rowDistance<T>(d_ffn)}, c10::CppTypeToScalarType<T>::value)),
          hidden(at::empty({kHalfHidden<P> ? kChunkRows : 0, d_ffn}, wide.options())) {}

    at::Tensor narrow;  // [kChunkRows, D]
    at::Tensor wide;    // [kChunkRows, F], in rows that may be longer
    at::Tensor hidden;  // [kChunkRows, F] before GELU, where that is kept in bfloat16
    typename P::Packed first;
    typename P::Packed second;
};

/// One expert's matrix [rows, columns] of `weights`, or its transpose; also of one that is kept in
/// bfloat16.
template <class T, class Packed>
void packExpert(const at::Tensor& weights, std::int64_t expert, bool transposed, Packed& packed) {
    const std::int64_t rows = weights.size(1);
    const std::int64_t columns = weights.size(2);
    const auto pack = [&](const auto* all) {
        const auto* matrix = all + expert * rows * columns;
        if (transposed)
            packed.packTransposed(matrix, rows, columns);
        else
            packed.pack(matrix, rows, columns);
    };
    if constexpr (std::is_same_v<T, float>) {
        if (weights.scalar_type() == at::kBFloat16)
            return pack(static_cast<const std::uint16_t*>(weights.const_data_ptr()));
    }
    pack(weights.const_data_ptr<T>());
}

/// The hidden values [rows, F] of a chunk, to be filled: where they are kept, or room for them.
template <class P>
typename P::Value* hiddenToFill(at::Tensor& kept, const ExpertSpan& chunk, Scratch<P>& scratch) {
    if constexpr (kHalfHidden<P>)
        return scratch.hidden.template mutable_data_ptr<float>();
    else
        return rowsAt<typename P::Value>(kept, chunk.begin);
}
template <class P>
void keepHidden(at::Tensor& kept, const ExpertSpan& chunk, const Scratch<P>& scratch) {
    if constexpr (kHalfHidden<P>)
        roundToHalves(
            scratch.hidden.template const_data_ptr<float>(), chunk.count * kept.size(1),
            static_cast<std::uint16_t*>(kept.mutable_data_ptr()) + chunk.begin * kept.size(1));
}
/// The same as they were kept.
template <class P>
const typename P::Value* keptHidden(const at::Tensor& kept, const ExpertSpan& chunk,
                                    Scratch<P>& scratch) {
    if constexpr (kHalfHidden<P>) {
        auto* to = scratch.hidden.template mutable_data_ptr<float>();
        widenHalves(
            static_cast<const std::uint16_t*>(kept.const_data_ptr()) + chunk.begin * kept.size(1),
            chunk.count * kept.size(1), to);
        return to;
    } else {
        return rowsAt<typename P::Value>(kept, chunk.begin);
    }
}

template <class P>
GroupedFfnForward forward(const at::Tensor& z, const at::Tensor& selected, const at::Tensor& gates,
                          const at::Tensor& down, const at::Tensor& up) {
    using T = typename P::Value;
    const std::int64_t top_k = selected.size(1);
    const std::int64_t d_model = z.size(1);
    const std::int64_t d_ffn = down.size(1);
    const ExpertOrder sorted = sortByExpert(
        {selected.const_data_ptr<std::int64_t>(), static_cast<std::size_t>(selected.numel())},
        down.size(0));
    const std::int64_t* order = sorted.order.data();
    GroupedFfnForward result;
    result.order = indexTensor(sorted.order);
    result.offsets = indexTensor(sorted.offsets);
    result.hidden = at::empty({selected.numel(), d_ffn},
                              z.options().dtype(kHalfHidden<P> ? at::kBFloat16 : z.scalar_type()));
    at::Tensor outputs = at::empty({selected.numel(), d_model}, z.options());  // [N*k, D]
    const auto pieces = cutByExpert(result.offsets, longestPiece(selected.numel()));
    if constexpr (requires { P::kTileFactors; })
        if (PieceByTiles<P>::isPossible(down)) {
            forEachPiece(
                static_cast<std::int64_t>(pieces.size()),
                [&] { return PieceByTiles<P>(down, up, false); },
                [&](std::int64_t index, PieceByTiles<P>& tiles) {
                    const bool packs = tiles.packs(pieces[index]);
                    if (packs) tiles.pack(pieces[index].expert);
                    forEachChunk(pieces[index], [&](const ExpertSpan& chunk) {
                        if (!packs)
                            return tiles.forwardTurned(chunk, z, order, top_k, result.hidden,
                                                       outputs);
                        tiles.forward(chunk, z, order, top_k, result.hidden, outputs);
                    });
                });
            result.output = sumRanks(outputs, order, z.size(0), top_k, gates);
            return result;
        }
    forEachPiece(
        static_cast<std::int64_t>(pieces.size()), [&] { return Scratch<P>(d_model, d_ffn); },
        [&](std::int64_t index, Scratch<P>& scratch) {
            const ExpertSpan& piece = pieces[index];
            bool packed = false;
            forEachChunk(piece, [&](const ExpertSpan& chunk) {
                const T* rows = gatherTokens<T>(z, chunk, order, top_k, scratch.narrow);
                if (!packed) {
                    packExpert<T>(down, piece.expert, true, scratch.first);
                    packExpert<T>(up, piece.expert, true, scratch.second);
                    packed = true;
                }
                T* hidden = hiddenToFill<P>(result.hidden, chunk, scratch);
                scratch.first.multiply(rows, chunk.count, hidden);
                keepHidden<P>(result.hidden, chunk, scratch);
                T* active = scratch.wide.template mutable_data_ptr<T>();
                const std::int64_t stride = scratch.wide.size(1);
                for (std::int64_t row = 0; row < chunk.count; ++row)
                    geluRow(hidden + row * d_ffn, active + row * stride, d_ffn);
                scratch.second.multiply({active, stride, false, chunk.count, d_ffn, d_model,
                                         rowsAt<T>(outputs, chunk.begin), d_model});
            });
        });
    result.output = sumRanks(outputs, order, z.size(0), top_k, gates);
    return result;
}

/// The backward pass under way. Pieces fill their rows of `row_gradients` and their pairs of
/// `gate_gradients`.
template <class P>
struct Backward {
    using T = typename P::Value;

    const at::Tensor& output_gradient;
    const at::Tensor& z;
    const at::Tensor& gates;
    const GroupedFfnForward& kept;
    const at::Tensor& down;
    const at::Tensor& up;
    at::Tensor row_gradients;   // [N*k, D], towards z
    at::Tensor gate_gradients;  // [N, k]

    const std::int64_t* order() const { return kept.order.const_data_ptr<std::int64_t>(); }
    std::int64_t topK() const { return gates.size(1); }

    void pack(std::int64_t expert, Scratch<P>& scratch) const {
        packExpert<T>(up, expert, false, scratch.first);
        packExpert<T>(down, expert, false, scratch.second);
    }

    /// Leaves the gathered output gradient in scratch.narrow, that of the hidden values in
    /// scratch.wide.
    void addChunk(const ExpertSpan& chunk, Scratch<P>& scratch) {
        const std::int64_t d_ffn = down.size(1);
        const T* gathered =
            gatherTokens<T>(output_gradient, chunk, order(), topK(), scratch.narrow);
        T* gradient = scratch.wide.template mutable_data_ptr<T>();
        const std::int64_t d_model = z.size(1), stride = scratch.wide.size(1);
        scratch.first.multiply(
            {gathered, d_model, false, chunk.count, d_model, d_ffn, gradient, stride});
        const T* hidden = keptHidden<P>(kept.hidden, chunk, scratch);
        for (std::int64_t row = 0; row < chunk.count; ++row) {
            const std::int64_t pair = order()[chunk.begin + row];
            gate_gradients.mutable_data_ptr<T>()[pair] =
                geluBackwardRow(hidden + row * d_ffn, gradient + row * stride,
                                gates.const_data_ptr<T>()[pair], d_ffn);
        }
        scratch.second.multiply({gradient, stride, false, chunk.count, d_ffn, d_model,
                                 rowsAt<T>(row_gradients, chunk.begin), d_model});
    }

    /// Adds a chunk's share to its expert's weight gradients, after addChunk.
    void addWeights(const ExpertSpan& chunk, Scratch<P>& scratch,
                    GroupedFfnBackward& result) const {
        const at::Tensor hidden = kept.hidden.narrow(0, chunk.begin, chunk.count)
                                      .to(scratch.wide.scalar_type());  // [rows, F]
        at::Tensor active = at::empty_like(hidden);
        geluRow(hidden.const_data_ptr<T>(), active.mutable_data_ptr<T>(), hidden.numel());
        const at::Tensor pairs = kept.order.narrow(0, chunk.begin, chunk.count);
        active.mul_(gates.view({-1}).index_select(0, pairs).unsqueeze(1));
        at::Tensor up_gradient = result.up[chunk.expert];
        up_gradient.addmm_(scratch.narrow.narrow(0, 0, chunk.count).t(), active);
        gatherTokens<T>(z, chunk, order(), topK(), scratch.narrow);
        at::Tensor down_gradient = result.down[chunk.expert];
        down_gradient.addmm_(scratch.wide.narrow(0, 0, chunk.count).narrow(1, 0, down.size(1)).t(),
                             scratch.narrow.narrow(0, 0, chunk.count));
    }
};

template <class P>
GroupedFfnBackward backward(const at::Tensor& output_gradient, const at::Tensor& z,
                            const at::Tensor& gates, const GroupedFfnForward& kept,
                            const at::Tensor& down, const at::Tensor& up, bool weight_gradients) {
    GroupedFfnBackward result;
    Backward<P> pass{output_gradient,
                     z,
                     gates,
                     kept,
                     down,
                     up,
                     at::empty({gates.numel(), z.size(1)}, z.options()),
                     at::empty_like(gates)};
    if (weight_gradients) {
        result.down = at::zeros_like(down);
        result.up = at::zeros_like(up);
    }
    // With weight gradients a piece is a whole expert: its chunks add up in order.
    const auto pieces = cutByExpert(
        kept.offsets, weight_gradients ? gates.numel() + 1 : longestPiece(gates.numel()));
    if constexpr (requires { P::kTileFactors; })
        if (!weight_gradients && PieceByTiles<P>::isPossible(down)) {
            forEachPiece(
                static_cast<std::int64_t>(pieces.size()),
                [&] { return PieceByTiles<P>(down, up, true); },
                [&](std::int64_t index, PieceByTiles<P>& tiles) {
                    tiles.pack(pieces[index].expert);
                    forEachChunk(pieces[index], [&](const ExpertSpan& chunk) {
                        tiles.backward(chunk, output_gradient, pass.order(), gates, kept.hidden,
                                       pass.row_gradients, pass.gate_gradients);
                    });
                });
            result.gates = pass.gate_gradients;
            result.z = sumRanks(pass.row_gradients, pass.order(), z.size(0), gates.size(1), {});
            return result;
        }
    forEachPiece(
        static_cast<std::int64_t>(pieces.size()),
        [&] { return Scratch<P>(z.size(1), down.size(1)); },
        [&](std::int64_t index, Scratch<P>& scratch) {
            pass.pack(pieces[index].expert, scratch);
            forEachChunk(pieces[index], [&](const ExpertSpan& chunk) {
                pass.addChunk(chunk, scratch);
                if (weight_gradients) pass.addWeights(chunk, scratch, result);
            });
        });
    result.gates = pass.gate_gradients;
    result.z = sumRanks(pass.row_gradients, pass.order(), z.size(0), gates.size(1), {});
    return result;
}

}  // namespace

GroupedFfnForward groupedFfnForwardCpu(const at::Tensor& z, const at::Tensor& selected,
                                       const at::Tensor& gates, const at::Tensor& down,
                                       const at::Tensor& up, bool half) {
    return withProducts(z, half,
                        [&]<class P>(P) { return forward<P>(z, selected, gates, down, up); });
}

GroupedFfnBackward groupedFfnBackwardCpu(const at::Tensor& output_gradient, const at::Tensor& z,
                                         const at::Tensor& gates, const GroupedFfnForward& kept,
                                         const at::Tensor& down, const at::Tensor& up,
                                         bool weight_gradients) {
    const bool half = kept.hidden.scalar_type() == at::kBFloat16;
    return withProducts(z, half, [&]<class P>(P) {
        return backward<P>(output_gradient, z, gates, kept, down, up, weight_gradients);
    });
}

}  // namespace orrery
