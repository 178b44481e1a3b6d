// SPDX-License-Identifier: GPL-3.0-or-later
// Folders of runs and studies that somebody else made, or changed.
#include <sqlite3.h>
#include <sys/stat.h>

#include <fstream>
#include <iterator>

#include "tests/app/cli/run_program.h"

namespace orrery::testing {
namespace {

namespace fs = std::filesystem;

class StrangersFolder : public ProgramTest {
protected:
    void SetUp() override {
        ProgramTest::SetUp();
        write("tiny.yaml", tinyConfig(4));
        write("mine", "precious");
    }
    void TearDown() override {
        std::ifstream stream(folder_ / "mine");
        EXPECT_EQ((std::string{std::istreambuf_iterator<char>(stream), {}}), "precious");
        ProgramTest::TearDown();
    }
    fs::path trained() {
        EXPECT_EQ(run({"train", "tiny.yaml"}).exit_code, 0);
        return fs::directory_iterator(folder_ / "runs")->path();
    }
    fs::path study() {
        write("study.yaml", "base: tiny.yaml\naxes: [{key: keys.alpha, values: [0, 0.05]}]\n");
        EXPECT_EQ(run({"study", "run", "study.yaml", "--out", "out"}).exit_code, 0);
        return folder_ / "out";
    }
    static void change(const fs::path& database, const std::string& sql) {
        sqlite3* handle = nullptr;
        ASSERT_EQ(sqlite3_open(database.c_str(), &handle), SQLITE_OK);
        EXPECT_EQ(sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
            << sqlite3_errmsg(handle);
        sqlite3_close(handle);
    }
    /// An orderly failure that says all of this.
    void expectError(const std::vector<std::string>& arguments,
                     const std::vector<std::string>& words) {
        const ProgramResult result = run(arguments);
        EXPECT_TRUE(result.exit_code == 1 || result.exit_code == 2)
            << arguments[0] << ": " << result.exit_code << result.err;
        for (const std::string& word : words)
            EXPECT_TRUE(contains(result.err, word)) << word << "\n" << result.err;
        for (const char* raw :
             {"json.exception", "filesystem error", "std::", "bad_a", "stod", "stoi"})
            EXPECT_FALSE(contains(result.err, raw)) << result.err;
    }
};

TEST_F(StrangersFolder, ALogThatIsALinkStopsResuming) {
    const fs::path run_folder = trained();
    fs::remove(run_folder / "log.txt");
    fs::create_symlink(folder_ / "mine", run_folder / "log.txt");
    run({"config", "check", "tiny.yaml"});
    change(run_folder / "run.db", "UPDATE meta SET value = 'x' WHERE key = 'progress'");
    expectError({"resume", run_folder.string()}, {"log.txt", "symbolic link"});
}

TEST_F(StrangersFolder, EscapesAreShown) {
    const fs::path run_folder = trained();
    change(run_folder / "run.db",
           "UPDATE meta SET value = 'a' || char(27) || '[2J' || char(10) "
           "WHERE key = 'created'; INSERT OR REPLACE INTO meta "
           "VALUES('probes', char(155) || '31m')");
    const std::string listed = run({"runs", "runs"}).out;
    EXPECT_FALSE(contains(listed, "\x1b")) << listed;
    EXPECT_FALSE(contains(listed, "\xC2\x9B")) << listed;
    write("bad.yaml", "name: x\nkeys: {\"al\\epha\": 1}\n");
    EXPECT_FALSE(contains(run({"config", "check", "bad.yaml"}).err, "\x1b"));
}

TEST_F(StrangersFolder, RowsOfALayerThatIsNotThereAreNamed) {
    const fs::path run_folder = trained();
    change(run_folder / "run.db",
           "INSERT INTO usage SELECT max(event) + 1000, max(step), 2, "
           "zeroblob(32) FROM usage");
    expectError({"analyze", run_folder.string(), "--tokens", "100"},
                {"layer 2", "2 layers", "run.db"});
    expectError({"export", run_folder.string(), "--to", "csv", "--out", "x"}, {"layer 2"});
}

TEST_F(StrangersFolder, AStudyWhoseLabelsDoNotFitIsNamed) {
    const fs::path out = study();
    change(out / "study.db", "UPDATE trials SET labels = '[\"0\", \"1\", \"2\"]' WHERE number = 2");
    for (const char* command : {"report", "export", "status", "resume"})
        expectError({"study", command, out.string()}, {"study.db", "trial 2 has 3 labels"});
    change(out / "study.db", "UPDATE trials SET labels = '[]' WHERE number = 2");
    expectError({"study", "report", out.string()}, {"trial 2 has 0 labels"});
    change(out / "study.db", "UPDATE trials SET labels = '{' WHERE number = 2");
    expectError({"study", "status", out.string()}, {"trial 2 has labels that can't be read"});
    change(out / "study.db",
           "UPDATE trials SET labels = '[\"0.05\"]', run = '../../mine' WHERE number = 2");
    expectError({"study", "report", out.string()}, {"trial 2 has a run outside"});
}

TEST_F(StrangersFolder, NumbersOfAStudyThatAreNoneDoNotStopIt) {
    const fs::path out = study();
    change(out / "study.db", "UPDATE meta SET value = 'many' WHERE key IN ('jobs', 'seconds')");
    EXPECT_EQ(run({"study", "status", out.string()}).exit_code, 0);
    EXPECT_EQ(run({"study", "resume", out.string()}).exit_code, 0);
    change(out / "study.db", "UPDATE meta SET value = '[1' WHERE key = 'changes'");
    expectError({"study", "resume", out.string()}, {"study.db", "changes"});
}

TEST_F(StrangersFolder, WhatAReportWritesGoesThroughNoLink) {
    const fs::path out = study();
    fs::remove(out / "trials.csv");
    fs::create_symlink(folder_ / "mine", out / "trials.csv");
    expectError({"study", "report", out.string()}, {"trials.csv", "symbolic link"});
    fs::remove(out / "trials.csv");
    if (!hasWindow()) return;
    for (const char* picture : {"map-val-loss.svg", "map-val-loss.pdf", "keys.csv"}) {
        fs::remove(out / picture);
        fs::create_symlink(folder_ / "mine", out / picture);
        expectError({"study", "report", out.string()}, {picture, "symbolic link"});
        fs::remove(out / picture);
    }
    EXPECT_EQ(run({"study", "report", out.string()}).exit_code, 0);
}

TEST_F(StrangersFolder, NamesOfStudiesStayInTheirFolder) {
    for (const char* name : {"/abs/x", "../..", "..", "a/b"}) {
        write("named.yaml", std::string("name: \"") + name +
                                "\"\nbase: tiny.yaml\naxes: [{key: keys.alpha, values: [0, 1]}]\n");
        expectError({"study", "run", "named.yaml"}, {"name: '", "named.yaml:1"});
    }
    write("named.yaml",
          "base: tiny.yaml\naxes: [{key: keys.alpha, values: [0, 1]}]\nscales: {../x: {seeds: 1}}\n"
          "phases: {a/b: {train: {max_steps: 2}}}\n");
    expectError({"study", "run", "named.yaml", "--scale", "../x"},
                {"scales: '../x'", "phases: 'a/b'"});
}

TEST_F(StrangersFolder, PipesHoldNobodyUp) {
    const fs::path run_folder = trained();
    const fs::path pipe = folder_ / "pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    expectError({"study", "run", pipe.string()}, {"but a pipe"});
    fs::remove(run_folder / ".lock");
    ASSERT_EQ(mkfifo((run_folder / ".lock").c_str(), 0600), 0);
    EXPECT_EQ(run({"runs", "runs"}).exit_code, 0);
    fs::remove(run_folder / "config.yaml");
    ASSERT_EQ(mkfifo((run_folder / "config.yaml").c_str(), 0600), 0);
    expectError({"eval", run_folder.string()}, {"config.yaml", "but a pipe"});
}

}  // namespace
}  // namespace orrery::testing
