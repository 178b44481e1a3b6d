// SPDX-License-Identifier: GPL-3.0-or-later
// What resources/python/record_routing.py took down of a model: the experts of each token of a
// text. The format is in CONTRIBUTING.md, "Recorded routing".
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/run_analysis.h"
#include "core/data/documents.h"
#include "core/events/events.h"
#include "core/events/model_queries.h"

namespace orrery {

/// A mapped file; what is asked for is read. Immutable; any thread.
class RecordedRouting {
public:
    /// Throws Error: another file, damaged, parts that contradict each other, an expert beyond
    /// their number, values that are no numbers.
    explicit RecordedRouting(const std::filesystem::path& file);
    /// routing.safetensors of an imported run; nullopt where it has none. Throws Error as above.
    static std::optional<RecordedRouting> ofRun(const std::filesystem::path& run_folder);

    std::int64_t tokens() const;                      // N
    std::int64_t experts() const;                     // E
    std::int64_t topK() const;                        // k
    std::int64_t dimensions() const;                  // D of the queries; 0 without any
    const std::vector<std::int64_t>& layers() const;  // as the model numbers them, ascending
    const std::string& modelType() const;
    /// Selections of each expert of a layer (by its place in layers()), [E].
    std::vector<double> counts(std::size_t layer) const;

    /// Tokens, experts, gates, queries and parts of speech: of `tagged`, whose documents must be
    /// those that were recorded, or by the dictionary (core/data/dictionary_tags.h). Throws Error,
    /// Cancelled.
    RoutedText text(const RouteOptions& options, DocumentSource* tagged = nullptr) const;
    /// The tokens of the first place where `wanted` stands in the recorded text. Throws Error where
    /// it stands nowhere: other text needs the model.
    RoutedText textOf(const std::string& wanted, const RouteOptions& options) const;
    /// The documents that were recorded; the last may be cut off.
    std::vector<std::string> documents() const;
    /// How many tokens end within so many bytes of the documents, one behind the other.
    std::int64_t tokensWithin(std::int64_t bytes) const;
    /// The same as a trace, at most so many tokens; of the beginning for an empty text.
    Trace trace(const std::string& wanted, std::int64_t step, std::int64_t most_tokens) const;

private:
    struct Impl;
    std::shared_ptr<const Impl> impl_;
};

/// A text by the recorded routing of an imported run, or the beginning of what was recorded for an
/// empty one; nullopt for any other run. Throws Error as RecordedRouting::trace() does.
std::optional<Trace> recordedTrace(const std::filesystem::path& run_folder,
                                   const std::string& text);

}  // namespace orrery
