// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/dictionary_tags.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <utility>

#include "core/data/stories/dictionary.h"

namespace orrery {
namespace {

/// Function words that the stories do without.
constexpr std::pair<std::string_view, std::string_view> kMoreWords[] = {
    {"PRON", "she hers his herself himself yours ours theirs ourselves whom whose everywhere none"},
    {"AUX", "has been being might does shan't ought"},
    {"DET", "these those such several many much few most more other either neither own"},
    {"ADP", "around during against toward throughout via per despite except amid beyond"},
    {"CCONJ", "nor yet"},
    {"SCONJ", "though unless whereas"},
    {"ADV",
     "also however just even still never always often really again almost here there now then"},
    {"INTJ", "yes hi hey goodbye bye wow okay thanks"},
    {"NUM", "thirteen fourteen sixteen seventeen eighteen fifty seventy eighty thousand million"}};

constexpr std::string_view kTypographicApostrophe = "\xE2\x80\x99";

bool isLetter(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte >= 0x80;
}

/// Bytes of an apostrophe between two letters at `at`; 0 for anything else.
std::size_t apostropheAt(std::string_view text, std::size_t at) {
    const std::size_t size = text[at] == '\'' ? 1
                             : text.substr(at).starts_with(kTypographicApostrophe)
                                 ? kTypographicApostrophe.size()
                                 : 0;
    const bool inside =
        at > 0 && isLetter(text[at - 1]) && at + size < text.size() && isLetter(text[at + size]);
    return inside ? size : 0;
}

std::map<std::string, std::int32_t, std::less<>> listedWords() {
    std::map<std::string, std::int32_t, std::less<>> words;
    for (const auto& [tag, list] : kMoreWords) {
        std::istringstream stream{std::string(list)};
        for (std::string word; stream >> word;)
            words.emplace(word, universalTagNumber(tag));
    }
    return words;
}

/// -1 = not known
std::int32_t usualPart(const std::string& word) {
    static const stories::Dictionary dictionary;
    static const auto listed = listedWords();
    if (const auto part = dictionary.find(word)) return universalTagNumber(universalTag(*part));
    std::string lower = word;
    for (char& letter : lower)
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter + ('a' - 'A'));
    const auto found = listed.find(lower);
    return found == listed.end() ? -1 : found->second;
}

class DictionaryTagger {
public:
    explicit DictionaryTagger(std::string_view text) : text_(text) {}

    std::vector<TaggedWord> words() {
        for (std::size_t at = 0; at < text_.size();) {
            const std::size_t end = endOfWord(at);
            if (end > at) {
                addWord(at, end);
                at = end;
                continue;
            }
            if (std::string_view(" \t\r\n").find(text_[at]) == std::string_view::npos)
                words_.push_back({at, at + 1, universalTagNumber("PUNCT")});
            ++at;
        }
        return std::move(words_);
    }

private:
    std::size_t endOfWord(std::size_t at) const {
        while (at < text_.size()) {
            const std::size_t apostrophe = apostropheAt(text_, at);
            if (apostrophe == 0 &&
                (!isLetter(text_[at]) || text_.substr(at).starts_with(kTypographicApostrophe)))
                break;
            at += std::max<std::size_t>(apostrophe, 1);
        }
        return at;
    }

    void addWord(std::size_t begin, std::size_t end) {
        std::string word(text_.substr(begin, end - begin));
        for (std::size_t at; (at = word.find(kTypographicApostrophe)) != std::string::npos;)
            word.replace(at, kTypographicApostrophe.size(), "'");
        for (const std::string_view clitic : {"n't", "'s"}) {
            if (!word.ends_with(clitic) || word.size() == clitic.size()) continue;
            const std::size_t typographic = word.size() < end - begin ? 2 : 0;
            const std::size_t split = end - clitic.size() - typographic;
            add(word.substr(0, word.size() - clitic.size()), begin, split);
            return add(std::string(clitic), split, end);
        }
        add(word, begin, end);
    }

    void add(const std::string& word, std::size_t begin, std::size_t end) {
        std::int32_t part = usualPart(word);
        // Names, but not the word that begins a sentence.
        const bool capital = word[0] >= 'A' && word[0] <= 'Z';
        const bool first = words_.empty() || words_.back().part == universalTagNumber("PUNCT");
        if (part < 0 && capital && !first) part = universalTagNumber("PROPN");
        words_.push_back({begin, end, part});
    }

    std::string_view text_;
    std::vector<TaggedWord> words_;
};

}  // namespace

std::vector<TaggedWord> tagsByDictionary(std::string_view text) {
    return DictionaryTagger(text).words();
}

}  // namespace orrery
