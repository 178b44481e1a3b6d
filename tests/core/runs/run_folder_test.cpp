// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_folder.h"

#include <gtest/gtest.h>

#include "core/config/yaml.h"
#include "core/runs/log_file.h"
#include "tests/core/runs/run_support.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

using test::errorOf;
using test::TemporaryFolder;

TEST(RunFolder, IsNamedByDateAndRunAndNeverTakenTwice) {
    TemporaryFolder folder;
    const RunFolder first = createRunFolder(folder / "new" / "runs", "a4 sparse/é");
    const RunFolder second = createRunFolder(folder / "new" / "runs", "a4 sparse/é");
    EXPECT_NE(first.path, second.path);
    EXPECT_TRUE(std::filesystem::is_directory(first.path));
    EXPECT_TRUE(std::filesystem::is_directory(second.path));
    const std::string name = first.path.filename().string();
    ASSERT_GT(name.size(), 16U) << name;
    EXPECT_EQ(name.substr(15), "-a4-sparse") << name;
}

TEST(RunFolder, ANameOfNothingButSignsStillGivesAFolder) {
    TemporaryFolder folder;
    const std::string name = createRunFolder(folder.path(), "../..").path.filename().string();
    EXPECT_EQ(name.substr(15), "-run");
}

TEST(RunFolder, AFolderThatCannotBeMadeIsAnError) {
    TemporaryFolder folder;
    test::writeFile(folder / "plain", "x");
    const std::string message = errorOf([&] { createRunFolder(folder / "plain" / "runs", "a"); });
    EXPECT_NE(message.find("plain"), std::string::npos) << message;
    EXPECT_NE(message.find("Not a directory"), std::string::npos) << message;
}

TEST(RunFolder, ConfigurationAndRecordAreWrittenAndRead) {
    TemporaryFolder folder;
    const RunFolder run = createRunFolder(folder.path(), "a");
    Config config;
    config.name = "other";
    config.keys.alpha = 0.25;
    config.keys.beta_schedule = {3e-3, 5e-4};
    writeRunConfig(run, config, {"2026-11-27T14:05:00+0100", "cpu", "abc123"});
    EXPECT_EQ(toYaml(readRunConfig(run)), toYaml(config));
    const std::string text = test::readFile(run.configFile());
    for (const char* part : {"abc123", "cpu", "seed: 1", "2026-11-27T14:05", "Orrery "}) {
        EXPECT_NE(text.find(part), std::string::npos) << part;
    }
}

TEST(RunFolder, AFolderWithoutConfigurationIsNoRun) {
    TemporaryFolder folder;
    const std::string message = errorOf([&] { readRunConfig({folder.path()}); });
    EXPECT_NE(message.find("not a run folder"), std::string::npos) << message;
}

TEST(RunLock, ASecondProcessIsRefusedWithTheFirstOnesNumber) {
    TemporaryFolder folder;
    const RunFolder run{folder.path()};
    EXPECT_FALSE(isRunLocked(run.path));
    test::ChildProcess other([&](const std::function<void()>& ready) {
        RunLock lock(run);
        ready();
        ::pause();
    });
    ASSERT_TRUE(other.ready());
    EXPECT_TRUE(isRunLocked(run.path));
    const std::string message = errorOf([&] { RunLock lock(run); });
    EXPECT_NE(message.find("is in use (process " + std::to_string(other.process()) + ")"),
              std::string::npos)
        << message;
    other.kill();
    EXPECT_FALSE(isRunLocked(run.path));
    RunLock lock(run);
    EXPECT_TRUE(isRunLocked(run.path));
}

TEST(RunLock, ExcludesASecondSessionOfTheSameProcess) {
    TemporaryFolder folder;
    const RunFolder run{folder.path()};
    {
        RunLock lock(run);
        EXPECT_NE(errorOf([&] { RunLock second(run); }), "");
        EXPECT_TRUE(isRunLocked(run.path));
    }
    EXPECT_FALSE(isRunLocked(run.path));
    EXPECT_FALSE(isRunLocked(folder / "none"));
    EXPECT_NE(errorOf([&] { RunLock lock({folder / "none"}); }), "");
}

TEST(RunLock, NoticesThatItsFolderWasMovedOrReplaced) {
    const test::TemporaryFolder place;
    const RunFolder folder = createRunFolder(place.path(), "r");
    const RunLock lock(folder);
    EXPECT_NO_THROW(lock.requireHeld());
    std::filesystem::rename(folder.path, place.path() / "elsewhere");
    EXPECT_THROW(lock.requireHeld(), Error);
    std::filesystem::create_directories(folder.path);
    std::ofstream(folder.lockFile()) << "1";
    EXPECT_THROW(lock.requireHeld(), Error);
    std::filesystem::remove_all(folder.path);
    std::filesystem::rename(place.path() / "elsewhere", folder.path);
    EXPECT_NO_THROW(lock.requireHeld());
}

TEST(LogFile, AppendsOneLineAMessage) {
    TemporaryFolder folder;
    for (int run = 0; run < 2; ++run) {
        LogFile log(folder / "log.txt");
        log.publish(Message{7, 1.0, Severity::error, "checkpoint", "Cannot write it."});
        log.publish(Scalars{});
    }
    const std::string text = test::readFile(folder / "log.txt");
    const auto first = text.find("step 7 error checkpoint: Cannot write it.\n");
    ASSERT_NE(first, std::string::npos) << text;
    EXPECT_NE(text.find("step 7 error", first + 1), std::string::npos) << text;
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2);
}

}  // namespace
}  // namespace orrery
