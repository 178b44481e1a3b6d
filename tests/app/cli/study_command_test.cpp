// SPDX-License-Identifier: GPL-3.0-or-later
// A small study with real trials.
#include <signal.h>

#include "tests/app/cli/run_program.h"

namespace orrery::testing {
namespace {

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
    EXPECT_EQ(json["cells"][1]["values"].size(), 2U);
    EXPECT_TRUE(std::filesystem::exists(folder_ / "out/report.svg"));
    EXPECT_TRUE(contains(run({"study", "export", "out"}).out, "trial,keys.alpha,seed,state"));
    EXPECT_TRUE(contains(run({"study", "report", "out"}).out, "Does attraction matter?"));
    EXPECT_TRUE(contains(run({"study", "status", "out"}).out, "done"));
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
