// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/expert_library.h"

#include <cmath>
#include <numeric>
#include <vector>

#include "core/model/weights.h"
#include "core/ops/check.h"
#include "core/ops/grouped_ffn.h"

namespace orrery {
namespace {

constexpr double kSparseDeviation = 0.01;

/// Each matrix as the orthogonal factor of a normal one, signs fixed by R's diagonal. In double, so
/// that the float result hardly depends on the machine's LAPACK.
void makeOrthogonal(at::Tensor& matrices) {
    for (std::int64_t e = 0; e < matrices.size(0); ++e) {
        const at::Tensor matrix = matrices[e].to(at::kDouble);
        const bool tall = matrix.size(0) >= matrix.size(1);
        const auto [q, r] = at::linalg_qr(tall ? matrix : matrix.t());
        const at::Tensor orthogonal = q * at::sign(at::diagonal(r)).unsqueeze(0);
        matrices[e].copy_(tall ? orthogonal : orthogonal.t());
    }
}

/// Sets `sparsity` (rounded up) of each column of each matrix to zero: the first places of a random
/// permutation.
void makeSparse(at::Tensor& matrices, double sparsity, const SeededRandom& random) {
    const std::int64_t rows = matrices.size(1);
    const std::int64_t columns = matrices.size(2);
    const auto zeros = static_cast<std::int64_t>(std::ceil(sparsity * static_cast<double>(rows)));
    float* data = matrices.mutable_data_ptr<float>();
    at::parallel_for(0, matrices.size(0) * columns, 16, [&](std::int64_t begin, std::int64_t end) {
        std::vector<std::int64_t> order(static_cast<std::size_t>(rows));
        for (std::int64_t index = begin; index < end; ++index) {
            float* column = data + index / columns * rows * columns + index % columns;
            std::iota(order.begin(), order.end(), 0);
            for (std::int64_t i = 0; i < zeros; ++i) {
                const auto left = static_cast<std::uint64_t>(rows - i);
                const auto draw = random.below(static_cast<std::uint64_t>(index * rows + i), left);
                std::swap(order[i], order[i + static_cast<std::int64_t>(draw)]);
                column[order[i] * columns] = 0;
            }
        }
    });
}

}  // namespace

at::Tensor drawExperts(std::int64_t experts, std::int64_t rows, std::int64_t columns,
                       const std::string& init, double sparsity, std::uint64_t seed) {
    at::NoGradGuard no_gradient;
    at::Tensor matrices = at::empty({experts, rows, columns}, at::kFloat);
    const SeededRandom values(seed);
    if (init == "default") {
        drawUniform(matrices, 1 / std::sqrt(static_cast<double>(columns)), values);
    } else if (init == "orthogonal") {
        drawNormal(matrices, 1.0, values);
        makeOrthogonal(matrices);
    } else if (init == "sparse") {
        require(sparsity >= 0 && sparsity <= 1, "some.sparsity must lie between 0 and 1.");
        drawNormal(matrices, kSparseDeviation, values);
        makeSparse(matrices, sparsity, SeededRandom(mixSeed(seed, "zeros")));
    } else {
        throw Error("some.init: \"" + init + "\" is unknown; use default, orthogonal or sparse.");
    }
    return matrices;
}

ExpertLibraryImpl::ExpertLibraryImpl(const ExpertLibraryOptions& options) {
    const auto draw = [&](std::int64_t rows, std::int64_t columns, const char* part) {
        return drawExperts(options.experts, rows, columns, options.init, options.sparsity,
                           mixSeed(options.seed, options.name + part));
    };
    down_ = draw(options.d_ffn, options.d_model, ".down");
    up_ = draw(options.d_model, options.d_ffn, ".up");
    if (options.gain != 1.0) {
        down_.mul_(options.gain);
        up_.mul_(options.gain);
    }
    if (options.trained) {
        down_ = register_parameter("down", down_);
        up_ = register_parameter("up", up_);
    } else {
        down_ = register_buffer("down", down_);
        up_ = register_buffer("up", up_);
    }
}

at::Tensor ExpertLibraryImpl::forward(const at::Tensor& z, const at::Tensor& selected,
                                      const at::Tensor& gates) {
    return groupedFfn(z, selected, gates, down_, up_);
}

}  // namespace orrery
