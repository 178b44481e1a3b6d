// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/ranks/shared_run.h"

#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <set>

#include "core/devices/device.h"
#include "core/error.h"
#include "core/train/ranks/rank_checksum.h"

namespace orrery {
namespace {

void shareTensors(const NamedTensors& tensors, const Ranks& ranks) {
    for (const auto& [name, tensor] : tensors)
        ranks.broadcast(tensor);
}

}  // namespace

std::string rankDevice(DeviceChoice wanted, const RankPlace& place) {
    const std::string chosen = chooseDevice(wanted);
    const bool open = wanted == DeviceChoice::automatic || wanted == DeviceChoice::cuda;
    if (!isCuda(chosen) || !open || place.local_size == 1) return chosen;
    const int last = static_cast<int>(DeviceChoice::cuda7) - static_cast<int>(DeviceChoice::cuda0);
    if (place.local_rank > last)
        throw Error("Rank " + std::to_string(place.rank) + " is number " +
                    std::to_string(place.local_rank) +
                    " of its host: there are 8 GPUs at most. Start fewer processes a host.");
    return chooseDevice(
        static_cast<DeviceChoice>(static_cast<int>(DeviceChoice::cuda0) + place.local_rank));
}

Tokenizer shareTokenizer(const Tokenizer* own, const Ranks& ranks) {
    if (own != nullptr) {
        ranks.broadcast(own->bytes());
        return *own;
    }
    return Tokenizer::fromBytes(ranks.broadcast(std::string()));
}

void shareRun(TrainingRun& run, bool drawn, const Ranks& ranks) {
    if (ranks.alone()) return;
    const at::Tensor head = at::tensor({std::int64_t{drawn}, run.step, run.real_tokens}, at::kLong);
    ranks.broadcast(head);
    if (head[0].item<std::int64_t>() == 0) {
        const at::NoGradGuard no_gradient;
        shareTensors(run.model->state(true), ranks);
        NamedTensors optimizer = run.optimizer->state();
        for (auto& [name, tensor] : optimizer)
            tensor = tensor.clone();
        shareTensors(optimizer, ranks);
        if (!ranks.first()) run.optimizer->loadState(optimizer);
    }
    run.step = head[1].item<std::int64_t>();
    run.real_tokens = head[2].item<std::int64_t>();
    requireEqualRanks(run.model->state(true), ranks);
    requireEqualRanks(run.optimizer->state(), ranks);
}

std::vector<RankSite> gatherSites(const at::Device& device, int threads, const Ranks& ranks) {
    if (ranks.alone()) return {};
    const RankSite own{ranks.host(ranks.rank()), device.str(), threads};
    std::vector<RankSite> all;
    for (const std::string& text : ranks.gather(toJson({own})))
        all.push_back(parseRankSites(text).at(0));
    return all;
}

bool chooseSums(const std::vector<RankSite>& sites, const at::Device& device, const Ranks& ranks) {
    std::set<std::string> places;
    for (const RankSite& site : sites)
        if (isCuda(site.device)) places.insert(site.host + ' ' + site.device);
    // NCCL has one rank a GPU.
    const bool own = !sites.empty() && places.size() == sites.size();
    return own && ranks.useDevice(std::max<int>(0, device.index()));
}

}  // namespace orrery
