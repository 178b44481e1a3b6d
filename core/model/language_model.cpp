// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/language_model.h"

#include <algorithm>
#include <cmath>

#include "core/model/decoder_layer.h"
#include "core/model/key_value_cache.h"
#include "core/model/positions.h"
#include "core/model/recomputed_layer.h"
#include "core/model/router_interventions.h"
#include "core/model/supported.h"
#include "core/model/trained_parts.h"
#include "core/model/weights.h"
#include "core/ops/check.h"
#include "core/ops/decode/few_rows.h"
#include "core/ops/panels/panel_linear.h"

namespace orrery {
namespace {

void checkTokens(const at::Tensor& tokens, std::int64_t vocab_size) {
    require(tokens.dim() == 2 && tokens.scalar_type() == at::kLong && tokens.numel() > 0,
            "Tokens must be int64 [batch, length], not empty.");
    if (!tokens.is_cpu()) return;  // elsewhere a look would wait for the device
    const at::Tensor own = tokens.contiguous();
    const auto [lowest, highest] = std::ranges::minmax(
        std::span(own.const_data_ptr<std::int64_t>(), static_cast<std::size_t>(own.numel())));
    require(lowest >= 0 && highest < vocab_size,
            "The text contains a token outside model.vocab_size (" + std::to_string(vocab_size) +
                "); was it made with another tokenizer?");
}

}  // namespace

struct LanguageModelImpl::Impl : torch::nn::Module {
    Config config;
    torch::nn::Embedding token_embedding{nullptr};
    ExpertLibrary shared_experts{nullptr};  // of some.shared_library, named some.experts
    torch::nn::ModuleList layers{nullptr};
    torch::nn::Linear lm_head{nullptr};
    /// [T, D] for the first T positions, the longest last. Those before it stay: a step that was
    /// recorded for a device goes on reading what it read then.
    std::vector<at::Tensor> positions;
    /// By their text. Those before stay, for the same reason.
    std::map<std::string, std::unique_ptr<RouterInterventions>> all_interventions;
    const RouterInterventions* interventions = nullptr;

    void intervene(const std::string& text) {
        Config changed = config;
        changed.some.interventions = text;
        std::unique_ptr<RouterInterventions>& made = all_interventions[text];
        if (made == nullptr && !text.empty())
            made = std::make_unique<RouterInterventions>(Interventions(), changed,
                                                         lm_head->weight.device());
        interventions = made.get();
        config = std::move(changed);
    }

    DecoderLayerImpl& layer(std::int64_t index) {
        require(index >= 0 && index < config.model.num_layers,
                "Layer " + std::to_string(index) + " does not exist; there are " +
                    std::to_string(config.model.num_layers) + ".");
        return layers->at<DecoderLayerImpl>(static_cast<std::size_t>(index));
    }

    SomeLayerImpl& some(std::int64_t index) {
        SomeLayerImpl* some = layer(index).some();
        require(some != nullptr, "A model with some.experts: none has no key store.");
        return *some;
    }

    void makeSharedExperts() {
        if (!config.some.shared_library || config.some.experts == ExpertKind::none) return;
        shared_experts = ExpertLibrary(libraryOptions(config, "some.experts"));
        auto some = std::make_shared<torch::nn::Module>("some");
        some->register_module("experts", shared_experts);
        register_module("some", some);
    }

    /// The layers span.first .. span.second - 1.
    std::pair<LayerInput, std::vector<LayerRouting>> run(LayerInput state, const at::Tensor& tokens,
                                                         std::pair<std::int64_t, std::int64_t> span,
                                                         ForwardOptions options) {
        if (options.interventions == nullptr) options.interventions = interventions;
        std::vector<LayerRouting> routing;
        const at::Tensor flat = tokens.reshape({-1});  // [N]
        for (std::int64_t index = span.first; index < span.second; ++index) {
            SomeOutput output =
                config.train.recompute
                    ? recomputedForward(layer(index), state.hidden, flat, state.previous_query,
                                        options)
                    : layer(index).forward(state.hidden, flat, state.previous_query, options);
            // Without the residual nobody reads a layer's query: a recomputed layer would keep it.
            state = {output.y, config.keys.query_residual != 0 ? output.query_raw : at::Tensor()};
            if (options.routing) routing.push_back(std::move(output.routing));
        }
        return {std::move(state), std::move(routing)};
    }

    /// [B, T, D]; `places` [B * T] are the tokens' positions, empty: 0 .. T-1.
    at::Tensor embed(const at::Tensor& tokens, const std::vector<std::int64_t>& places = {}) {
        const double scale = std::sqrt(static_cast<double>(config.model.d_model));
        const at::Tensor x = token_embedding(tokens) * scale;
        if (config.model.positions != PositionEncoding::sinusoidal) return x;
        const std::int64_t length =
            places.empty() ? tokens.size(1) : *std::ranges::max_element(places) + 1;
        const bool fits = !positions.empty() && positions.back().size(0) >= length &&
                          positions.back().device() == x.device() &&
                          positions.back().dtype() == x.dtype();
        if (!fits) {
            const std::int64_t before = positions.empty() ? 0 : positions.back().size(0);
            positions.push_back(sinusoidalPositions(std::max(length, 2 * before),
                                                    config.model.d_model, x.detach().options()));
        }
        if (places.empty()) return x + positions.back().narrow(0, 0, length);
        const at::Tensor index = at::tensor(at::ArrayRef(places), at::kLong).to(x.device());
        return x + positions.back().index_select(0, index).view_as(x);
    }
};

LanguageModelImpl::LanguageModelImpl(const Config& config) : impl_(std::make_shared<Impl>()) {
    requireSupported(config);
    impl_->config = config;
    const std::int64_t v = config.model.vocab_size;
    const std::int64_t d = config.model.d_model;
    const auto stream = [&](const char* name) {
        return SeededRandom(mixSeed(static_cast<std::uint64_t>(config.train.seed), name));
    };
    impl_->token_embedding = impl_->register_module("token_embedding", torch::nn::Embedding(v, d));
    impl_->makeSharedExperts();
    impl_->layers = impl_->register_module("layers", torch::nn::ModuleList());
    for (std::int64_t layer = 0; layer < config.model.num_layers; ++layer)
        impl_->layers->push_back(DecoderLayer(config, layer, impl_->shared_experts));
    impl_->lm_head = impl_->register_module("lm_head", torch::nn::Linear(d, v));
    const double bound = 1 / std::sqrt(static_cast<double>(d));
    drawNormal(impl_->token_embedding->weight, 1.0, stream("token_embedding.weight"));
    drawUniform(impl_->lm_head->weight, bound, stream("lm_head.weight"));
    drawUniform(impl_->lm_head->bias, bound, stream("lm_head.bias"));
    for (auto& item : impl_->named_parameters())
        if (!isTrained(config.train, item.key())) item.value().requires_grad_(false);
    impl_->intervene(config.some.interventions);
}

ForwardResult LanguageModelImpl::forward(const at::Tensor& tokens, const ForwardOptions& options) {
    return forwardFrom(embedded(tokens), tokens, 0, options);
}

LayerInput LanguageModelImpl::embedded(const at::Tensor& tokens) {
    checkTokens(tokens, impl_->config.model.vocab_size);
    return {impl_->embed(tokens), {}};
}

LayerInput LanguageModelImpl::through(const LayerInput& input, const at::Tensor& tokens,
                                      std::int64_t from, std::int64_t to,
                                      const ForwardOptions& options) {
    return impl_->run(input, tokens, {from, to}, options).first;
}

ForwardResult LanguageModelImpl::forwardFrom(const LayerInput& input, const at::Tensor& tokens,
                                             std::int64_t from, const ForwardOptions& options) {
    auto [output, routing] =
        impl_->run(input, tokens, {from, impl_->config.model.num_layers}, options);
    ForwardResult result;
    result.hidden = std::move(output.hidden);
    result.routing = std::move(routing);
    if (options.logits) result.logits = headLogits(result.hidden);
    return result;
}

ForwardResult LanguageModelImpl::extend(const at::Tensor& tokens,
                                        std::span<const std::int64_t> counts, KeyValueCache& cache,
                                        const ForwardOptions& options) {
    const at::NoGradGuard no_gradient;
    const at::AutoDispatchBelowADInplaceOrView below_autograd;  // a third of a small model's token
    checkTokens(tokens, impl_->config.model.vocab_size);
    require(tokens.size(0) == cache.rows(), "Tokens and key-value cache differ in their rows.");
    require(impl_->config.model.causal,
            "A model without a causal mask (model.causal: false) can't be read token by token.");
    cache.begin(counts, tokens.size(1));
    ForwardOptions cached = options;
    cached.cache = &cache;
    ForwardResult result =
        forwardFrom({impl_->embed(tokens, cache.positions()), {}}, tokens, 0, cached);
    cache.commit();
    return result;
}

const Config& LanguageModelImpl::config() const {
    return impl_->config;
}

void LanguageModelImpl::intervene(const std::string& interventions) {
    if (interventions != impl_->config.some.interventions) impl_->intervene(interventions);
}
const RouterInterventions* LanguageModelImpl::interventions() const {
    return impl_->interventions;
}

void LanguageModelImpl::moveTo(const at::Device& device) {
    impl_->to(device);
    impl_->all_interventions.clear();
    impl_->intervene(impl_->config.some.interventions);
}

std::map<std::string, at::Tensor> LanguageModelImpl::state(bool with_experts) const {
    std::map<std::string, at::Tensor> state;
    for (const auto& item : impl_->named_parameters())
        state.emplace(item.key(), item.value().detach());
    for (const auto& item : impl_->named_buffers())
        if (with_experts || item.key().find(".experts.") == std::string::npos)
            state.emplace(item.key(), item.value());
    return state;
}

void LanguageModelImpl::loadState(const std::map<std::string, at::Tensor>& state,
                                  bool with_experts) {
    const auto own = this->state(with_experts);
    // Checkpoints did not always say which keys a graph was linked by.
    const auto given = [&](const std::string& name) {
        constexpr std::string_view kLinked = "linked_keys";
        return name.ends_with(kLinked) && !state.contains(name)
                   ? name.substr(0, name.size() - kLinked.size()) + "keys"
                   : name;
    };
    std::string faults;
    for (const auto& [name, tensor] : own) {
        const auto found = state.find(given(name));
        if (found == state.end())
            faults += "\n  " + name + " is missing";
        else if (found->second.sizes() != tensor.sizes())
            faults += "\n  " + name + " has shape " + c10::str(found->second.sizes()) +
                      " instead of " + c10::str(tensor.sizes());
        else if (!found->second.is_floating_point())
            faults += "\n  " + name + " does not hold floating-point numbers";
    }
    for (const auto& [name, tensor] : state)
        if (!own.contains(name)) faults += "\n  " + name + " is unknown";
    if (!faults.empty())
        throw Error("The weights do not match this configuration; has it changed since?" + faults);
    at::NoGradGuard no_gradient;
    for (const auto& [name, tensor] : own)
        tensor.copy_(state.at(given(name)));
}

std::vector<std::pair<std::string, at::Tensor>> LanguageModelImpl::trainedParameters() const {
    std::vector<std::pair<std::string, at::Tensor>> parameters;
    for (const auto& item : impl_->named_parameters())
        if (item.value().requires_grad()) parameters.emplace_back(item.key(), item.value());
    return parameters;
}

at::Tensor& LanguageModelImpl::keys(std::int64_t layer) {
    return impl_->some(layer).keys();
}
at::Tensor& LanguageModelImpl::usage(std::int64_t layer) {
    return impl_->some(layer).usage();
}
at::Tensor LanguageModelImpl::balanceBias(std::int64_t layer) {
    SomeLayerImpl* some = impl_->layer(layer).some();
    return some == nullptr ? at::Tensor() : some->balanceBias();
}
at::Tensor LanguageModelImpl::logTemperature(std::int64_t layer) {
    SomeLayerImpl* some = impl_->layer(layer).some();
    return some == nullptr ? at::Tensor() : some->logTemperature();
}
at::Tensor LanguageModelImpl::linkedKeys(std::int64_t layer) {
    SomeLayerImpl* some = impl_->layer(layer).some();
    return some == nullptr ? at::Tensor() : some->linkedKeys();
}
void LanguageModelImpl::linkKeys() {
    for (std::int64_t layer = 0; layer < impl_->config.model.num_layers; ++layer)
        if (SomeLayerImpl* some = impl_->layer(layer).some()) some->linkKeys();
}
at::Tensor LanguageModelImpl::headLogits(const at::Tensor& hidden, bool few_rows) const {
    if (few_rows && hidden.dim() == 2 && impl_->config.train.precision != Precision::bf16 &&
        fitsFewRows(hidden, headWeight()))
        return fewRowsLinear(hidden, headWeight(), headBias());
    if (impl_->config.train.precision != Precision::bf16) return impl_->lm_head(hidden);
    if (hidden.is_cpu()) return panelLinear(hidden, {headWeight(), headBias()}, /*half=*/true);
    const auto half = [](const at::Tensor& tensor) { return tensor.to(at::kBFloat16); };
    return at::linear(half(hidden), half(headWeight()), half(headBias())).to(at::kFloat);
}
const at::Tensor& LanguageModelImpl::headWeight() const {
    return impl_->lm_head->weight;
}
const at::Tensor& LanguageModelImpl::headBias() const {
    return impl_->lm_head->bias;
}

}  // namespace orrery
