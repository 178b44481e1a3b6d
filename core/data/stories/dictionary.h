// SPDX-License-Identifier: GPL-3.0-or-later
// The part of speech of each word that the grammar may use.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/data/story_generator.h"

namespace orrery::stories {

/// Words separated by white space, as they are written inside a sentence.
std::string_view nounWords();
std::string_view properNounWords();
std::string_view verbWords();
std::string_view adjectiveWords();
std::string_view adverbWords();
/// Closed classes: "tag word word ..." with one class a line.
std::string_view functionWords();

/// Immutable after construction.
class Dictionary {
public:
    Dictionary();
    /// The usual part of a word: exact spelling first, then in lower case. Digits are numerals.
    /// nullopt when the word is unknown.
    std::optional<PartOfSpeech> find(std::string_view word) const;
    const std::unordered_map<std::string, PartOfSpeech>& words() const { return words_; }

private:
    void addAll(std::string_view words, PartOfSpeech part);
    std::unordered_map<std::string, PartOfSpeech> words_;
};

/// The part that a template's tag names: "rose/n". nullopt for an unknown letter.
std::optional<PartOfSpeech> partOfTag(char tag);

}  // namespace orrery::stories
