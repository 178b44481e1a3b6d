// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/causality.h"

#include <ATen/core/grad_mode.h>
#include <algorithm>
#include <cmath>

#include "core/ops/check.h"

namespace orrery {

double causalityProbe(LanguageModel& model, const at::Tensor& tokens, double temperature) {
    require(tokens.dim() == 2 && tokens.size(1) >= 2,
            "The causality probe needs a sequence of at least two tokens.");
    at::NoGradGuard no_gradient;
    ForwardOptions options;
    options.temperature = temperature;
    options.routing = false;
    const std::int64_t length = tokens.size(1);
    const at::Tensor before = model->forward(tokens, options).logits;
    double largest = 0;
    std::int64_t last = -1;
    for (const std::int64_t quarter : {1, 2, 3}) {
        const std::int64_t t = std::min(length * quarter / 4, length - 2);
        if (t == last) continue;
        last = t;
        at::Tensor changed = tokens.clone();
        at::Tensor next = changed.select(1, t + 1);
        next.add_(1).remainder_(model->config().model.vocab_size);
        const at::Tensor after = model->forward(changed, options).logits;
        const at::Tensor difference =
            (after.narrow(1, 0, t + 1) - before.narrow(1, 0, t + 1)).abs().max();
        const double moved = difference.item<double>();
        if (!std::isfinite(moved)) return moved;  // std::max would drop what is no number
        largest = std::max(largest, moved);
    }
    return largest;
}

}  // namespace orrery
