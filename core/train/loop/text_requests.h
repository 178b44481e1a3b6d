// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <deque>
#include <memory>

#include "core/events/commands.h"
#include "core/train/text/text_generation.h"
#include "core/train/training_run.h"

namespace orrery {

/// Texts that are asked of a model while it trains: written between steps, a little at a time. When
/// a step has changed the weights the text so far is read anew. One thread.
class TextRequests {
public:
    /// The run outlives it.
    explicit TextRequests(TrainingRun& run);
    /// Tells those that were not answered that the run has ended.
    ~TextRequests();

    void add(command::WriteText request);
    bool busy() const { return !waiting_.empty(); }
    /// Works for so long, and at least a token's time; nothing without a request. Does not throw:
    /// failures are told to who asked.
    void work(double seconds);

private:
    void begin();
    void advance(double seconds);

    TrainingRun& run_;
    std::deque<command::WriteText> waiting_;  // the first is under way
    std::unique_ptr<TextGeneration> text_;
    std::int64_t read_step_ = -1;  // by whose weights the text was read
};

}  // namespace orrery
