// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/text/generate.h"

#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "core/error.h"
#include "core/events/model_queries.h"

namespace orrery {
namespace {

/// [V] logits of the token behind `tokens`, of which the model sees the last `most` (0: seq_len).
std::vector<double> nextLogits(LanguageModel& model, const std::vector<std::int64_t>& tokens,
                               std::int64_t most) {
    const Config& config = model->config();
    const auto length = static_cast<std::size_t>(most > 0 ? most : config.model.seq_len);
    const std::size_t begin = tokens.size() > length ? tokens.size() - length : 0;
    const at::Tensor input =
        at::tensor(at::ArrayRef(tokens.data() + begin, tokens.size() - begin), at::kLong)
            .unsqueeze(0)
            .to(model->headWeight().device());  // [1, t]
    ForwardOptions options;
    options.temperature = config.train.eval_temperature;
    options.routing = false;
    options.logits = false;
    const at::Tensor last = model->forward(input, options).hidden.select(1, -1);  // [1, D]
    const at::Tensor logits = model->headLogits(last).to(at::kCPU, at::kDouble).contiguous();
    const auto* values = logits.const_data_ptr<double>();
    return {values, values + logits.numel()};
}

std::int64_t sample(const std::vector<double>& logits, const GenerateOptions& options,
                    std::mt19937_64& random) {
    std::vector<std::size_t> order(logits.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const bool limited = options.top_k > 0 && options.top_k < std::ssize(order);
    const std::size_t kept = options.temperature <= 0 ? 1
                             : limited                ? static_cast<std::size_t>(options.top_k)
                                                      : order.size();
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept), order.end(),
                      [&](std::size_t a, std::size_t b) {
                          return logits[a] > logits[b] || (logits[a] == logits[b] && a < b);
                      });
    if (kept == 1) return static_cast<std::int64_t>(order[0]);
    std::vector<double> cumulative(kept);
    double sum = 0;
    for (std::size_t i = 0; i < kept; ++i) {
        sum += std::exp((logits[order[i]] - logits[order[0]]) / options.temperature);
        cumulative[i] = sum;
    }
    // The library's distributions differ between systems; 53 random bits are the same everywhere.
    const double drawn = static_cast<double>(random() >> 11U) * 0x1.0p-53 * sum;
    const auto chosen = std::upper_bound(cumulative.begin(), cumulative.end(), drawn);
    const auto index = std::min(chosen - cumulative.begin(), std::ssize(cumulative) - 1);
    return static_cast<std::int64_t>(order[static_cast<std::size_t>(index)]);
}

}  // namespace

std::string generateText(LanguageModel& model, const Tokenizer& tokenizer,
                         const std::string& prompt, const GenerateOptions& options,
                         const std::function<bool()>& cancelled) {
    const at::NoGradGuard no_gradient;
    std::vector<std::int32_t> text = tokenizer.encode(prompt);
    std::vector<std::int64_t> tokens = {Tokenizer::bos_id};
    tokens.insert(tokens.end(), text.begin(), text.end());
    std::mt19937_64 random(options.seed);
    for (std::int64_t count = 0; count < options.max_tokens; ++count) {
        if (cancelled && cancelled()) throw Cancelled();
        std::vector<double> logits = nextLogits(model, tokens, options.length);
        for (const auto never : {Tokenizer::unk_id, Tokenizer::pad_id, Tokenizer::bos_id}) {
            logits.at(static_cast<std::size_t>(never)) = -1e300;
        }
        const std::int64_t token = sample(logits, options, random);
        if (token == Tokenizer::eos_id) break;
        tokens.push_back(token);
        text.push_back(static_cast<std::int32_t>(token));
    }
    return tokenizer.decode(text);
}

}  // namespace orrery
