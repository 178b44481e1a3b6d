// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/evaluator.h"

#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/data/batches.h"
#include "core/error.h"
#include "core/events/model_queries.h"
#include "core/ranks/row_share.h"
#include "core/step/batch_tensors.h"
#include "core/step/key_step.h"
#include "core/step/rank_sums.h"
#include "core/step/training_step.h"
#include "core/train/text/expert_tokens.h"

namespace orrery {
namespace {

/// The vocabulary is wide: logits of so many positions at once bound the memory.
constexpr std::int64_t kRowsAtOnce = 1024;

struct Sums {
    double real = 0;
    double all = 0;
};

/// hidden [N, D], targets [N]
Sums lossSums(LanguageModel& model, const at::Tensor& hidden, const at::Tensor& targets) {
    Sums sums;
    for (std::int64_t begin = 0; begin < hidden.size(0); begin += kRowsAtOnce) {
        const std::int64_t end = std::min(begin + kRowsAtOnce, hidden.size(0));
        const at::Tensor logits = model->headLogits(hidden.slice(0, begin, end));
        const at::Tensor labels = targets.slice(0, begin, end);
        const at::Tensor losses =
            at::cross_entropy_loss(logits, labels, {}, at::Reduction::None).to(at::kDouble);  // [n]
        sums.all += losses.sum().item<double>();
        sums.real +=
            losses.masked_fill(labels == std::int64_t{Tokenizer::pad_id}, 0).sum().item<double>();
    }
    return sums;
}

BatchOptions inOrder(const Config& config, bool whole_text) {
    BatchOptions options;
    options.seq_len = config.model.seq_len;
    options.batch_size = config.train.batch_size;
    options.packing = config.data.packing;
    options.seed = static_cast<std::uint64_t>(config.train.seed);
    options.shuffle = false;
    options.drop_last = false;
    options.keep_rest = whole_text;
    options.prefetch = 2;
    return options;
}

/// The keys while an evaluation moves them. What it was not told to keep is put back at its end.
class MovingKeys {
public:
    MovingKeys(LanguageModel& model, const Config& config, const EvaluatorOptions& options)
        : model_(model),
          config_(config),
          options_(options),
          active_(config.eval.update_keys && config.some.experts != ExpertKind::none) {
        for (std::int64_t layer = 0; active_ && layer < config.model.num_layers; ++layer)
            for (const at::Tensor& tensor :
                 {model->keys(layer), model->usage(layer), model->linkedKeys(layer)})
                if (tensor.defined()) before_.emplace_back(tensor, tensor.clone());
    }
    ~MovingKeys() {
        const at::NoGradGuard no_gradient;
        for (const auto& [tensor, copy] : before_)
            tensor.copy_(copy);
    }
    MovingKeys(const MovingKeys&) = delete;
    MovingKeys& operator=(const MovingKeys&) = delete;

    bool active() const { return active_; }
    /// As the training step that would come `index` steps after the run's last one.
    void move(const std::vector<LayerRouting>& routing, const TokenShare& tokens,
              std::int64_t index) {
        if (active_)
            updateKeys(model_, routing, tokens, config_, options_.step + index + 1,
                       options_.total_steps, options_.ranks);
    }
    void finish() {
        if (options_.keep_keys) before_.clear();
    }

private:
    LanguageModel& model_;
    const Config& config_;
    const EvaluatorOptions& options_;
    bool active_;
    /// Keys, usage and what a graph of keys was linked by, each beside its copy.
    std::vector<std::pair<at::Tensor, at::Tensor>> before_;
};

/// This rank's rows of a part of a batch.
struct SeenPart {
    std::vector<LayerRouting> routing;
    at::Tensor inputs;  // [N] on the CPU
    TokenShare tokens;
};

/// Of a batch in so many parts; see(SeenPart) looks at each.
template <class See>
Sums batchSums(LanguageModel& model, const BatchTensors& batch, std::int64_t parts,
               ForwardOptions options, const Ranks& ranks, const See& see) {
    const at::Device device = model->headWeight().device();
    const std::int64_t rows = batch.inputs.size(0);
    parts = std::clamp<std::int64_t>(parts, 1, rows);
    Sums sums;
    for (std::int64_t part = 0; part < parts; ++part) {
        const std::int64_t begin = rows * part / parts;
        const std::int64_t size = rows * (part + 1) / parts - begin;
        const RowShare share = rowShare(size, ranks.rank(), ranks.size());
        const at::Tensor inputs = batch.inputs.narrow(0, begin + share.begin, share.size);
        const at::Tensor all_targets = batch.targets.narrow(0, begin, size).to(device);  // [b, T]
        const at::Tensor targets = all_targets.narrow(0, share.begin, share.size).flatten();
        options.first_token = share.begin * batch.inputs.size(1);
        SeenPart seen{{}, inputs.flatten(), {all_targets, options.first_token, targets.numel()}};
        if (share.size > 0) {
            ForwardResult output = model->forward(inputs.to(device), options);
            const Sums own = lossSums(model, output.hidden.flatten(0, 1), targets);
            sums.real += own.real;
            sums.all += own.all;
            seen.routing = std::move(output.routing);
        } else {
            model->linkKeys();
            seen.routing = emptyRouting(model, model->config().some.top_k, false);
        }
        see(seen);
        ++options.micro_batch;
    }
    return sums;
}

/// Sums over all ranks.
Sums reduced(const Sums& own, const Ranks& ranks) {
    if (ranks.alone()) return own;
    const at::Tensor sums = at::tensor({own.real, own.all}, at::kDouble);
    ranks.allReduce(sums);
    return {sums[0].item<double>(), sums[1].item<double>()};
}

/// All ranks stop at the same batch.
bool stops(const EvaluatorOptions& options) {
    const bool asked = options.ranks.first() && options.cancelled && options.cancelled();
    return options.ranks.allReduce(asked ? 1.0 : 0.0) > 0;
}

void conclude(EvaluationResult& result, const Sums& sums, std::int64_t bytes) {
    result.loss = sums.real / static_cast<double>(result.real_targets);
    result.loss_with_pads = sums.all / static_cast<double>(result.targets);
    result.perplexity = std::exp(result.loss);
    result.bits_per_byte = bytes > 0 ? sums.real / (static_cast<double>(bytes) * std::log(2.0))
                                     : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

Evaluation evaluate(LanguageModel& model, const TokenCache& tokens, const Tokenizer& tokenizer,
                    const Config& config, const EvaluatorOptions& options) {
    const at::NoGradGuard no_gradient;
    model->intervene(config.some.interventions);
    BatchStream stream(tokens, inOrder(config, options.whole_text));
    std::int64_t batches = stream.batchesPerEpoch();
    if (options.batches > 0) batches = std::min(batches, options.batches);

    Evaluation evaluation;
    EvaluationResult& result = evaluation.result;
    result.step = options.step;
    ExpertTokenCounts counts(config.model.num_layers, config.some.num_experts);
    Sums sums;
    std::int64_t bytes = 0;
    MovingKeys keys(model, config, options);
    for (std::int64_t index = 0; index < batches; ++index) {
        if (stops(options)) throw Cancelled();
        if (options.most_targets > 0 && result.real_targets >= options.most_targets) break;
        const Batch batch = stream.batch(index);
        const BatchTensors input = toTensors(batch);
        ForwardOptions forward;
        forward.temperature = config.train.eval_temperature;
        forward.step = index;
        forward.routing = options.expert_tokens || keys.active();
        forward.logits = false;
        forward.interventions = options.interventions;
        // Keys move by whole batches; else no more rows at once than a step has in memory.
        const std::int64_t parts = keys.active() ? 1 : config.train.accumulation;
        Sums part =
            batchSums(model, input, parts, forward, options.ranks, [&](const SeenPart& seen) {
                if (options.expert_tokens) counts.add(seen.routing, seen.inputs);
                keys.move(seen.routing, seen.tokens, index);
            });
        if (options.on_batch) part = reduced(part, options.ranks);
        sums.real += part.real;
        sums.all += part.all;
        bytes += batch.target_bytes;
        result.real_targets += batch.real_targets;
        if (options.on_batch && batch.real_targets > 0)
            options.on_batch(part.real / static_cast<double>(batch.real_targets),
                             batch.real_targets);
        result.targets += batch.rows * batch.columns;
        if (options.progress) {
            options.progress(static_cast<double>(index + 1) / static_cast<double>(batches));
        }
    }
    keys.finish();
    if (!options.on_batch) sums = reduced(sums, options.ranks);
    conclude(result, sums, bytes);
    result.documents = tokens.documents();
    if (options.expert_tokens) counts.reduce(options.ranks);
    if (options.expert_tokens) evaluation.expert_tokens = counts.events(tokenizer, options.step);
    return evaluation;
}

}  // namespace orrery
