// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/trainer.h"

#include <memory>

#include "core/devices/failure_text.h"
#include "core/error.h"
#include "core/train/loop/training_loop.h"
#include "core/train/run_preparation.h"

namespace orrery {

namespace {

RunState trainAsFirst(TrainerOptions& options, Control& control, Reporter& reporter) {
    std::unique_ptr<TrainingLoop> loop;
    try {
        auto run = prepareRun(
            options, [&] { return control.stopRequested(); }, reporter);
        loop = std::make_unique<TrainingLoop>(std::move(run), options, control, reporter);
        loop->begin();
    } catch (const Cancelled&) {
        if (loop != nullptr) {
            const RunState end = loop->stop();
            loop->dismissRanks();
            return end;
        }
        reporter.message("state",
                         "Stopped before training began; resume starts from the beginning.");
        options.ranks.abort("the run was stopped before training began.");
        return RunState::stopped;
    }
    try {
        const RunState end = loop->train();
        loop->dismissRanks();
        return end;
    } catch (const std::exception&) {
        loop->rescue();
        throw;
    }
}

}  // namespace

RunState trainRun(TrainerOptions options, Control& control, Reporter& reporter) {
    reporter.state(RunState::preparing);
    try {
        return trainAsFirst(options, control, reporter);
    } catch (const RankLost&) {
        throw;  // the others know
    } catch (const std::exception& error) {
        options.ranks.abort(failureText(error));
        throw;
    }
}

}  // namespace orrery
