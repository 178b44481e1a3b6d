// SPDX-License-Identifier: GPL-3.0-or-later
// Each expert's rows are cut into pieces, a thread each, and these into chunks that stay in a
// core's cache: gather, matrix product, GELU, matrix product. A piece writes its own rows only; a
// token then sums its k rows in the order of ranks. The expert's weights are packed once a piece.
#include <algorithm>
#include <type_traits>
#include <vector>

#include "core/ops/expert_order.h"
#include "core/ops/gelu.h"
#include "core/ops/grouped_ffn.h"
#include "core/ops/index_tensor.h"
#include "core/ops/panels/products.h"
#include "core/ops/parallel.h"
#include "core/ops/simd.h"

namespace orrery {
namespace {

constexpr std::int64_t kChunkRows = 128;
constexpr std::int64_t kPieceRows = 4 * kChunkRows;
constexpr std::int64_t kPiecesPerThread = 8;
constexpr std::int64_t kTokenGrain = 64;

/// Whether the hidden values are kept in bfloat16.
template <class P>
constexpr bool kHalf = std::is_same_v<P, HalfProducts>;

/// Rows of one expert.
struct Rows {
    std::int64_t expert = 0;
    std::int64_t begin = 0;
    std::int64_t count = 0;
};

/// The rows of all experts in pieces of at most `most`, an expert's about equally long.
std::vector<Rows> cut(const at::Tensor& offsets, std::int64_t most) {
    std::vector<Rows> pieces;
    const auto* bounds = offsets.const_data_ptr<std::int64_t>();
    for (std::int64_t expert = 0; expert + 1 < offsets.numel(); ++expert) {
        const std::int64_t rows = bounds[expert + 1] - bounds[expert];
        const std::int64_t count = (rows + most - 1) / most;
        for (std::int64_t i = 0; i < count; ++i) {
            const std::int64_t begin = rows * i / count;
            pieces.push_back({expert, bounds[expert] + begin, rows * (i + 1) / count - begin});
        }
    }
    return pieces;
}

/// Long pieces pack the weights less often, many pieces keep all threads at work.
std::int64_t longestPiece(std::int64_t rows) {
    return std::max(kPieceRows, rows / (kPiecesPerThread * at::get_num_threads()));
}

/// Calls work(chunk) for the chunks of a piece, which are about equally long.
template <class Work>
void forEachChunk(const Rows& piece, const Work& work) {
    const std::int64_t count = (piece.count + kChunkRows - 1) / kChunkRows;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t begin = piece.count * i / count, end = piece.count * (i + 1) / count;
        work(Rows{piece.expert, piece.begin + begin, end - begin});
    }
}

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
          hidden(at::empty({kHalf<P> ? kChunkRows : 0, d_ffn}, wide.options())) {}

    at::Tensor narrow;  // [kChunkRows, D]
    at::Tensor wide;    // [kChunkRows, F], in rows that may be longer
    at::Tensor hidden;  // [kChunkRows, F] before GELU, where that is kept in bfloat16
    typename P::Packed first;
    typename P::Packed second;
};

/// Copies the tokens of a chunk's rows together.
template <class T>
const T* gatherTokens(const at::Tensor& tokens, const Rows& chunk, const std::int64_t* order,
                      std::int64_t top_k, at::Tensor& buffer) {
    const std::int64_t width = tokens.size(1);
    const T* from = tokens.const_data_ptr<T>();
    T* to = buffer.mutable_data_ptr<T>();
    for (std::int64_t row = 0; row < chunk.count; ++row)
        std::copy_n(from + order[chunk.begin + row] / top_k * width, width, to + row * width);
    return to;
}

/// First row of a chunk in a tensor with a row a pair.
template <class T>
T* rowsAt(at::Tensor& tensor, std::int64_t row) {
    return tensor.mutable_data_ptr<T>() + row * (tensor.numel() / tensor.size(0));
}
template <class T>
const T* rowsAt(const at::Tensor& tensor, std::int64_t row) {
    return tensor.const_data_ptr<T>() + row * (tensor.numel() / tensor.size(0));
}

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
typename P::Value* hiddenToFill(at::Tensor& kept, const Rows& chunk, Scratch<P>& scratch) {
    if constexpr (kHalf<P>)
        return scratch.hidden.template mutable_data_ptr<float>();
    else
        return rowsAt<typename P::Value>(kept, chunk.begin);
}
template <class P>
void keepHidden(at::Tensor& kept, const Rows& chunk, const Scratch<P>& scratch) {
    if constexpr (kHalf<P>)
        roundToHalves(
            scratch.hidden.template const_data_ptr<float>(), chunk.count * kept.size(1),
            static_cast<std::uint16_t*>(kept.mutable_data_ptr()) + chunk.begin * kept.size(1));
}
/// The same as they were kept.
template <class P>
const typename P::Value* keptHidden(const at::Tensor& kept, const Rows& chunk,
                                    Scratch<P>& scratch) {
    if constexpr (kHalf<P>) {
        auto* to = scratch.hidden.template mutable_data_ptr<float>();
        widenHalves(
            static_cast<const std::uint16_t*>(kept.const_data_ptr()) + chunk.begin * kept.size(1),
            chunk.count * kept.size(1), to);
        return to;
    } else {
        return rowsAt<typename P::Value>(kept, chunk.begin);
    }
}

template <class Lanes>
[[gnu::always_inline]] inline void addLanes(const float* const* rows, const float* weights,
                                            std::int64_t count, std::int64_t at, std::int64_t size,
                                            float* to) {
    typename Lanes::Floats sums{}, row;
    for (std::int64_t rank = 0; rank < count; ++rank) {
        load(rows[rank] + at, size, row);
        sums += (weights ? weights[rank] : 1.0F) * row;
    }
    store(sums, size, to + at);
}

struct AddRows {
    template <class Lanes>
    [[gnu::always_inline]] static void run(const float* const* rows, const float* weights,
                                           std::int64_t count, std::int64_t width, float* to) {
        const std::int64_t whole = width / Lanes::count * Lanes::count;
        for (std::int64_t i = 0; i < whole; i += Lanes::count)
            addLanes<Lanes>(rows, weights, count, i, Lanes::count, to);
        if (whole < width) addLanes<Lanes>(rows, weights, count, whole, width - whole, to);
    }
};

/// to = sum of weights[r] * rows[r] in order, or the plain sum.
void addRows(const float* const* rows, const float* weights, std::int64_t count, std::int64_t width,
             float* to) {
    onWidest<AddRows>(rows, weights, count, width, to);
}
void addRows(const double* const* rows, const double* weights, std::int64_t count,
             std::int64_t width, double* to) {
    std::fill_n(to, width, 0.0);
    for (std::int64_t rank = 0; rank < count; ++rank)
        for (std::int64_t i = 0; i < width; ++i)
            to[i] += (weights ? weights[rank] : 1) * rows[rank][i];
}

/// output[t] = sum over ranks of weight * rows[position of (t, rank)]; without weights the plain
/// sum.
template <class T>
at::Tensor sumRanks(const at::Tensor& rows, const std::int64_t* order, std::int64_t tokens,
                    std::int64_t top_k, const T* weights) {
    const std::int64_t width = rows.size(1);
    std::vector<std::int64_t> position(static_cast<std::size_t>(tokens * top_k));
    for (std::int64_t row = 0; row < tokens * top_k; ++row)
        position[order[row]] = row;
    at::Tensor output = at::empty({tokens, width}, rows.options());
    const T* from = rows.const_data_ptr<T>();
    T* to = output.mutable_data_ptr<T>();
    at::parallel_for(0, tokens, kTokenGrain, [&](std::int64_t begin, std::int64_t end) {
        std::vector<const T*> sources(static_cast<std::size_t>(top_k));
        for (std::int64_t token = begin; token < end; ++token) {
            for (std::int64_t rank = 0; rank < top_k; ++rank)
                sources[rank] = from + position[token * top_k + rank] * width;
            for (std::int64_t ahead = (token + 2) * top_k;
                 ahead < std::min((token + 3) * top_k, end * top_k); ++ahead)
                for (std::int64_t i = 0; i < width; i += 64 / std::int64_t{sizeof(T)})
                    __builtin_prefetch(from + position[ahead] * width + i);
            addRows(sources.data(), weights ? weights + token * top_k : nullptr, top_k, width,
                    to + token * width);
        }
    });
    return output;
}

/// A piece of rows by the kernels of expert_pass.h, in chunks.
template <class P>
class PieceByTiles {
public:
    static bool isPossible(const at::Tensor& down) {
        return hasExpertKernels(down.size(2), down.size(1));
    }
    PieceByTiles(const at::Tensor& down, const at::Tensor& up, bool backward)
        : down_(down),
          up_(up),
          backward_(backward),
          narrow_(at::empty({backward ? 0 : kChunkRows, down.size(2)}, at::kFloat)) {}

    /// Whether forward packs the expert: for few rows it is faster to transpose their values in
    /// place of the weights (turned_ffn.h).
    bool packs(const Rows& piece) const {
        const std::int64_t d_ffn = down_.size(1), d_model = down_.size(2);
        return down_.scalar_type() != kTurned ||
               piece.count * (2 * d_ffn + d_model) > 2 * d_model * d_ffn;
    }

    void pack(std::int64_t expert) {
        const std::int64_t d_ffn = down_.size(1), d_model = down_.size(2);
        const auto matrix = [&](const at::Tensor& all) {
            return static_cast<const char*>(all.const_data_ptr()) +
                   expert * d_ffn * d_model * static_cast<std::int64_t>(all.element_size());
        };
        packed_.pack(
            {matrix(down_), matrix(up_), down_.scalar_type() == at::kBFloat16, d_model, d_ffn},
            backward_, P::kTileFactors);
    }
    void forward(const Rows& chunk, const at::Tensor& z, const std::int64_t* order,
                 std::int64_t top_k, at::Tensor& hidden, at::Tensor& outputs) {
        expertForward(rowsOf(chunk, z, order, top_k, hidden, outputs), packed_, P::kTileFactors);
    }
    void forwardTurned(const Rows& chunk, const at::Tensor& z, const std::int64_t* order,
                       std::int64_t top_k, at::Tensor& hidden, at::Tensor& outputs) {
        using W = std::conditional_t<kHalf<P>, std::uint16_t, float>;
        const std::int64_t d_ffn = down_.size(1), d_model = down_.size(2);
        const std::int64_t weights = chunk.expert * d_ffn * d_model;
        const float* rows = gatherTokens<float>(z, chunk, order, top_k, narrow_);
        feedForward(ExpertFfn<W>{static_cast<const W*>(down_.const_data_ptr()) + weights,
                                 static_cast<const W*>(up_.const_data_ptr()) + weights, d_model,
                                 d_ffn, rows, chunk.count,
                                 static_cast<W*>(hidden.mutable_data_ptr()) + chunk.begin * d_ffn,
                                 rowsAt<float>(outputs, chunk.begin)});
    }
    void backward(const Rows& chunk, const at::Tensor& gradient, const std::int64_t* order,
                  const at::Tensor& gates, const at::Tensor& hidden, at::Tensor& row_gradients,
                  at::Tensor& gate_gradients) {
        float own[kChunkRows], gradients[kChunkRows];
        for (std::int64_t row = 0; row < chunk.count; ++row)
            own[row] = gates.const_data_ptr<float>()[order[chunk.begin + row]];
        expertBackward(rowsOf(chunk, gradient, order, gates.size(1), hidden, row_gradients),
                       {own, gradients}, packed_, P::kTileFactors);
        for (std::int64_t row = 0; row < chunk.count; ++row)
            gate_gradients.mutable_data_ptr<float>()[order[chunk.begin + row]] = gradients[row];
    }

private:
    ExpertPass rowsOf(const Rows& chunk, const at::Tensor& source, const std::int64_t* order,
                      std::int64_t top_k, const at::Tensor& hidden, at::Tensor& outputs) {
        const std::int64_t d_ffn = down_.size(1), d_model = down_.size(2);
        for (std::int64_t row = 0; row < chunk.count; ++row)
            rows_[row] =
                source.const_data_ptr<float>() + order[chunk.begin + row] / top_k * d_model;
        auto* kept = static_cast<char*>(hidden.data_ptr());
        return {rows_,
                chunk.count,
                d_model,
                d_ffn,
                kept + chunk.begin * d_ffn * static_cast<std::int64_t>(hidden.element_size()),
                kHalf<P>,
                rowsAt<float>(outputs, chunk.begin)};
    }

    static_assert(kChunkRows <= kExpertRows);
    static constexpr at::ScalarType kTurned = kHalf<P> ? at::kBFloat16 : at::kFloat;
    const at::Tensor& down_;
    const at::Tensor& up_;
    bool backward_;
    at::Tensor narrow_;  // [kChunkRows, D]
    const float* rows_[kChunkRows] = {};
    PackedExpert packed_;
};

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
                              z.options().dtype(kHalf<P> ? at::kBFloat16 : z.scalar_type()));
    at::Tensor outputs = at::empty({selected.numel(), d_model}, z.options());  // [N*k, D]
    const auto pieces = cut(result.offsets, longestPiece(selected.numel()));
    if constexpr (requires { P::kTileFactors; })
        if (PieceByTiles<P>::isPossible(down)) {
            forEachPiece(
                static_cast<std::int64_t>(pieces.size()),
                [&] { return PieceByTiles<P>(down, up, false); },
                [&](std::int64_t index, PieceByTiles<P>& tiles) {
                    const bool packs = tiles.packs(pieces[index]);
                    if (packs) tiles.pack(pieces[index].expert);
                    forEachChunk(pieces[index], [&](const Rows& chunk) {
                        if (!packs)
                            return tiles.forwardTurned(chunk, z, order, top_k, result.hidden,
                                                       outputs);
                        tiles.forward(chunk, z, order, top_k, result.hidden, outputs);
                    });
                });
            result.output =
                sumRanks<T>(outputs, order, z.size(0), top_k, gates.const_data_ptr<T>());
            return result;
        }
    forEachPiece(
        static_cast<std::int64_t>(pieces.size()), [&] { return Scratch<P>(d_model, d_ffn); },
        [&](std::int64_t index, Scratch<P>& scratch) {
            const Rows& piece = pieces[index];
            bool packed = false;
            forEachChunk(piece, [&](const Rows& chunk) {
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
    result.output = sumRanks<T>(outputs, order, z.size(0), top_k, gates.const_data_ptr<T>());
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
    void addChunk(const Rows& chunk, Scratch<P>& scratch) {
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
    void addWeights(const Rows& chunk, Scratch<P>& scratch, GroupedFfnBackward& result) const {
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
    using T = typename P::Value;
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
    const auto pieces =
        cut(kept.offsets, weight_gradients ? gates.numel() + 1 : longestPiece(gates.numel()));
    if constexpr (requires { P::kTileFactors; })
        if (!weight_gradients && PieceByTiles<P>::isPossible(down)) {
            forEachPiece(
                static_cast<std::int64_t>(pieces.size()),
                [&] { return PieceByTiles<P>(down, up, true); },
                [&](std::int64_t index, PieceByTiles<P>& tiles) {
                    tiles.pack(pieces[index].expert);
                    forEachChunk(pieces[index], [&](const Rows& chunk) {
                        tiles.backward(chunk, output_gradient, pass.order(), gates, kept.hidden,
                                       pass.row_gradients, pass.gate_gradients);
                    });
                });
            result.gates = pass.gate_gradients;
            result.z = sumRanks<T>(pass.row_gradients, pass.order(), z.size(0), gates.size(1),
                                   static_cast<const T*>(nullptr));
            return result;
        }
    forEachPiece(
        static_cast<std::int64_t>(pieces.size()),
        [&] { return Scratch<P>(z.size(1), down.size(1)); },
        [&](std::int64_t index, Scratch<P>& scratch) {
            pass.pack(pieces[index].expert, scratch);
            forEachChunk(pieces[index], [&](const Rows& chunk) {
                pass.addChunk(chunk, scratch);
                if (weight_gradients) pass.addWeights(chunk, scratch, result);
            });
        });
    result.gates = pass.gate_gradients;
    result.z = sumRanks<T>(pass.row_gradients, pass.order(), z.size(0), gates.size(1),
                           static_cast<const T*>(nullptr));
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
