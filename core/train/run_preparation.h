// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <memory>

#include "core/train/reporter.h"
#include "core/train/trainer.h"
#include "core/train/training_run.h"

namespace orrery {

/// Chooses the device, prepares the data, builds the model and takes over init.safetensors and the
/// checkpoint to resume. Settles options.record, writes it to config.yaml and remembers data and
/// device. Sets up the calling thread, which is to train. Throws Error: corpus gone or changed, a
/// checkpoint that does not fit ...; Cancelled.
std::unique_ptr<TrainingRun> prepareRun(TrainerOptions& options,
                                        const std::function<bool()>& cancelled, Reporter& reporter);

/// For the log: what the run is trained on.
std::string describeData(const TrainingRun& run);

}  // namespace orrery
