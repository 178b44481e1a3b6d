// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/loop/run_files.h"

#include <gtest/gtest.h>

#include "tests/core/runs/run_support.h"
#include "tests/core/train/loop/loop_support.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;
using test::errorOf;

struct RunFilesTest : testing::Test {
    test::TemporaryFolder folder;
    test::RecordingReporter told;
    fs::path place = folder / "run";  // empty: the folder is gone
    std::vector<std::string> calls;
    RunStorage storage{[this] {
                           calls.emplace_back("locate");
                           if (place.empty()) throw Error("The run's folder was removed.");
                           return place;
                       },
                       [this] { calls.emplace_back("keep"); },
                       [this] { calls.emplace_back("store"); }};

    void SetUp() override { fs::create_directory(place); }
    RunFiles make() {
        return {RunFolder{folder / "run"},
                storage,
                {Config(), {"then", "cpu", ""}, "bytes"},
                told.reporter};
    }
};

TEST_F(RunFilesTest, AFolderByAnotherNameIsFollowedAndToldOnce) {
    RunFiles files = make();
    files.follow();
    EXPECT_TRUE(told.events.empty());
    place = folder / "renamed";
    files.follow();
    files.follow();
    EXPECT_EQ(files.folder().path, place);
    ASSERT_EQ(told.events.size(), 1U);
    EXPECT_NE(told.last("log").text.find("was moved to " + place.string()), std::string::npos);
    EXPECT_EQ(told.last("log").severity, Severity::warning);
}

TEST_F(RunFilesTest, AFolderThatIsGoneIsNoErrorUntilItIsNeeded) {
    RunFiles files = make();
    place.clear();
    EXPECT_NO_THROW(files.follow());
    EXPECT_EQ(files.folder().path, folder / "run");
    EXPECT_TRUE(told.events.empty());
    EXPECT_NE(errorOf([&] { files.requireFolder(); }).find("was removed"), std::string::npos);
    EXPECT_NE(errorOf([&] { files.completeStorage(); }).find("was removed"), std::string::npos);
    EXPECT_EQ(calls.back(), "locate") << "nothing is stored any more";
}

TEST_F(RunFilesTest, RequiredFilesThatAreMissingAreWrittenAnewWhereTheRunIsNow) {
    RunFiles files = make();
    fs::rename(place, folder / "renamed");
    place = folder / "renamed";
    test::writeFile(place / "tokenizer.model", "of the run");
    files.restoreRequired();
    EXPECT_EQ(test::readFile(place / "tokenizer.model"), "of the run") << "it was there";
    EXPECT_EQ(readRunConfig(files.folder()).name, Config().name);
    EXPECT_EQ(told.last("log").text, (place / "config.yaml").string() +
                                         " was removed while the run trains. It was written anew.");
    fs::remove(place / "tokenizer.model");
    files.restoreRequired();
    EXPECT_EQ(test::readFile(place / "tokenizer.model"), "bytes");
    EXPECT_FALSE(fs::exists(folder / "run")) << "no second folder that looks like the run";
}

TEST_F(RunFilesTest, WhatCannotBeWrittenAnewIsAnError) {
    RunFiles files = make();
    fs::remove(place);
    test::writeFile(place, "a file where the folder was");
    EXPECT_NE(errorOf([&] { files.restoreRequired(); }).find("config.yaml"), std::string::npos);
    EXPECT_TRUE(told.events.empty()) << "nothing was written anew";
}

TEST_F(RunFilesTest, ARunIsCompleteWithItsFilesAndItsHistory) {
    RunFiles files = make();
    files.completeStorage();
    EXPECT_TRUE(fs::exists(place / "config.yaml"));
    EXPECT_TRUE(fs::exists(place / "tokenizer.model"));
    EXPECT_EQ(calls.back(), "store");
    storage.store = [] { throw Error("run.db can't be written."); };
    RunFiles others = make();
    EXPECT_EQ(errorOf([&] { others.completeStorage(); }), "run.db can't be written.");
}

}  // namespace
}  // namespace orrery
