// SPDX-License-Identifier: GPL-3.0-or-later
// From a configuration to tokens: corpus, tokenizer, token caches. No torch.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/config/config.h"
#include "core/data/documents.h"
#include "core/data/token_cache.h"
#include "core/data/tokenizer.h"

namespace orrery {

struct PreparationOptions {
    std::filesystem::path token_folder;  // token caches and trained tokenizers; empty = the default
    std::filesystem::path tokenizer_file;      // used when it exists, else trained and written here
    std::optional<Tokenizer> tokenizer = {};   // used in its place
    std::shared_ptr<Corpus> corpus = nullptr;  // of the configuration, open already; null = opened
    std::function<void(const std::string& phase, double fraction)> progress;  // required
    std::function<bool()> cancelled;                                          // required
    std::function<void(const std::string& text)> warn = {};  // that nothing can be kept
};

struct PreparedData {
    Tokenizer tokenizer;
    TokenCache train;
    TokenCache validation;
    std::string corpus_hash;
    std::string description;
};

/// Throws Error (bad corpus, vocabulary that does not fit, unwritable folder) and Cancelled.
PreparedData prepareData(const Config& config, const PreparationOptions& options);

}  // namespace orrery
