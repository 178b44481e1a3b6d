// SPDX-License-Identifier: GPL-3.0-or-later
// A step that asks the host nothing: what trainingStep decides by looking at numbers is decided
// where they are, so that a device is given a whole step at once, and can have it recorded
// (core/ops/device/step_graph.h). Runs on any device; the same arithmetic as trainingStep, which is
// its reference. Of several ranks each has rows in every micro-batch, and their sums are made on
// the device.
#pragma once
#include <ATen/ATen.h>

#include <string>
#include <vector>

#include "core/step/gradients.h"
#include "core/step/training_step.h"

namespace orrery {

class DeviceStep {
public:
    /// All of them outlive it.
    DeviceStep(LanguageModel& model, DeviceOptimizer& optimizer)
        : model_(model), optimizer_(optimizer) {}

    /// Gives the device the step of `input`, which the optimizer was prepared for. Where loss or a
    /// gradient is not finite it changes nothing. Waits for no device but where the configuration
    /// makes it (graphObstacle says what does).
    void run(const StepInput& input, const Config& config, const StepOptions& options);
    /// What became of the last run, or of the last replay of it. Waits for the device, once.
    /// Without learning_rate.
    StepResult result();

private:
    LanguageModel& model_;
    DeviceOptimizer& optimizer_;
    std::vector<std::string> names_;      // of the gradients
    at::Tensor numbers_;                  // double: see run()
    at::Tensor routed_targets_;           // [b, T] of this rank's rows
    std::vector<LayerRouting> routing_;   // [L]
    std::vector<KeyChange> key_changes_;  // [L]
};

}  // namespace orrery
