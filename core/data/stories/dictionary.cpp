// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/stories/dictionary.h"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace orrery::stories {

std::optional<PartOfSpeech> partOfTag(char tag) {
    switch (tag) {
        case 'n':
            return PartOfSpeech::noun;
        case 'm':
            return PartOfSpeech::proper_noun;
        case 'v':
            return PartOfSpeech::verb;
        case 'x':
            return PartOfSpeech::auxiliary;
        case 'a':
            return PartOfSpeech::adjective;
        case 'r':
            return PartOfSpeech::adverb;
        case 'o':
            return PartOfSpeech::pronoun;
        case 'd':
            return PartOfSpeech::determiner;
        case 'p':
            return PartOfSpeech::adposition;
        case 'c':
            return PartOfSpeech::conjunction;
        case 's':
            return PartOfSpeech::subordinator;
        case 't':
            return PartOfSpeech::particle;
        case 'u':
            return PartOfSpeech::numeral;
        case 'i':
            return PartOfSpeech::interjection;
        default:
            return std::nullopt;
    }
}

Dictionary::Dictionary() {
    std::istringstream lines{std::string(functionWords())};
    for (std::string line; std::getline(lines, line);) {
        if (line.size() > 2) addAll(std::string_view(line).substr(2), *partOfTag(line[0]));
    }
    // Earlier classes win: a word that is also a noun needs a tag in its template.
    addAll(adverbWords(), PartOfSpeech::adverb);
    addAll(properNounWords(), PartOfSpeech::proper_noun);
    addAll(nounWords(), PartOfSpeech::noun);
    addAll(verbWords(), PartOfSpeech::verb);
    addAll(adjectiveWords(), PartOfSpeech::adjective);
}

void Dictionary::addAll(std::string_view words, PartOfSpeech part) {
    std::istringstream stream{std::string(words)};
    for (std::string word; stream >> word;)
        words_.emplace(word, part);
}

std::optional<PartOfSpeech> Dictionary::find(std::string_view word) const {
    const auto digit = [](unsigned char byte) { return std::isdigit(byte) != 0; };
    if (!word.empty() && std::all_of(word.begin(), word.end(), digit)) return PartOfSpeech::numeral;
    std::string key(word);
    if (const auto found = words_.find(key); found != words_.end()) return found->second;
    for (char& letter : key)
        letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    if (const auto found = words_.find(key); found != words_.end()) return found->second;
    return std::nullopt;
}

}  // namespace orrery::stories
