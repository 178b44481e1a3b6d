// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/expert_draw.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/ops/check.h"
#include "core/ops/parallel.h"
#include "core/ops/seeded_random.h"

namespace orrery {
namespace {

constexpr double kSparseDeviation = 0.01;
constexpr std::int64_t kDrawGrain = 16384;
constexpr std::int64_t kDrawnAtOnce = 1024;
constexpr std::int64_t kColumnsAtOnce = 64;  // of a sparse matrix: whole cache lines are written

/// Places begin .. of uniform values in +-bound, times gain.
[[gnu::always_inline]] inline void uniformPlaces(const SeededRandom& random, std::uint64_t begin,
                                                 std::int64_t count, double bound, float gain,
                                                 float* to) {
    for (std::int64_t i = 0; i < count; ++i)
        to[i] = static_cast<float>((2 * random.uniform(begin + static_cast<std::uint64_t>(i)) - 1) *
                                   bound) *
                gain;
}
void uniformPlainly(const SeededRandom& random, std::uint64_t begin, std::int64_t count,
                    double bound, float gain, float* to) {
    uniformPlaces(random, begin, count, bound, gain, to);
}
#if defined(__x86_64__)
/// The same values: these instructions multiply and convert integers of 64 bits.
__attribute__((target("avx512f,avx512dq"))) void uniformWidely(const SeededRandom& random,
                                                               std::uint64_t begin,
                                                               std::int64_t count, double bound,
                                                               float gain, float* to) {
    uniformPlaces(random, begin, count, bound, gain, to);
}
#else
void uniformWidely(const SeededRandom& random, std::uint64_t begin, std::int64_t count,
                   double bound, float gain, float* to) {
    uniformPlaces(random, begin, count, bound, gain, to);
}
#endif

bool drawsWidely() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq");
#else
    return false;
#endif
}

template <class T>
void fillUniform(at::Tensor& matrices, const SeededRandom& random, double bound, float gain) {
    T* data = matrices.mutable_data_ptr<T>();
    const auto draw = drawsWidely() ? &uniformWidely : &uniformPlainly;
    at::parallel_for(0, matrices.numel(), kDrawGrain, [&](std::int64_t begin, std::int64_t end) {
        std::array<float, kDrawnAtOnce> drawn;
        for (std::int64_t i = begin; i < end; i += kDrawnAtOnce) {
            const std::int64_t count = std::min(kDrawnAtOnce, end - i);
            draw(random, static_cast<std::uint64_t>(i), count, bound, gain, drawn.data());
            std::copy_n(drawn.data(), count, data + i);
        }
    });
}

/// Each matrix as the orthogonal factor of a normal one, signs fixed by R's diagonal. In double, so
/// that the float result hardly depends on the machine's LAPACK; each on one thread.
void fillOrthogonal(at::Tensor& matrices, const SeededRandom& random, float gain) {
    const std::int64_t size = matrices.size(1) * matrices.size(2);
    forEachPiece(
        matrices.size(0), [] { return 0; },
        [&](std::int64_t e, int) {
            at::Tensor matrix = at::empty({matrices.size(1), matrices.size(2)}, at::kDouble);
            double* data = matrix.mutable_data_ptr<double>();
            for (std::int64_t i = 0; i < size; ++i)
                data[i] =
                    static_cast<float>(random.normal(static_cast<std::uint64_t>(e * size + i)));
            const bool tall = matrix.size(0) >= matrix.size(1);
            const auto [q, r] = at::linalg_qr(tall ? matrix : matrix.t());
            const at::Tensor orthogonal = q * at::sign(at::diagonal(r)).unsqueeze(0);
            matrices[e].copy_((tall ? orthogonal : orthogonal.t()).to(at::kFloat).mul_(gain));
        });
}

/// Which values of some columns are zero.
struct ZeroPattern {
    explicit ZeroPattern(std::int64_t rows)
        : order(static_cast<std::size_t>(rows)),
          zero(static_cast<std::size_t>(rows * kColumnsAtOnce)) {}

    std::vector<std::int64_t> order;  // a permutation of the rows
    std::vector<char> zero;           // [rows, kColumnsAtOnce]

    /// The first `zeros` places of a random permutation of the rows.
    void draw(std::int64_t column, std::int64_t index, std::int64_t zeros,
              const SeededRandom& random) {
        const std::int64_t rows = std::ssize(order);
        std::iota(order.begin(), order.end(), 0);
        for (std::int64_t i = 0; i < zeros; ++i) {
            const auto left = static_cast<std::uint64_t>(rows - i);
            const auto draw = random.below(static_cast<std::uint64_t>(index * rows + i), left);
            std::swap(order[i], order[i + static_cast<std::int64_t>(draw)]);
            zero[order[i] * kColumnsAtOnce + column] = 1;
        }
    }
};

/// N(0, 0.01), with `sparsity` (rounded up) of each column of each matrix set to zero.
template <class T>
void fillSparse(at::Tensor& matrices, double sparsity, std::uint64_t seed, float gain) {
    const std::int64_t rows = matrices.size(1);
    const std::int64_t columns = matrices.size(2);
    const auto zeros = static_cast<std::int64_t>(std::ceil(sparsity * static_cast<double>(rows)));
    const std::int64_t blocks = (columns + kColumnsAtOnce - 1) / kColumnsAtOnce;
    const SeededRandom values(seed);
    const SeededRandom places(mixSeed(seed, "zeros"));
    T* data = matrices.mutable_data_ptr<T>();
    const auto fill = [&](std::int64_t piece, ZeroPattern& pattern) {
        const std::int64_t expert = piece / blocks;
        const std::int64_t first = piece % blocks * kColumnsAtOnce;
        const std::int64_t width = std::min(kColumnsAtOnce, columns - first);
        std::fill(pattern.zero.begin(), pattern.zero.end(), 0);
        for (std::int64_t x = 0; x < width; ++x)
            pattern.draw(x, expert * columns + first + x, zeros, places);
        for (std::int64_t row = 0; row < rows; ++row)
            for (std::int64_t x = 0; x < width; ++x) {
                const std::int64_t place = (expert * rows + row) * columns + first + x;
                const bool zero = pattern.zero[row * kColumnsAtOnce + x] != 0;
                const double drawn =
                    zero ? 0 : values.normal(static_cast<std::uint64_t>(place)) * kSparseDeviation;
                data[place] = static_cast<T>(static_cast<float>(drawn) * gain);
            }
    };
    forEachPiece(
        matrices.size(0) * blocks, [&] { return ZeroPattern(rows); }, fill);
}

template <class T>
void fillMatrices(at::Tensor& matrices, ExpertInit init, double sparsity, std::uint64_t seed,
                  float gain) {
    const SeededRandom random(seed);
    switch (init) {
        case ExpertInit::uniform: {
            const double bound = 1 / std::sqrt(static_cast<double>(matrices.size(2)));
            fillUniform<T>(matrices, random, bound, gain);
            break;
        }
        case ExpertInit::orthogonal:
            fillOrthogonal(matrices, random, gain);
            break;
        case ExpertInit::sparse:
            require(sparsity >= 0 && sparsity <= 1, "some.sparsity must lie between 0 and 1.");
            fillSparse<T>(matrices, sparsity, seed, gain);
            break;
    }
}

}  // namespace

at::Tensor drawExperts(std::int64_t experts, std::int64_t rows, std::int64_t columns,
                       ExpertInit init, double sparsity, std::uint64_t seed, double gain,
                       at::ScalarType type) {
    at::NoGradGuard no_gradient;
    at::Tensor matrices = at::empty({experts, rows, columns}, type);
    const auto factor = static_cast<float>(gain);
    if (type == at::kBFloat16)
        fillMatrices<at::BFloat16>(matrices, init, sparsity, seed, factor);
    else
        fillMatrices<float>(matrices, init, sparsity, seed, factor);
    return matrices;
}

}  // namespace orrery
