// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <ATen/ATen.h>

#include <cstdint>

#include "core/config/config.h"

namespace orrery {

/// The key store of one layer, moved as core/README.md, section 4 reads: every force as a sum over
/// tokens.
struct NaiveKeys {
    at::Tensor keys;      // [E, D]
    at::Tensor usage;     // [E]
    at::Tensor queries;   // [N, D] of the last forward pass
    at::Tensor selected;  // [N, k]

    /// `step` counts from 1.
    void move(const KeysConfig& rules, std::int64_t step);

private:
    void attract(const KeysConfig& rules);
    void pull(const KeysConfig& rules);
    void decay(const KeysConfig& rules, std::int64_t step);
};

}  // namespace orrery
