// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/rank_sum.h"

#include <utility>

namespace orrery {

void RankSum::add(const at::Tensor& own, Take take) {
    parts_.push_back(own);
    takes_.push_back(std::move(take));
}

void RankSum::add(at::Tensor own) {
    parts_.push_back(own);
    takes_.emplace_back([own](const at::Tensor& sum) { own.copy_(sum); });
}

void RankSum::reduce(const Ranks& ranks) {
    if (ranks.alone() || parts_.empty()) return;
    at::Device device = at::kCPU;
    for (const at::Tensor& part : parts_)
        if (!part.is_cpu()) device = part.device();
    std::vector<at::Tensor> flat;
    for (const at::Tensor& part : parts_)
        flat.push_back(part.detach().to(device, type_).reshape({-1}));
    const at::Tensor all = at::cat(flat);
    ranks.allReduce(all);
    std::int64_t begin = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        const std::int64_t size = parts_[i].numel();
        const at::Tensor sum = all.narrow(0, begin, size).view(parts_[i].sizes());
        takes_[i](sum.to(parts_[i].device()));
        begin += size;
    }
}

}  // namespace orrery
