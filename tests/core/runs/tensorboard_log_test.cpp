// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/tensorboard_log.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <algorithm>
#include <bit>

#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

using namespace std::string_literals;
namespace fs = std::filesystem;

/// Payloads of the records of a file, its checksums asserted.
std::vector<std::string> recordsOf(const std::string& bytes) {
    std::vector<std::string> records;
    std::size_t at = 0;
    while (at < bytes.size()) {
        std::uint64_t length = 0;
        for (std::size_t i = 0; i < 8; ++i)
            length |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes.at(at + i)))
                      << 8 * i;
        records.push_back(bytes.substr(at + 12, length));
        EXPECT_EQ(records.back().size(), length) << "cut off";
        std::uint32_t sum = 0;
        for (std::size_t i = 0; i < 4; ++i)
            sum |= static_cast<std::uint32_t>(
                       static_cast<unsigned char>(bytes.at(at + 12 + length + i)))
                   << 8 * i;
        EXPECT_EQ(sum, std::rotr(crc32c(records.back()), 15) + 0xA282EAD8U);
        at += 12 + length + 4;
    }
    return records;
}

std::vector<fs::path> filesOf(const fs::path& folder) {
    std::vector<fs::path> files(fs::directory_iterator(folder), fs::directory_iterator{});
    std::ranges::sort(files);
    return files;
}

struct TensorboardLogTest : testing::Test {
    test::TemporaryFolder folder;
    std::vector<std::string> problems;

    std::unique_ptr<TensorboardLog> begin(std::optional<std::int64_t> restart_at = {}) {
        return std::make_unique<TensorboardLog>(
            TensorboardLogOptions{folder / "board/run", restart_at,
                                  [this](const std::string& text) { problems.push_back(text); }});
    }
    std::vector<std::string> written() {
        std::string all;
        for (const fs::path& file : filesOf(folder / "board/run"))
            all += test::readFile(file);
        return recordsOf(all);
    }
};

TEST_F(TensorboardLogTest, WhatIsToldIsThereAtOnce) {
    const auto log = begin();
    ASSERT_EQ(written().size(), 1U);  // the version
    log->publish(Scalars{3, 1.5, {{"train/loss", 2.5}}});
    ASSERT_EQ(written().size(), 2U);
    EXPECT_NE(written()[1].find("train/loss"), std::string::npos);
    log->publish(SettingChanged{4, 2, "keys.alpha", "0.05", "0.01", SettingOrigin::mailbox});
    EXPECT_NE(written().at(2).find("settings/keys.alpha"), std::string::npos);
    log->publish(SettingChanged{4, 2, "some.interventions", "knock-out 1:3", "", {}});
    log->publish(Progress{});
    EXPECT_EQ(written().size(), 3U);
    EXPECT_TRUE(problems.empty());
}

TEST_F(TensorboardLogTest, ARunThatGoesOnVoidsWhatItRepeats) {
    begin()->publish(Scalars{9, 0, {{"a", 1}}});
    begin(6)->publish(Scalars{6, 0, {{"a", 2}}});
    EXPECT_EQ(filesOf(folder / "board/run").size(), 2U);
    const auto records = written();
    ASSERT_EQ(records.size(), 5U);
    EXPECT_EQ(records[3].substr(9), "\x10\x06\x3A\x02\x08\x01"s);  // step 6, session: start
}

TEST_F(TensorboardLogTest, AFolderThatCantBeMadeIsToldOnceAndTriedAgain) {
    test::writeFile(folder / "board", "a file");
    const auto log = begin();
    log->publish(Scalars{1, 0, {{"a", 1}}});
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_NE(problems[0].find("board"), std::string::npos);
    fs::remove(folder / "board");
    log->publish(Scalars{2, 0, {{"a", 2}}});
    ASSERT_EQ(problems.size(), 2U);
    EXPECT_EQ(problems[1], "");
    EXPECT_EQ(written().size(), 3U);  // nothing is lost
}

/// Files may not grow beyond so many bytes, as on a full disk.
class SmallFiles {
public:
    explicit SmallFiles(rlim_t most) : before_(::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &limit_);
        const rlimit small{most, limit_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &small);
    }
    ~SmallFiles() {
        ::setrlimit(RLIMIT_FSIZE, &limit_);
        ::signal(SIGXFSZ, before_);
    }

private:
    rlimit limit_{};
    void (*before_)(int);
};

TEST_F(TensorboardLogTest, AFullDiskCostsNoRecordAndCutsNone) {
    const auto log = begin();
    {
        const SmallFiles full(100);
        for (int step = 1; step <= 5; ++step)
            log->publish(Scalars{step, 0, {{"train/loss", 1.0 / step}}});
        ASSERT_EQ(problems.size(), 1U);
    }
    log->publish(Scalars{6, 0, {{"train/loss", .1}}});
    ASSERT_EQ(problems.size(), 2U);
    const auto records = written();
    ASSERT_EQ(records.size(), 7U);
    for (char step = 1; step <= 6; ++step)
        EXPECT_EQ(records[static_cast<std::size_t>(step)][10], step);
}

TEST_F(TensorboardLogTest, ARunOfTheSameNameGetsAFolderOfItsOwn) {
    EXPECT_EQ(freeTensorboardFolder(folder.path(), "run"), folder / "run");
    fs::create_directory(folder / "run");
    EXPECT_EQ(freeTensorboardFolder(folder.path(), "run"), folder / "run-2");
}

}  // namespace
}  // namespace orrery
