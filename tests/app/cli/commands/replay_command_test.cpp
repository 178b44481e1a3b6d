// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>

#include "tests/app/cli/run_program.h"

namespace orrery::testing {
namespace {

namespace fs = std::filesystem;
const fs::path cases = fs::path(ORRERY_SOURCE_DIR) / "tests/reference/cases";

class ReplayCommand : public ProgramTest {};

TEST_F(ReplayCommand, AgreesWithEveryRecordedCase) {
    int count = 0;
    for (const auto& entry : fs::directory_iterator(cases)) {
        const auto result = run({"replay", entry.path().string(), "--json"});
        EXPECT_EQ(result.exit_code, 0) << entry.path() << result.out << result.err;
        EXPECT_EQ(result.json()["passed"], true) << entry.path();
        ++count;
    }
    EXPECT_GE(count, 5);
}

TEST_F(ReplayCommand, ADifferenceExitsWithOneAndIsShown) {
    fs::copy(cases / "v4_mlp", folder_ / "case");
    fs::copy_file(cases / "v5_masked_max/expected.safetensors",
                  folder_ / "case/expected.safetensors", fs::copy_options::overwrite_existing);
    const auto result = run({"replay", "case"});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_TRUE(contains(result.out, "TOO LARGE")) << result.out << result.err;
}

TEST_F(ReplayCommand, WritesItsResultsAndNeedsNoExpectation) {
    fs::copy(cases / "v4_mlp", folder_ / "case");
    fs::remove(folder_ / "case/expected.safetensors");
    const auto result = run({"replay", "case", "--out", "out.safetensors"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_GT(fs::file_size(folder_ / "out.safetensors"), 1000u);
}

TEST_F(ReplayCommand, DamagedCasesAreRefused) {
    EXPECT_NE(run({"replay", "gone"}).exit_code, 0);
    fs::copy(cases / "v4_mlp", folder_ / "case");
    fs::resize_file(folder_ / "case/init.safetensors", 100);
    const auto result = run({"replay", "case"});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_TRUE(contains(result.err, "init.safetensors")) << result.err;
}

}  // namespace
}  // namespace orrery::testing
