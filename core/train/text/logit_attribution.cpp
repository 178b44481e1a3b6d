// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/text/logit_attribution.h"

#include <ATen/core/grad_mode.h>

#include <map>
#include <string>

namespace orrery {
namespace {

constexpr double kNormEpsilon = 1e-5;

at::Tensor doubles(const at::Tensor& tensor) {
    return tensor.detach().to(at::kCPU, at::kDouble);
}

/// [N]: a row's product with a row.
at::Tensor along(const at::Tensor& a, const at::Tensor& b) {
    return (a * b).sum(-1);
}

/// Pulls what is looked at, v [N, D], back through LayerNorm(u) with its divisor held: v . norm(u)
/// = bias + v' . u.
struct HeldNorm {
    at::Tensor weight, bias;  // [D]

    at::Tensor biases(const at::Tensor& v) const { return along(v, bias.unsqueeze(0)); }
    at::Tensor pulled(const at::Tensor& v, const at::Tensor& u) const {
        const at::Tensor divisor = (at::var(u, {-1}, 0, true) + kNormEpsilon).sqrt();
        const at::Tensor scaled = v * weight.unsqueeze(0) / divisor;
        return scaled - scaled.mean(-1, true);
    }
};

void put(const at::Tensor& values, std::vector<TokenLogits>& to, auto place) {
    const at::Tensor plain = values.contiguous();
    const auto* from = plain.const_data_ptr<double>();
    for (std::size_t i = 0; i < to.size(); ++i)
        place(to[i].parts, from[i]);
}

/// Walks down the residual stream, from the head's rows of the tokens that came.
class StreamWalk {
public:
    StreamWalk(LanguageModel& model, std::vector<TokenLogits>& to, const at::Tensor& tokens)
        : state_(model->state(false)),
          post_(model->config().model.norm == NormPlacement::post),
          to_(to),
          v_(doubles(model->headWeight()).index_select(0, tokens)) {
        put(doubles(model->headBias()).index_select(0, tokens), to_,
            [](LogitParts& parts, double value) { parts.biases = value; });
    }

    /// From above layer `layer` to below it.
    void descend(std::size_t layer, const LayerParts& parts) {
        const at::Tensor middle = doubles(parts.middle), attention = doubles(parts.attention);
        at::Tensor experts;  // [N, k, D]
        if (parts.experts.defined()) experts = doubles(parts.experts);
        if (post_) through(layer, "norm2", experts.defined() ? middle + experts.sum(1) : middle);
        if (experts.defined()) {
            const std::int64_t top_k = experts.size(1);
            for (std::int64_t rank = 0; rank < top_k; ++rank)
                put(along(v_, experts.select(1, rank)), to_,
                    [at = layer * static_cast<std::size_t>(top_k) + static_cast<std::size_t>(rank)](
                        LogitParts& to, double value) {
                        if (to.experts.size() <= at) to.experts.resize(at + 1);
                        to.experts[at] = value;
                    });
        }
        if (post_) through(layer, "norm1", doubles(parts.input) + attention);
        put(along(v_, attention), to_, [layer](LogitParts& to, double value) {
            if (to.attention.size() <= layer) to.attention.resize(layer + 1);
            to.attention[layer] = value;
        });
    }

    void finish(const LayerParts& lowest) {
        put(along(v_, doubles(lowest.input)), to_,
            [](LogitParts& parts, double value) { parts.embedding = value; });
    }

private:
    void through(std::size_t layer, const char* name, const at::Tensor& u) {
        const std::string prefix = "layers." + std::to_string(layer) + "." + name;
        const HeldNorm norm{doubles(state_.at(prefix + ".weight")),
                            doubles(state_.at(prefix + ".bias"))};
        put(norm.biases(v_), to_, [](LogitParts& parts, double value) { parts.biases += value; });
        v_ = norm.pulled(v_, u);
    }

    std::map<std::string, at::Tensor> state_;
    bool post_;
    std::vector<TokenLogits>& to_;
    at::Tensor v_;  // [N, D]
};

/// [N, V] logits of what a layer gives.
void addLens(LanguageModel& model, const at::Tensor& output, std::span<const std::int32_t> tokens,
             const Tokenizer& tokenizer, std::vector<TokenLogits>& to) {
    const at::Tensor logits = doubles(model->headLogits(output));
    const at::Tensor probabilities = at::softmax(logits, -1);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const at::Tensor row = probabilities[static_cast<std::int64_t>(i)];
        LensReading lens;
        lens.token = static_cast<std::int32_t>(row.argmax().item<std::int64_t>());
        lens.piece = tokenizer.piece(lens.token);
        lens.probability = row[lens.token].item<double>();
        lens.own_probability = row[tokens[i]].item<double>();
        lens.own_rank = (row > lens.own_probability).sum().item<std::int64_t>();
        to[i].lens.push_back(std::move(lens));
    }
}

}  // namespace

std::vector<TokenLogits> attributeLogits(LanguageModel& model, const std::vector<LayerParts>& parts,
                                         std::span<const std::int32_t> tokens,
                                         const Tokenizer& tokenizer) {
    const at::NoGradGuard no_gradient;
    std::vector<TokenLogits> all(tokens.size());
    if (tokens.empty() || parts.empty()) return all;
    const std::vector<std::int64_t> ids(tokens.begin(), tokens.end());
    const at::Tensor came = at::tensor(at::ArrayRef(ids), at::kLong);
    StreamWalk walk(model, all, came);
    for (std::size_t layer = parts.size(); layer-- > 0;)
        walk.descend(layer, parts[layer]);
    walk.finish(parts.front());
    for (const LayerParts& layer : parts)
        addLens(model, layer.output, tokens, tokenizer, all);
    const at::Tensor logits =
        doubles(model->headLogits(parts.back().output)).gather(1, came.unsqueeze(1)).squeeze(1);
    put(logits, all, [](LogitParts& to, double value) { to.logit = value; });
    return all;
}

}  // namespace orrery
