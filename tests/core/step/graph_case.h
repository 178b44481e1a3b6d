// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/step/training_step.h"
#include "tests/core/model/small_config.h"

namespace orrery::test {

/// A small configuration whose steps can be recorded.
inline Config recordable() {
    Config config = smallConfig();
    config.some.d_ffn = 16;
    config.train.precision = Precision::bf16;
    config.train.learning_rate = 0.01;
    config.keys.beta = 0.01;
    config.keys.delta = 0.01;
    return config;
}

/// [4, 10] tokens, others for each number.
inline StepInput graphBatch(std::int64_t number) {
    const at::Tensor tokens =
        (at::arange(44, at::kLong) * (7 + number)).remainder(19).add(4).view({4, 11});
    StepInput input{tokens.narrow(1, 0, 10).contiguous(), tokens.narrow(1, 1, 10).contiguous()};
    input.targets[0].narrow(0, 7, 3).fill_(1);
    return input;
}

}  // namespace orrery::test
