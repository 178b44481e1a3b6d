// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/word_count.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace orrery {
namespace {

TEST(WordCount, CountsAsTheDataSetsDo) {
    const auto count = [](const std::string& counting) {
        const auto documents = givenDocuments({{" The boat ,\n\n was  old\t.", {}}, {"Rain", {}}});
        return countWords(*documents, counting);
    };
    EXPECT_EQ(count("spaces"), 7);
    EXPECT_EQ(count("wikitext"), 10);  // three lines hold text
    EXPECT_THROW(count("letters"), Error);
}

}  // namespace
}  // namespace orrery
