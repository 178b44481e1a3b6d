// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/loss.h"

#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/ops/check.h"
#include "core/ops/panels/panel_linear.h"
#include "core/ops/softmax_rows.h"

namespace orrery {
namespace {

constexpr std::int64_t kPieceElements = 1 << 21;        // logits of a piece: 8 MB
constexpr std::int64_t kDevicePieceElements = 1 << 27;  // 512 MB, for few and long kernels
constexpr std::int64_t kFewestRows = 64;

struct Pieces {
    at::Tensor losses;   // [N]
    at::Tensor hidden;   // [N, D] gradients of the weighted sum, undefined when not wanted
    LinearWeights head;  // weight [V, D], bias [V]
};

/// The head's parameters in the type of its products.
struct Head {
    at::Tensor weight;  // [V, D]
    at::Tensor bias;    // [V]
    /// Of floats on the CPU: products by panels, equal at any number of threads. Else null.
    std::unique_ptr<PackedLinear> packed;

    at::Tensor typed(const at::Tensor& tensor) const { return tensor.to(weight.scalar_type()); }
};

/// What becomes of logits [n, V]: losses [n] and, when wanted in place of the logits, softmax minus
/// one-hot times `weight` [n]. This is the slow reference of finishOnCpu, for other types and
/// devices.
void finishAnywhere(at::Tensor& logits, const at::Tensor& target, const at::Tensor& weight,
                    at::Tensor losses, bool gradients) {
    const at::Tensor column = target.clamp_min(0).unsqueeze(1);  // [n, 1]
    logits = at::log_softmax(logits, 1);
    losses.copy_(logits.gather(1, column).squeeze(1).neg_().masked_fill_(target < 0, 0));
    if (!gradients) return;
    logits.exp_().mul_(weight.unsqueeze(1));
    logits.scatter_add_(1, column, -weight.unsqueeze(1));
}

/// The same while a row is in the cache.
void finishOnCpu(at::Tensor& logits, const at::Tensor& target, const at::Tensor& weight,
                 at::Tensor losses, bool gradients) {
    const std::int64_t width = logits.size(1);
    float* rows = logits.mutable_data_ptr<float>();
    const auto* targets = target.const_data_ptr<std::int64_t>();
    const float* weights = weight.const_data_ptr<float>();
    float* loss = losses.mutable_data_ptr<float>();
    at::parallel_for(0, logits.size(0), 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            float* row = rows + i * width;
            const std::int64_t column = std::max<std::int64_t>(targets[i], 0);
            const float chosen = row[column];
            const float largest = largestOf(row, width);
            const float sum = expRow(row, width, 1, largest);
            loss[i] = targets[i] < 0 ? 0 : largest + std::log(sum) - chosen;
            if (!gradients) continue;
            const float scale = weights[i] / sum;
            for (std::int64_t x = 0; x < width; ++x)
                row[x] *= scale;
            row[column] -= weights[i];
        }
    });
}

/// Loss of rows begin .. begin + size - 1 and, when wanted, their share of the gradients.
void addPiece(const at::Tensor& hidden, const Head& head, const at::Tensor& targets,
              const at::Tensor& weights, std::int64_t begin, std::int64_t size, Pieces& result) {
    const at::Tensor rows = head.typed(hidden.narrow(0, begin, size));  // [n, D]
    at::Tensor logits =
        head.packed
            ? head.packed->forward(rows)
            : at::addmm(head.bias, rows, head.weight.t()).to(hidden.scalar_type());  // [n, V]
    (head.packed ? finishOnCpu : finishAnywhere)(
        logits, targets.narrow(0, begin, size), weights.narrow(0, begin, size),
        result.losses.narrow(0, begin, size), result.hidden.defined());
    if (!result.hidden.defined()) return;
    at::Tensor gradient = result.hidden.narrow(0, begin, size);
    if (head.packed) {
        head.packed->inputGradients(logits, gradient);
        return head.packed->addWeightGradients(logits, rows, result.head);
    }
    if (head.weight.scalar_type() == logits.scalar_type()) {
        at::mm_out(gradient, logits, head.weight);
        result.head.bias.add_(logits.sum(0));
        result.head.weight.addmm_(logits.t(), rows);
        return;
    }
    result.head.bias.add_(logits.sum(0));
    const at::Tensor typed = head.typed(logits);
    gradient.copy_(at::mm(typed, head.weight));
    result.head.weight.add_(at::mm(typed.t(), rows));
}

Pieces computePieces(const at::Tensor& hidden, const at::Tensor& head_weight,
                     const at::Tensor& head_bias, const at::Tensor& targets,
                     const at::Tensor& weights, bool gradients, bool bfloat16) {
    Pieces result;
    result.losses = at::empty({hidden.size(0)}, hidden.options());
    if (gradients) {
        result.hidden = at::empty_like(hidden);
        result.head = {at::zeros_like(head_weight), at::zeros_like(head_bias)};
    }
    const bool plain = hidden.is_cpu() && head_weight.scalar_type() == at::kFloat &&
                       hidden.scalar_type() == at::kFloat && weights.scalar_type() == at::kFloat;
    const auto type = bfloat16 && !plain ? at::kBFloat16 : head_weight.scalar_type();
    Head head{head_weight.to(type).contiguous(), head_bias.to(type).contiguous(), nullptr};
    if (plain) head.packed = packLinear({head.weight, head.bias}, gradients, bfloat16);
    const std::int64_t elements = hidden.is_cpu() ? kPieceElements : kDevicePieceElements;
    const std::int64_t piece = std::max(kFewestRows, elements / head_weight.size(0));
    for (std::int64_t begin = 0; begin < hidden.size(0); begin += piece)
        addPiece(hidden, head, targets, weights, begin, std::min(piece, hidden.size(0) - begin),
                 result);
    return result;
}

struct HeadLossFunction : torch::autograd::Function<HeadLossFunction> {
    static torch::autograd::variable_list forward(
        torch::autograd::AutogradContext* context, const at::Tensor& hidden,
        const at::Tensor& head_weight, const at::Tensor& head_bias, const at::Tensor& targets,
        const at::Tensor& weights, bool gradients, bool bfloat16) {
        at::AutoDispatchBelowADInplaceOrView below_autograd;
        const Pieces pieces =
            computePieces(hidden, head_weight, head_bias, targets, weights, gradients, bfloat16);
        context->save_for_backward({pieces.hidden, pieces.head.weight, pieces.head.bias});
        context->mark_non_differentiable({pieces.losses});
        return {at::dot(pieces.losses, weights), pieces.losses};
    }

    static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                   torch::autograd::variable_list gradients) {
        at::AutoDispatchBelowADInplaceOrView below_autograd;
        const auto saved = context->get_saved_variables();
        const at::Tensor& scale = gradients[0];
        // Where a loss is all that is optimized, as nearly always, the gradients are as they stand.
        const bool one = scale.is_cpu() && scale.item<double>() == 1;
        const auto scaled = [&](const at::Tensor& tensor) { return one ? tensor : tensor * scale; };
        return {scaled(saved[0]), scaled(saved[1]), scaled(saved[2]), at::Tensor(),
                at::Tensor(),     at::Tensor(),     at::Tensor()};
    }
};

}  // namespace

HeadLoss headLoss(const at::Tensor& hidden, const at::Tensor& head_weight,
                  const at::Tensor& head_bias, const at::Tensor& targets, const at::Tensor& weights,
                  bool bfloat16) {
    require(hidden.dim() == 2 && hidden.size(1) == head_weight.size(1) &&
                targets.numel() == hidden.size(0) && weights.numel() == hidden.size(0),
            "loss: hidden must be [N, D], the head [V, D], and targets and weights [N].");
    if (targets.is_cpu() && targets.numel() > 0)
        require(targets.max().item<std::int64_t>() < head_weight.size(0),
                "loss: a target lies outside model.vocab_size.");
    const bool gradients =
        at::GradMode::is_enabled() && (hidden.requires_grad() || head_weight.requires_grad());
    const auto result = HeadLossFunction::apply(
        hidden.contiguous(), head_weight, head_bias, targets.reshape({-1}).contiguous(),
        weights.reshape({-1}).contiguous(), gradients, bfloat16);
    return {result[0], result[1]};
}

}  // namespace orrery
