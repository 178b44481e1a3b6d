// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/experts/sum_ranks.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <vector>

#include "core/ops/simd.h"

namespace orrery {
namespace {

constexpr std::int64_t kTokenGrain = 64;

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

template <class T>
at::Tensor sumOf(const at::Tensor& rows, const std::int64_t* order, std::int64_t tokens,
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

}  // namespace

at::Tensor sumRanks(const at::Tensor& rows, const std::int64_t* order, std::int64_t tokens,
                    std::int64_t top_k, const at::Tensor& weights) {
    const auto sum = [&](auto type) {
        using T = decltype(type);
        return sumOf<T>(rows, order, tokens, top_k,
                        weights.defined() ? weights.const_data_ptr<T>() : nullptr);
    };
    return rows.scalar_type() == at::kDouble ? sum(double{}) : sum(float{});
}

}  // namespace orrery
