// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <ATen/ATen.h>

#include <functional>
#include <vector>

#include "core/ranks/ranks.h"

namespace orrery {

/// What several parts of a step add up over ranks, in one message: how many messages there are
/// counts for more than how long they are. One thread.
class RankSum {
public:
    using Take = std::function<void(const at::Tensor& sum)>;

    /// Numbers travel as `type`.
    explicit RankSum(at::ScalarType type) : type_(type) {}

    /// `take` gets the sum over ranks: of the shape of `own` and on its device, a part of one
    /// tensor of the type.
    void add(const at::Tensor& own, Take take);
    /// `own`, of any type, becomes the sum.
    void add(at::Tensor own);
    /// All ranks, which have added the same shapes in the same order. Throws RankLost.
    void reduce(const Ranks& ranks);

private:
    at::ScalarType type_;
    std::vector<at::Tensor> parts_;
    std::vector<Take> takes_;
};

}  // namespace orrery
