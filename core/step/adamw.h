// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>

#include "core/step/gradients.h"
#include "core/step/training_step.h"

namespace orrery {

/// AdamW (Loshchilov and Hutter 2019) by torch's fused kernel: decay is applied to the weight
/// first, then the step with bias correction. Parameters without gradient stay untouched. The same
/// result at any number of threads.
class AdamW : public Optimizer, public DeviceOptimizer {
public:
    AdamW(const TrainConfig& config, NamedParameters parameters);
    void step(double learning_rate) override;
    /// "step" [1] int64, and NAME.exp_avg and NAME.exp_avg_sq of each parameter.
    std::map<std::string, at::Tensor> state() const override;
    void loadState(const std::map<std::string, at::Tensor>& state) override;

    void prepare(double learning_rate) override;
    void stepUnless(const at::Tensor& not_finite) override;
    void synchronize(bool stepped) override { steps_ += stepped ? 1 : 0; }

private:
    /// Parameters that have a gradient, with all that belongs to them.
    struct Group {
        std::vector<at::Tensor> weights, gradients, averages, squares;
    };
    Group group() const;

    TrainConfig config_;
    NamedParameters parameters_;
    std::vector<at::Tensor> averages_;  // of gradients
    std::vector<at::Tensor> squares_;   // of squared gradients
    std::int64_t steps_ = 0;
    // Of the step that was prepared, where the parameters are.
    at::Tensor prepared_rate_;   // scalar float
    at::Tensor prepared_steps_;  // scalar float, this one included
};

}  // namespace orrery
