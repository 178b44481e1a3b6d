// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/key_store.h"

#include "core/model/weights.h"
#include "core/ops/smallest_norm.h"

namespace orrery {

KeyStore drawKeyStore(std::int64_t experts, std::int64_t d_model, std::uint64_t seed,
                      const std::string& name) {
    at::Tensor keys = at::empty({experts, d_model}, at::kFloat);
    drawNormal(keys, 1.0, SeededRandom(mixSeed(seed, name)));
    const at::Tensor norms = at::linalg_vector_norm(keys, 2, at::IntArrayRef{1}, true);
    return {keys / norms.clamp_min(kSmallestNorm), at::zeros({experts}, at::kFloat)};
}

}  // namespace orrery
