// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <unordered_set>
#include <vector>

#include "core/data/documents.h"

namespace orrery {

/// Stories of the embedded corpus, told again on each pass.
class EmbeddedDocuments : public DocumentSource {
public:
    /// The first `count` stories of a seed that are not in `excluded` (hashes of texts). Throws
    /// Error for an unknown domain, or when the grammar has too few stories; Cancelled.
    EmbeddedDocuments(std::uint64_t seed, std::string domain, std::int64_t count,
                      const std::unordered_set<std::size_t>& excluded,
                      const std::function<bool()>& cancelled);

    std::optional<std::string> next() override;
    /// With the part of speech of every word.
    std::optional<TaggedText> nextTagged() override;
    void rewind() override { position_ = 0; }
    std::string hash() const override { return hash_; }
    std::int64_t size() const override { return static_cast<std::int64_t>(stories_.size()); }
    /// Hashes of the texts, to keep other documents apart from these.
    const std::unordered_set<std::size_t>& texts() const { return texts_; }

private:
    std::uint64_t seed_;
    std::string domain_;
    std::vector<std::uint64_t> stories_;  // their indices
    std::unordered_set<std::size_t> texts_;
    std::size_t position_ = 0;
    std::string hash_;
};

}  // namespace orrery
