// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/text/text_decoder.h"

#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "core/data/tokenizer.h"
#include "core/devices/resources.h"
#include "core/ops/check.h"

namespace orrery {
namespace {

/// Tokens that one row holds at most.
std::int64_t capacityOf(std::int64_t longest, const DecoderOptions& options) {
    return std::min(options.context, longest + std::max<std::int64_t>(options.more_tokens, 1));
}

std::int64_t longestOf(const std::vector<std::vector<std::int64_t>>& texts) {
    std::int64_t longest = 0;
    for (const auto& text : texts)
        longest = std::max(longest, std::ssize(text));
    return longest;
}

void requireRoom(double bytes, std::int64_t rows) {
    const double there = availableMemory();
    require(bytes <= there,
            "Keys and values of " + std::to_string(rows) + " texts take " +
                std::to_string(static_cast<std::int64_t>(bytes / 1e6)) + " MB, and there are " +
                std::to_string(static_cast<std::int64_t>(there / 1e6)) +
                "; generate fewer continuations at once, or with a shorter context.");
}

/// [rows, longest] with padding behind.
at::Tensor padded(const std::vector<std::vector<std::int64_t>>& rows, const at::Device& device) {
    const std::int64_t longest = longestOf(rows);
    at::Tensor tokens = at::full({std::ssize(rows), longest}, std::int64_t{Tokenizer::pad_id},
                                 at::TensorOptions(at::kLong));
    for (std::size_t row = 0; row < rows.size(); ++row)
        std::ranges::copy(rows[row], tokens.mutable_data_ptr<std::int64_t>() +
                                         static_cast<std::int64_t>(row) * longest);
    return tokens.to(device);
}

}  // namespace

std::int64_t contextBegin(std::int64_t tokens, std::int64_t context) {
    if (tokens <= context) return 0;
    const std::int64_t gone = context + 1 - (context + 1) / 2;  // each time
    return (tokens - context + gone - 1) / gone * gone;
}

std::int64_t contextOf(const Config& config, std::int64_t asked) {
    const std::int64_t trained = config.model.seq_len;
    require(asked >= 0, "The context must be at least 0 (0 = model.seq_len).");
    require(
        asked <= trained || config.model.positions != PositionEncoding::sinusoidal,
        "The context of a model with sinusoidal positions can't be longer than model.seq_len (" +
            std::to_string(trained) + "): it was never trained there. rope and alibi can.");
    return asked == 0 ? trained : asked;
}

double TextDecoder::bytes(const Config& config, std::int64_t rows, std::int64_t tokens,
                          const DecoderOptions& options) {
    return config.model.causal ? KeyValueCache::bytes(config, rows, capacityOf(tokens, options))
                               : 0.0;
}

TextDecoder::TextDecoder(LanguageModel& model, std::vector<std::vector<std::int64_t>> texts,
                         const DecoderOptions& options)
    : model_(model), options_(options), texts_(std::move(texts)) {
    require(!texts_.empty() && std::ranges::none_of(texts_, [](auto& t) { return t.empty(); }),
            "There is no text to go on from.");
    const Config& config = model_->config();
    capacity_ = capacityOf(longestOf(texts_), options_);
    requireRoom(bytes(config, rows(), longestOf(texts_), options_), rows());
    readAll();
}

std::int64_t TextDecoder::begin(std::size_t row) const {
    return contextBegin(std::ssize(texts_[row]), options_.context);
}

std::vector<std::int64_t> TextDecoder::context(std::size_t row) const {
    return {texts_[row].begin() + begin(row), texts_[row].end()};
}

ForwardOptions TextDecoder::forwardOptions() const {
    ForwardOptions options;
    options.temperature = model_->config().train.eval_temperature;
    options.routing = options_.routing && model_->config().some.experts != ExpertKind::none;
    options.logits = false;
    options.interventions = options_.interventions;
    return options;
}

void TextDecoder::readAll() {
    if (!model_->config().model.causal) return readWithoutCache();
    const bool same = std::ranges::all_of(texts_, [&](auto& t) { return t == texts_.front(); });
    const std::int64_t wanted = rows();
    if (same && wanted > 1) texts_.resize(1);
    std::vector<std::vector<std::int64_t>> rows;
    std::vector<std::int64_t> counts, last;
    for (std::size_t row = 0; row < texts_.size(); ++row) {
        rows.push_back(context(row));
        counts.push_back(std::ssize(rows.back()));
        last.push_back(counts.back() - 1);
    }
    const at::Device device = model_->headWeight().device();
    cache_.emplace(model_->config(), std::ssize(rows), capacity_, device);
    keep(model_->extend(padded(rows, device), counts, *cache_, forwardOptions()), last);
    if (same && wanted > 1) select(std::vector<std::int64_t>(static_cast<std::size_t>(wanted), 0));
}

void TextDecoder::readWithoutCache() {
    const at::NoGradGuard no_gradient;
    std::vector<at::Tensor> logits;
    std::vector<std::vector<LayerRouting>> routing;
    for (std::size_t row = 0; row < texts_.size(); ++row) {
        const std::vector<std::int64_t> text = context(row);
        keep(model_->forward(padded({text}, model_->headWeight().device()), forwardOptions()),
             std::vector<std::int64_t>{std::ssize(text) - 1});
        logits.push_back(logits_);
        routing.push_back(routing_);
    }
    logits_ = at::cat(logits);
    for (std::size_t layer = 0; layer < routing_.size(); ++layer) {
        std::vector<at::Tensor> selected, gates;
        for (const auto& row : routing) {
            selected.push_back(row[layer].selected);
            gates.push_back(row[layer].gates);
        }
        routing_[layer].selected = at::cat(selected);
        routing_[layer].gates = at::cat(gates);
    }
}

/// What is wanted of the token `last` of each row.
void TextDecoder::keep(ForwardResult result, std::span<const std::int64_t> last) {
    const at::NoGradGuard no_gradient;
    const at::AutoDispatchBelowADInplaceOrView below_autograd;
    const std::int64_t length = result.hidden.size(1);
    std::vector<std::int64_t> flat;  // [R] of [R * t]
    for (std::size_t row = 0; row < last.size(); ++row)
        flat.push_back(static_cast<std::int64_t>(row) * length + last[row]);
    const at::Tensor index = at::tensor(at::ArrayRef(flat), at::kLong).to(result.hidden.device());
    const at::Tensor hidden =
        result.hidden.reshape({-1, result.hidden.size(2)}).index_select(0, index);  // [R, D]
    logits_ = model_->headLogits(hidden, /*few_rows=*/true).to(at::kCPU, at::kFloat).contiguous();
    routing_.clear();
    for (const LayerRouting& layer : result.routing) {
        LayerRouting own;
        own.selected = layer.selected.index_select(0, index).cpu();
        own.gates = layer.gates.index_select(0, index).cpu();
        routing_.push_back(std::move(own));
    }
}

/// A row whose context begins later than before.
void TextDecoder::readAgain(std::size_t row) {
    const std::vector<std::int64_t> text = context(row);
    const at::Device device = model_->headWeight().device();
    KeyValueCache own(model_->config(), 1, capacity_, device);
    const std::vector<std::int64_t> counts = {std::ssize(text) - 1};  // the newest comes with all
    if (counts.front() > 0)
        model_->extend(padded({{text.begin(), text.end() - 1}}, device), counts, own,
                       forwardOptions());
    cache_->replace(static_cast<std::int64_t>(row), own, 0);
}

void TextDecoder::append(std::span<const std::int64_t> tokens) {
    require(std::ssize(tokens) == rows(), "Each text needs a token.");
    for (std::size_t row = 0; row < texts_.size(); ++row) {
        const std::int64_t before = begin(row);
        texts_[row].push_back(tokens[row]);
        if (cache_ && begin(row) != before) readAgain(row);
    }
    if (!cache_) return readWithoutCache();
    const at::Tensor input = at::tensor(at::ArrayRef(tokens.data(), tokens.size()), at::kLong)
                                 .unsqueeze(1)
                                 .to(model_->headWeight().device());  // [R, 1]
    const std::vector<std::int64_t> ones(texts_.size(), 1), last(texts_.size(), 0);
    keep(model_->extend(input, ones, *cache_, forwardOptions()), last);
}

void TextDecoder::select(std::span<const std::int64_t> rows) {
    std::vector<std::vector<std::int64_t>> chosen;
    for (const std::int64_t row : rows)
        chosen.push_back(texts_.at(static_cast<std::size_t>(row)));
    texts_ = std::move(chosen);
    if (cache_) cache_ = cache_->select(rows);
    const at::Tensor index = at::tensor(at::ArrayRef(rows.data(), rows.size()), at::kLong);
    logits_ = logits_.index_select(0, index);
    for (LayerRouting& layer : routing_) {
        layer.selected = layer.selected.index_select(0, index);
        layer.gates = layer.gates.index_select(0, index);
    }
}

}  // namespace orrery
