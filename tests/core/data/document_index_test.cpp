// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/document_index.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "tests/core/data/memory_documents.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

class DocumentIndexTest : public testing::Test {
protected:
    DocumentIndex index(const std::string& contents, DocumentSplit split,
                        std::size_t limit = 64'000'000, const std::string& name = "a.txt") {
        test::writeFile(folder_ / name, contents);
        return indexDocuments({{folder_ / name, name.ends_with(".jsonl")}},
                              {.split = split, .limit = limit});
    }

    test::TemporaryFolder folder_;
};

TEST_F(DocumentIndexTest, SpansLeaveOutLineBreaksAtBothEnds) {
    const DocumentIndex found =
        index("\r\none\n<|endoftext|>\n\n two\r\n", DocumentSplit::endoftext);
    ASSERT_EQ(found.documents.size(), 2U);
    EXPECT_EQ(found.documents[0].offset, 2U);
    EXPECT_EQ(found.documents[0].length, 3U);
    EXPECT_EQ(found.documents[1].offset, 21U);
    EXPECT_EQ(found.documents[1].length, 4U);
}

TEST_F(DocumentIndexTest, NoDocumentIsLargerThanTheLimit) {
    const std::string line(4000, 'x');
    std::string lines;
    for (int i = 0; i < 600; ++i)
        lines += line + "\n";
    EXPECT_EQ(index(lines, DocumentSplit::line, 1'000'000).documents.size(), 600U);
    EXPECT_EQ(index(lines, DocumentSplit::blank).documents.size(), 1U);
    EXPECT_MESSAGE(index(lines, DocumentSplit::blank, 1'000'000),
                   "a.txt:250: a document is longer than 1 MB");
    EXPECT_MESSAGE(index(lines, DocumentSplit::blank, 1'000'000), "Set data.split to line");
    EXPECT_MESSAGE(index(lines, DocumentSplit::endoftext, 1'000'000), "data.split is endoftext");
    const std::string huge(2'500'000, 'x');
    EXPECT_MESSAGE(index(huge, DocumentSplit::line, 1'000'000), "data.split is line");
    EXPECT_MESSAGE(index("{\"text\": \"" + huge + "\"}", DocumentSplit::line, 1'000'000, "a.jsonl"),
                   "Each line must be one JSON object");
}

TEST_F(DocumentIndexTest, ManyMarksOnOneHugeLineAreNoFault) {
    std::string text;
    for (int i = 0; i < 1000; ++i)
        text += std::string(3000, 'x') + "<|endoftext|>";
    EXPECT_EQ(index(text, DocumentSplit::endoftext, 1'000'000).documents.size(), 1000U);
}

TEST_F(DocumentIndexTest, FilesKeepTheirNumbers) {
    test::writeFile(folder_ / "a.txt", "one\ntwo");
    test::writeFile(folder_ / "b.txt", "");
    test::writeFile(folder_ / "c.txt", "three");
    const DocumentIndex found =
        indexDocuments({{folder_ / "a.txt"}, {folder_ / "b.txt"}, {folder_ / "c.txt"}},
                       {.split = DocumentSplit::line});
    ASSERT_EQ(found.documents.size(), 3U);
    EXPECT_EQ(found.documents[2].file, 2U);
    EXPECT_EQ(found.stamps.size(), 3U);
    EXPECT_EQ(found.stamps[2].size, 5U);
}

TEST(DocumentText, JoinsCarriageReturnAndLineFeed) {
    EXPECT_EQ(documentText("a\r\nb\rc\r\r\nd\r", false, ""), "a\nb\rc\r\nd\r");
    EXPECT_EQ(documentText("{\"text\": \"a\\r\\nb\"}\r", true, ""), "a\r\nb");
    EXPECT_MESSAGE(documentText("{", true, "file:3: "), "file:3: not JSON");
}

}  // namespace
}  // namespace orrery
