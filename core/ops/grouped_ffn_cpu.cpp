// SPDX-License-Identifier: GPL-3.0-or-later
// Each expert's rows are cut into chunks that stay in a core's cache: gather, matrix product, GELU,
// matrix product. A chunk belongs to one thread and writes its own rows only; a token then sums its
// k rows in the order of ranks.
#include <algorithm>
#include <vector>

#include "core/ops/expert_order.h"
#include "core/ops/gelu.h"
#include "core/ops/grouped_ffn.h"
#include "core/ops/parallel.h"

namespace orrery {
namespace {

constexpr std::int64_t kChunkRows = 128;
constexpr std::int64_t kTokenGrain = 64;

struct Chunk {
    std::int64_t expert = 0;
    std::int64_t begin = 0;  // first row
    std::int64_t rows = 0;   // <= kChunkRows
};

std::vector<Chunk> cutIntoChunks(const at::Tensor& offsets) {
    std::vector<Chunk> chunks;
    const auto* bounds = offsets.const_data_ptr<std::int64_t>();
    for (std::int64_t expert = 0; expert + 1 < offsets.numel(); ++expert)
        for (std::int64_t begin = bounds[expert]; begin < bounds[expert + 1]; begin += kChunkRows)
            chunks.push_back({expert, begin, std::min(kChunkRows, bounds[expert + 1] - begin)});
    return chunks;
}

at::Tensor copyOf(const std::vector<std::int64_t>& values) {
    at::Tensor result = at::empty({static_cast<std::int64_t>(values.size())}, at::kLong);
    std::copy(values.begin(), values.end(), result.mutable_data_ptr<std::int64_t>());
    return result;
}

/// Buffers of one thread, a row a pair.
struct Scratch {
    at::Tensor narrow;  // [kChunkRows, D]
    at::Tensor wide;    // [kChunkRows, F]
    at::Tensor extra;   // [kChunkRows, F], only with weight gradients
};

auto scratchMaker(const at::Tensor& z, std::int64_t d_ffn, bool extra = false) {
    return [&z, d_ffn, extra] {
        return Scratch{at::empty({kChunkRows, z.size(1)}, z.options()),
                       at::empty({kChunkRows, d_ffn}, z.options()),
                       extra ? at::empty({kChunkRows, d_ffn}, z.options()) : at::Tensor()};
    };
}

/// Copies the tokens of a chunk's rows together.
template <class T>
at::Tensor gatherTokens(const at::Tensor& tokens, const Chunk& chunk, const std::int64_t* order,
                        std::int64_t top_k, at::Tensor& buffer) {
    const std::int64_t width = tokens.size(1);
    const T* from = tokens.const_data_ptr<T>();
    T* to = buffer.mutable_data_ptr<T>();
    for (std::int64_t row = 0; row < chunk.rows; ++row)
        std::copy_n(from + order[chunk.begin + row] / top_k * width, width, to + row * width);
    return buffer.narrow(0, 0, chunk.rows);
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
    at::Tensor output = at::zeros({tokens, width}, rows.options());
    const T* from = rows.const_data_ptr<T>();
    T* to = output.mutable_data_ptr<T>();
    at::parallel_for(0, tokens, kTokenGrain, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t pair = begin * top_k; pair < end * top_k; ++pair) {
            const T* source = from + position[pair] * width;
            T* target = to + pair / top_k * width;
            const T weight = weights ? weights[pair] : T(1);
            for (std::int64_t i = 0; i < width; ++i)
                target[i] += weight * source[i];
        }
    });
    return output;
}

template <class T>
GroupedFfnForward forward(const at::Tensor& z, const at::Tensor& selected, const at::Tensor& gates,
                          const at::Tensor& down, const at::Tensor& up) {
    const std::int64_t top_k = selected.size(1);
    const ExpertOrder sorted = sortByExpert(
        {selected.const_data_ptr<std::int64_t>(), static_cast<std::size_t>(selected.numel())},
        down.size(0));
    GroupedFfnForward result;
    result.order = copyOf(sorted.order);
    result.offsets = copyOf(sorted.offsets);
    result.hidden = at::empty({selected.numel(), down.size(1)}, z.options());
    at::Tensor outputs = at::empty({selected.numel(), z.size(1)}, z.options());  // [N*k, D]
    const auto chunks = cutIntoChunks(result.offsets);
    forEachPiece(static_cast<std::int64_t>(chunks.size()), scratchMaker(z, down.size(1)),
                 [&](std::int64_t index, Scratch& scratch) {
                     const Chunk& chunk = chunks[index];
                     const at::Tensor rows = gatherTokens<T>(z, chunk, sorted.order.data(), top_k,
                                                             scratch.narrow);  // [rows, D]
                     at::Tensor hidden = result.hidden.narrow(0, chunk.begin, chunk.rows);
                     at::mm_out(hidden, rows, down[chunk.expert].t());
                     at::Tensor active = scratch.wide.narrow(0, 0, chunk.rows);  // [rows, F]
                     geluRow(hidden.const_data_ptr<T>(), active.mutable_data_ptr<T>(),
                             hidden.numel());
                     at::Tensor output = outputs.narrow(0, chunk.begin, chunk.rows);
                     at::mm_out(output, active, up[chunk.expert].t());
                 });
    result.output =
        sumRanks<T>(outputs, sorted.order.data(), z.size(0), top_k, gates.const_data_ptr<T>());
    return result;
}

/// Gradients of one chunk: fills `rows` [N*k, D] and `gates` [N*k] where the chunk is. Leaves the
/// gradient of the hidden values in scratch.wide.
template <class T>
struct ChunkBackward {
    const at::Tensor& output_gradient;
    const at::Tensor& gates;
    const GroupedFfnForward& kept;
    const at::Tensor& down;
    const at::Tensor& up;
    at::Tensor& row_gradients;
    at::Tensor& gate_gradients;

    at::Tensor operator()(const Chunk& chunk, Scratch& scratch) const {
        const auto* order = kept.order.const_data_ptr<std::int64_t>();
        const std::int64_t width = down.size(1);
        const at::Tensor gathered =
            gatherTokens<T>(output_gradient, chunk, order, gates.size(1), scratch.narrow);
        at::Tensor wide = scratch.wide.narrow(0, 0, chunk.rows);  // [rows, F]
        at::mm_out(wide, gathered, up[chunk.expert]);
        const T* hidden = kept.hidden.const_data_ptr<T>() + chunk.begin * width;
        T* gradient = wide.mutable_data_ptr<T>();
        for (std::int64_t row = 0; row < chunk.rows; ++row) {
            const std::int64_t pair = order[chunk.begin + row];
            gate_gradients.mutable_data_ptr<T>()[pair] =
                geluBackwardRow(hidden + row * width, gradient + row * width,
                                gates.const_data_ptr<T>()[pair], width);
        }
        at::Tensor target = row_gradients.narrow(0, chunk.begin, chunk.rows);  // [rows, D]
        at::mm_out(target, wide, down[chunk.expert]);
        return wide;
    }
};

/// Adds a chunk's share to its expert's weight gradients; scratch.narrow holds the gathered output
/// gradient.
template <class T>
void addWeightGradients(const Chunk& chunk, const GroupedFfnForward& kept, const at::Tensor& z,
                        const at::Tensor& gates, const at::Tensor& hidden_gradient,
                        Scratch& scratch, GroupedFfnBackward& result) {
    const auto* order = kept.order.const_data_ptr<std::int64_t>();
    at::Tensor active = scratch.extra.narrow(0, 0, chunk.rows);  // [rows, F]
    const at::Tensor hidden = kept.hidden.narrow(0, chunk.begin, chunk.rows);
    geluRow(hidden.const_data_ptr<T>(), active.mutable_data_ptr<T>(), hidden.numel());
    T* values = active.mutable_data_ptr<T>();
    for (std::int64_t row = 0; row < chunk.rows; ++row) {
        const T gate = gates.const_data_ptr<T>()[order[chunk.begin + row]];
        for (std::int64_t i = 0; i < active.size(1); ++i)
            values[row * active.size(1) + i] *= gate;
    }
    at::Tensor up = result.up[chunk.expert];
    up.addmm_(scratch.narrow.narrow(0, 0, chunk.rows).t(), active);
    const at::Tensor rows = gatherTokens<T>(z, chunk, order, gates.size(1), scratch.narrow);
    at::Tensor down = result.down[chunk.expert];
    down.addmm_(hidden_gradient.t(), rows);
}

template <class T>
GroupedFfnBackward backward(const at::Tensor& output_gradient, const at::Tensor& z,
                            const at::Tensor& gates, const GroupedFfnForward& kept,
                            const at::Tensor& down, const at::Tensor& up, bool weight_gradients) {
    GroupedFfnBackward result;
    result.gates = at::empty_like(gates);
    at::Tensor rows = at::empty({gates.numel(), z.size(1)}, z.options());  // [N*k, D]
    const ChunkBackward<T> one{output_gradient, gates, kept, down, up, rows, result.gates};
    const auto chunks = cutIntoChunks(kept.offsets);
    const auto scratch = scratchMaker(z, down.size(1), weight_gradients);
    if (!weight_gradients) {
        forEachPiece(static_cast<std::int64_t>(chunks.size()), scratch,
                     [&](std::int64_t index, Scratch& buffers) { one(chunks[index], buffers); });
    } else {  // an expert's chunks add up in order, so a piece is an expert
        result.down = at::zeros_like(down);
        result.up = at::zeros_like(up);
        forEachPiece(down.size(0), scratch, [&](std::int64_t expert, Scratch& buffers) {
            for (const Chunk& chunk : chunks) {
                if (chunk.expert != expert) continue;
                const at::Tensor hidden_gradient = one(chunk, buffers);
                addWeightGradients<T>(chunk, kept, z, gates, hidden_gradient, buffers, result);
            }
        });
    }
    result.z = sumRanks<T>(rows, kept.order.const_data_ptr<std::int64_t>(), z.size(0),
                           gates.size(1), static_cast<const T*>(nullptr));
    return result;
}

}  // namespace

GroupedFfnForward groupedFfnForwardCpu(const at::Tensor& z, const at::Tensor& selected,
                                       const at::Tensor& gates, const at::Tensor& down,
                                       const at::Tensor& up) {
    if (z.scalar_type() == at::kDouble) return forward<double>(z, selected, gates, down, up);
    return forward<float>(z, selected, gates, down, up);
}

GroupedFfnBackward groupedFfnBackwardCpu(const at::Tensor& output_gradient, const at::Tensor& z,
                                         const at::Tensor& gates, const GroupedFfnForward& kept,
                                         const at::Tensor& down, const at::Tensor& up,
                                         bool weight_gradients) {
    if (z.scalar_type() == at::kDouble)
        return backward<double>(output_gradient, z, gates, kept, down, up, weight_gradients);
    return backward<float>(output_gradient, z, gates, kept, down, up, weight_gradients);
}

}  // namespace orrery
