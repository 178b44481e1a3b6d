// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/norm_rows.h"

#include <cmath>

#include "core/ops/simd.h"

namespace orrery {
namespace {

/// Calls work(offset, size) for the vectors of a row, the last one short.
template <class Lanes, class Work>
[[gnu::always_inline]] inline void forEachVector(std::int64_t width, const Work& work) {
    std::int64_t i = 0;
    for (; i + Lanes::count <= width; i += Lanes::count)
        work(i, Lanes::count);
    if (i < width) work(i, width - i);
}

template <class Lanes>
[[gnu::always_inline]] inline void normBody(const NormRows& of, const float* a, const float* b,
                                            std::int64_t count, float* normal, float* scales,
                                            float* y) {
    using Floats = typename Lanes::Floats;
    const auto width = static_cast<float>(of.width);
    for (std::int64_t row = 0; row < count; ++row) {
        Floats sums{};
        Floats u, v;
        forEachVector<Lanes>(
            of.width, [&](std::int64_t i, std::int64_t size) __attribute__((always_inline)) {
                load(a + i, size, u);
                load(b + i, size, v);
                u += v;
                sums += u;
                store(u, size, normal + i);
            });
        const float mean = sumOf<Lanes>(sums) / width;
        float squares = 0;  // around the mean: the difference of large numbers would lose digits
        Floats lanes{};
        std::int64_t i = 0;
        for (; i + Lanes::count <= of.width; i += Lanes::count) {
            load(normal + i, Lanes::count, u);
            u -= mean;
            lanes += u * u;
        }
        for (; i < of.width; ++i)
            squares += (normal[i] - mean) * (normal[i] - mean);
        squares += sumOf<Lanes>(lanes);
        const float scale = 1 / std::sqrt(squares / width + of.eps);
        scales[row] = scale;
        forEachVector<Lanes>(
            of.width, [&](std::int64_t at, std::int64_t size) __attribute__((always_inline)) {
                Floats weight, bias;
                load(normal + at, size, u);
                load(of.weight + at, size, weight);
                load(of.bias + at, size, bias);
                u = (u - mean) * scale;
                store(u, size, normal + at);
                store(u * weight + bias, size, y + at);
            });
        a += of.width, b += of.width, normal += of.width, y += of.width;
    }
}

template <class Lanes>
[[gnu::always_inline]] inline void normBackwardBody(const NormRows& of, const float* dy,
                                                    const float* normal, const float* scales,
                                                    std::int64_t count, float* dx, float* sums) {
    using Floats = typename Lanes::Floats;
    const auto width = static_cast<float>(of.width);
    for (std::int64_t row = 0; row < count; ++row) {
        Floats of_mean{}, of_normal{};
        Floats g, x, w, s;
        forEachVector<Lanes>(
            of.width, [&](std::int64_t i, std::int64_t size) __attribute__((always_inline)) {
                load(dy + i, size, g);
                load(normal + i, size, x);
                load(of.weight + i, size, w);
                load(sums + i, size, s);
                store(s + g * x, size, sums + i);
                load(sums + of.width + i, size, s);
                store(s + g, size, sums + of.width + i);
                g *= w;
                of_mean += g;
                of_normal += g * x;
            });
        const float mean = sumOf<Lanes>(of_mean) / width;
        const float along = sumOf<Lanes>(of_normal) / width;
        forEachVector<Lanes>(
            of.width, [&](std::int64_t i, std::int64_t size) __attribute__((always_inline)) {
                load(dy + i, size, g);
                load(normal + i, size, x);
                load(of.weight + i, size, w);
                store(scales[row] * (g * w - mean - along * x), size, dx + i);
            });
        dy += of.width, normal += of.width, dx += of.width;
    }
}

struct Norm {
    template <class Lanes>
    [[gnu::always_inline]] static void run(const NormRows* of, const float* a, const float* b,
                                           std::int64_t count, float* normal, float* scales,
                                           float* y) {
        normBody<Lanes>(*of, a, b, count, normal, scales, y);
    }
};
struct NormBackward {
    template <class Lanes>
    [[gnu::always_inline]] static void run(const NormRows* of, const float* dy, const float* normal,
                                           const float* scales, std::int64_t count, float* dx,
                                           float* sums) {
        normBackwardBody<Lanes>(*of, dy, normal, scales, count, dx, sums);
    }
};

}  // namespace

void normRows(const NormRows& of, const float* a, const float* b, std::int64_t count, float* normal,
              float* scales, float* y) {
    onWidest<Norm>(&of, a, b, count, normal, scales, y);
}

void normRowsBackward(const NormRows& of, const float* dy, const float* normal, const float* scales,
                      std::int64_t count, float* dx, float* sums) {
    onWidest<NormBackward>(&of, dy, normal, scales, count, dx, sums);
}

}  // namespace orrery
