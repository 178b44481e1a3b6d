// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/stepper.h"

#include "core/devices/device.h"
#include "core/devices/failure_text.h"
#include "core/error.h"
#include "core/step/schedule.h"

namespace orrery {
namespace {

std::string obstacleAt(const Config& config, const StepBackend& backend) {
    if (config.train.cuda_graph == CudaGraphUse::off) return "train.cuda_graph is off";
    return graphObstacle(config, backend.generation);
}

[[noreturn]] void refuseGraph(const std::string& why) {
    throw Error("train.cuda_graph is on, but " + why +
                ". Set train.cuda_graph to auto or off: the numbers are the same.");
}

}  // namespace

StepBackend stepBackend(const std::string& device) {
    return {isCuda(device), deviceGeneration(device), makeStepGraph};
}

void requireGraph(const Config& config, const StepBackend& backend) {
    const std::string obstacle = obstacleAt(config, backend);
    if (config.train.cuda_graph == CudaGraphUse::on && !obstacle.empty()) refuseGraph(obstacle);
}

Stepper::Stepper(LanguageModel& model, Optimizer& optimizer, const Config& config,
                 const StepBackend& backend)
    : model_(model),
      optimizer_(optimizer),
      obstacle_(obstacleAt(config, backend)),
      required_(config.train.cuda_graph == CudaGraphUse::on) {
    requireGraph(config, backend);
    device_optimizer_ = dynamic_cast<DeviceOptimizer*>(&optimizer);
    if (!backend.on_device || device_optimizer_ == nullptr) return;
    device_step_ = std::make_unique<DeviceStep>(model, *device_optimizer_);
    if (!obstacle_.empty()) return;
    graph_ = backend.make_graph();
    if (graph_ != nullptr) return;
    obstacle_ = "the CUDA module makes none";
    if (required_) refuseGraph(obstacle_);
}

std::string Stepper::plan() const {
    return graph_ ? "Steps are recorded as a CUDA graph after " + std::to_string(kWarmUpSteps) +
                        " equal ones."
                  : "Steps are not recorded as a CUDA graph: " + obstacle_ + ".";
}

StepResult Stepper::step(const StepInput& input, const Config& config, const StepOptions& options,
                         const std::function<void()>& meanwhile) {
    if (device_step_ == nullptr || !options.ranks.alone())
        return trainingStep(model_, optimizer_, input, config, options);
    const double rate = learningRate(config.train, options.step, options.total_steps);
    device_optimizer_->prepare(rate);
    StepOptions every = options;
    every.contribution = true;  // in each step, so that those which ask for it are no others
    replayed_ = graph_ != nullptr && replay(input, config, every);
    if (!replayed_) device_step_->run(input, config, options);
    meanwhile();
    StepResult result = (replayed_ ? recorded_step_ : device_step_)->result();
    result.learning_rate = rate;
    result.routed_targets = input.targets;
    return result;
}

/// False when an ordinary step is to be made in its place.
bool Stepper::replay(const StepInput& input, const Config& config, const StepOptions& options) {
    const GraphSignature signature = graphSignature(input, config, options);
    if (signature != recorded_) {
        repeats_ = signature == last_ ? repeats_ + 1 : 1;
        last_ = signature;
        if (repeats_ <= kWarmUpSteps || !record(input, config, options)) return false;
        recorded_ = signature;
    }
    last_.reset();
    recorded_input_.inputs.copy_(input.inputs, /*non_blocking=*/true);
    recorded_input_.targets.copy_(input.targets, /*non_blocking=*/true);
    options.before_moving();
    graph_->replay();
    return true;
}

bool Stepper::record(const StepInput& input, const Config& config, const StepOptions& options) {
    recorded_.reset();
    recorded_step_ = std::make_unique<DeviceStep>(model_, *device_optimizer_);
    recorded_input_ = {input.inputs.clone(), input.targets.clone()};
    StepOptions recorded = options;
    recorded.before_moving = [] {};  // what is recorded is not done yet
    try {
        graph_->record([this, read = recorded_input_, config, recorded] {
            recorded_step_->run(read, config, recorded);
        });
        return true;
    } catch (const std::exception& error) {
        graph_.reset();
        obstacle_ = "the step can't be recorded (" + failureText(error) + ")";
        if (required_) refuseGraph(obstacle_);
        tell(plan() + " They run one by one.");
        return false;
    }
}

}  // namespace orrery
