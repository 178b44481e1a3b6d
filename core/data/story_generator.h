// SPDX-License-Identifier: GPL-3.0-or-later
// The embedded corpus: short stories from a grammar, a pure function of (seed, domain, index).
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

/// `conjunction` is the coordinating one (and, or); `subordinator` is if, because, that.
enum class PartOfSpeech {
    noun,
    proper_noun,
    verb,
    auxiliary,
    adjective,
    adverb,
    pronoun,
    determiner,
    adposition,
    conjunction,
    particle,
    numeral,
    interjection,
    punctuation,
    subordinator
};

/// "NOUN", "PROPN", "CCONJ", "SCONJ" ... (the names of Universal Dependencies).
std::string_view universalTag(PartOfSpeech part);

struct StoryWord {
    std::size_t begin = 0;  // byte range of the word in Story::text
    std::size_t end = 0;
    PartOfSpeech part = PartOfSpeech::noun;
};

struct Story {
    std::string domain;
    std::string text;  // UTF-8
    /// In order; cover all but white space. Punctuation and the clitics 's and n't are words.
    std::vector<StoryWord> words;
};

/// Names of the domains, at least three: "village" (tales in the past tense with dialogue), "sea"
/// (ship's logs in the present tense), "workshop" (numbered instructions), "letters" (from a town,
/// first person).
std::span<const std::string_view> storyDomains();
/// Story `index` of a domain, or of all domains mixed when domain is "all". Same arguments, same
/// story, on every machine. Throws Error for an unknown domain, naming the known ones. Any thread.
Story generateStory(std::uint64_t seed, std::string_view domain, std::uint64_t index);
/// The word types of all domains (lower case), sorted; a property of the grammar.
std::vector<std::string> storyVocabulary();

}  // namespace orrery
