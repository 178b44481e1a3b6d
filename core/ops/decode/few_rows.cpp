// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/decode/few_rows.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <array>
#include <vector>

#include "core/ops/check.h"
#include "core/ops/decode/lane_sums.h"
#include "core/ops/empty_on_cpu.h"
#include "core/ops/experts/expert_order.h"
#include "core/ops/gelu.h"
#include "core/ops/simd.h"

namespace orrery {
namespace {

constexpr int kTileHeight = 4;
constexpr int kTileWidth = 8;
constexpr std::int64_t kProductGrain = 1 << 17;  // worth waking a thread

/// How far ahead weights are fetched: few rows wait for memory, and the processor does not look
/// beyond a page.
template <int Columns>
constexpr std::int64_t ahead(std::int64_t depth) {
    constexpr std::int64_t kSingle = 6144;  // where they are read in one go
    return Columns == 1 ? kSingle : Columns * depth;
}

/// total[r][c] += x[r][k ..] * w[c][k ..], lane by lane.
template <class Lanes, int Rows, int Columns>
[[gnu::always_inline]] inline void addLanes(const float* const* x, const float* w,
                                            std::int64_t depth, std::int64_t k, std::int64_t size,
                                            typename Lanes::Floats (&total)[Rows][Columns]) {
    using Floats = typename Lanes::Floats;
    Floats rows[Rows];
    for (int r = 0; r < Rows; ++r)
        load(x[r] + k, size, rows[r]);
    for (int c = 0; c < Columns; ++c) {
        Floats weights;
        load(w + c * depth + k, size, weights);
        __builtin_prefetch(w + c * depth + k + ahead<Columns>(depth), 0, 2);
        for (int r = 0; r < Rows; ++r)
            total[r][c] += rows[r] * weights;
    }
}

/// sums[r * Columns + c] = x[r] . w[c], each summed in the same order in a tile of any size.
template <int Rows, int Columns>
struct TileProducts {
    template <class Lanes>
    [[gnu::always_inline]] static void run(const float* const* x, const float* w,
                                           std::int64_t depth, float* sums) {
        typename Lanes::Floats total[Rows][Columns] = {};
        std::int64_t k = 0;
        for (; k + Lanes::count <= depth; k += Lanes::count)
            addLanes<Lanes, Rows, Columns>(x, w, depth, k, Lanes::count, total);
        if (k < depth) addLanes<Lanes, Rows, Columns>(x, w, depth, k, depth - k, total);
        for (int r = 0; r < Rows; ++r)
            for (int c = 0; c < Columns; ++c)
                sums[r * Columns + c] = sumOfHalves<Lanes>(total[r][c]);
    }
};

using Tile = void (*)(const float* const*, const float*, std::int64_t, float*);

template <int Rows, int Columns>
void tile(const float* const* x, const float* w, std::int64_t depth, float* sums) {
    onWidest<TileProducts<Rows, Columns>>(x, w, depth, sums);
}

/// By rows and whether it has all columns.
Tile tileOf(std::int64_t rows, bool wide) {
    static constexpr Tile kWide[] = {nullptr, tile<2, kTileWidth>, tile<3, kTileWidth>,
                                     tile<4, kTileWidth>};
    static constexpr Tile kNarrow[] = {tile<1, 1>, tile<2, 1>, tile<3, 1>, tile<4, 1>};
    return (wide ? kWide : kNarrow)[rows - 1];
}

/// Some rows times the rows begin .. end - 1 of a matrix.
struct RowProducts {
    const float* const* x;  // [rows] of [depth]
    std::int64_t rows;
    const float* weight;  // [.., depth]
    const float* bias;    // or null
    std::int64_t depth;
    float* const* to;  // [rows] of [..]

    void run(std::int64_t begin, std::int64_t end) const {
        for (std::int64_t row = 0; row < rows; row += kTileHeight) {
            const std::int64_t height = std::min<std::int64_t>(kTileHeight, rows - row);
            std::int64_t column = begin;
            // A single row has nothing to share but the memory, which is fastest in one stream.
            for (; height > 1 && column + kTileWidth <= end; column += kTileWidth)
                one(row, height, column, kTileWidth);
            for (; column < end; ++column)
                one(row, height, column, 1);
        }
    }

private:
    void one(std::int64_t row, std::int64_t height, std::int64_t column, std::int64_t width) const {
        float sums[kTileHeight * kTileWidth];
        tileOf(height, width == kTileWidth)(x + row, weight + column * depth, depth, sums);
        for (std::int64_t r = 0; r < height; ++r)
            for (std::int64_t c = 0; c < width; ++c)
                to[row + r][column + c] = sums[r * width + c] + (bias ? bias[column + c] : 0.0F);
    }
};

/// work(begin, end) over 0 .. columns - 1 in whole tiles, `products` of them a column.
template <class Work>
void forEachColumns(std::int64_t columns, std::int64_t products, const Work& work) {
    const std::int64_t tiles = (columns + kTileWidth - 1) / kTileWidth;
    const std::int64_t grain =
        std::max<std::int64_t>(1, kProductGrain / std::max<std::int64_t>(1, products * kTileWidth));
    at::parallel_for(0, tiles, grain, [&](std::int64_t begin, std::int64_t end) {
        work(begin * kTileWidth, std::min(columns, end * kTileWidth));
    });
}

/// Rows of one expert.
struct PairRows {
    std::int64_t expert, begin, count;
};

/// The pairs of all experts: each row of `from` times its expert's matrix, into its row of `to`.
/// Columns of all matrices together are shared out to the threads.
void multiplyPairs(const std::vector<PairRows>& groups, const std::vector<const float*>& from,
                   const std::vector<float*>& to, const at::Tensor& matrices) {
    const std::int64_t columns = matrices.size(1), depth = matrices.size(2);
    const float* all = matrices.const_data_ptr<float>();
    const std::int64_t padded = (columns + kTileWidth - 1) / kTileWidth * kTileWidth;
    const std::int64_t rows = std::ssize(from) / std::max<std::int64_t>(1, std::ssize(groups));
    forEachColumns(padded * std::ssize(groups), depth * std::max<std::int64_t>(1, rows),
                   [&](std::int64_t begin, std::int64_t end) {
                       while (begin < end) {
                           const PairRows& group = groups[static_cast<std::size_t>(begin / padded)];
                           const std::int64_t first = begin % padded;
                           const std::int64_t last = std::min(padded, first + end - begin);
                           RowProducts{from.data() + group.begin,
                                       group.count,
                                       all + group.expert * columns * depth,
                                       nullptr,
                                       depth,
                                       to.data() + group.begin}
                               .run(first, std::min(last, columns));
                           begin += last - first;
                       }
                   });
}

std::vector<PairRows> groupsOf(const ExpertOrder& sorted) {
    std::vector<PairRows> groups;
    for (std::size_t expert = 0; expert + 1 < sorted.offsets.size(); ++expert)
        if (sorted.offsets[expert + 1] > sorted.offsets[expert])
            groups.push_back({static_cast<std::int64_t>(expert), sorted.offsets[expert],
                              sorted.offsets[expert + 1] - sorted.offsets[expert]});
    return groups;
}

}  // namespace

bool fitsFewRows(const at::Tensor& x, const at::Tensor& weight) {
    const auto plain = [](const at::Tensor& tensor) {
        return tensor.is_cpu() && tensor.scalar_type() == at::kFloat && tensor.is_contiguous();
    };
    return x.numel() > 0 && x.numel() / x.size(-1) <= kFewRows && plain(x) && plain(weight);
}

at::Tensor fewRowsLinear(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias) {
    require(x.dim() == 2 && weight.dim() == 2 && weight.size(1) == x.size(1) &&
                bias.numel() == weight.size(0),
            "few_rows: x must be [N, K], weight [M, K] and bias [M].");
    const std::int64_t rows = x.size(0), depth = x.size(1), columns = weight.size(0);
    at::Tensor result = emptyOnCpu({rows, columns}, at::kFloat);
    std::array<const float*, kFewRows> from{};
    std::array<float*, kFewRows> to{};
    for (std::int64_t row = 0; row < rows; ++row) {
        from[static_cast<std::size_t>(row)] = x.const_data_ptr<float>() + row * depth;
        to[static_cast<std::size_t>(row)] = result.mutable_data_ptr<float>() + row * columns;
    }
    const RowProducts products{
        from.data(), rows,     weight.const_data_ptr<float>(), bias.const_data_ptr<float>(),
        depth,       to.data()};
    forEachColumns(columns, depth * rows,
                   [&](std::int64_t begin, std::int64_t end) { products.run(begin, end); });
    return result;
}

at::Tensor fewRowsFfn(const at::Tensor& z, const at::Tensor& selected, const at::Tensor& gates,
                      const at::Tensor& down, const at::Tensor& up) {
    const std::int64_t top_k = selected.size(1), d_model = z.size(1), d_ffn = down.size(1);
    const at::Tensor chosen = selected.contiguous();
    const at::Tensor shares = gates.contiguous();
    const ExpertOrder sorted = sortByExpert(
        {chosen.const_data_ptr<std::int64_t>(), static_cast<std::size_t>(chosen.numel())},
        down.size(0));
    const std::vector<PairRows> groups = groupsOf(sorted);
    const std::int64_t pairs = chosen.numel();
    at::Tensor hidden = emptyOnCpu({pairs, d_ffn}, at::kFloat);     // rows sorted by expert
    at::Tensor outputs = emptyOnCpu({pairs, d_model}, at::kFloat);  // a row a pair (token, rank)
    std::vector<const float*> tokens(static_cast<std::size_t>(pairs)), active(tokens.size());
    std::vector<float*> wide(tokens.size()), narrow(tokens.size());
    for (std::size_t row = 0; row < tokens.size(); ++row) {
        const std::int64_t pair = sorted.order[row];
        tokens[row] = z.const_data_ptr<float>() + pair / top_k * d_model;
        wide[row] = hidden.mutable_data_ptr<float>() + static_cast<std::int64_t>(row) * d_ffn;
        active[row] = wide[row];
        narrow[row] = outputs.mutable_data_ptr<float>() + pair * d_model;
    }
    multiplyPairs(groups, tokens, wide, down);
    for (float* row : wide)
        geluRow(row, row, d_ffn);
    multiplyPairs(groups, active, narrow, up);

    at::Tensor result = emptyOnCpu(z.sizes(), at::kFloat);
    const float* weight = shares.const_data_ptr<float>();
    for (std::int64_t pair = 0; pair < pairs; ++pair) {
        const float* from = outputs.const_data_ptr<float>() + pair * d_model;
        float* to = result.mutable_data_ptr<float>() + pair / top_k * d_model;
        if (pair % top_k == 0) std::fill_n(to, d_model, 0.0F);
        for (std::int64_t i = 0; i < d_model; ++i)
            to[i] += weight[pair] * from[i];
    }
    return result;
}

}  // namespace orrery
