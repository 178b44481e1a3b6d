// SPDX-License-Identifier: GPL-3.0-or-later
// The key update of a whole model: which tokens take part, which rules hold, micro-batches added
// up.
#pragma once
#include <cstdint>
#include <vector>

#include "core/model/language_model.h"
#include "core/ops/key_update.h"
#include "core/ranks/rank_sum.h"
#include "core/ranks/ranks.h"

namespace orrery {

/// The rules of `layer` at `step` (counts from 1) with schedules, layer scales and switches worked
/// in.
KeyRules keyRules(const Config& config, std::int64_t layer, std::int64_t step,
                  std::int64_t total_steps);

/// The tokens of a micro-batch that this rank has, one after the other: count of them from `first`
/// on.
struct TokenShare {
    at::Tensor targets;  // [B, T] of the whole micro-batch
    std::int64_t first = 0;
    std::int64_t count = 0;
};
/// All of them.
inline TokenShare allTokens(const at::Tensor& targets) {
    return {targets, 0, targets.numel()};
}

/// Collects the statistics of a step's micro-batches, then moves the keys once.
class KeyStep {
public:
    /// step counts from 1.
    KeyStep(const Config& config, std::int64_t step, std::int64_t total_steps);

    /// routing [L] of this rank's tokens of the next micro-batch. Tokens take part as keys.tokens
    /// and keys.token_fraction say.
    void add(const std::vector<LayerRouting>& routing, const TokenShare& tokens);
    /// Statistics of all ranks take the place of this rank's in two messages: counts, in a sum that
    /// double is exact for; then what depends on them, in one of float. Pairs of many experts
    /// travel as lists, on their own.
    void addCounts(RankSum& exact);
    void addSums(RankSum& sums, LanguageModel& model, const Ranks& ranks);
    /// Both.
    void reduce(LanguageModel& model, const Ranks& ranks);
    /// One KeyChange a layer.
    std::vector<KeyChange> apply(LanguageModel& model);

private:
    at::Tensor participants(const at::Tensor& targets) const;
    KeyStatistics gather(const LayerRouting& routing, std::size_t layer, const at::Tensor& rows,
                         const QueryShare& share) const;

    const Config& config_;
    std::int64_t step_;
    std::int64_t total_steps_;
    std::int64_t micro_batches_ = 0;
    std::int64_t tokens_ = 0;  // of the batch, all ranks together
    bool due_;                               // keys.update_every
    std::vector<KeyStatistics> statistics_;  // [L]
};

/// The key update of every layer alone (evaluation with eval.update_keys). step counts from 1.
/// Returns one KeyChange a layer.
std::vector<KeyChange> updateKeys(LanguageModel& model, const std::vector<LayerRouting>& routing,
                                  const TokenShare& tokens, const Config& config, std::int64_t step,
                                  std::int64_t total_steps, const Ranks& ranks = {});
std::vector<KeyChange> updateKeys(LanguageModel& model, const std::vector<LayerRouting>& routing,
                                  const at::Tensor& targets, const Config& config,
                                  std::int64_t step, std::int64_t total_steps);

}  // namespace orrery
