// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/loop/checkpointing.h"

#include "core/error.h"

namespace orrery {
namespace {

/// Returns the checkpoint's step.
std::int64_t write(const RunFolder& folder, const CheckpointContent& content, std::int64_t keep) {
    writeCheckpoint(folder.path, content, keep);
    return content.state.step;
}

}  // namespace

bool Checkpointing::save(const std::function<CheckpointContent()>& content, std::int64_t keep) {
    files_.requireFolder();
    try {
        files_.restoreRequired();
        // A run that is killed now resumes here: its events up to here must be on the disk.
        files_.keep();
        saved_step_ = write(files_.folder(), content(), keep);
        reporter_.message("checkpoint", savedText(saved_step_));
        files_.keep();
        failed_ = false;
    } catch (const Error& error) {
        failed_ = true;
        reporter_.message(
            "checkpoint",
            std::string(error.what()) +
                " Older checkpoints are intact. Training is paused: resume to try again.",
            Severity::error);
    }
    return !failed_;
}

}  // namespace orrery
