// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>

#include "core/step/gradients.h"
#include "core/step/training_step.h"

namespace orrery {

/// Adafactor (Shazeer and Stern 2018) with a given learning rate: second moments kept as row and
/// column means for matrices, decay 1 - t^-0.8, updates clipped to root mean square 1, no momentum,
/// decoupled weight decay.
class Adafactor : public Optimizer {
public:
    Adafactor(const TrainConfig& config, NamedParameters parameters);
    void step(double learning_rate) override;
    /// "step" [1] int64; NAME.row and NAME.column for matrices, NAME.square else.
    std::map<std::string, at::Tensor> state() const override;
    void loadState(const std::map<std::string, at::Tensor>& state) override;

private:
    struct Moments {
        at::Tensor row;     // mean of squares over the last dimension
        at::Tensor column;  // mean over the one before
        at::Tensor square;  // of vectors
    };
    void stepOne(at::Tensor& weight, Moments& moments, double learning_rate, double decay) const;

    TrainConfig config_;
    NamedParameters parameters_;
    std::vector<Moments> moments_;
    std::int64_t steps_ = 0;
};

}  // namespace orrery
