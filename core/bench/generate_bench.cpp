// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/generate_bench.h"

#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <optional>
#include <random>
#include <string>

#include "core/bench/machine.h"
#include "core/data/tokenizer.h"
#include "core/devices/device.h"
#include "core/ops/check.h"
#include "core/train/text/text_decoder.h"

namespace orrery {
namespace {

constexpr std::int64_t kUncachedTokens = 5;  // measured, at even distances

using Texts = std::vector<std::vector<std::int64_t>>;

/// [batch] of [length], none of them alike.
Texts randomTexts(const Config& config, std::int64_t batch, std::int64_t length) {
    std::mt19937_64 random(1);
    const std::int64_t first =
        std::min<std::int64_t>(Tokenizer::eos_id, config.model.vocab_size - 1);
    std::uniform_int_distribution<std::int64_t> token(first, config.model.vocab_size - 1);
    Texts texts(static_cast<std::size_t>(batch));
    for (auto& text : texts)
        for (std::int64_t i = 0; i < length; ++i)
            text.push_back(token(random));
    return texts;
}

/// What a token costs without a cache: a forward pass over the whole text and the last logits.
double uncachedSeconds(LanguageModel& model, const Config& config, std::int64_t batch,
                       std::int64_t prompt, std::int64_t tokens) {
    const at::NoGradGuard no_gradient;
    const std::int64_t measured = std::min(kUncachedTokens, tokens);
    double sum = 0;
    for (std::int64_t i = 0; i < measured; ++i) {
        const std::int64_t length =
            prompt + (measured > 1 ? i * (tokens - 1) / (measured - 1) : tokens / 2);
        const Texts texts = randomTexts(config, batch, length);
        at::Tensor input = at::empty({batch, length}, at::kLong);
        for (std::int64_t row = 0; row < batch; ++row)
            std::ranges::copy(texts[static_cast<std::size_t>(row)],
                              input.mutable_data_ptr<std::int64_t>() + row * length);
        ForwardOptions options;
        options.routing = false;
        options.logits = false;
        sum += secondsOf(
            [&] { model->headLogits(model->forward(input, options).hidden.select(1, -1)); });
    }
    return sum / static_cast<double>(measured) * static_cast<double>(tokens);
}

GenerateBench benchBatch(LanguageModel& model, const Config& config,
                         const GenerateBenchOptions& options, std::int64_t batch) {
    GenerateBench row;
    row.batch = batch;
    row.prompt_tokens = options.prompt_tokens > 0
                            ? options.prompt_tokens
                            : std::max<std::int64_t>(1, config.model.seq_len / 2);
    row.tokens = options.tokens > 0 ? options.tokens : config.model.seq_len - row.prompt_tokens;
    require(row.tokens >= 1 && row.prompt_tokens + row.tokens <= config.model.seq_len,
            "bench: prompt and text together must fit model.seq_len (" +
                std::to_string(config.model.seq_len) + ").");
    DecoderOptions decoder;
    decoder.context = config.model.seq_len;
    decoder.more_tokens = row.tokens;
    row.cache_bytes = TextDecoder::bytes(config, batch, row.prompt_tokens, decoder);
    std::vector<double> prefill, decode, uncached;
    for (int repeat = 0; repeat < options.repeats; ++repeat) {
        std::optional<TextDecoder> texts;
        prefill.push_back(secondsOf(
            [&] { texts.emplace(model, randomTexts(config, batch, row.prompt_tokens), decoder); }));
        const Texts more = randomTexts(config, row.tokens, batch);
        decode.push_back(secondsOf([&] {
            for (const auto& tokens : more)
                texts->append(tokens);
        }));
        if (options.uncached)
            uncached.push_back(
                uncachedSeconds(model, config, batch, row.prompt_tokens, row.tokens));
    }
    row.prefill_seconds = median(prefill);
    row.decode_seconds = median(decode);
    if (options.uncached) row.uncached_seconds = median(uncached);
    return row;
}

}  // namespace

std::vector<GenerateBench> benchGenerate(const Config& config,
                                         const GenerateBenchOptions& options) {
    require(options.repeats >= 1, "bench: repeats must be at least 1.");
    prepareThread(config.train.threads);
    LanguageModel model(config);
    std::vector<GenerateBench> rows;
    for (const std::int64_t batch : options.batches) {
        options.progress("batch " + std::to_string(batch));
        rows.push_back(benchBatch(model, config, options, batch));
    }
    return rows;
}

}  // namespace orrery
