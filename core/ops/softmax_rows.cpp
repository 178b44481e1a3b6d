// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/softmax_rows.h"

#include <algorithm>
#include <cmath>

#include "core/ops/simd.h"

namespace orrery {
namespace {

struct Largest {
    template <class Lanes>
    [[gnu::always_inline]] static float run(const float* values, std::int64_t count) {
        using Floats = typename Lanes::Floats;
        const std::int64_t whole = count / Lanes::count * Lanes::count;
        float result = values[0];
        if (whole > 0) {
            Floats best;
            load(values, Lanes::count, best);
            for (std::int64_t i = Lanes::count; i < whole; i += Lanes::count) {
                Floats next;
                load(values + i, Lanes::count, next);
                best = next > best ? next : best;
            }
            for (int lane = 0; lane < Lanes::count; ++lane)
                result = std::max(result, static_cast<float>(best[lane]));
        }
        for (std::int64_t i = whole; i < count; ++i)
            result = std::max(result, values[i]);
        return result;
    }
};

template <class Lanes>
[[gnu::always_inline]] inline void expLanes(float* values, std::int64_t size, float scale,
                                            float shift, typename Lanes::Floats& result) {
    using Floats = typename Lanes::Floats;
    Floats x;
    load(values, size, x);
    x = x * scale - shift;
    expNegative<Lanes>(x, result);
    result = x < kLowestExponent ? Floats{} : result;
    store(result, size, values);
}

struct Exponential {
    template <class Lanes>
    [[gnu::always_inline]] static float run(float* values, std::int64_t count, float scale,
                                            float shift) {
        const std::int64_t whole = count / Lanes::count * Lanes::count;
        typename Lanes::Floats sums{}, result;
        for (std::int64_t i = 0; i < whole; i += Lanes::count) {
            expLanes<Lanes>(values + i, Lanes::count, scale, shift, result);
            sums += result;
        }
        float sum = sumOf<Lanes>(sums);
        if (whole < count) expLanes<Lanes>(values + whole, count - whole, scale, shift, result);
        for (std::int64_t i = whole; i < count; ++i)
            sum += values[i];
        return sum;
    }
};

struct ScoreGradients {
    template <class Lanes>
    [[gnu::always_inline]] static void run(const float* weights, float* gradient,
                                           std::int64_t count, float scale, float along) {
        typename Lanes::Floats w, g;
        std::int64_t i = 0;
        for (; i + Lanes::count <= count; i += Lanes::count) {
            load(weights + i, Lanes::count, w);
            load(gradient + i, Lanes::count, g);
            store(scale * w * (g - along), Lanes::count, gradient + i);
        }
        for (; i < count; ++i)
            gradient[i] = scale * weights[i] * (gradient[i] - along);
    }
};

}  // namespace

float largestOf(const float* values, std::int64_t count) {
    return onWidest<Largest>(values, count);
}
double largestOf(const double* values, std::int64_t count) {
    return *std::max_element(values, values + count);
}

void scoreGradientsRow(const float* weights, float* gradient, std::int64_t count, float scale,
                       float along) {
    onWidest<ScoreGradients>(weights, gradient, count, scale, along);
}
void scoreGradientsRow(const double* weights, double* gradient, std::int64_t count, double scale,
                       double along) {
    for (std::int64_t i = 0; i < count; ++i)
        gradient[i] = scale * weights[i] * (gradient[i] - along);
}

float expRow(float* values, std::int64_t count, float scale, float shift) {
    return onWidest<Exponential>(values, count, scale, shift);
}
double expRow(double* values, std::int64_t count, double scale, double shift) {
    double sum = 0;
    for (std::int64_t i = 0; i < count; ++i)
        sum += values[i] = std::exp(scale * values[i] - shift);
    return sum;
}

}  // namespace orrery
