// SPDX-License-Identifier: GPL-3.0-or-later
// A small study with real trials.
#include <signal.h>

#include <cstdlib>
#include <fstream>

#include "tests/app/cli/run_program.h"

namespace orrery::testing {
namespace {

/// The one whose command line holds both words.
int processOf(const std::filesystem::path& folder, const std::string& trial) {
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", none)) {
        std::ifstream file(entry.path() / "cmdline");
        const std::string words{std::istreambuf_iterator<char>(file), {}};
        if (contains(words, folder.string()) && contains(words, trial))
            return std::atoi(entry.path().filename().c_str());
    }
    return -1;
}

class StudyCommand : public ProgramTest {
protected:
    void SetUp() override {
        ProgramTest::SetUp();
        write("tiny.yaml", tinyConfig(8));
        write("study.yaml",
              "question: Does attraction matter?\nbase: tiny.yaml\naxes:\n"
              "  - {key: keys.alpha, values: [0, 0.05]}\nseeds: 2\n");
    }
};

TEST_F(StudyCommand, RunsEveryTrialAndReports) {
    const auto result = run({"study", "run", "study.yaml", "--out", "out", "--json"});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const auto json = result.json();
    EXPECT_EQ(json["done"], 4);
    ASSERT_EQ(json["cells"].size(), 2U);
    EXPECT_EQ(json["cells"][1]["point"]["keys.alpha"], "0.05");
    EXPECT_EQ(json["cells"][1]["val/loss"]["values"].size(), 2U);
    for (const char* number : {"value", "low", "high", "p_value"})
        EXPECT_TRUE(json["findings"][0].contains(number)) << number;
    for (const char* file : {"map-val-loss.csv", "curves.csv", "keys.csv", "trials.csv"})
        EXPECT_TRUE(std::filesystem::exists(folder_ / "out" / file)) << file;
    for (const char* picture : {"map-val-loss", "curves", "parallel", "keys"})
        for (const char* extension : {".svg", ".pdf"})
            EXPECT_EQ(std::filesystem::exists(folder_ / "out" / (std::string(picture) + extension)),
                      hasWindow())
                << picture << extension;
    EXPECT_TRUE(contains(run({"study", "export", "out"}).out,
                         "trial,keys.alpha,seed,state,val/loss,seconds"));
    const std::string report = run({"study", "report", "out"}).out;
    EXPECT_TRUE(contains(report, "Does attraction matter?"));
    EXPECT_TRUE(contains(report, "Verdict: ")) << report;
    EXPECT_TRUE(contains(report, "seeds 1, 2")) << report;
    EXPECT_TRUE(contains(run({"study", "status", "out"}).out, "4 of 4 trials done"));
    const auto runs = std::filesystem::directory_iterator(folder_ / "out/runs");
    const std::string trained = runs->path().string();
    const auto judged = run({"eval", trained, "--domain", "sea", "--words", "spaces", "--json"});
    ASSERT_EQ(judged.exit_code, 0) << judged.err;
    EXPECT_GT(judged.json()["words"], 0);
    EXPECT_GT(judged.json()["word_perplexity"], judged.json()["perplexity"]);
    EXPECT_NE(run({"eval", trained, "--domain", "moon"}).exit_code, 0);
    // Nothing is left to do, and nothing is done twice.
    EXPECT_EQ(run({"study", "run", "study.yaml", "--out", "out", "--json"}).json(), json);
}

TEST_F(StudyCommand, AKilledStudyGoesOnWithTheSameResult) {
    const auto whole = run({"study", "run", "study.yaml", "--out", "whole", "--json"}).json();
    {
        Program killed(folder_, {"study", "run", "study.yaml", "--out", "broken"});
        ASSERT_TRUE(killed.waitForOutput("trial 1"));
        killed.signal(SIGKILL);
        killed.wait();
    }
    const auto rest = run({"study", "resume", "study.yaml", "--out", "broken", "--json"});
    ASSERT_EQ(rest.exit_code, 0) << rest.err;
    EXPECT_EQ(rest.json()["cells"], whole["cells"]);
}

TEST_F(StudyCommand, AFolderSaysHowItGoesOn) {
    std::filesystem::create_directory(folder_ / "there");
    write("there/study.yaml",
          "base: ../tiny.yaml\naxes: [{key: keys.alpha, values: [0, 0.05]}]\n"
          "scales: {tiny: {seeds: 2}}\n");
    const std::vector<std::string> first = {"study",    "run",   "there/study.yaml",  "--scale",
                                            "tiny",     "--set", "train.max_steps=6", "--out",
                                            "there/out"};
    {
        Program killed(folder_, first);
        ASSERT_TRUE(killed.waitForOutput("trial 1"));
        killed.signal(SIGKILL);
        killed.wait();
    }
    EXPECT_TRUE(
        contains(run({"study", "resume", "there/out", "--scale", "full"}).err, "is at scale tiny"));
    // The trial that it had begun goes on alone; its folder is moved afterwards.
    ASSERT_TRUE(eventually([&] { return processOf(folder_ / "there/out", "trial-") < 0; }));
    std::filesystem::rename(folder_ / "there/out", folder_ / "moved");
    std::filesystem::remove(folder_ / "there/study.yaml");
    const auto rest = run({"study", "resume", "moved", "--json"});
    ASSERT_EQ(rest.exit_code, 0) << rest.err;
    EXPECT_EQ(rest.json()["done"], 4);
    for (const auto& trial : std::filesystem::directory_iterator(folder_ / "moved/trials")) {
        std::ifstream plan(trial.path() / "config.yaml");
        const std::string text{std::istreambuf_iterator<char>(plan), {}};
        EXPECT_TRUE(contains(text, "max_steps: 6")) << text;
    }
    const auto none = run({"study", "resume", "there"});
    EXPECT_EQ(none.exit_code, 1);
    EXPECT_TRUE(contains(none.err, "has no study.db")) << none.err;
}

TEST_F(StudyCommand, ATrialThatIsKilledRunsAgain) {
    write("slow.yaml", tinyConfig(800));
    write("one.yaml",
          "base: slow.yaml\naxes: [{key: keys.alpha, values: [0.01]}]\n"
          "set: {checkpoint: {every: 20}}\n");
    Program study(folder_, {"study", "run", "one.yaml", "--out", "out"});
    const std::filesystem::path trial = folder_ / "out/trials/trial-0001";
    std::string status;
    // It stands still while it is looked at: else it might be over before the look is.
    const auto killed = [&] {
        std::ifstream log(trial / "log.txt");
        const std::string text{std::istreambuf_iterator<char>(log), {}};
        if (text.find("step") == std::string::npos) return false;
        const int process = processOf(folder_ / "out", "trial-0001");
        if (process < 0 || kill(process, SIGSTOP) != 0) return false;
        status = run({"study", "status", "out"}).out;
        const bool known = contains(status, " of 800");
        kill(process, known ? SIGKILL : SIGCONT);
        return known;
    };
    ASSERT_TRUE(eventually(killed));
    EXPECT_TRUE(contains(status, "running, step ")) << status;
    ASSERT_EQ(study.wait(std::chrono::seconds(300)).exit_code, 0);
    const std::string csv = run({"study", "export", "out"}).out;
    EXPECT_TRUE(contains(csv, "1,0.01,1,done")) << csv;
    EXPECT_TRUE(contains(csv, ",2,2026") || contains(csv, ",2,20")) << "two attempts: " << csv;
}

TEST_F(StudyCommand, PhasesDomainsAndStreamsAreMeasured) {
    write("phases.yaml",
          "base: tiny.yaml\nset: {model: {vocab_size: 500}, data: {val_documents: 24}}\n"
          "phases: {one: {data: {domain: village}}, two: {data: {domain: sea}}}\n"
          "domains: [village, sea]\nstream: [village, sea]\nwords: spaces\nobjectives:\n"
          "  - after/two/sea\n  - {name: forgotten, value: after/two/village - "
          "after/one/village}\n  - stream/active/after\n  - stream/frozen/after\n"
          "  - stream/active/old\n  - val/word_perplexity\n"
          "  - {name: reuse, value: mean(analysis/reuse/*)}\n"
          "  - {name: reuse_chance, value: mean(analysis/reuse_chance/*)}\n"
          "  - analysis/carried/two\n  - search/exact_ms\n  - search/hnsw_ms\n"
          "  - search/build_ms\n  - {name: recall, value: min(search/layer*/recall)}\n"
          "verdict: [{rule: difference, of: stream/active/after, with: stream/frozen/after}]\n"
          "seeds: 2\n");
    const auto result = run({"study", "run", "phases.yaml", "--out", "out", "--json"});
    ASSERT_EQ(result.exit_code, 0) << result.out << result.err;
    const auto cell = result.json()["cells"][0];
    for (const char* name :
         {"after/two/sea", "forgotten", "stream/active/after", "stream/frozen/after",
          "stream/active/old", "val/word_perplexity", "reuse", "reuse_chance",
          "analysis/carried/two", "search/exact_ms", "search/hnsw_ms", "search/build_ms", "recall"})
        EXPECT_EQ(cell[name]["values"].size(), 2U) << name;
    EXPECT_NE(cell["stream/active/after"]["values"], cell["stream/frozen/after"]["values"]);
    const double reuse = cell["reuse"]["values"][0];
    EXPECT_GT(reuse, 0);
    EXPECT_LE(reuse, 1 + 1e-9);
    EXPECT_GT(double(cell["analysis/carried/two"]["values"][0]), 0);
    EXPECT_GT(double(cell["recall"]["values"][0]), 0.99) << "of a handful of keys";
    EXPECT_TRUE(std::filesystem::exists(folder_ / "out/trials/trial-0001/stream.csv"));
    std::ifstream curves(folder_ / "out/stream.csv");
    const std::string lines{std::istreambuf_iterator<char>(curves), {}};
    EXPECT_TRUE(contains(lines, "\nactive,") && contains(lines, "\nfrozen,")) << lines;
}

TEST_F(StudyCommand, ItsCostIsToldBeforeTheStart) {
    const auto result = run({"study", "run", "study.yaml", "--estimate"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_TRUE(contains(result.out, "4 trials, 32 steps")) << result.out;
    EXPECT_TRUE(contains(result.out, "GFLOP/s measured here")) << result.out;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "studies"));
}

TEST_F(StudyCommand, AFailedTrialTellsItsCause) {
    write("two_words.txt", "two words");
    const auto failed =
        run({"study", "run", "study.yaml", "--out", "out", "--set", "data.corpus=two_words.txt"});
    EXPECT_EQ(failed.exit_code, 1);
    EXPECT_TRUE(contains(failed.out, "No trial is done: all of them failed.")) << failed.out;
    const auto status = run({"study", "status", "out"});
    EXPECT_TRUE(contains(status.out, "contains one document")) << status.out;
    EXPECT_FALSE(contains(status.out, "Resume with")) << status.out;
}

TEST_F(StudyCommand, PointsThatFallTogetherAreTrainedOnceAndSaidSo) {
    write("dup.yaml",
          "base: tiny.yaml\naxes: [{key: some.top_k, log_range: [1, 4], points: 6}]\n"
          "set: {train: {max_steps: 2}}\n");
    const auto text = run({"study", "run", "dup.yaml", "--out", "out"});
    ASSERT_EQ(text.exit_code, 0) << text.out << text.err;
    EXPECT_TRUE(contains(text.out, "some.top_k has 4 points in place of 6")) << text.out;
    EXPECT_TRUE(contains(text.out, "seed noise can't be estimated from one seed")) << text.out;
    const auto json = run({"study", "report", "out", "--json"}).json();
    EXPECT_EQ(json["trials"], 4);
    EXPECT_EQ(json["notes"].size(), 1u);
}

TEST_F(StudyCommand, FaultsAreToldBeforeAnythingStarts) {
    write("bad.yaml", "base: tiny.yaml\naxes:\n  - {key: keys.alhpa, values: [1]}\n");
    const auto bad = run({"study", "run", "bad.yaml"});
    EXPECT_EQ(bad.exit_code, 2);
    EXPECT_TRUE(contains(bad.err, "bad.yaml:3:")) << bad.err;
    EXPECT_TRUE(contains(bad.err, "keys.alpha")) << bad.err;
    EXPECT_EQ(run({"study", "run", "study.yaml", "--scale", "huge"}).exit_code, 1);
    EXPECT_EQ(run({"study", "status", "."}).exit_code, 1);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "studies"));
}

}  // namespace
}  // namespace orrery::testing
