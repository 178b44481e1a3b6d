// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/text/route_text.h"

#include <ATen/core/grad_mode.h>

#include <algorithm>

#include "core/data/dictionary_tags.h"
#include "core/error.h"
#include "core/events/model_queries.h"

namespace orrery {
namespace {

constexpr double kFewestKnown = 0.6;  // of the words: below, the text is none of this dictionary's

template <typename T>
void append(std::vector<T>& values, const at::Tensor& tensor) {
    const at::Tensor plain = tensor.to(at::kCPU, c10::CppTypeToScalarType<T>::value).contiguous();
    const T* begin = plain.const_data_ptr<T>();
    values.insert(values.end(), begin, begin + plain.numel());
}

RoutedText emptyText(const Config& config, const Tokenizer& tokenizer) {
    RoutedText text;
    text.experts = static_cast<int>(config.some.num_experts);
    text.layers.resize(static_cast<std::size_t>(config.model.num_layers));
    for (std::int32_t id = 0; id < tokenizer.vocabSize(); ++id)
        text.pieces.push_back(tokenizer.piece(id));
    for (const std::string_view tag : universalTags())
        text.part_names.emplace_back(tag);
    return text;
}

/// `known` tokens are in the text before these.
void addWindow(RoutedText& text, const std::vector<LayerRouting>& routing, std::int64_t known,
               const RouteOptions& options) {
    for (std::size_t layer = 0; layer < routing.size(); ++layer) {
        const LayerRouting& routed = routing[layer];
        RoutedLayer& all = text.layers[layer];
        append(all.selected, routed.selected);
        append(all.gates, routed.gates);
        const std::int64_t tokens = routed.selected.size(0);
        text.top_k = static_cast<int>(routed.selected.size(1));
        if (routed.contribution.defined())
            all.contribution += routed.contribution.item<double>() * static_cast<double>(tokens);
        const std::int64_t wanted = std::min(tokens, options.most_queries - known);
        if (wanted > 0 && routed.queries.defined())
            append(all.queries, routed.queries.slice(0, 0, wanted));
    }
}

}  // namespace

std::vector<LayerRouting> routeTokens(LanguageModel& model, std::span<const std::int32_t> tokens,
                                      bool contribution, const RouterInterventions* interventions) {
    const at::NoGradGuard no_gradient;
    std::vector<std::int64_t> input = {Tokenizer::bos_id};  // as in training
    input.insert(input.end(), tokens.begin(), tokens.end());
    ForwardOptions options;
    options.temperature = model->config().train.eval_temperature;
    options.contribution = contribution;
    options.interventions = interventions;
    options.logits = false;
    const at::Tensor batch = at::tensor(at::ArrayRef<std::int64_t>(input), at::kLong)
                                 .unsqueeze(0)
                                 .to(model->headWeight().device());  // [1, 1 + n]
    auto routing = model->forward(batch, options).routing;
    for (LayerRouting& layer : routing) {
        layer.selected = layer.selected.slice(0, 1);
        layer.gates = layer.gates.slice(0, 1);
        if (layer.queries.defined()) layer.queries = layer.queries.slice(0, 1);
    }
    return routing;
}

RoutedText routeText(LanguageModel& model, const Tokenizer& tokenizer, DocumentSource& documents,
                     const RouteOptions& options) {
    const Config& config = model->config();
    if (config.some.experts == ExpertKind::none)
        throw Error("A model without experts has no routing to analyze.");
    RoutedText text = emptyText(config, tokenizer);
    const auto window =
        static_cast<std::size_t>(std::max<std::int64_t>(config.model.seq_len - 1, 1));
    bool tagged = false;
    double words = 0, known_words = 0;  // of documents without tags
    documents.rewind();
    for (auto document = documents.nextTagged(); document; document = documents.nextTagged()) {
        const std::vector<std::int32_t> ids = tokenizer.encode(document->text);
        tagged = tagged || !document->words.empty();
        if (document->words.empty()) {
            document->words = tagsByDictionary(document->text);
            words += static_cast<double>(document->words.size());
            known_words += static_cast<double>(std::ranges::count_if(
                document->words, [](const TaggedWord& word) { return word.part >= 0; }));
        }
        const auto parts = partsOfTokens(tokenizer.offsets(document->text), document->words);
        for (std::size_t begin = 0; begin < ids.size(); begin += window) {
            if (options.cancelled && options.cancelled()) throw Cancelled();
            const std::int64_t known = std::ssize(text.token_ids);
            const std::int64_t room = options.most_tokens - known;
            if (room <= 0) break;
            const std::size_t count =
                std::min({window, ids.size() - begin, static_cast<std::size_t>(room)});
            const auto tokens = std::span(ids).subspan(begin, count);
            addWindow(text, routeTokens(model, tokens, true), known, options);
            text.window_begins.push_back(known);
            text.window_ends.push_back(begin + count == ids.size() ? 1 : 0);
            text.token_ids.insert(text.token_ids.end(), tokens.begin(), tokens.end());
            const auto first = parts.begin() + static_cast<std::ptrdiff_t>(begin);
            text.parts.insert(text.parts.end(), first, first + static_cast<std::ptrdiff_t>(count));
        }
        if (std::ssize(text.token_ids) >= options.most_tokens) break;
    }
    if (text.token_ids.empty()) throw Error("There is nothing to analyze: the text is empty.");
    for (std::size_t layer = 0; layer < text.layers.size(); ++layer) {
        text.layers[layer].contribution /= static_cast<double>(text.token_ids.size());
        const at::Tensor bias = model->balanceBias(static_cast<std::int64_t>(layer));
        if (bias.defined()) append(text.layers[layer].bias, bias);
    }
    text.parts_guessed = !tagged;
    if (!tagged && known_words < kFewestKnown * words) text.parts.clear();
    return text;
}

}  // namespace orrery
