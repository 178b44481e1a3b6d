// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_folder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>

#include "core/config/yaml.h"
#include "core/runs/checkpoint_folder.h"
#include "core/runs/log_file.h"
#include "core/runs/run_notes.h"
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

TEST(RunLock, FollowsItsFolderWhereverThatIsRenamed) {
    const TemporaryFolder place;
    const RunFolder folder = createRunFolder(place / "runs", "r");
    RunLock lock(folder);
    EXPECT_EQ(lock.place(), folder.path);
    std::filesystem::rename(folder.path, place / "runs" / "elsewhere");
    std::filesystem::create_directories(folder.path);
    test::writeFile(folder.lockFile(), "1");
    EXPECT_EQ(lock.place(), place / "runs" / "elsewhere") << "not another of its old name";
    std::filesystem::rename(place / "runs", place / "more");
    EXPECT_EQ(lock.place(), place / "more" / "elsewhere");
    EXPECT_NO_THROW(lock.requireHeld());
    EXPECT_TRUE(isRunLocked(place / "more" / "elsewhere"));
    std::filesystem::remove_all(place / "more" / "elsewhere");
    EXPECT_NE(errorOf([&] { lock.place(); }).find("was removed"), std::string::npos);
    EXPECT_NE(errorOf([&] { lock.requireHeld(); }).find("was removed"), std::string::npos);
}

TEST(RunLock, KeepsTheNameThatTheFolderWasGiven) {
    const TemporaryFolder place;
    std::filesystem::create_directories(place / "disk" / "run");
    std::filesystem::create_directory_symlink(place / "disk", place / "runs");
    RunLock lock(RunFolder{place / "runs" / "run"});
    EXPECT_EQ(lock.place(), place / "runs" / "run");
}

TEST(RunLock, IsTakenAnewWhereItsFileWasRemoved) {
    const TemporaryFolder place;
    const RunFolder folder = createRunFolder(place.path(), "r");
    RunLock lock(folder);
    std::filesystem::remove(folder.lockFile());
    EXPECT_FALSE(isRunLocked(folder.path));
    lock.requireHeld();
    EXPECT_TRUE(isRunLocked(folder.path));
    std::filesystem::remove(folder.lockFile());
    const RunLock second(folder);
    EXPECT_NE(errorOf([&] { lock.requireHeld(); }).find("in use"), std::string::npos);
}

TEST(LogFile, AppendsOneLineAMessage) {
    TemporaryFolder folder;
    for (int run = 0; run < 2; ++run) {
        LogFile log(folder / "log.txt");
        log.publish(Message{7, 1.0, Severity::error, "checkpoint", "Cannot write it."});
        log.publish(Scalars{});
        log.publish(SettingChanged{8, 1.0, "keys.alpha", "0.5", "0.1", SettingOrigin::session});
    }
    const std::string text = test::readFile(folder / "log.txt");
    const auto first = text.find("step 7 error checkpoint: Cannot write it.\n");
    ASSERT_NE(first, std::string::npos) << text;
    EXPECT_NE(text.find("step 7 error", first + 1), std::string::npos) << text;
    EXPECT_NE(text.find("step 8 info set: keys.alpha = 0.5 (was 0.1)\n"), std::string::npos);
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4);
}

/// A run's folder as a stranger may have made it.
struct StrangersRun : testing::Test {
    TemporaryFolder place;
    RunFolder run{place / "run"};

    StrangersRun() {
        std::filesystem::create_directory(run.path);
        test::writeFile(place / "mine", "precious");
    }
    void link(const std::filesystem::path& inside) {
        std::filesystem::create_symlink(place / "mine", inside);
    }
    ~StrangersRun() override { EXPECT_EQ(test::readFile(place / "mine"), "precious"); }
};

TEST_F(StrangersRun, ALinkInPlaceOfALockIsNotWrittenThrough) {
    link(run.lockFile());
    const std::string error = errorOf([&] { RunLock lock(run); });
    EXPECT_NE(error.find(".lock is not a regular file but a symbolic link"), std::string::npos)
        << error;
    EXPECT_FALSE(isRunLocked(run.path));
}

TEST_F(StrangersRun, APipeInPlaceOfALockHoldsNobodyUp) {
    ASSERT_EQ(::mkfifo(run.lockFile().c_str(), 0600), 0);
    EXPECT_THROW(RunLock lock(run), Error);
    EXPECT_FALSE(isRunLocked(run.path));
}

TEST_F(StrangersRun, FoldersThatLeadElsewhereAreRefused) {
    std::filesystem::create_directory(place / "other");
    std::filesystem::create_directory_symlink(place / "other", run.checkpointsFolder());
    const std::string error = errorOf([&] { RunLock lock(run); });
    EXPECT_NE(error.find("checkpoints is not a folder but a symbolic link"), std::string::npos)
        << error;
}

TEST_F(StrangersRun, TheLogAndTheConfigurationAreNotWrittenThroughALink) {
    link(run.logFile());
    link(run.configFile());
    EXPECT_THROW(LogFile log(run.logFile()), Error);
    EXPECT_THROW(writeRunConfig(run, Config{}, {}), Error);
    EXPECT_THROW(readRunConfig(run), Error);
}

TEST_F(StrangersRun, NotesAreNotWrittenThroughALinkAndDoNotWait) {
    link(run.notesFile());
    EXPECT_THROW(writeRunNotes(run.path, {{"tag"}, "text"}), Error);
    std::filesystem::remove(run.notesFile());
    ASSERT_EQ(::mkfifo(run.notesFile().c_str(), 0600), 0);
    EXPECT_THROW(readRunNotes(run.path), Error);
}

TEST_F(StrangersRun, ACheckpointOfPipesIsDamaged) {
    const auto step = checkpointFolder(run.path, 5);
    std::filesystem::create_directories(step);
    ASSERT_EQ(::mkfifo((step / "state.json").c_str(), 0600), 0);
    const FoundCheckpoint found = findCheckpoint(run.path);
    EXPECT_FALSE(found.state);
    ASSERT_EQ(found.damaged.size(), 1U);
    EXPECT_NE(found.damaged[0].find("but a pipe"), std::string::npos) << found.damaged[0];
}

TEST(LogFile, ControlCharactersOfMessagesAreShown) {
    TemporaryFolder folder;
    LogFile(folder / "log.txt").publish(Message{1, 0, Severity::info, "sample", "a\x1b[2Jb"});
    EXPECT_EQ(test::readFile(folder / "log.txt").find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace orrery
