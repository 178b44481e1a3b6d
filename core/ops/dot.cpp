// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/dot.h"

#include <numeric>

#include "core/ops/simd.h"

namespace orrery {
namespace {

struct Dot {
    template <class Lanes>
    [[gnu::always_inline]] static float run(const float* a, const float* b, std::int64_t count) {
        // Two sums: one would wait for itself.
        typename Lanes::Floats even{}, odd{}, x, y;
        std::int64_t i = 0;
        for (; i + 2 * Lanes::count <= count; i += 2 * Lanes::count) {
            load(a + i, Lanes::count, x);
            load(b + i, Lanes::count, y);
            even += x * y;
            load(a + i + Lanes::count, Lanes::count, x);
            load(b + i + Lanes::count, Lanes::count, y);
            odd += x * y;
        }
        float sum = sumOf<Lanes>(even + odd);
        for (; i < count; ++i)
            sum += a[i] * b[i];
        return sum;
    }
};

}  // namespace

float dotOf(const float* a, const float* b, std::int64_t count) {
    return onWidest<Dot>(a, b, count);
}
double dotOf(const double* a, const double* b, std::int64_t count) {
    return std::inner_product(a, a + count, b, 0.0);
}

}  // namespace orrery
