// SPDX-License-Identifier: GPL-3.0-or-later
// The router of one SoME layer (core/README.md, section 2): the k keys nearest to a query, and
// their gates.
#pragma once
#include <ATen/ATen.h>

#include <cstdint>

#include "core/ops/search/key_index.h"

namespace orrery {

struct NearestKeysOptions {
    std::int64_t top_k = 1;
    double temperature = 1.0;        // > 0
    bool normalize = true;           // scale queries to length 1 first
    at::Tensor selection_bias = {};  // [E], added to the scores for the selection alone; undefined
                                     // for none
    KeyIndex* index = nullptr;       // finds the keys approximately; nullptr: by all products
    at::Tensor linked_keys = {};     // [E, D] of the index's links; undefined: the keys
    at::Tensor temperature_factor = {};  // [1] double on the device, or undefined: a factor on the
                                         // temperature that the host does not know. CUDA alone
};

struct NearestKeys {
    at::Tensor queries;   // [N, D] as they met the keys (unit length when normalized), no gradient
    at::Tensor selected;  // [N, k] int64, rank 0 the best; of equal scores the lower expert first
    at::Tensor gates;     // [N, k] softmax of the scores (without bias) / temperature
};

/// With an index the keys are found by it, on the CPU, and may be others than the nearest; scores,
/// gates and gradients of those that were found are exact. It needs float32.
///
/// query [N, D], keys [E, D], k <= E; float32 or float64. Gradients flow from the gates to `query`
/// only; keys are copied for that, so that they may move before backward. The result is the same at
/// any number of threads. Throws Error for wrong shapes.
NearestKeys nearestKeys(const at::Tensor& query, const at::Tensor& keys,
                        const NearestKeysOptions& options);

/// softmax of a token's scores over all experts / temperature, [N, E], without the selection bias:
/// what a balance loss looks at. Gradients flow to `query` only.
at::Tensor routerProbabilities(const at::Tensor& query, const at::Tensor& keys,
                               const NearestKeysOptions& options);

/// The CPU kernels behind nearestKeys.
struct NearestKeysForward {
    at::Tensor queries;   // [N, D]
    at::Tensor norms;     // [N], at least kSmallestNorm; ones when not normalized
    at::Tensor selected;  // [N, k]
    at::Tensor gates;     // [N, k]
};
NearestKeysForward nearestKeysForwardCpu(const at::Tensor& query, const at::Tensor& keys,
                                         const NearestKeysOptions& options);
at::Tensor nearestKeysBackwardCpu(const at::Tensor& gate_gradients,
                                  const NearestKeysForward& forward, const at::Tensor& keys,
                                  const NearestKeysOptions& options);

}  // namespace orrery
