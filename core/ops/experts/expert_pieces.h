// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of all experts, sorted by expert, in pieces for threads and chunks for a core's cache.
#pragma once
#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <type_traits>
#include <vector>

#include "core/ops/panels/products.h"

namespace orrery {

constexpr std::int64_t kChunkRows = 128;
constexpr std::int64_t kPieceRows = 4 * kChunkRows;
constexpr std::int64_t kPiecesPerThread = 8;

/// Whether the hidden values are kept in bfloat16.
template <class P>
constexpr bool kHalfHidden = std::is_same_v<P, HalfProducts>;

/// Rows of one expert.
struct ExpertSpan {
    std::int64_t expert = 0;
    std::int64_t begin = 0;
    std::int64_t count = 0;
};

/// The rows of all experts in pieces of at most `most`, an expert's about equally long.
inline std::vector<ExpertSpan> cutByExpert(const at::Tensor& offsets, std::int64_t most) {
    std::vector<ExpertSpan> pieces;
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
inline std::int64_t longestPiece(std::int64_t rows) {
    return std::max(kPieceRows, rows / (kPiecesPerThread * at::get_num_threads()));
}

/// Calls work(chunk) for the chunks of a piece, which are about equally long.
template <class Work>
void forEachChunk(const ExpertSpan& piece, const Work& work) {
    const std::int64_t count = (piece.count + kChunkRows - 1) / kChunkRows;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t begin = piece.count * i / count, end = piece.count * (i + 1) / count;
        work(ExpertSpan{piece.expert, piece.begin + begin, end - begin});
    }
}

/// Copies the tokens of a chunk's rows together.
template <class T>
const T* gatherTokens(const at::Tensor& tokens, const ExpertSpan& chunk, const std::int64_t* order,
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

}  // namespace orrery
