// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/text/ablation_text.h"

#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <limits>

#include "core/data/tokenizer.h"
#include "core/error.h"
#include "core/model/router_interventions.h"

namespace orrery {
namespace {

constexpr std::int64_t kTokensOfAPart = 4096;  // read at once
constexpr std::int64_t kLogitRows = 1024;      // the vocabulary is wide
constexpr std::int64_t kNoTarget = -100;       // as torch's cross entropy leaves out

/// [N] nats; 0 where there is no target.
at::Tensor tokenLosses(LanguageModel& model, const at::Tensor& hidden, const at::Tensor& targets) {
    std::vector<at::Tensor> losses;
    for (std::int64_t begin = 0; begin < hidden.size(0); begin += kLogitRows) {
        const std::int64_t end = std::min(begin + kLogitRows, hidden.size(0));
        losses.push_back(at::cross_entropy_loss(model->headLogits(hidden.slice(0, begin, end)),
                                                targets.slice(0, begin, end), {},
                                                at::Reduction::None, kNoTarget));
    }
    return at::cat(losses).to(at::kCPU, at::kFloat);
}

}  // namespace

AblationText::AblationText(LanguageModel& model, const RoutedText& text,
                           const std::function<bool()>& cancelled)
    : model_(model), text_(text), cancelled_(cancelled) {
    const at::NoGradGuard no_gradient;
    const std::size_t windows = text.window_begins.size();
    const auto length = [&](std::size_t window) {
        const std::int64_t end =
            window + 1 < windows ? text.window_begins[window + 1] : std::ssize(text.token_ids);
        return end - text.window_begins[window];
    };
    std::size_t first = 0;
    std::int64_t longest = 0;
    for (std::size_t window = 0; window < windows; ++window) {
        longest = std::max(longest, length(window) + 1);
        const auto rows = static_cast<std::int64_t>(window - first + 1);
        if (rows > 1 && rows * longest > kTokensOfAPart) {
            addPart(first, window);
            first = window;
            longest = length(window) + 1;
        }
    }
    if (first < windows) addPart(first, windows);
}

void AblationText::addPart(std::size_t first, std::size_t last) {
    const auto end_of = [&](std::size_t window) {
        return window + 1 < text_.window_begins.size() ? text_.window_begins[window + 1]
                                                       : std::ssize(text_.token_ids);
    };
    std::int64_t columns = 0;
    for (std::size_t window = first; window < last; ++window)
        columns = std::max(columns, end_of(window) - text_.window_begins[window] + 1);
    const auto rows = static_cast<std::int64_t>(last - first);
    at::Tensor tokens = at::full({rows, columns}, std::int64_t{Tokenizer::pad_id}, at::kLong);
    at::Tensor targets = at::full({rows, columns}, kNoTarget, at::kLong);
    Part part;
    part.numbers.assign(static_cast<std::size_t>(rows * columns), -1);
    for (std::size_t window = first; window < last; ++window) {
        const std::int64_t begin = text_.window_begins[window], end = end_of(window);
        const std::int64_t row = static_cast<std::int64_t>(window - first) * columns;
        auto* token = tokens.mutable_data_ptr<std::int64_t>() + row;
        auto* target = targets.mutable_data_ptr<std::int64_t>() + row;
        token[0] = Tokenizer::bos_id;  // as in training
        for (std::int64_t i = begin; i < end; ++i) {
            const std::int64_t column = i - begin + 1;
            token[column] = text_.token_ids[static_cast<std::size_t>(i)];
            part.numbers[static_cast<std::size_t>(row + column)] = i;
            if (i + 1 < end)
                target[column] = text_.token_ids[static_cast<std::size_t>(i + 1)];
            else if (text_.window_ends[window] != 0)
                target[column] = Tokenizer::eos_id;
        }
    }
    const at::Device device = model_->headWeight().device();
    part.tokens = tokens.to(device);
    part.targets = targets.flatten().to(device);
    part.input = model_->embedded(part.tokens);
    parts_.push_back(std::move(part));
}

ForwardOptions AblationText::forwardOptions() const {
    ForwardOptions options;
    options.temperature = model_->config().train.eval_temperature;
    options.routing = false;
    options.logits = false;
    return options;
}

void AblationText::begin(std::int64_t layer) {
    const at::NoGradGuard no_gradient;
    if (layer < layer_) {
        for (Part& part : parts_)
            part.input = model_->embedded(part.tokens);
        layer_ = 0;
    }
    for (Part& part : parts_) {
        if (cancelled_ && cancelled_()) throw Cancelled();
        part.input = model_->through(part.input, part.tokens, layer_, layer, forwardOptions());
    }
    layer_ = layer;
}

std::vector<float> AblationText::losses(const Interventions& interventions) {
    const at::NoGradGuard no_gradient;
    const RouterInterventions changed(interventions, model_->config(),
                                      model_->headWeight().device());
    std::vector<float> losses(text_.token_ids.size(), std::numeric_limits<float>::quiet_NaN());
    ForwardOptions options = forwardOptions();
    options.interventions = &changed;
    for (const Part& part : parts_) {
        if (cancelled_ && cancelled_()) throw Cancelled();
        const at::Tensor hidden =
            model_->forwardFrom(part.input, part.tokens, layer_, options).hidden.flatten(0, 1);
        const at::Tensor values = tokenLosses(model_, hidden, part.targets);
        const at::Tensor targets = part.targets.cpu();
        for (std::size_t i = 0; i < part.numbers.size(); ++i)
            if (part.numbers[i] >= 0 && targets.const_data_ptr<std::int64_t>()[i] != kNoTarget)
                losses[static_cast<std::size_t>(part.numbers[i])] =
                    values.const_data_ptr<float>()[i];
    }
    return losses;
}

}  // namespace orrery
