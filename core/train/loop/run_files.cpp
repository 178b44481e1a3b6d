// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/loop/run_files.h"

#include <utility>

#include "core/error.h"

namespace orrery {

RunFiles::RunFiles(RunFolder folder, RunStorage storage, RequiredFiles required, Reporter& reporter)
    : folder_(std::move(folder)),
      storage_(std::move(storage)),
      required_(std::move(required)),
      reporter_(reporter) {}

void RunFiles::follow() {
    std::filesystem::path now;
    try {
        now = storage_.locate();
    } catch (const Error&) {
        return;
    }
    if (now == folder_.path) return;
    reporter_.message("log",
                      "The run's folder " + folder_.path.string() + " was moved to " +
                          now.string() + ": the run goes on there.",
                      Severity::warning);
    folder_.path = now;
}

void RunFiles::restoreRequired() {
    follow();
    for (const std::string& name :
         restoreRunFiles(folder_, required_.config, required_.record, required_.tokenizer))
        reporter_.message("log",
                          (folder_.path / name).string() +
                              " was removed while the run trains. It was written anew.",
                          Severity::warning);
}

void RunFiles::completeStorage() {
    requireFolder();
    restoreRequired();
    storage_.store();
}

}  // namespace orrery
