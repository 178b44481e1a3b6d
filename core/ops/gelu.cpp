// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/gelu.h"

#include <cmath>
#include <numbers>

#include "core/ops/gelu_lanes.h"

namespace orrery {
namespace {

template <class Lanes>
[[gnu::always_inline]] inline void forwardLanes(const float* input, float* output,
                                                std::int64_t size) {
    using Floats = typename Lanes::Floats;
    Floats x;
    Normal<Lanes> at;
    load(input, size, x);
    normal<Lanes>(x, at);
    store(x * at.cdf, size, output);
}

struct GeluForward {
    template <class Lanes>
    [[gnu::always_inline]] static void run(const float* input, float* output, std::int64_t count) {
        const std::int64_t whole = count / Lanes::count * Lanes::count;
        for (std::int64_t i = 0; i < whole; i += Lanes::count)
            forwardLanes<Lanes>(input + i, output + i, Lanes::count);
        if (whole < count) forwardLanes<Lanes>(input + whole, output + whole, count - whole);
    }
};

struct BackwardRow {
    const float* input;
    float* gradient;
    float scale;
    float* active;  // or nullptr
};

template <class Lanes>
[[gnu::always_inline]] inline void backwardLanes(const BackwardRow& of, std::int64_t i,
                                                 std::int64_t size, typename Lanes::Floats& sums) {
    using Floats = typename Lanes::Floats;
    Floats x;
    Floats g;
    Normal<Lanes> at;
    load(of.input + i, size, x);
    load(of.gradient + i, size, g);
    normal<Lanes>(x, at);
    const Floats y = x * at.cdf;
    if (of.active) store(y, size, of.active + i);
    sums += g * y;
    store(of.scale * g * (at.cdf + x * at.density), size, of.gradient + i);
}

struct GeluBackward {
    template <class Lanes>
    [[gnu::always_inline]] static float run(const BackwardRow* row, std::int64_t count) {
        const BackwardRow of = *row;
        typename Lanes::Floats sums{};
        const std::int64_t whole = count / Lanes::count * Lanes::count;
        for (std::int64_t i = 0; i < whole; i += Lanes::count)
            backwardLanes<Lanes>(of, i, Lanes::count, sums);
        if (whole < count) backwardLanes<Lanes>(of, whole, count - whole, sums);
        return sumOf<Lanes>(sums);
    }
};

double cdf(double x) {
    return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}

}  // namespace

void geluRow(const float* input, float* output, std::int64_t count) {
    onWidest<GeluForward>(input, output, count);
}

float geluBackwardRow(const float* input, float* gradient, float scale, std::int64_t count,
                      float* active) {
    const BackwardRow row{input, gradient, scale, active};
    return onWidest<GeluBackward>(&row, count);
}

void geluRow(const double* input, double* output, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        output[i] = input[i] * cdf(input[i]);
}

double geluBackwardRow(const double* input, double* gradient, double scale, std::int64_t count,
                       double* active) {
    double sum = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const double x = input[i];
        const double density = std::exp(-0.5 * x * x) / std::sqrt(2 * std::numbers::pi);
        const double y = x * cdf(x);
        if (active) active[i] = y;
        sum += gradient[i] * y;
        gradient[i] *= scale * (cdf(x) + x * density);
    }
    return sum;
}

}  // namespace orrery
