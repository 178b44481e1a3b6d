// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/panels/attention_head.h"

#include "core/ops/panels/half_kernels.h"

namespace orrery {

bool hasHeadKernels() {
    return halfKernels() != nullptr && halfKernels()->attend != nullptr;
}

void attendHead(const AttentionHead& head, TileFactors factors) {
    halfKernels()->attend(head, factors);
}

void attendHeadBackward(const AttentionHead& head, const AttentionHeadGradients& gradients,
                        TileFactors factors) {
    halfKernels()->attend_backward(head, gradients, factors);
}

}  // namespace orrery
