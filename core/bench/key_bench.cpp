// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/key_bench.h"

#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>

#include <vector>

#include "core/bench/machine.h"
#include "core/bench/naive_keys.h"
#include "core/model/key_store.h"
#include "core/ops/check.h"
#include "core/ops/key_update.h"
#include "core/step/key_step.h"

namespace orrery {

KeyBench benchKeys(const Config& config, int repeats) {
    require(config.some.experts != ExpertKind::none,
            "bench keys: some.experts is none: there are no keys.");
    const at::NoGradGuard no_gradient;
    if (config.train.threads > 0) at::set_num_threads(static_cast<int>(config.train.threads));
    const std::int64_t tokens = config.train.batch_size * config.model.seq_len;
    const std::int64_t experts = config.some.num_experts;
    const std::int64_t width = config.model.d_model;
    const at::Tensor queries = drawKeyStore(tokens, width, 1, "bench.queries").keys;
    const at::Tensor selected = std::get<1>(at::rand({tokens, experts}).topk(config.some.top_k, 1));
    KeyStore store = drawKeyStore(experts, width, 1, "bench.keys");
    NaiveKeys naive{store.keys.clone(), store.usage.clone(), queries, selected};
    const KeyRules rules = keyRules(config, 0, config.keys.warmup_steps + 1, 1'000'000);
    std::vector<double> gather, apply, slow;
    for (int repeat = 0; repeat <= repeats; ++repeat) {  // the first warms up
        KeyStatistics statistics;
        const double first =
            secondsOf([&] { statistics = gatherKeyStatistics(queries, selected, experts); });
        const double second =
            secondsOf([&] { applyKeyUpdate(store.keys, store.usage, statistics, rules); });
        const double third =
            secondsOf([&] { naive.move(config.keys, config.keys.warmup_steps + 1); });
        if (repeat == 0) continue;
        gather.push_back(first);
        apply.push_back(second);
        slow.push_back(third);
    }
    return {at::get_num_threads(), median(gather), median(apply), median(slow)};
}

}  // namespace orrery
