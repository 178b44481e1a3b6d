// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/expert_library.h"

#include <cmath>
#include <numeric>
#include <vector>

#include "core/model/weights.h"
#include "core/ops/check.h"
#include "core/ops/grouped_ffn.h"
#include "core/ops/half_ffn.h"

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

ExpertLibraryOptions libraryOptions(const Config& config, const std::string& name) {
    const SomeConfig& some = config.some;
    ExpertLibraryOptions library;
    library.experts = some.num_experts;
    library.d_model = config.model.d_model;
    library.d_ffn = some.d_ffn;
    library.init = some.init;
    library.sparsity = some.sparsity;
    library.gain = some.expert_gain;
    library.trained = some.experts == "trained";
    library.lora_rank = some.experts == "lora" ? some.lora_rank : 0;
    library.bfloat16 = some.expert_dtype == "bf16";
    library.bfloat16_products = config.train.precision == "bf16";
    library.seed = static_cast<std::uint64_t>(config.train.seed);
    library.name = name;
    return library;
}

ExpertLibraryImpl::ExpertLibraryImpl(const ExpertLibraryOptions& options)
    : bfloat16_products_(options.bfloat16_products) {
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
    require(!options.trained || !options.bfloat16,
            "some.expert_dtype: bf16 holds frozen experts; use fp32 with some.experts: trained.");
    if (options.bfloat16) {
        down_ = down_.to(at::kBFloat16);
        up_ = up_.to(at::kBFloat16);
    }
    if (options.trained) {
        down_ = register_parameter("down", down_);
        up_ = register_parameter("up", up_);
    } else {
        down_ = register_buffer("down", down_);
        up_ = register_buffer("up", up_);
    }
    if (options.lora_rank > 0) drawLora(options);
}

/// A as a Linear layer of that width, B zero: at the start the low-rank part adds nothing.
void ExpertLibraryImpl::drawLora(const ExpertLibraryOptions& options) {
    const auto draw = [&](const std::string& part, std::int64_t width) {
        at::Tensor matrices = at::empty({options.experts, options.lora_rank, width});
        drawUniform(matrices, 1 / std::sqrt(static_cast<double>(width)),
                    SeededRandom(mixSeed(options.seed, options.name + "." + part)));
        return register_parameter(part, matrices);
    };
    const auto zeros = [&](const char* part, std::int64_t height) {
        return register_parameter(part, at::zeros({options.experts, height, options.lora_rank}));
    };
    lora_.down_a = draw("down_a", options.d_model);
    lora_.down_b = zeros("down_b", options.d_ffn);
    lora_.up_a = draw("up_a", options.d_ffn);
    lora_.up_b = zeros("up_b", options.d_model);
}

at::Tensor ExpertLibraryImpl::forward(const at::Tensor& z, const at::Tensor& selected,
                                      const at::Tensor& gates) {
    if (bfloat16_products_) return halfFfn(z, selected, gates, down_, up_, lora_);
    if (lora_.down_a.defined()) return loraFfn(z, selected, gates, down_, up_, lora_);
    return groupedFfn(z, selected, gates, down_, up_);
}

}  // namespace orrery
