// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/word_count.h"

#include "core/error.h"

namespace orrery {

std::int64_t countWords(DocumentSource& documents, const std::string& counting) {
    if (counting != "spaces" && counting != "wikitext")
        throw Error("Words are counted by spaces or wikitext, not " + counting + ".");
    std::int64_t words = 0, lines = 0;
    while (const auto text = documents.next()) {
        bool in_word = false, in_line = false;
        for (const char c : *text + "\n") {
            const bool space = c == ' ' || (c >= '\t' && c <= '\r');
            words += !space && !in_word;
            in_word = !space;
            in_line = in_line || in_word;
            if (c == '\n') lines += in_line, in_line = false;
        }
    }
    return words + (counting == "wikitext" ? lines : 0);
}

}  // namespace orrery
