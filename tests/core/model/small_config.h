// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/config/config.h"

namespace orrery::test {

/// A model that is made and run in milliseconds.
inline Config smallConfig() {
    Config config;
    config.model.vocab_size = 23;
    config.model.d_model = 8;
    config.model.num_layers = 2;
    config.model.num_heads = 2;
    config.model.seq_len = 10;
    config.some.num_experts = 6;
    config.some.d_ffn = 12;
    config.some.top_k = 2;
    config.train.batch_size = 3;
    config.train.seed = 7;
    config.keys.warmup_steps = 2;
    return config;
}

}  // namespace orrery::test
