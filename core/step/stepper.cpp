// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/stepper.h"

#include <algorithm>

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

/// Whether sums over ranks are made where the step's numbers lie.
bool sumsThere(const StepInput& input, const Ranks& ranks) {
    return ranks.alone() || input.inputs.is_cpu() || ranks.sumsOnDevice();
}

/// Whether each rank has rows in every micro-batch.
bool allHaveRows(const StepInput& input, const Config& config, const Ranks& ranks) {
    const std::int64_t rows = input.inputs.size(0);
    const std::int64_t parts = std::clamp<std::int64_t>(config.train.accumulation, 1, rows);
    return ranks.alone() || rows / parts >= ranks.size();
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
    if (graph_ != nullptr && !sumsThere(input, options.ranks))
        giveUp("gradients of the ranks are summed over the host");
    replayed_ = false;
    if (device_step_ == nullptr || !sumsThere(input, options.ranks) ||
        !allHaveRows(input, config, options.ranks))
        return trainingStep(model_, optimizer_, input, config, options);
    const double rate = learningRate(config.train, options.step, options.total_steps);
    device_optimizer_->prepare(rate);
    StepOptions every = options;
    every.contribution = true;  // in each step, so that those which ask for it are no others
    replayed_ = graph_ != nullptr && replay(input, config, every);
    if (!replayed_) device_step_->run(input, config, options);
    meanwhile();
    StepResult result = (replayed_ ? recorded_step_ : device_step_)->result();
    options.ranks.check();  // where one is lost the sums are any numbers
    result.learning_rate = rate;
    if (options.ranks.alone()) result.routed_targets = input.targets;
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
    } else {
        options.ranks.addTraffic(traffic_);
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
    std::string fault;
    const RankTraffic before = options.ranks.traffic();
    try {
        graph_->record([this, read = recorded_input_, config, recorded] {
            recorded_step_->run(read, config, recorded);
        });
    } catch (const std::exception& error) {
        fault = "the step can't be recorded (" + failureText(error) + ")";
    }
    const RankTraffic after = options.ranks.traffic();
    traffic_ = {after.calls - before.calls, after.bytes - before.bytes, 0};
    // All replay, or none: one that does not would wait for other sums than the rest.
    const bool all = options.ranks.allReduce(fault.empty() ? 0.0 : 1.0) == 0;
    if (all && fault.empty()) return true;
    giveUp(fault.empty() ? "another rank can't record the step" : fault);
    return false;
}

void Stepper::giveUp(const std::string& obstacle) {
    graph_.reset();
    obstacle_ = obstacle;
    if (required_) refuseGraph(obstacle_);
    tell(plan() + " They run one by one.");
}

}  // namespace orrery
