// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the steps of a run, each in the way that its device takes best: trainingStep on the CPU,
// DeviceStep on a GPU, and there, where that is exact, replays of one recorded step
// (train.cuda_graph).
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/ops/device/step_graph.h"
#include "core/step/device_step.h"
#include "core/step/graph_rules.h"
#include "core/step/training_step.h"

namespace orrery {

/// What steps run on.
struct StepBackend {
    bool on_device = false;  // a GPU, or in a test what stands for one
    int generation = 0;      // of the GPU (deviceGeneration); 0 for the CPU
    std::function<std::unique_ptr<StepGraph>()> make_graph;
};
/// Of a device that chooseDevice gave.
StepBackend stepBackend(const std::string& device);

/// Throws Error with the reason when train.cuda_graph is on and can't be.
void requireGraph(const Config& config, const StepBackend& backend);

/// One thread at a time.
class Stepper {
public:
    /// Equal steps before the next of them is recorded: what torch sets up once is set up then.
    static constexpr int kWarmUpSteps = 3;

    /// Model and optimizer outlive it. Throws Error as requireGraph does.
    Stepper(LanguageModel& model, Optimizer& optimizer, const Config& config,
            const StepBackend& backend);

    /// As trainingStep; of several ranks they are device steps, and are recorded, with their sums,
    /// where those are made on the device and each rank has rows. Tensors of the result may be
    /// written by the next step. `meanwhile` is called while a device works; not on the CPU, which
    /// has no time for it.
    StepResult step(
        const StepInput& input, const Config& config, const StepOptions& options,
        const std::function<void()>& meanwhile = [] {});

    /// Whether the last step was a replay.
    bool replays() const { return replayed_; }
    /// For the log: that steps will be recorded, or why not.
    std::string plan() const;
    std::function<void(const std::string&)> tell = [](const std::string&) {};

private:
    bool replay(const StepInput& input, const Config& config, const StepOptions& options);
    bool record(const StepInput& input, const Config& config, const StepOptions& options);
    void giveUp(const std::string& obstacle);  // throws where the graph is required

    LanguageModel& model_;
    Optimizer& optimizer_;
    DeviceOptimizer* device_optimizer_ = nullptr;
    std::unique_ptr<DeviceStep> device_step_;  // null: trainingStep makes the steps
    /// Its results are written by replays, and by nothing else.
    std::unique_ptr<DeviceStep> recorded_step_;
    std::unique_ptr<StepGraph> graph_;  // null: steps are not recorded
    std::string obstacle_;              // why not
    bool required_ = false;             // train.cuda_graph: on
    bool replayed_ = false;
    std::optional<GraphSignature> recorded_;  // of what the graph holds
    std::optional<GraphSignature> last_;      // of the last steps that were no replays
    int repeats_ = 0;                         // how many of them were equal
    StepInput recorded_input_;                // what the graph reads
    RankTraffic traffic_;                     // of a replay
};

}  // namespace orrery
