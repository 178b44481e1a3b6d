// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <ATen/ATen.h>

#include <map>
#include <memory>
#include <string>

#include "core/model/language_model.h"

namespace orrery {

/// AdamW or Adafactor over named parameters; its state is saved and loaded by name.
class Optimizer {
public:
    virtual ~Optimizer() = default;
    virtual void step(double learning_rate) = 0;  // uses and clears the parameters' gradients
    virtual std::map<std::string, at::Tensor> state() const = 0;
    virtual void loadState(const std::map<std::string, at::Tensor>& state) = 0;  // throws Error
};

/// An optimizer whose step can be decided and made where the parameters are, in an order that may
/// be recorded (device_step.h).
class DeviceOptimizer {
public:
    virtual ~DeviceOptimizer() = default;
    /// Tells the device what the next step takes from the host.
    virtual void prepare(double learning_rate) = 0;
    /// The prepared step, or nothing where `not_finite` (scalar float) is 1; clears the gradients.
    /// Waits for no device.
    virtual void stepUnless(const at::Tensor& not_finite) = 0;
    /// What became of it.
    virtual void synchronize(bool stepped) = 0;
};

std::unique_ptr<Optimizer> makeOptimizer(const TrainConfig& config, const LanguageModel& model);

/// Copies `from` into the tensors of `to`. Throws Error naming missing, unknown and misshapen ones;
/// changes nothing then.
void copyOptimizerState(const std::map<std::string, at::Tensor>& to,
                        const std::map<std::string, at::Tensor>& from);

}  // namespace orrery
