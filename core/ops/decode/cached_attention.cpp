// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/decode/cached_attention.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "core/ops/check.h"
#include "core/ops/decode/lane_sums.h"
#include "core/ops/dot.h"
#include "core/ops/empty_on_cpu.h"
#include "core/ops/simd.h"
#include "core/ops/softmax_rows.h"

namespace orrery {
namespace {

constexpr std::int64_t kAttentionGrain = 1 << 17;  // worth waking a thread

/// scores[j] = query . keys[j], for rows of keys at a distance.
struct KeyScores {
    template <class Lanes>
    [[gnu::always_inline]] static void run(const float* query, const float* keys,
                                           std::int64_t distance, std::int64_t count,
                                           std::int64_t width, float* scores) {
        typename Lanes::Floats x, y;
        for (std::int64_t j = 0; j < count; ++j) {
            const float* key = keys + j * distance;
            typename Lanes::Floats total{};
            std::int64_t i = 0;
            for (; i + Lanes::count <= width; i += Lanes::count) {
                load(query + i, Lanes::count, x);
                load(key + i, Lanes::count, y);
                total += x * y;
            }
            if (i < width) {
                load(query + i, width - i, x);
                load(key + i, width - i, y);
                total += x * y;
            }
            scores[j] = sumOfHalves<Lanes>(total);
        }
    }
};

/// to[i] = sum over j of weights[j] * values[j][i], in ascending j.
struct ValueSum {
    template <class Lanes>
    [[gnu::always_inline]] static void run(const float* weights, const float* values,
                                           std::int64_t distance, std::int64_t count,
                                           std::int64_t width, float* to) {
        std::int64_t i = 0;  // as many lanes at once as can be, so that a row is read once
        for (; i + 4 * Lanes::count <= width; i += 4 * Lanes::count)
            blocks<Lanes, 4>(weights, values + i, distance, count, to + i);
        for (; i + 3 * Lanes::count <= width; i += 3 * Lanes::count)
            blocks<Lanes, 3>(weights, values + i, distance, count, to + i);
        for (; i + Lanes::count <= width; i += Lanes::count)
            blocks<Lanes, 1>(weights, values + i, distance, count, to + i);
        if (i == width) return;
        typename Lanes::Floats total{}, x;
        for (std::int64_t j = 0; j < count; ++j) {
            load(values + j * distance + i, width - i, x);
            total += weights[j] * x;
        }
        store(total, width - i, to + i);
    }

private:
    template <class Lanes, int Blocks>
    [[gnu::always_inline]] static void blocks(const float* weights, const float* values,
                                              std::int64_t distance, std::int64_t count,
                                              float* to) {
        typename Lanes::Floats total[Blocks] = {}, x;
        for (std::int64_t j = 0; j < count; ++j)
            for (int block = 0; block < Blocks; ++block) {
                load(values + j * distance + block * Lanes::count, Lanes::count, x);
                total[block] += weights[j] * x;
            }
        for (int block = 0; block < Blocks; ++block)
            store(total[block], Lanes::count, to + block * Lanes::count);
    }
};

void keyScores(const float* query, const float* keys, std::int64_t distance, std::int64_t count,
               std::int64_t width, float* scores) {
    onWidest<KeyScores>(query, keys, distance, count, width, scores);
}
void keyScores(const double* query, const double* keys, std::int64_t distance, std::int64_t count,
               std::int64_t width, double* scores) {
    for (std::int64_t j = 0; j < count; ++j)
        scores[j] = dotOf(query, keys + j * distance, width);
}
void valueSum(const float* weights, const float* values, std::int64_t distance, std::int64_t count,
              std::int64_t width, float* to) {
    onWidest<ValueSum>(weights, values, distance, count, width, to);
}
void valueSum(const double* weights, const double* values, std::int64_t distance,
              std::int64_t count, std::int64_t width, double* to) {
    std::fill_n(to, width, 0.0);
    for (std::int64_t j = 0; j < count; ++j)
        for (std::int64_t i = 0; i < width; ++i)
            to[i] += weights[j] * values[j * distance + i];
}

/// To the nearest bfloat16, ties to even.
float rounded(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return std::bit_cast<float>((bits + 0x7FFFU + (bits >> 16U & 1U)) & 0xFFFF0000U);
}
double rounded(double value) {
    return value;
}

template <class T>
struct CachedPass {
    const at::Tensor& queries;
    const at::Tensor& keys;
    const at::Tensor& values;
    const CachedAttentionOptions& options;
    at::Tensor& result;

    std::int64_t length() const { return queries.size(1); }
    std::int64_t width() const { return queries.size(2) / options.heads; }

    /// One head of one token.
    void attend(std::int64_t row, std::int64_t token, std::int64_t head,
                std::vector<T>& weights) const {
        const std::int64_t d = queries.size(2), capacity = keys.size(1);
        const std::int64_t own = options.starts[static_cast<std::size_t>(row)] + token;
        const std::int64_t seen = std::min(own + 1, capacity);
        const std::int64_t at = (row * length() + token) * d + head * width();
        const std::int64_t base = row * capacity * d + head * width();
        T* to = result.mutable_data_ptr<T>() + at;
        weights.resize(static_cast<std::size_t>(capacity));
        keyScores(queries.const_data_ptr<T>() + at, keys.const_data_ptr<T>() + base, d, seen,
                  width(), weights.data());
        const T scale = static_cast<T>(1 / std::sqrt(static_cast<double>(width())));
        const double slope =
            options.slopes.empty() ? 0.0 : options.slopes[static_cast<std::size_t>(head)];
        for (std::int64_t j = 0; j < seen; ++j)
            weights[static_cast<std::size_t>(j)] =
                weights[static_cast<std::size_t>(j)] * scale -
                static_cast<T>(slope * static_cast<double>(own - j));
        const T sum = expRow(weights.data(), seen, T(1), largestOf(weights.data(), seen));
        if (options.half)
            for (std::int64_t j = 0; j < seen; ++j)
                weights[static_cast<std::size_t>(j)] =
                    rounded(weights[static_cast<std::size_t>(j)]);
        valueSum(weights.data(), values.const_data_ptr<T>() + base, d, seen, width(), to);
        for (std::int64_t i = 0; i < width(); ++i)
            to[i] /= sum;
    }

    void run() const {
        const std::int64_t pieces = queries.size(0) * length() * options.heads;
        const std::int64_t furthest =
            *std::max_element(options.starts.begin(), options.starts.end()) + length();
        const std::int64_t grain =
            std::max<std::int64_t>(1, kAttentionGrain / (2 * furthest * width() + 1));
        at::parallel_for(0, pieces, grain, [&](std::int64_t begin, std::int64_t end) {
            std::vector<T> weights;
            for (std::int64_t piece = begin; piece < end; ++piece)
                attend(piece / (length() * options.heads), piece / options.heads % length(),
                       piece % options.heads, weights);
        });
    }
};

}  // namespace

at::Tensor slowCachedAttention(const at::Tensor& queries, const at::Tensor& keys,
                               const at::Tensor& values, const CachedAttentionOptions& options) {
    const std::int64_t rows = queries.size(0), length = queries.size(1), heads = options.heads;
    const std::int64_t capacity = keys.size(1), width = queries.size(2) / heads;
    const auto wide = queries.options().dtype(at::kDouble).device(at::kCPU);
    const at::Tensor starts = at::tensor(at::ArrayRef(options.starts), wide).view({rows, 1, 1, 1});
    const at::Tensor own = starts + at::arange(length, wide).view({1, 1, length, 1});
    const at::Tensor distance = own - at::arange(capacity, wide).view({1, 1, 1, capacity});
    at::Tensor bias = at::zeros_like(distance);  // [B, 1, t, C]
    if (!options.slopes.empty())
        bias = -at::tensor(at::ArrayRef(options.slopes), wide).view({1, heads, 1, 1}) * distance;
    bias = bias.masked_fill(distance < 0, -std::numeric_limits<double>::infinity());
    const auto split = [&](const at::Tensor& all) {
        return all.view({rows, all.size(1), heads, width}).transpose(1, 2);
    };
    const at::Tensor mixed = at::scaled_dot_product_attention(
        split(queries), split(keys), split(values), bias.to(queries.options()), 0.0, false);
    return mixed.transpose(1, 2).reshape({rows, length, queries.size(2)});
}

at::Tensor cachedAttention(const at::Tensor& queries, const at::Tensor& keys,
                           const at::Tensor& values, const CachedAttentionOptions& options) {
    require(queries.dim() == 3 && keys.dim() == 3 && keys.sizes() == values.sizes() &&
                keys.size(0) == queries.size(0) && keys.size(2) == queries.size(2) &&
                queries.numel() > 0 && keys.numel() > 0 &&
                std::ssize(options.starts) == queries.size(0) && options.heads >= 1 &&
                queries.size(2) % options.heads == 0,
            "cached_attention: queries must be [B, t, D], keys and values [B, C, D], starts [B].");
    const bool by_kernel =
        queries.is_cpu() && keys.is_contiguous() && values.is_contiguous() &&
        (queries.scalar_type() == at::kFloat || queries.scalar_type() == at::kDouble) &&
        keys.scalar_type() == queries.scalar_type();
    if (!by_kernel) return slowCachedAttention(queries, keys, values, options);
    const at::Tensor own = queries.contiguous();
    at::Tensor result = emptyOnCpu(own.sizes(), own.scalar_type());
    if (own.scalar_type() == at::kDouble)
        CachedPass<double>{own, keys, values, options, result}.run();
    else
        CachedPass<float>{own, keys, values, options, result}.run();
    return result;
}

}  // namespace orrery
