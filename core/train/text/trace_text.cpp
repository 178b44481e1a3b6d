// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/text/trace_text.h"

#include <algorithm>
#include <vector>

#include "core/error.h"
#include "core/model/router_interventions.h"
#include "core/train/text/generate.h"
#include "core/train/text/route_text.h"

namespace orrery {
namespace {

/// What comes behind the text's tokens, at most `room` of them.
std::vector<std::int32_t> tokensBehind(LanguageModel& model, const Tokenizer& tokenizer,
                                       const std::string& text, std::int64_t room,
                                       const TraceOptions& options) {
    std::vector<std::int32_t> behind = options.more_tokens;
    for (const std::int32_t token : behind)
        if (token < 0 || token >= tokenizer.vocabSize())
            throw Error("The model has no token " + std::to_string(token) +
                        ": the text was continued by a model with another tokenizer.");
    if (behind.empty() && options.write > 0 && room > 0) {
        GenerateOptions generated;
        generated.max_tokens = std::min(options.write, room);
        generated.temperature = 0;
        generated.interventions = options.interventions;
        behind = generate(model, tokenizer, text, generated).front().tokens;
    }
    if (room <= 0 && (options.write > 0 || !behind.empty()))
        throw Error(
            "The text leaves no room for a continuation: text and continuation have at most "
            "model.seq_len - 1 tokens together. Shorten the text.");
    if (std::ssize(behind) > room) behind.resize(static_cast<std::size_t>(room));
    return behind;
}

}  // namespace

Trace traceText(LanguageModel& model, const Tokenizer& tokenizer, const std::string& text,
                std::int64_t step, const TraceOptions& options) {
    const Config& config = model->config();
    if (config.some.experts == ExpertKind::none)
        throw Error("A model without experts has nothing to trace.");
    std::vector<std::int32_t> ids = tokenizer.encode(text);
    if (ids.empty()) throw Error("There is nothing to trace: the text is empty.");
    const auto longest =
        static_cast<std::size_t>(std::max<std::int64_t>(config.model.seq_len - 1, 1));
    const std::int64_t all = std::ssize(ids);
    if (ids.size() > longest) ids.resize(longest);
    const auto behind =
        tokensBehind(model, tokenizer, text,
                     std::ssize(ids) < all ? 0 : static_cast<std::int64_t>(longest) - all, options);
    ids.insert(ids.end(), behind.begin(), behind.end());
    const RouterInterventions changed(options.interventions, config, model->headWeight().device());
    std::vector<at::Tensor> selected;
    std::vector<at::Tensor> gates;
    for (const LayerRouting& layer : routeTokens(model, ids, false, &changed)) {
        selected.push_back(layer.selected);
        gates.push_back(layer.gates);
    }
    const at::Tensor experts =
        at::stack(selected, 1).to(at::kCPU, at::kInt).contiguous();  // [T, L, k]
    const at::Tensor shares = at::stack(gates, 1).to(at::kCPU, at::kFloat).contiguous();

    Trace trace;
    trace.step = step;
    trace.text = text;
    trace.text_tokens = all;
    trace.written_tokens = std::ssize(behind);
    trace.layers = static_cast<int>(experts.size(1));
    trace.top_k = static_cast<int>(experts.size(2));
    trace.experts_per_layer = static_cast<int>(config.some.num_experts);
    for (const std::int32_t id : ids)
        trace.pieces.push_back(tokenizer.piece(id));
    trace.token_ids = std::move(ids);
    const auto* expert = experts.const_data_ptr<std::int32_t>();
    trace.experts.assign(expert, expert + experts.numel());
    const auto* share = shares.const_data_ptr<float>();
    trace.gates.assign(share, share + shares.numel());
    return trace;
}

}  // namespace orrery
