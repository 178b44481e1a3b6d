// SPDX-License-Identifier: GPL-3.0-or-later
// What evens out and steers a router beside its keys (core/README.md, section 4.1): the balance
// loss, and after each step the balance bias and the learned temperature.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "core/model/language_model.h"
#include "core/ranks/rank_sum.h"
#include "core/ranks/ranks.h"

namespace orrery {

/// Sum over layers of E * sum_e f_e P_e: f_e the share of selections that went to expert e (no
/// gradient), P_e the mean of its probability. `counted` [N] bool says which tokens of this
/// micro-batch count; the result has the weight of their share in `all_counted`, those of the whole
/// batch (a scalar tensor); layers without a router add nothing. Takes LayerRouting::probabilities
/// out of `routing`, so that the graph can go. Of several ranks' rows of a micro-batch: what this
/// rank adds to it, with f_e of all ranks.
at::Tensor balanceLoss(std::vector<LayerRouting>& routing, const at::Tensor& counted,
                       const at::Tensor& all_counted, const Ranks& ranks = {});

struct EntropyBand {
    double low = 0;   // nats
    double high = 0;  // nats
};
/// keys.entropy_band, cut to what gates of k experts allow: 0.90 and 0.95 of ln k.
EntropyBand entropyBand(const KeysConfig& config, std::int64_t top_k);

/// What moveRouters() needs of a step's tokens, which adds up over ranks.
struct RouterSums {
    std::vector<at::Tensor> loads;  // [E] int64 of each layer that has a balance bias
    at::Tensor entropies;           // [1 + M] double: how many tokens count, and the sum of their
                                    // gates' entropies in each of M layers that have something to
                                    // move; undefined where no temperature is learned
    void addTo(RankSum& exact);
};
/// Of this rank's rows. Arguments as of moveRouters().
RouterSums routerSums(LanguageModel& model, const std::vector<LayerRouting>& routing,
                      const at::Tensor& targets, const Config& config);

/// After the optimizer: moves each layer's balance bias by some.balance_bias against its load, and
/// its log temperature by 0.02 towards the band when the gates' mean entropy lies outside.
/// `routing` [L] and `targets` are of this rank's rows of the whole batch; tokens count as
/// keys.tokens says. `all`: sums of all ranks, where there are several. The same result at any
/// number of threads.
void moveRouters(LanguageModel& model, const std::vector<LayerRouting>& routing,
                 const at::Tensor& targets, const Config& config,
                 const std::optional<RouterSums>& all = std::nullopt);

}  // namespace orrery
