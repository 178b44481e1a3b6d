// SPDX-License-Identifier: GPL-3.0-or-later
// A text that is written token by token, as long as its caller likes.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/data/tokenizer.h"
#include "core/events/model_queries.h"
#include "core/events/token_reading.h"
#include "core/model/language_model.h"

namespace orrery {

/// What generate.h states, a token at a time. Model and tokenizer outlive it. One thread at a time.
class TextGeneration {
public:
    /// Reads the prompt. Throws Error.
    TextGeneration(LanguageModel& model, const Tokenizer& tokenizer, const std::string& prompt,
                   const GenerateOptions& options, const GenerateHooks& hooks);
    ~TextGeneration();

    /// All continuations have ended, or hooks.enough says so. Throws Cancelled when hooks.cancelled
    /// does.
    bool done() const;
    /// One token for each continuation that goes on, while not done().
    void step();
    /// The model's weights are others: the texts are read anew, and go on from there.
    void readAgain();
    /// What has been written; nothing comes after it.
    std::vector<Continuation> finish();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace orrery
