// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/stories/composer.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace orrery::stories {
namespace {

char lower(char letter) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
}

}  // namespace

bool beginsWithVowelSound(std::string_view word) {
    static constexpr std::array silent_h{"hour", "honest", "heir"};
    static constexpr std::array glide{"use", "uni", "one", "once", "eu", "ewe"};
    std::string spelled;
    for (const char letter : word)
        spelled += lower(letter);
    const auto begins = [&](std::string_view start) { return spelled.starts_with(start); };
    if (std::any_of(silent_h.begin(), silent_h.end(), begins)) return true;
    if (std::any_of(glide.begin(), glide.end(), begins)) return false;
    if (spelled == "11" || spelled == "18" || begins("8")) return true;
    return !spelled.empty() && std::string_view("aeiou").find(spelled[0]) != std::string_view::npos;
}

void Composer::word(std::string_view text, PartOfSpeech part, bool glued) {
    settlePending(text, part);
    append(text, part, glued);
}

void Composer::settlePending(std::string_view following, PartOfSpeech part) {
    if (words_.empty()) return;
    StoryWord& last = words_.back();
    const std::string_view spelled(text_.data() + last.begin, last.end - last.begin);
    if ((spelled == "a" || spelled == "A") && last.part == PartOfSpeech::determiner) {
        if (!beginsWithVowelSound(following)) return;
        text_ += 'n';
        last.end += 1;
    } else if ((spelled == "to" || spelled == "To") && last.part == PartOfSpeech::adposition) {
        const bool infinitive = part == PartOfSpeech::verb || part == PartOfSpeech::auxiliary;
        if (infinitive) last.part = PartOfSpeech::particle;
    }
}

void Composer::quote() {
    append("\"", PartOfSpeech::punctuation, quoted_);
    quoted_ = !quoted_;
    if (quoted_) gap_ = Gap::none;
}

void Composer::lineBreak() {
    gap_ = Gap::line;
    quoted_ = false;
}

void Composer::append(std::string_view text, PartOfSpeech part, bool glued) {
    if (gap_ == Gap::line && !text_.empty()) text_ += '\n';
    const bool opened = text_.ends_with('(');
    if (gap_ == Gap::space && !glued && !opened) text_ += ' ';
    const std::size_t begin = text_.size();
    text_ += text;
    if (capital_ && part != PartOfSpeech::punctuation) {
        text_[begin] = static_cast<char>(std::toupper(static_cast<unsigned char>(text_[begin])));
        capital_ = false;
    }
    words_.push_back({begin, text_.size(), part});
    gap_ = Gap::space;
}

Story Composer::finish() {
    Story story{{}, std::move(text_), std::move(words_)};
    *this = {};
    return story;
}

}  // namespace orrery::stories
