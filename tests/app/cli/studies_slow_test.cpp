// SPDX-License-Identifier: GPL-3.0-or-later
// Every study of configs/studies at its tiny scale; prints its verdict.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "tests/app/cli/run_program.h"
#include "tests/support/temporary_folder.h"

namespace orrery::testing {
namespace {

std::vector<std::string> studyNames() {
    std::vector<std::string> names;
    for (const auto& entry :
         std::filesystem::directory_iterator(ORRERY_SOURCE_DIR "/configs/studies"))
        if (entry.is_regular_file()) names.push_back(entry.path().stem().string());
    std::ranges::sort(names);
    return names;
}

class TinyStudy : public ProgramTest, public ::testing::WithParamInterface<std::string> {
protected:
    /// The cache, where set-up puts Optuna, is a folder of the test's.
    void SetUp() override {
        ProgramTest::SetUp();
        setenv("PYTHONPATH", ORRERY_OPTUNA, 1);
    }
};

TEST_P(TinyStudy, EndsWithEveryTrialDone) {
    const std::string file =
        std::string(ORRERY_SOURCE_DIR) + "/configs/studies/" + GetParam() + ".yaml";
    const std::string base = "base: {study: ";
    const std::string text = test::readFile(file);
    const bool alone = contains(text, "otherwise: ");  // it goes without the other one
    if (const auto at = text.find(base); at != std::string::npos && !alone) {
        const std::string before =
            text.substr(at + base.size(), text.find(',', at) - at - base.size());
        const auto first =
            Program(folder_,
                    {"study", "run",
                     std::string(ORRERY_SOURCE_DIR) + "/configs/studies/" + before + ".yaml",
                     "--scale", "tiny", "--jobs", "2", "--out", before + "-tiny"})
                .wait(std::chrono::seconds(580));
        ASSERT_EQ(first.exit_code, 0) << first.out << first.err;
    }
    const auto begin = std::chrono::steady_clock::now();
    const auto result = Program(folder_, {"study", "run", file, "--scale", "tiny", "--jobs", "2",
                                          "--out", "out", "--json"})
                            .wait(std::chrono::seconds(580));
    if (contains(result.err, "--with-optuna")) GTEST_SKIP() << result.err;
    ASSERT_EQ(result.exit_code, 0) << result.out << result.err;
    const auto json = result.json();
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    std::printf("%s: %s (%.0f s)\n", GetParam().c_str(), json["verdict"].get<std::string>().c_str(),
                seconds);
    EXPECT_EQ(json["failed"], 0);
    EXPECT_GT(json["done"], 0);
    int pruned = json["trials"].get<int>() - json["done"].get<int>();  // by a search
    for (const auto& cell : json["cells"]) {
        const std::string first = json["objectives"][0]["name"];
        if (cell[first]["values"].empty() && pruned-- > 0) continue;
        for (const auto& objective : json["objectives"]) {
            const std::string name = objective["name"];
            if (name.starts_with("guild_reuse")) continue;  // there may be no guild
            EXPECT_FALSE(cell[name]["values"].empty()) << name << " of " << cell["point"];
        }
    }
    EXPECT_TRUE(std::filesystem::exists(folder_ / "out/trials.csv"));
    EXPECT_TRUE(contains(run({"study", "report", "out"}).out, "Verdict:"));
}

INSTANTIATE_TEST_SUITE_P(Studies, TinyStudy, ::testing::ValuesIn(studyNames()),
                         [](const auto& info) {
                             std::string name = info.param;
                             std::ranges::replace(name, '-', '_');
                             return "study_" + name;
                         });

}  // namespace
}  // namespace orrery::testing
