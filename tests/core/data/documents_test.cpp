// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/documents.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "core/error.h"
#include "tests/core/data/memory_documents.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

using Texts = std::vector<std::string>;

class DocumentsTest : public testing::Test {
protected:
    Corpus open(const std::string& corpus, DocumentSplit split = DocumentSplit::endoftext,
                std::int64_t train = 0, std::int64_t validation = 0) {
        DataConfig data;
        data.corpus = corpus;
        data.split = split;
        data.train_documents = train;
        data.val_documents = validation;
        return openCorpus(data, folder_.path(), 1);
    }
    Texts documents(const std::string& corpus, DocumentSplit split = DocumentSplit::endoftext) {
        Corpus opened = open(corpus, split);
        Texts texts = test::allOf(*opened.train);
        for (std::string& text : test::allOf(*opened.validation))
            texts.push_back(text);
        EXPECT_EQ(opened.train->size() + opened.validation->size(), std::ssize(texts));
        return texts;
    }
    void write(const std::string& name, const std::string& contents) {
        std::filesystem::create_directories((folder_ / name).parent_path());
        test::writeFile(folder_ / name, contents);
    }

    test::TemporaryFolder folder_;
};

TEST_F(DocumentsTest, TextIsDividedAtEndOfText) {
    write("a.txt", "one\nline two\n<|endoftext|>\n  two <|endoftext|>\n \n<|endoftext|>three");
    EXPECT_EQ(documents("a.txt"), (Texts{"one\nline two", "  two ", "three"}));
}

TEST_F(DocumentsTest, TextIsDividedAtLines) {
    write("a.txt", "one \r\n\n   \ntwo\r\nthree");
    EXPECT_EQ(documents("a.txt", DocumentSplit::line), (Texts{"one ", "two", "three"}));
}

TEST_F(DocumentsTest, TextIsDividedAtBlankLines) {
    write("a.txt", "\n one\r\ntwo\r\n \t\r\n\nthree\nfour\n\nfive");
    EXPECT_EQ(documents("a.txt", DocumentSplit::blank),
              (Texts{" one\ntwo", "three\nfour", "five"}));
}

TEST_F(DocumentsTest, MarksOfOtherSystemsAreNotText) {
    write("a.txt", "\xEF\xBB\xBFone\r\nmore\r\n<|endoftext|>\r\ntwo\rhalf\r\n");
    EXPECT_EQ(documents("a.txt"), (Texts{"one\nmore", "two\rhalf"}));
}

TEST_F(DocumentsTest, JsonLinesGiveTheirTextExactly) {
    write("a.jsonl",
          "{\"text\": \"one\\r\\ntwo \\u00e9\", \"id\": 1}\r\n\n{\"text\": "
          "\"\"}\n{\"text\":\"last\"}");
    EXPECT_EQ(documents("a.jsonl", DocumentSplit::line), (Texts{"one\r\ntwo \xC3\xA9", "last"}));
}

TEST_F(DocumentsTest, WrongJsonNamesItsLine) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"{\"text\": ", "not JSON"},
        {"[1]", "not a JSON object"},
        {"{\"body\": \"x\"}", "no \"text\" field"},
        {"{\"text\": 5}", "not a string"},
        {"{\"text\": \"a\\u0000b\"}", "NUL"},
        {"{\"text\": \"\\ud800\"}", "not JSON"}};
    for (const auto& [line, message] : cases) {
        write("a.jsonl", "{\"text\": \"good\"}\n" + line + "\n");
        EXPECT_MESSAGE(open("a.jsonl"), message);
        EXPECT_MESSAGE(open("a.jsonl"), "a.jsonl:2: ");
    }
}

TEST_F(DocumentsTest, AnotherFieldOfJsonLinesMayHoldTheText) {
    write("a.jsonl", "{\"text\": 1, \"body\": \"one\"}\n{\"body\": \"two\"}\n");
    DataConfig data;
    data.corpus = (folder_ / "a.jsonl").string();
    data.text_column = "body";
    const Corpus corpus = openCorpus(data, "", 1);
    EXPECT_EQ(test::allOf(*corpus.train), Texts{"one"});
    EXPECT_EQ(test::allOf(*corpus.validation), Texts{"two"});
    data.text_column = "title";
    EXPECT_MESSAGE(openCorpus(data, "", 1),
                   "no \"title\" field (it has body, text). Set data.text_column");
}

TEST_F(DocumentsTest, AFolderGivesItsFilesInOrder) {
    write("texts/b.txt", "third");
    write("texts/a/x.TXT", "first");
    write("texts/a.jsonl", "{\"text\": \"second\"}\n");
    write("texts/notes.md", "ignored");
    write("texts/.hidden/c.txt", "ignored");
    write("texts/.c.txt", "ignored");
    write("texts/empty.txt", "");
    EXPECT_EQ(documents("texts"), (Texts{"second", "first", "third"}));
    const std::string description = open("texts").description;
    EXPECT_EQ(description, "texts (4 files, 2 others ignored: .c.txt, notes.md), 2 + 1 documents");
    EXPECT_EQ(open("texts/").description, description);
}

TEST_F(DocumentsTest, LinkedFoldersAreReadOnceAndLoopsEnd) {
    write("texts/a.txt", "first");
    write("texts/sub/b.txt", "second");
    write("elsewhere/c.txt", "third");
    write("elsewhere/d.pdf", "ignored");
    const auto link = [&](const std::string& target, const std::string& place) {
        std::filesystem::create_directory_symlink(folder_ / target, folder_ / place);
    };
    link("elsewhere", "texts/linked");
    link("elsewhere", "texts/twice");
    link("texts", "texts/sub/loop");
    EXPECT_EQ(documents("texts"), (Texts{"first", "third", "second"}));
    EXPECT_EQ(open("texts").description,
              "texts (3 files, 3 others ignored: linked/d.pdf, sub/loop, twice), 2 + 1 documents");
}

TEST_F(DocumentsTest, ValidationTakesTheLastDocuments) {
    std::string text;
    for (int i = 0; i < 100; ++i)
        text += std::to_string(i) + "\n";
    write("a.txt", text);
    Corpus all = open("a.txt", DocumentSplit::line);
    EXPECT_EQ(all.train->size(), 95);
    EXPECT_EQ(test::allOf(*all.validation), (Texts{"95", "96", "97", "98", "99"}));
    EXPECT_EQ(all.description, "a.txt, 95 + 5 documents");
    Corpus some = open("a.txt", DocumentSplit::line, 10, 2);
    EXPECT_EQ(test::allOf(*some.train).back(), "9");
    EXPECT_EQ(test::allOf(*some.validation), (Texts{"98", "99"}));
    EXPECT_MESSAGE(open("a.txt", DocumentSplit::line, 98, 3), "contains 100 documents, fewer than");
    EXPECT_MESSAGE(open("a.txt", DocumentSplit::line, 0, 100),
                   "contains 100 documents, fewer than");
}

TEST_F(DocumentsTest, AValidationTextOfItsOwnIsReadInOrder) {
    write("a.txt", "1<|endoftext|>2<|endoftext|>3");
    write("other.txt", "x<|endoftext|>y<|endoftext|>z");
    DataConfig data;
    data.corpus = "a.txt";
    data.validation = "other.txt";
    Corpus own = openCorpus(data, folder_.path(), 1);
    EXPECT_EQ(test::allOf(*own.train), (Texts{"1", "2", "3"})) << "nothing is held back";
    EXPECT_EQ(test::allOf(*own.validation), (Texts{"x", "y", "z"}));
    EXPECT_EQ(own.description, "a.txt, 3 documents; validation: other.txt, 3 documents");
    data.train_documents = 1;
    data.val_documents = 2;
    own = openCorpus(data, folder_.path(), 1);
    EXPECT_EQ(test::allOf(*own.train), Texts{"1"});
    EXPECT_EQ(test::allOf(*own.validation), (Texts{"x", "y"}));
    data.corpus = "embedded";
    data.train_documents = 3;
    own = openCorpus(data, folder_.path(), 1);
    EXPECT_EQ(own.train->size(), 3);
    EXPECT_EQ(test::allOf(*own.validation), (Texts{"x", "y"}));
    data.val_documents = 4;
    EXPECT_THROW(openCorpus(data, folder_.path(), 1), Error);
    data.corpus = "a.txt";
    data.val_documents = 0;
    data.train_documents = 4;
    EXPECT_THROW(openCorpus(data, folder_.path(), 1), Error);
}

TEST_F(DocumentsTest, TheHashTellsTextsAndTheirBoundariesApart) {
    write("a.txt", "one\ntwo\nthree\n");
    write("b.txt", "one\r\n\r\ntwo\r\nthree");
    write("c.txt", "on\netwo\nthree\n");
    EXPECT_EQ(open("a.txt", DocumentSplit::line).train->hash(),
              open("b.txt", DocumentSplit::line).train->hash());
    EXPECT_EQ(open("a.txt", DocumentSplit::line).hash, open("b.txt", DocumentSplit::line).hash);
    EXPECT_NE(open("a.txt", DocumentSplit::line).hash, open("c.txt", DocumentSplit::line).hash);
    EXPECT_NE(open("a.txt", DocumentSplit::line, 1).hash, open("a.txt", DocumentSplit::line).hash);
    EXPECT_EQ(open("a.txt", DocumentSplit::line).hash.size(), 64U);
}

TEST_F(DocumentsTest, CorporaWithoutEnoughTextAreRefused) {
    write("empty.txt", "");
    write("blank.txt", " \n\n \n");
    write("one.txt", "a whole novel");
    write("folder/readme.md", "nothing");
    EXPECT_MESSAGE(open("empty.txt"), "empty.txt contains no text");
    EXPECT_MESSAGE(open("blank.txt"), "blank.txt contains no text");
    EXPECT_MESSAGE(open("one.txt"), "contains one document");
    EXPECT_MESSAGE(open("one.txt"), "data.split is endoftext: set it to line or blank,");
    EXPECT_MESSAGE(open("one.txt", DocumentSplit::line),
                   "data.split is line: set it to endoftext or blank,");
    EXPECT_MESSAGE(open("one.txt", DocumentSplit::blank),
                   "data.split is blank: set it to endoftext or line,");
    EXPECT_MESSAGE(open("folder"), "no .txt, .jsonl or .parquet file (1 other ignored: readme.md)");
    EXPECT_MESSAGE(open("missing.txt"), "missing.txt does not exist");
    EXPECT_MESSAGE(open(""), "data.corpus is empty");
}

TEST_F(DocumentsTest, WhatIsNotTextIsRefused) {
    write("latin.txt", "good\ncaf\xE9 au lait\n");
    write("binary.txt", std::string("MZ\x01\0\0\0", 6));
    write("list.json", "[]");
    EXPECT_MESSAGE(open("latin.txt", DocumentSplit::line),
                   "latin.txt:2: not UTF-8: 0xE9 at byte 8");
    EXPECT_MESSAGE(open("binary.txt"), "binary.txt:1: a NUL byte");
    EXPECT_MESSAGE(open("list.json"), ".jsonl");
    ASSERT_EQ(::mkfifo((folder_ / "pipe.txt").c_str(), 0600), 0);
    EXPECT_MESSAGE(open("pipe.txt"), "not a regular file");
    EXPECT_MESSAGE(open("/dev/zero"), "not a regular file");
}

TEST_F(DocumentsTest, AHugeLineIsRefusedWithTheSettingToChange) {
    write("huge.txt", "first\n" + std::string(65'000'000, 'x'));
    EXPECT_MESSAGE(open("huge.txt", DocumentSplit::line),
                   "huge.txt:2: a document starts at byte 6");
    EXPECT_MESSAGE(open("huge.txt"), "Set data.split to line or blank");
}

TEST_F(DocumentsTest, AnUnreadableFileIsRefused) {
    if (::geteuid() == 0) GTEST_SKIP() << "root may read every file";
    write("secret.txt", "one\ntwo");
    std::filesystem::permissions(folder_ / "secret.txt", std::filesystem::perms::none);
    EXPECT_MESSAGE(open("secret.txt", DocumentSplit::line), "Permission denied");
}

TEST_F(DocumentsTest, AFileThatChangesUnderwayIsNoticed) {
    write("a.txt", "one\ntwo\nthree\n");
    Corpus corpus = open("a.txt", DocumentSplit::line);
    write("a.txt", "other\ntext\nhere and more\n");
    corpus.train->rewind();
    EXPECT_MESSAGE(corpus.train->next(), "has changed since it was first read");
}

TEST_F(DocumentsTest, RelativePathsStartAtTheBase) {
    write("a.txt", "one\ntwo\n");
    EXPECT_EQ(documents((folder_ / "a.txt").string(), DocumentSplit::line), (Texts{"one", "two"}));
    DataConfig data;
    data.corpus = "../a.txt";
    data.split = DocumentSplit::line;
    std::filesystem::create_directories(folder_ / "configs");
    EXPECT_EQ(openCorpus(data, folder_ / "configs", 1).train->size(), 1);
}

TEST_F(DocumentsTest, CancellingEndsTheOpening) {
    write("a.txt", "one\ntwo\n");
    DataConfig data;
    data.split = DocumentSplit::line;
    for (const char* corpus : {"a.txt", "embedded"}) {
        data.corpus = corpus;
        EXPECT_THROW(openCorpus(data, folder_.path(), 1, [] { return true; }), Cancelled);
    }
}

}  // namespace
}  // namespace orrery
