// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <string>

#include "core/train/evaluator.h"
#include "core/train/reporter.h"
#include "core/train/training_run.h"

namespace orrery {

/// What a run that trains tells about its model when it is asked: validation losses, a sample of
/// its text, the experts of a given text. One thread.
class Evaluations {
public:
    /// cancelled: whether an evaluation is to end now. Run and reporter outlive it.
    Evaluations(TrainingRun& run, std::function<bool()> cancelled, Reporter& reporter);

    /// Losses over the validation texts, tokens of the experts and a sample. The run remembers the
    /// loss. False when it was cancelled, which is told.
    bool evaluate();
    /// Whether the model as it is has been evaluated.
    bool current() const { return run_.validation.step == run_.step; }
    /// Publishes the experts of the text's tokens and of those that the model writes behind it
    /// (TraceOptions::write), or why there are none.
    void trace(const std::string& text, std::int64_t write = 0);

private:
    void publish(const Evaluation& evaluation);
    void sampleText();

    TrainingRun& run_;
    std::function<bool()> cancelled_;
    Reporter& reporter_;
    std::string prompt_;  // of the samples
};

}  // namespace orrery
