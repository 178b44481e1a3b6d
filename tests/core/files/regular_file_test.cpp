// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/regular_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/files/input_file.h"
#include "core/files/safetensors.h"
#include "core/files/sqlite.h"
#include "tests/core/runs/run_support.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

using test::errorOf;
using test::readFile;
using test::TemporaryFolder;
using test::writeFile;
namespace fs = std::filesystem;

/// A folder with a file, a link to it, a link to itself, a pipe and a folder.
struct RegularFileTest : testing::Test {
    RegularFileTest() {
        writeFile(folder / "file", "text");
        fs::create_symlink(folder / "file", folder / "link");
        fs::create_symlink(folder / "self", folder / "self");
        fs::create_directory(folder / "folder");
        ::mkfifo((folder / "pipe").c_str(), 0600);
    }
    TemporaryFolder folder;
};

TEST_F(RegularFileTest, NothingElseIsOpenedAndNothingWaits) {
    for (const auto& [name, kind] :
         std::vector<std::pair<std::string, std::string>>{{"link", "but a symbolic link"},
                                                          {"self", "but a symbolic link"},
                                                          {"folder", "but a folder"},
                                                          {"pipe", "but a pipe"}})
        for (const int flags : {O_RDONLY, O_RDWR | O_CREAT, O_WRONLY | O_CREAT | O_APPEND}) {
            const std::string error = errorOf([&] { RegularFile::open(folder / name, flags); });
            EXPECT_NE(error.find(kind), std::string::npos) << name << ": " << error;
            EXPECT_NE(error.find((folder / name).string()), std::string::npos) << error;
        }
    EXPECT_NE(errorOf([] { RegularFile::open("/dev/zero", O_RDONLY); }).find("but a device"),
              std::string::npos);
    EXPECT_EQ(readFile(folder / "file"), "text");
}

TEST_F(RegularFileTest, WhatIsMissingIsToldOrMade) {
    EXPECT_FALSE(RegularFile::openIfThere(folder / "none", O_RDONLY));
    EXPECT_NE(errorOf([&] { RegularFile::open(folder / "none", O_RDONLY); }).find("No such file"),
              std::string::npos);
    RegularFile::open(folder / "none", O_RDWR | O_CREAT);
    EXPECT_TRUE(isRegularFile(folder / "none"));
}

TEST_F(RegularFileTest, IsReadUpToALimit) {
    EXPECT_EQ(readRegularFile(folder / "file", 4), "text");
    EXPECT_NE(errorOf([&] { readRegularFile(folder / "file", 3); }).find("larger than the 3 bytes"),
              std::string::npos);
    EXPECT_EQ(readRegularFile(folder / "link", 4, Links::followed), "text");
    EXPECT_FALSE(readRegularFileIfThere(folder / "none", 4));
    EXPECT_EQ(endOfRegularFile(folder / "file", 2), "xt");
    EXPECT_EQ(endOfRegularFile(folder / "pipe", 2), "");
}

TEST_F(RegularFileTest, AWrittenFileDoesNotGoThroughALink) {
    const std::string error =
        errorOf([&] { writeFileAtomically(folder / "link", "new", Links::refused); });
    EXPECT_NE(error.find("but a symbolic link"), std::string::npos) << error;
    EXPECT_EQ(readFile(folder / "file"), "text");
    writeFileAtomically(folder / "link", "new");  // a link of the user's own
    EXPECT_EQ(readFile(folder / "file"), "new");
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
}

TEST_F(RegularFileTest, ADatabaseIsNoLinkAndNoPipe) {
    fs::create_symlink(folder / "file", folder / "a.db");
    EXPECT_THROW(SqliteConnection(folder / "a.db", SqliteMode::create), Error);
    EXPECT_THROW(SqliteConnection(folder / "pipe", SqliteMode::read), Error);
    fs::create_symlink(folder / "file", folder / "b.db-wal");
    EXPECT_THROW(SqliteConnection(folder / "b.db", SqliteMode::create), Error);
    EXPECT_EQ(readFile(folder / "file"), "text");
}

TEST_F(RegularFileTest, TensorsAndTextsDoNotWaitForAPipe) {
    EXPECT_THROW(SafetensorsFile(folder / "pipe"), Error);
    EXPECT_THROW(InputFile(folder / "pipe"), Error);
    EXPECT_THROW(InputFile(folder / "link", Links::refused), Error);
}

TEST_F(RegularFileTest, FoldersAreFoldersAndNoLinks) {
    requireFolderIfThere(folder / "folder");
    requireFolderIfThere(folder / "none");
    fs::create_directory_symlink(folder / "folder", folder / "other");
    EXPECT_NE(errorOf([&] { requireFolderIfThere(folder / "other"); }).find("a symbolic link"),
              std::string::npos);
    EXPECT_THROW(requireFolderIfThere(folder / "file"), Error);
}

TEST(PlainName, StaysInItsFolder) {
    for (const char* name : {"demo-full", "which rate?", "..x", "ü"})
        EXPECT_TRUE(isPlainName(name)) << name;
    for (const char* name : {"", ".", "..", "/abs/x", "../..", "a/b", "a\nb", "a\x1b[2Jb"})
        EXPECT_FALSE(isPlainName(name)) << name;
    EXPECT_FALSE(isPlainName(std::string(300, 'x')));
}

}  // namespace
}  // namespace orrery
