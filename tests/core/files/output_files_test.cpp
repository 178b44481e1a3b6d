// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/output_files.h"

#include <gtest/gtest.h>

#include "tests/core/runs/run_support.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

using test::errorOf;
using test::readFile;
using test::TemporaryFolder;

TEST(OutputFiles, AreWrittenWithTheirFolders) {
    const TemporaryFolder folder;
    writeOutputFiles({{folder / "a/b/one.csv", "1"}, {folder / "two.csv", "2"}}, false);
    EXPECT_EQ(readFile(folder / "a/b/one.csv"), "1");
    EXPECT_EQ(readFile(folder / "two.csv"), "2");
}

TEST(OutputFiles, WhatExistsIsNamedAndKept) {
    const TemporaryFolder folder;
    test::writeFile(folder / "two", "old");
    test::writeFile(folder / "three", "old");
    const std::vector<OutputFile> files{
        {folder / "new/one", "1"}, {folder / "two", "2"}, {folder / "three", "3"}};
    const std::string error = errorOf([&] { writeOutputFiles(files, false); });
    EXPECT_NE(error.find("two, "), std::string::npos) << error;
    EXPECT_NE(error.find("three exist already"), std::string::npos) << error;
    EXPECT_EQ(readFile(folder / "two"), "old");
    EXPECT_FALSE(std::filesystem::exists(folder / "new"));
    writeOutputFiles(files, true);
    EXPECT_EQ(readFile(folder / "two"), "2");
}

TEST(OutputFiles, AFailureLeavesNothing) {
    const TemporaryFolder folder;
    test::writeFile(folder / "file", "x");
    EXPECT_NE(errorOf([&] {
                  writeOutputFiles({{folder / "new/one", "1"}, {folder / "file/two", "2"}}, false);
              }),
              "");
    EXPECT_FALSE(std::filesystem::exists(folder / "new"));
}

TEST(OutputFiles, AFullDiskLeavesNothing) {
    const TemporaryFolder folder;
    const test::SmallDisk disk(folder / "disk", "64k");
    if (!disk.mounted()) GTEST_SKIP() << "a small disk can't be mounted here";
    const std::string large(100'000, 'x');
    EXPECT_NE(
        errorOf([&] {
            writeOutputFiles({{folder / "disk/new/one", "1"}, {folder / "disk/two", large}}, false);
        }),
        "");
    EXPECT_TRUE(std::filesystem::is_empty(folder / "disk"));
}

}  // namespace
}  // namespace orrery
