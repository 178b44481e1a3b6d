// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/story_generator.h"

#include <array>

#include "core/data/stories/teller.h"
#include "core/error.h"

namespace orrery {
namespace {

constexpr std::array<std::string_view, 4> kDomainNames{"village", "sea", "workshop", "letters"};

}  // namespace

std::string_view universalTag(PartOfSpeech part) {
    switch (part) {
        case PartOfSpeech::noun:
            return "NOUN";
        case PartOfSpeech::proper_noun:
            return "PROPN";
        case PartOfSpeech::verb:
            return "VERB";
        case PartOfSpeech::auxiliary:
            return "AUX";
        case PartOfSpeech::adjective:
            return "ADJ";
        case PartOfSpeech::adverb:
            return "ADV";
        case PartOfSpeech::pronoun:
            return "PRON";
        case PartOfSpeech::determiner:
            return "DET";
        case PartOfSpeech::adposition:
            return "ADP";
        case PartOfSpeech::conjunction:
            return "CCONJ";
        case PartOfSpeech::subordinator:
            return "SCONJ";
        case PartOfSpeech::particle:
            return "PART";
        case PartOfSpeech::numeral:
            return "NUM";
        case PartOfSpeech::interjection:
            return "INTJ";
        case PartOfSpeech::punctuation:
            return "PUNCT";
    }
    return "X";
}

std::span<const std::string_view> storyDomains() {
    return kDomainNames;
}

Story generateStory(std::uint64_t seed, std::string_view domain, std::uint64_t index) {
    // The mixture takes the domains in turn, so that every prefix of it is balanced.
    if (domain == "all") {
        const std::uint64_t count = kDomainNames.size();
        return generateStory(seed, kDomainNames[index % count], index / count);
    }
    const auto& grammar = stories::Grammar::instance();
    const stories::Domain* found = grammar.findDomain(domain);
    if (!found) {
        std::string message = "data.domain: there is no domain \"" + std::string(domain) +
                              "\" in the embedded corpus. Choose one of: all";
        for (const auto name : kDomainNames)
            message += ", " + std::string(name);
        throw Error(message + ".");
    }
    Story story = stories::tell(grammar, *found, stories::RandomStream(seed, domain, index)).story;
    story.domain = std::string(domain);
    return story;
}

std::vector<std::string> storyVocabulary() {
    return stories::Grammar::instance().vocabulary();
}

}  // namespace orrery
