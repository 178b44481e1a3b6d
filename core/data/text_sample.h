// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/data/documents.h"

namespace orrery {

/// A sample of the corpus for the training of a tokenizer, a function of text and seed alone: all
/// of it when it has at most `bytes` bytes, else pieces drawn evenly, between half of that and
/// that. Reads every document once and holds no more than the sample. Throws Cancelled.
std::vector<std::string> sampleText(DocumentSource& documents, std::int64_t bytes,
                                    std::uint64_t seed, const std::function<bool()>& cancelled);

struct TrainingText {
    std::vector<std::string> sentences;
    bool crowded = false;  // some frequent characters had no room
};

/// The sample as SentencePiece can learn from it: cut at characters that must stay out of every
/// piece (controls, its own reserved characters) and at those left to byte fallback. Kept are the
/// most frequent ones that make up 99.95 % of the text, at most `room`, and the space, which always
/// occurs in it.
TrainingText trainingText(const std::vector<std::string>& sample, std::int64_t room);

/// Longest word that is tokenized in one go (bytes); longer ones are cut.
constexpr std::size_t kLongestWord = 4096;
/// U+2581 stands for a space inside SentencePiece, so that the character itself must be written as
/// bytes.
constexpr char32_t kSpaceSymbol = 0x2581;

}  // namespace orrery
