// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/machine.h"
#include "core/bench/step_bench.h"
#include "core/devices/device.h"
#include "core/model/attention.h"
#include "core/model/query_network.h"
#include "core/ops/bf16_ffn.h"
#include "core/ops/grouped_ffn.h"
#include "core/ops/nearest_keys.h"
#include "core/step/key_step.h"
#include "core/step/loss.h"
#include "core/step/optimizer.h"
#include "core/step/training_step.h"

namespace orrery {
namespace {

class Parts {
public:
    Parts(const Config& config, int repeats)
        : c_(config),
          repeats_(repeats),
          n_(config.train.batch_size * config.model.seq_len),
          device_name_(chooseDevice(config.train.device)),
          device_(device_name_),
          half_(config.train.precision == Precision::bf16),
          z_(drawn({n_, config.model.d_model})),
          gradient_(drawn({n_, config.model.d_model})) {}

    std::vector<StepPart> measure() {
        attention();
        if (c_.some.experts != ExpertKind::none) {
            router();
            experts();
        }
        head();
        optimizerAndKeys();
        return parts_;
    }

private:
    void add(const std::string& name, double times, const std::function<void()>& prepare,
             const std::function<void()>& work) {
        std::vector<double> seconds;
        prepare();
        work();
        for (int i = 0; i < repeats_; ++i) {
            prepare();
            waitFor(device_name_);
            seconds.push_back(secondsOf([&] {
                work();
                waitFor(device_name_);
            }));
        }
        parts_.push_back({name, times * median(seconds)});
    }
    at::Tensor drawn(at::IntArrayRef shape) const {
        return at::randn(shape, at::TensorOptions(at::kFloat).device(device_));
    }
    double layers() const { return static_cast<double>(c_.model.num_layers); }

    void attention() {
        AttentionOptions options;
        options.d_model = c_.model.d_model;
        options.num_heads = c_.model.num_heads;
        options.causal = c_.model.causal;
        options.positions = c_.model.positions;
        options.bfloat16 = half_;
        Attention layer(options);
        layer->to(device_);
        const std::vector<std::int64_t> shape = {c_.train.batch_size, c_.model.seq_len,
                                                 c_.model.d_model};
        at::Tensor x = z_.view(shape).clone().requires_grad_();
        add(
            "attention", layers(), [] {},
            [&] { layer->forward(x).backward(gradient_.view(shape)); });
    }

    void router() {
        if (c_.some.routing != Routing::keys) return;
        QueryNetwork query(c_, "bench");
        query->to(device_);
        const at::Tensor keys = drawn({c_.some.num_experts, c_.model.d_model});
        const NearestKeysOptions options{c_.some.top_k, c_.train.temperature,
                                         c_.some.normalize_query};
        at::Tensor x = z_.clone().requires_grad_();
        const at::Tensor gates = drawn({n_, c_.some.top_k});
        add(
            "router", layers(), [] {},
            [&] { nearestKeys(query->forward(x), keys, options).gates.backward(gates); });
    }

    void experts() {
        const std::int64_t e = c_.some.num_experts, d = c_.model.d_model, f = c_.some.d_ffn;
        const auto trained = c_.some.experts == ExpertKind::trained;
        const auto kept = c_.some.expert_dtype == Precision::bf16 ? at::kBFloat16 : at::kFloat;
        const at::Tensor down = drawn({e, f, d}).mul_(0.05).to(kept).requires_grad_(trained);
        const at::Tensor up = drawn({e, d, f}).mul_(0.05).to(kept).requires_grad_(trained);
        const at::Tensor selected =
            std::get<1>(drawn({n_, e}).topk(c_.some.top_k, /*dim=*/1));  // evenly used
        at::Tensor x = z_.clone().requires_grad_();
        at::Tensor gates = drawn({n_, c_.some.top_k}).abs_().requires_grad_();
        add(
            "experts", layers(), [] {},
            [&] {
                (half_ ? bf16Ffn(x, selected, gates, down, up)
                       : groupedFfn(x, selected, gates, down, up))
                    .backward(gradient_);
            });
    }

    void head() {
        const std::int64_t v = c_.model.vocab_size, d = c_.model.d_model;
        at::Tensor x = z_.clone().requires_grad_();
        at::Tensor weight = drawn({v, d}).mul_(0.05).requires_grad_();
        at::Tensor bias = drawn({v}).requires_grad_();
        const at::Tensor targets = at::randint(4, v, {n_}, at::kLong).to(device_);
        const at::Tensor weights = at::full({n_}, 1.0 / static_cast<double>(n_), z_.options());
        add(
            "head and loss", 1, [] {},
            [&] { headLoss(x, weight, bias, targets, weights, half_).weighted.backward(); });
    }

    void optimizerAndKeys() {
        LanguageModel model(c_);
        if (!device_.is_cpu()) model->moveTo(device_);
        const auto optimizer = makeOptimizer(c_.train, model);
        const auto give_gradients = [&] {
            for (auto& [name, parameter] : model->trainedParameters())
                parameter.mutable_grad() = at::full_like(parameter.detach(), 1e-3);
        };
        add("optimizer", 1, give_gradients, [&] { optimizer->step(1e-4); });
        if (c_.some.experts == ExpertKind::none) return;
        const at::Tensor tokens =
            at::randint(4, c_.model.vocab_size, {c_.train.batch_size, c_.model.seq_len}, at::kLong)
                .to(device_);
        const ForwardResult forward = model->forward(tokens, {});
        add(
            "key update", 1, [] {},
            [&] { updateKeys(model, forward.routing, tokens, c_, 1, 1000); });
    }

    const Config& c_;
    int repeats_;
    std::int64_t n_;
    std::string device_name_;
    at::Device device_;
    bool half_;
    at::Tensor z_, gradient_;  // [N, D]
    std::vector<StepPart> parts_;
};

}  // namespace

std::vector<StepPart> benchParts(const Config& config, int repeats) {
    return Parts(config, repeats).measure();
}

}  // namespace orrery
