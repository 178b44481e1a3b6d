// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/trainer.h"

#include <memory>

#include "core/error.h"
#include "core/train/loop/training_loop.h"
#include "core/train/run_preparation.h"

namespace orrery {

RunState trainRun(TrainerOptions options, Control& control, Reporter& reporter) {
    reporter.state(RunState::preparing);
    std::unique_ptr<TrainingLoop> loop;
    try {
        auto run = prepareRun(
            options, [&] { return control.stopRequested(); }, reporter);
        loop = std::make_unique<TrainingLoop>(std::move(run), options, control, reporter);
        loop->begin();
    } catch (const Cancelled&) {
        if (loop != nullptr) return loop->stop();
        reporter.message("state",
                         "Stopped before training began; resume starts from the beginning.");
        return RunState::stopped;
    }
    try {
        return loop->train();
    } catch (const std::exception&) {
        loop->rescue();
        throw;
    }
}

}  // namespace orrery
