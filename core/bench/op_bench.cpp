// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/op_bench.h"

#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>

#include "core/bench/machine.h"
#include "core/bench/naive_keys.h"
#include "core/bench/naive_ops.h"
#include "core/bench/torch_ops.h"
#include "core/ops/bf16_ffn.h"
#include "core/ops/check.h"
#include "core/ops/grouped_ffn.h"
#include "core/ops/key_update.h"
#include "core/ops/nearest_keys.h"
#include "core/ops/packed_attention.h"
#include "core/ops/panels/panel_linear.h"
#include "core/step/adamw.h"
#include "core/step/key_step.h"
#include "core/step/loss.h"

namespace orrery {
namespace {

constexpr double kGiga = 1e-9;
constexpr double kFloatBytes = 4;

class Ops {
public:
    Ops(const Config& config, int repeats, const std::function<void(const std::string&)>& progress)
        : c_(config),
          repeats_(repeats),
          progress_(progress),
          n_(config.train.batch_size * config.model.seq_len),
          d_(config.model.d_model),
          e_(config.some.num_experts),
          f_(config.some.d_ffn),
          k_(config.some.top_k),
          z_(at::randn({n_, d_})),
          gradient_(at::randn({n_, d_})) {}

    std::vector<OpBench> measure() {
        attention();
        router();
        experts();
        inBfloat16();
        linear();
        head();
        keys();
        optimizer();
        return ops_;
    }

private:
    using Work = std::function<void()>;

    double timed(const Work& work) const {
        work();
        std::vector<double> seconds;
        for (int i = 0; i < repeats_; ++i)
            seconds.push_back(secondsOf(work));
        return median(seconds);
    }
    void add(const std::string& name, double flop, double floats, const Work& fast,
             const Work& slow, const Work& torch = {}) {
        if (progress_) progress_(name);
        ops_.push_back({name, timed(fast), timed(slow), torch ? timed(torch) : 0, flop * kGiga,
                        floats * kFloatBytes * kGiga});
    }
    double tokens() const { return static_cast<double>(n_); }
    double wide(std::int64_t size) const { return static_cast<double>(size); }

    void attention() {
        const std::int64_t b = c_.train.batch_size, t = c_.model.seq_len;
        const at::Tensor qkv = at::randn({b, t, 3 * d_}).requires_grad_();
        const at::Tensor upstream = gradient_.view({b, t, d_});
        const double seen = c_.model.causal ? 0.5 : 1;
        add(
            "attention", 12 * seen * tokens() * wide(t * d_), 12 * tokens() * wide(d_),
            [=, this] {
                packedAttention(qkv, c_.model.num_heads, c_.model.causal).backward(upstream);
            },
            [=, this] {
                naiveAttention(qkv, c_.model.num_heads, c_.model.causal).backward(upstream);
            },
            [=, this] {
                torchAttention(qkv, c_.model.num_heads, c_.model.causal).backward(upstream);
            });
    }

    void router() {
        const at::Tensor query = z_.clone().requires_grad_();
        const at::Tensor keys = at::randn({e_, d_});
        const at::Tensor upstream = at::randn({n_, k_});
        const NearestKeysOptions options{k_, c_.train.temperature, true};
        add(
            "nearest keys", 2 * tokens() * wide((e_ + k_) * d_), 4 * tokens() * wide(d_),
            [=] { nearestKeys(query, keys, options).gates.backward(upstream); },
            [=, this] {
                naiveRoute(query, keys, k_, c_.train.temperature).gates.backward(upstream);
            });
    }

    void experts() {
        const at::Tensor down = at::randn({e_, f_, d_}).mul_(0.05);
        const at::Tensor up = at::randn({e_, d_, f_}).mul_(0.05);
        const at::Tensor selected = std::get<1>(at::rand({n_, e_}).topk(k_, 1));  // evenly used
        const at::Tensor x = z_.clone().requires_grad_();
        const at::Tensor gates = at::rand({n_, k_}).requires_grad_();
        const double weights = wide(e_) * 2 * wide(f_ * d_);
        add(
            "experts", 8 * tokens() * wide(k_) * wide(f_ * d_),
            2 * weights + tokens() * (5 * wide(d_) + 2 * wide(k_ * f_)),
            [=, this] { groupedFfn(x, selected, gates, down, up).backward(gradient_); },
            [=, this] { naiveExperts(x, selected, gates, down, up).backward(gradient_); },
            [=, this] {
                torchExperts(x, selected, gates, down, up, at::kFloat).backward(gradient_);
            });
    }

    /// train.precision: bf16, against float32 and against oneDNN's products.
    void inBfloat16() {
        const at::Tensor down = at::randn({e_, f_, d_}).mul_(0.05).to(at::kBFloat16);
        const at::Tensor up = at::randn({e_, d_, f_}).mul_(0.05).to(at::kBFloat16);
        const at::Tensor selected = std::get<1>(at::rand({n_, e_}).topk(k_, 1));
        const at::Tensor x = z_.clone().requires_grad_();
        const at::Tensor gates = at::rand({n_, k_}).requires_grad_();
        add(
            "experts, bf16", 8 * tokens() * wide(k_) * wide(f_ * d_),
            wide(e_) * 2 * wide(f_ * d_) + tokens() * (5 * wide(d_) + wide(k_ * f_)),
            [=, this] { bf16Ffn(x, selected, gates, down, up).backward(gradient_); },
            [=, this] { groupedFfn(x, selected, gates, down, up).backward(gradient_); },
            [=, this] {
                torchExperts(x, selected, gates, down, up, at::kBFloat16).backward(gradient_);
            });
        const std::int64_t b = c_.train.batch_size, t = c_.model.seq_len;
        const at::Tensor qkv = at::randn({b, t, 3 * d_}).requires_grad_();
        const at::Tensor upstream = gradient_.view({b, t, d_});
        const auto both = [=, this](bool half) {
            packedAttention(qkv, c_.model.num_heads, c_.model.causal, half).backward(upstream);
        };
        add(
            "attention, bf16", 6 * (c_.model.causal ? 1 : 2) * tokens() * wide(t * d_),
            12 * tokens() * wide(d_), [=] { both(true); }, [=] { both(false); },
            [=, this] {
                torchAttention(qkv.to(at::kBFloat16), c_.model.num_heads, c_.model.causal)
                    .to(at::kFloat)
                    .backward(upstream);
            });
    }

    /// The projection to queries, keys and values.
    void linear() {
        const at::Tensor x = z_.clone().requires_grad_();
        const at::Tensor weight = at::randn({3 * d_, d_}).mul_(0.05).requires_grad_();
        const at::Tensor bias = at::zeros({3 * d_}).requires_grad_();
        const at::Tensor upstream = at::randn({n_, 3 * d_});
        const double flop = 18 * tokens() * wide(d_ * d_), floats = 8 * tokens() * wide(d_);
        const auto own = [=](bool half) {
            panelLinear(x, {weight, bias}, half).backward(upstream);
        };
        const auto torch = [=](at::ScalarType type) {
            torchLinear(x, weight, bias, type).backward(upstream);
        };
        add(
            "linear", flop, floats, [=] { own(false); }, [=] { torch(at::kFloat); },
            [=] { torch(at::kFloat); });
        add(
            "linear, bf16", flop, floats, [=] { own(true); }, [=] { own(false); },
            [=] { torch(at::kBFloat16); });
    }

    void head() {
        const std::int64_t v = c_.model.vocab_size;
        const at::Tensor x = z_.clone().requires_grad_();
        const at::Tensor weight = at::randn({v, d_}).mul_(0.05).requires_grad_();
        const at::Tensor bias = at::zeros({v}).requires_grad_();
        const at::Tensor targets = at::randint(4, v, {n_}, at::kLong);
        const at::Tensor weights = at::full({n_}, 1.0 / tokens());
        add(
            "head and loss", 6 * tokens() * wide(v * d_),
            2 * tokens() * wide(d_) + 2 * wide(v * d_),
            [=] { headLoss(x, weight, bias, targets, weights).weighted.backward(); },
            [=] { at::cross_entropy_loss(at::linear(x, weight, bias), targets).backward(); },
            [=] { at::cross_entropy_loss(at::linear(x, weight, bias), targets).backward(); });
        add(
            "head and loss, bf16", 6 * tokens() * wide(v * d_),
            2 * tokens() * wide(d_) + 2 * wide(v * d_),
            [=] { headLoss(x, weight, bias, targets, weights, true).weighted.backward(); },
            [=] { headLoss(x, weight, bias, targets, weights).weighted.backward(); },
            [=] {
                at::cross_entropy_loss(torchLinear(x, weight, bias, at::kBFloat16), targets)
                    .backward();
            });
    }

    void keys() {
        const at::NoGradGuard no_gradient;
        const at::Tensor unit = z_ / z_.norm(2, {1}, true);
        const at::Tensor selected = std::get<1>(at::rand({n_, e_}).topk(k_, 1));
        at::Tensor store = at::randn({e_, d_});
        at::Tensor usage = at::rand({e_});
        NaiveKeys naive{store.clone(), usage.clone(), unit, selected};
        const KeyRules rules = keyRules(c_, 0, 1, 1000);
        add(
            "key update", 0, tokens() * wide(k_ * (d_ + 2)) + 3 * wide(e_ * d_),
            [&] { applyKeyUpdate(store, usage, gatherKeyStatistics(unit, selected, e_), rules); },
            [&] { naive.move(c_.keys, 1); });
    }

    void optimizer() {
        const std::int64_t size = 4 * d_ * d_;
        const at::Tensor gradient = at::randn({size}).mul_(1e-3);
        at::Tensor weight = at::randn({size}).requires_grad_();
        AdamW fast(c_.train, {{"weight", weight}});
        at::Tensor plain = weight.detach().clone();
        at::Tensor average = at::zeros({size}), square = at::zeros({size});
        add(
            "AdamW", 0, 7 * wide(size),
            [&] {
                weight.mutable_grad() = gradient;
                fast.step(1e-4);
            },
            [&] {
                average.mul_(0.9).add_(gradient * 0.1);
                square.mul_(0.95).add_(gradient * gradient * 0.05);
                plain.mul_(1 - 1e-5);
                plain.sub_(average / (square.sqrt() + 1e-8) * 1e-4);
            });
    }

    const Config& c_;
    int repeats_;
    const std::function<void(const std::string&)>& progress_;
    std::int64_t n_, d_, e_, f_, k_;
    at::Tensor z_, gradient_;  // [N, D]
    std::vector<OpBench> ops_;
};

}  // namespace

double OpBenches::bound(const OpBench& op) const {
    return std::max(op.gflop / sgemm_gflops, op.gbytes / copy_gbytes);
}

OpBenches benchOps(const Config& config, int repeats,
                   const std::function<void(const std::string&)>& progress) {
    require(config.some.experts == ExpertKind::frozen && config.some.routing == Routing::keys &&
                config.some.expert_dtype == Precision::fp32 &&
                config.model.positions == PositionEncoding::sinusoidal,
            "bench ops: the slow references support only frozen fp32 experts selected by keys, and "
            "sinusoidal positions.");
    if (config.train.threads > 0) at::set_num_threads(static_cast<int>(config.train.threads));
    OpBenches result;
    result.threads = at::get_num_threads();
    if (progress) progress("a large matrix product");
    result.sgemm_gflops = sgemmRate();
    result.copy_gbytes = copyRate();
    result.ops = Ops(config, repeats, progress).measure();
    return result;
}

}  // namespace orrery
