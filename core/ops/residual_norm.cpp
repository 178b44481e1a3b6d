// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/residual_norm.h"

#include <ATen/record_function.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <cmath>

#include "core/ops/check.h"
#include "core/ops/empty_on_cpu.h"
#include "core/ops/norm_rows.h"
#include "core/ops/parallel.h"

namespace orrery {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

constexpr double kNormEps = 1e-5;
constexpr std::int64_t kNormRows = 64;  // of a block: their sums are added in the order of blocks

/// Calls work(block, first row, rows).
template <class Work>
void forEachNormBlock(std::int64_t rows, const Work& work) {
    if (rows <= kNormRows) return work(0, 0, rows);
    forEachPiece((rows + kNormRows - 1) / kNormRows, [] { return 0; },
                 [&](std::int64_t block, int) {
                     const std::int64_t begin = block * kNormRows;
                     work(block, begin, std::min(kNormRows, rows - begin));
                 });
}

struct NormForward {
    at::Tensor y, normal, scales;  // normal: before weight and bias
};

NormForward normForward(const at::Tensor& a, const at::Tensor& b, const at::Tensor& weight,
                        const at::Tensor& bias) {
    at::AutoDispatchBelowADInplaceOrView below_autograd;
    RECORD_FUNCTION("orrery::residual_norm", std::vector<c10::IValue>({a}));
    const std::int64_t width = weight.numel();
    const std::int64_t rows = a.numel() / width;
    NormForward result{emptyOnCpu(a.sizes(), at::kFloat), emptyOnCpu(a.sizes(), at::kFloat),
                       emptyOnCpu({rows}, at::kFloat)};
    const NormRows of{width, static_cast<float>(kNormEps), weight.const_data_ptr<float>(),
                      bias.const_data_ptr<float>()};
    const float* first = a.const_data_ptr<float>();
    const float* second = b.const_data_ptr<float>();
    float* to = result.y.mutable_data_ptr<float>();
    float* kept = result.normal.mutable_data_ptr<float>();
    float* scale = result.scales.mutable_data_ptr<float>();
    forEachNormBlock(rows, [&](std::int64_t, std::int64_t begin, std::int64_t count) {
        const std::int64_t at = begin * width;
        normRows(of, first + at, second + at, count, kept + at, scale + begin, to + at);
    });
    return result;
}

struct ResidualNorm : torch::autograd::Function<ResidualNorm> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& a, const at::Tensor& b,
                              const at::Tensor& weight, const at::Tensor& bias) {
        const NormForward result = normForward(a, b, weight, bias);
        context->save_for_backward({result.normal, result.scales, weight});
        return result.y;
    }

    static variable_list backward(AutogradContext* context, variable_list gradients) {
        at::AutoDispatchBelowADInplaceOrView below_autograd;
        RECORD_FUNCTION("orrery::residual_norm_backward", std::vector<c10::IValue>({gradients[0]}));
        const auto saved = context->get_saved_variables();
        const at::Tensor dy = gradients[0].contiguous();
        const std::int64_t width = saved[2].numel();
        const std::int64_t rows = dy.numel() / width;
        at::Tensor dx = at::empty_like(dy);
        const std::int64_t blocks = (rows + kNormRows - 1) / kNormRows;
        at::Tensor sums = at::zeros({blocks, 2, width}, dy.options());  // of weight, of bias
        const NormRows of{width, static_cast<float>(kNormEps), saved[2].const_data_ptr<float>(),
                          nullptr};
        const float* from = dy.const_data_ptr<float>();
        const float* kept = saved[0].const_data_ptr<float>();
        const float* scale = saved[1].const_data_ptr<float>();
        float* to = dx.mutable_data_ptr<float>();
        float* of_block = sums.mutable_data_ptr<float>();
        forEachNormBlock(rows, [&](std::int64_t block, std::int64_t begin, std::int64_t count) {
            const std::int64_t at = begin * width;
            normRowsBackward(of, from + at, kept + at, scale + begin, count, to + at,
                             of_block + block * 2 * width);
        });
        const at::Tensor sum = sums.sum(0);
        return {dx, dx, sum[0], sum[1]};
    }
};

}  // namespace

at::Tensor residualNorm(const at::Tensor& a, const at::Tensor& b, const at::Tensor& weight,
                        const at::Tensor& bias) {
    require(a.sizes() == b.sizes() && a.dim() >= 1 && weight.dim() == 1 &&
                weight.sizes() == bias.sizes() && a.size(-1) == weight.size(0),
            "residual_norm: a and b must be [.., D], weight and bias [D].");
    const auto plain = [](const at::Tensor& tensor) {
        return tensor.is_cpu() && tensor.scalar_type() == at::kFloat && tensor.numel() > 0;
    };
    if (!plain(a) || !plain(b) || !plain(weight) || !plain(bias))
        return at::layer_norm(a + b, {weight.size(0)}, weight, bias, kNormEps);
    const at::Tensor first = a.contiguous(), second = b.contiguous();
    const at::Tensor scale = weight.contiguous(), shift = bias.contiguous();
    if (!at::GradMode::is_enabled()) return normForward(first, second, scale, shift).y;
    return ResidualNorm::apply(first, second, scale, shift);
}

}  // namespace orrery
