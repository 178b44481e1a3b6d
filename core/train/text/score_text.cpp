// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/text/score_text.h"

#include <ATen/core/grad_mode.h>

#include <algorithm>

#include "core/error.h"
#include "core/model/router_interventions.h"
#include "core/train/text/logit_attribution.h"
#include "core/train/text/token_readings.h"

namespace orrery {
namespace {

std::int64_t wordsIn(const std::string& text) {
    std::int64_t words = 0;
    bool within = false;
    for (const char c : text) {
        const bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
        words += !space && !within ? 1 : 0;
        within = !space;
    }
    return words;
}

}  // namespace

TextScore scoreText(LanguageModel& model, const Tokenizer& tokenizer, const std::string& text,
                    const ScoreOptions& options) {
    const at::NoGradGuard no_gradient;
    const Config& config = model->config();
    std::vector<std::int32_t> ids = tokenizer.encode(text);
    ids.insert(ids.end(), options.more_tokens.begin(), options.more_tokens.end());
    if (ids.empty()) throw Error("There is nothing to score: the text is empty.");
    const at::Device device = model->headWeight().device();
    const RouterInterventions changed(options.interventions, config, device);
    ForwardOptions forward;
    forward.temperature = config.train.eval_temperature;
    forward.routing = config.some.experts != ExpertKind::none;
    forward.interventions = &changed;
    TextScore score;
    const auto window = static_cast<std::size_t>(config.model.seq_len);
    for (std::size_t begin = 0; begin < ids.size(); begin += window) {
        const std::size_t end = std::min(begin + window, ids.size());
        std::vector<std::int64_t> input = {Tokenizer::bos_id};
        input.insert(input.end(), ids.begin() + static_cast<std::ptrdiff_t>(begin),
                     ids.begin() + static_cast<std::ptrdiff_t>(end) - 1);
        std::vector<LayerParts> parts;
        forward.parts = options.attribution ? &parts : nullptr;
        const ForwardResult result = model->forward(
            at::tensor(at::ArrayRef(input), at::kLong).unsqueeze(0).to(device), forward);
        std::vector<TokenLogits> attributed;
        if (options.attribution)
            attributed = attributeLogits(model, parts, std::span(ids).subspan(begin, end - begin),
                                         tokenizer);
        const at::Tensor logits = result.logits[0].to(at::kCPU, at::kFloat).contiguous();
        const auto columns = static_cast<std::size_t>(logits.size(1));
        for (std::size_t i = begin; i < end; ++i) {
            const auto row = static_cast<std::int64_t>(i - begin);
            TokenReading reading = readToken(
                {logits.const_data_ptr<float>() + static_cast<std::size_t>(row) * columns, columns},
                ids[i], tokenizer, options.alternatives);
            addRoute(result.routing, row, reading);
            if (options.attribution) {
                reading.parts = std::move(attributed[i - begin].parts);
                reading.lens = std::move(attributed[i - begin].lens);
            }
            score.loss += reading.surprise;
            score.readings.push_back(std::move(reading));
        }
    }
    const std::string whole = text + tokenizer.decode(options.more_tokens);
    score.bytes = std::ssize(whole);
    score.words = wordsIn(whole);
    return score;
}

}  // namespace orrery
