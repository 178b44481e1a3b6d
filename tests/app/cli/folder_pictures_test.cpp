// SPDX-License-Identifier: GPL-3.0-or-later
// What has the figures of a folder drawn, and what becomes of it where they can't be.
// tests/app/window/headless_test.cpp has the window that draws them.
#include <nlohmann/json.hpp>

#include "tests/app/cli/copied_program.h"

namespace orrery::testing {
namespace {

namespace fs = std::filesystem;

class FolderPictures : public CopiedProgramTest {
protected:
    void SetUp() override {
        CopiedProgramTest::SetUp();
        write("tiny.yaml", tinyConfig(3));
        write("study.yaml", "base: tiny.yaml\naxes:\n  - {key: keys.alpha, values: [0, 0.05]}\n");
    }
    std::string contents(const std::string& name) const {
        std::ostringstream text;
        text << std::ifstream(folder_ / name).rdbuf();
        return text.str();
    }
    std::string place(const std::string& name) const {
        return fs::absolute(folder_ / name).lexically_normal().string();
    }
};

TEST_F(FolderPictures, WithoutAWindowTheTablesAreWrittenAndTheCommandForLaterIsTold) {
    if (windowIsInstalled()) GTEST_SKIP();
    const auto study = call("study run study.yaml --out made");
    EXPECT_EQ(study.exit_code, 0) << study.err;
    EXPECT_TRUE(contains(study.err, "No figures were drawn")) << study.err;
    EXPECT_TRUE(contains(study.err, "`orrery-cli study report ")) << study.err;
    for (const char* table : {"trials.csv", "map-val-loss.csv", "curves.csv", "keys.csv"})
        EXPECT_TRUE(fs::exists(folder_ / "made" / table)) << table;
    const auto json = call("study report made --json");
    EXPECT_EQ(json.exit_code, 0);
    EXPECT_EQ(json.json()["done"], 2) << "the standard output holds the object alone";

    const auto trained = call("train tiny.yaml --figures");
    EXPECT_EQ(trained.exit_code, 0) << trained.err;
    EXPECT_TRUE(contains(trained.err, " --pictures` draws them")) << trained.err;
    const fs::path run = fs::directory_iterator(folder_ / "runs")->path();
    EXPECT_TRUE(fs::exists(run / "figures/scalars.csv"));
    EXPECT_TRUE(fs::exists(run / "figures/usage.csv"));

    const auto controls = call("controls tiny.yaml --seeds 1 --out c");
    EXPECT_EQ(controls.exit_code, 0) << controls.err;
    EXPECT_TRUE(contains(controls.err, "No figures were drawn")) << controls.err;
    EXPECT_TRUE(fs::exists(folder_ / "c/controls.csv"));
}

TEST_F(FolderPictures, OneCallOfTheWindowDrawsAllOfAFolder) {
    writeWindow("bin/orrery", "printf '<%s>' \"$QT_QPA_PLATFORM\" \"$@\" >> words\n");
    const auto study = call("study run study.yaml --out made");
    EXPECT_EQ(study.exit_code, 0) << study.err;
    EXPECT_EQ(contents("words"), "<offscreen><" + place("made") + "><--pictures>")
        << "once, when all trials are over";
    EXPECT_FALSE(fs::exists(folder_ / "made/keys.csv")) << "who draws the keys writes them";
    EXPECT_FALSE(contains(study.err, "No figures"));
}

TEST_F(FolderPictures, AWindowThatCannotStartIsAsGoodAsNone) {
    writeWindow("bin/orrery",
                "echo 'error while loading shared libraries: libQt6' >&2; exit 127\n");
    const auto study = call("study run study.yaml --out made");
    EXPECT_EQ(study.exit_code, 0) << study.err;
    EXPECT_TRUE(contains(study.err, "No figures were drawn")) << study.err;
    EXPECT_TRUE(fs::exists(folder_ / "made/keys.csv"));
}

TEST_F(FolderPictures, AFigureThatCannotBeWrittenIsAFailure) {
    writeWindow("bin/orrery", "echo 'orrery: no space left' >&2; exit 1\n");
    const auto study = call("study run study.yaml --out made");
    EXPECT_EQ(study.exit_code, 1);
    EXPECT_TRUE(contains(study.err, "no space left")) << study.err;
    EXPECT_TRUE(contains(study.err, "can't be drawn")) << study.err;
    EXPECT_TRUE(contains(study.out, "Verdict: ")) << "the result is told first";
}

}  // namespace
}  // namespace orrery::testing
