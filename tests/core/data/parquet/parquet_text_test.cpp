// SPDX-License-Identifier: GPL-3.0-or-later
// What another process reads of a Parquet file; the process is a script here (tests/interop has
// pyarrow's).
#include "core/data/parquet/parquet_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "core/data/documents.h"
#include "core/error.h"
#include "tests/core/data/memory_documents.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

class ParquetTextTest : public testing::Test {
protected:
    void SetUp() override {
        test::writeFile(file_, "PAR1");
        ::setenv("ORRERY_PYTHON", (folder_ / "python").c_str(), 1);
    }
    void TearDown() override { ::unsetenv("ORRERY_PYTHON"); }

    /// What stands in for Python.
    void script(const std::string& text) {
        const std::filesystem::path program = folder_ / "python";
        std::filesystem::remove(program);
        test::writeFile(program, "#!/bin/sh\n" + text);
        std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    }
    void rows(const std::string& lines) {
        test::writeFile(folder_ / "rows", lines);
        script("cat '" + (folder_ / "rows").string() + "'\n");
    }
    std::string readAll(TextInput& input, std::size_t piece) {
        std::string all, part(piece, '\0');
        while (const std::size_t count = input.read(part))
            all += part.substr(0, count);
        return all;
    }

    test::TemporaryFolder folder_;
    const std::filesystem::path file_ = folder_ / "a.parquet";
};

TEST_F(ParquetTextTest, GivesItsRowsInAnyPiecesAndAnyPlaceOfThem) {
    const std::string lines = "{\"text\": \"one\"}\n{\"text\": \"two\"}\n";
    rows("{\"rows\": 2}\n" + lines);
    const auto input = openParquet(file_, "text");
    EXPECT_EQ(input->share(), 0);
    EXPECT_EQ(readAll(*input, 7), lines);
    EXPECT_EQ(input->share(), 1);
    std::string part(3, '\0');
    input->readAt(lines.find("two"), part);
    EXPECT_EQ(part, "two");
    input->readAt(lines.find("one"), part);  // before: it is read again
    EXPECT_EQ(part, "one");
    EXPECT_MESSAGE(input->readAt(lines.size() - 1, part), "became shorter");
}

TEST_F(ParquetTextTest, ItsDocumentsAreThoseOfJsonLines) {
    const std::string lines =
        "{\"text\": \"one\\nof two\"}\n{\"text\": \"\"}\n{\"text\": \"last\"}\n";
    rows("{\"rows\": 3}\n" + lines);
    test::writeFile(folder_ / "a.jsonl", lines);
    DataConfig data;
    data.corpus = "a.parquet";
    std::vector<double> told;
    const Corpus parquet =
        openCorpus(data, folder_.path(), 1, {}, [&told](double share) { told.push_back(share); });
    data.corpus = "a.jsonl";
    const Corpus plain = openCorpus(data, folder_.path(), 1);
    EXPECT_EQ(parquet.hash, plain.hash);
    EXPECT_EQ(test::allOf(*parquet.train), std::vector<std::string>{"one\nof two"});
    EXPECT_EQ(test::allOf(*parquet.validation), std::vector<std::string>{"last"});
    ASSERT_FALSE(told.empty());
    EXPECT_TRUE(std::ranges::is_sorted(told));
    EXPECT_EQ(told.back(), 1);
}

TEST_F(ParquetTextTest, WhatThePythonSaysIsTheError) {
    script("echo 'no module pyarrow' >&2\nexit 3\n");
    EXPECT_MESSAGE(openParquet(file_, "text"), "setup.sh --with-parquet");
    EXPECT_MESSAGE(openParquet(file_, "text"), "a.parquet");
    script("echo noise >&2\necho 'it has no column \"text\".' >&2\nexit 1\n");
    EXPECT_MESSAGE(openParquet(file_, "text"), "a.parquet: it has no column \"text\".");
    script(
        "echo '{\"rows\": 5}'\necho '{\"text\": \"one\"}'\necho 'row 2 is not UTF-8' >&2\n"
        "exit 1\n");
    const auto half = openParquet(file_, "text");
    EXPECT_MESSAGE(readAll(*half, 100), "row 2 is not UTF-8");
    script("kill -9 $$\n");
    EXPECT_MESSAGE(openParquet(file_, "text"), "code 137");
    script("echo hello\n");
    EXPECT_MESSAGE(openParquet(file_, "text"), "not what was asked for");
    ::setenv("ORRERY_PYTHON", "/nowhere/python", 1);
    EXPECT_MESSAGE(openParquet(file_, "text"), "ORRERY_PYTHON");
    EXPECT_MESSAGE(openParquet(folder_ / "missing.parquet", "text"), "missing.parquet");
}

TEST_F(ParquetTextTest, WhoLosesInterestEndsTheProcess) {
    script("echo '{\"rows\": 1000000}'\nwhile echo '{\"text\": \"again\"}'; do :; done\n");
    auto input = openParquet(file_, "text");
    std::string part(1000, '\0');
    EXPECT_EQ(input->read(part), 1000U);
    input.reset();  // returns
}

TEST_F(ParquetTextTest, CompressedParquetIsRefused) {
    DataConfig data;
    data.corpus = "a.parquet.gz";
    test::writeFile(folder_ / "a.parquet.gz", "");
    EXPECT_MESSAGE(openCorpus(data, folder_.path(), 1), "compressed in itself");
}

}  // namespace
}  // namespace orrery
