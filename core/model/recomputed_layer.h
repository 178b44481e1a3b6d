// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <ATen/ATen.h>

#include "core/model/decoder_layer.h"

namespace orrery {

/// DecoderLayerImpl::forward() that keeps its inputs alone for the backward pass, which makes the
/// layer again (train.recompute; Chen et al. 2016): the same numbers, since nothing of a layer's
/// pass depends on how often it is made. The layer must outlive the backward pass. Where no
/// gradient is wanted, it is forward() itself.
SomeOutput recomputedForward(DecoderLayerImpl& layer, const at::Tensor& x, const at::Tensor& tokens,
                             const at::Tensor& previous_query, const ForwardOptions& options);

}  // namespace orrery
