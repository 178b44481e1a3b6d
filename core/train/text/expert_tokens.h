// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <ATen/ATen.h>

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/data/tokenizer.h"
#include "core/events/events.h"
#include "core/model/language_model.h"
#include "core/ranks/ranks.h"

namespace orrery {

/// Counts which input tokens each expert is chosen for. One thread.
class ExpertTokenCounts {
public:
    ExpertTokenCounts(std::int64_t layers, std::int64_t experts);
    /// routing [L]; tokens [N] int64 on the CPU, the inputs at those positions. Padding is left
    /// out.
    void add(const std::vector<LayerRouting>& routing, const at::Tensor& tokens);
    /// Adds up the counts of all ranks.
    void reduce(const Ranks& ranks);
    /// The (up to) 8 most frequent pieces of every expert, one event a layer; equal counts by token
    /// id.
    std::vector<ExpertTokens> events(const Tokenizer& tokenizer, std::int64_t step) const;

private:
    std::int64_t experts_;
    std::vector<std::unordered_map<std::int64_t, std::int64_t>>
        counts_;  // [L] of expert << 32 | token
};

}  // namespace orrery
