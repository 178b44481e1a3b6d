// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <ATen/ATen.h>

#include <cstdint>
#include <string>

namespace orrery {

/// What a layer's experts are found by. Buffers: no gradient ever reaches them.
struct KeyStore {
    at::Tensor keys;   // [E, D], rows of N(0, 1) scaled to length 1
    at::Tensor usage;  // [E], zero
};

/// Key e depends on (seed, name, D, e) only. `name` is "layers.3.some.keys".
KeyStore drawKeyStore(std::int64_t experts, std::int64_t d_model, std::uint64_t seed,
                      const std::string& name);

}  // namespace orrery
