// SPDX-License-Identifier: GPL-3.0-or-later
// Turns words into text: spaces, quotation marks, capitals, "a" or "an".
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/data/story_generator.h"

namespace orrery::stories {

/// One story, one thread.
class Composer {
public:
    void word(std::string_view text, PartOfSpeech part, bool glued);
    /// Opening and closing marks take turns.
    void quote();
    void lineBreak();
    /// The next word begins with a capital.
    void capitalise() { capital_ = true; }
    std::size_t bytes() const { return text_.size(); }
    /// Text and words of the story; the composer is empty afterwards.
    Story finish();

private:
    void settlePending(std::string_view following, PartOfSpeech part);
    void append(std::string_view text, PartOfSpeech part, bool glued);

    enum class Gap { none, space, line };
    std::string text_;
    std::vector<StoryWord> words_;
    Gap gap_ = Gap::none;
    bool quoted_ = false;
    bool capital_ = false;
};

/// Whether "an" stands before the word, by its sound.
bool beginsWithVowelSound(std::string_view word);

}  // namespace orrery::stories
