// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/panels/expert_pass.h"

#include "core/ops/panels/half_kernels.h"

namespace orrery {

bool hasExpertKernels(std::int64_t d_model, std::int64_t d_ffn) {
    return halfKernels() != nullptr && halfKernels()->pack_expert != nullptr &&
           d_model % kPanel == 0 && d_ffn % kPanel == 0;
}

void PackedExpert::pack(const ExpertWeights& weights, bool backward, TileFactors factors) {
    packOne(weights, 0, backward, factors);
    packOne(weights, 1, backward, factors);
}

void PackedExpert::packOne(const ExpertWeights& weights, int which, bool backward,
                           TileFactors factors) {
    const std::int64_t parts = factors == TileFactors::split ? kSplitParts : 1;
    const std::int64_t size = weights.d_model * weights.d_ffn / 2 * parts;
    halfKernels()->pack_expert(weights, (which == 0) != backward, !backward, factors,
                               (which == 0 ? first_ : second_).reserve(size));
}

void feedForward(const ExpertFfn<std::uint16_t>& ffn) {
    halfKernels()->feed_forward(ffn);
}
void feedForward(const ExpertFfn<float>& ffn) {
    halfKernels()->feed_forward_split(ffn);
}

void expertForward(const ExpertPass& rows, const PackedExpert& expert, TileFactors factors) {
    halfKernels()->expert_forward(rows, expert, factors);
}

void expertBackward(const ExpertPass& rows, const ExpertGates& gates, const PackedExpert& expert,
                    TileFactors factors) {
    halfKernels()->expert_backward(rows, gates, expert, factors);
}

}  // namespace orrery
