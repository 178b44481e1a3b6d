// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/text_regions.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "core/files/text_input.h"
#include "tests/core/data/memory_documents.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

struct Found {
    std::string text;
    std::uint64_t offset;
    std::uint64_t line;
    bool operator==(const Found&) const = default;
};

class TextRegionsTest : public testing::Test {
protected:
    std::vector<Found> read(const std::string& contents, TextRegionRules rules = {}) {
        test::writeFile(folder_ / "file.txt", contents);
        TextRegions regions(TextInput::open(folder_ / "file.txt"), std::move(rules));
        std::vector<Found> found;
        while (const auto region = regions.next())
            found.push_back({std::string(region->text), region->offset, region->line});
        return found;
    }

    test::TemporaryFolder folder_;
};

TEST_F(TextRegionsTest, RegionsKnowWhereTheyStand) {
    EXPECT_EQ(read("one\n\ntwo"), (std::vector<Found>{{"one", 0, 1}, {"", 4, 2}, {"two", 5, 3}}));
    TextRegionRules marks;
    marks.separator = "<|endoftext|>";
    EXPECT_EQ(read("a\nb<|endoftext|>\nc<|endoftext|>", marks),
              (std::vector<Found>{{"a\nb", 0, 1}, {"\nc", 16, 2}}));
    EXPECT_TRUE(read("").empty());
}

TEST_F(TextRegionsTest, SeparatorsAreFoundAcrossTheBuffersOfReading) {
    for (std::size_t shift = 0; shift < 14; ++shift) {
        const std::string first((std::size_t{1} << 20) - shift, 'x');
        TextRegionRules rules;
        rules.separator = "<|endoftext|>";
        const auto found = read(first + "<|endoftext|>rest", rules);
        ASSERT_EQ(found.size(), 2U) << shift;
        EXPECT_EQ(found[0].text, first);
        EXPECT_EQ(found[1].text, "rest");
    }
}

TEST_F(TextRegionsTest, AByteOrderMarkAtTheStartIsLeftOut) {
    EXPECT_EQ(read("\xEF\xBB\xBFone\n\xEF\xBB\xBFtwo"),
              (std::vector<Found>{{"one", 3, 1}, {"\xEF\xBB\xBFtwo", 7, 2}}));
    EXPECT_MESSAGE(read(std::string("\xFF\xFEo\0n\0", 6)), "UTF-16");
}

TEST_F(TextRegionsTest, LinesThatEndWithBareCarriageReturnsAreNamed) {
    EXPECT_MESSAGE(read("one\rtwo\rthree\r"), "bare carriage returns (the first is byte 3)");
    TextRegionRules rules;
    rules.limit = 3'000'000;
    EXPECT_MESSAGE(read("one\r" + std::string(5'000'000, 'x'), rules), "bare carriage returns");
    TextRegionRules marks;
    marks.separator = "<|endoftext|>";
    EXPECT_MESSAGE(read("one\rtwo<|endoftext|>x", marks), "file.txt:1: its lines end");
    EXPECT_EQ(read("one\r").size(), 1U) << "at the end alone it ends no line";
    EXPECT_EQ(read("one\rhalf\ntwo").size(), 2U) << "inside of lines it is text";
}

TEST_F(TextRegionsTest, FaultsNameFileLineAndByte) {
    EXPECT_MESSAGE(read("ok\nna\xEFve\n"), "file.txt:2: not UTF-8: 0xEF at byte 5");
    EXPECT_MESSAGE(read(std::string("one\ntwo\nth\0ree", 14)), "file.txt:3: a NUL byte (byte 10");
    TextRegionRules marks;
    marks.separator = "<|endoftext|>";
    EXPECT_MESSAGE(read("a\nb\nc\xFFz", marks), "file.txt:3: not UTF-8: 0xFF at byte 5");
}

TEST_F(TextRegionsTest, ALongRegionIsRefusedWithAdvice) {
    TextRegionRules rules;
    rules.limit = 3'000'000;
    rules.advice = "Divide it.";
    const std::string huge(5'000'000, 'x');
    EXPECT_MESSAGE(read("a\n" + huge, rules),
                   "file.txt:2: a document starts at byte 2 and is longer "
                   "than 3 MB. Divide it.");
    EXPECT_MESSAGE(read("a\n" + huge + "\nb", rules), "longer than 3 MB");
    // What is wrong with a binary file is not its length.
    EXPECT_MESSAGE(read("a\n" + std::string(5'000'000, '\0'), rules), "a NUL byte");
    std::string euros;  // a buffer ends within one of them
    while (euros.size() < huge.size())
        euros += "\xE2\x82\xAC";
    EXPECT_MESSAGE(read(euros, rules), "longer than 3 MB");
}

TEST_F(TextRegionsTest, CancellingEndsTheReading) {
    TextRegionRules rules;
    rules.cancelled = [] { return true; };
    EXPECT_THROW(read("text", rules), Cancelled);
}

}  // namespace
}  // namespace orrery
