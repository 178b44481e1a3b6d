// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of speech of an English text without tags, by the dictionary of the embedded stories.
#pragma once
#include <string_view>
#include <vector>

#include "core/data/tagged_text.h"

namespace orrery {

/// Every word (letters, digits and apostrophes) and every mark of punctuation, in order; the part
/// is a word's usual one, whatever it is in its sentence, and -1 where the dictionary lacks it; an
/// unknown word with a capital inside a sentence is a name. 's and n't at the end of a word are
/// words. Any thread.
std::vector<TaggedWord> tagsByDictionary(std::string_view text);

}  // namespace orrery
