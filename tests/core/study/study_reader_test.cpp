// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "tests/core/study/small_study.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

class StudyReader : public ::testing::Test {
protected:
    std::vector<Diagnostic> faultsOf(const std::string& text) {
        try {
            parseStudy(text, folder_.path() / "s.yaml");
        } catch (const ConfigError& error) {
            return error.diagnostics();
        }
        return {};
    }
    test::TemporaryFolder folder_;
};

TEST_F(StudyReader, ReadsAxesSeedsAndScales) {
    const Study study = smallStudy(folder_.path());
    EXPECT_EQ(study.name, "study");
    EXPECT_EQ(study.base, folder_.path() / "base.yaml");
    ASSERT_EQ(study.axes.size(), 2U);
    EXPECT_EQ(study.axes[0].points[1].set, (std::vector<Override>{{"keys.alpha", "0.05"}}));
    EXPECT_EQ(study.axes[1].points[0].set, (std::vector<Override>{{"some.num_experts", "8"}}));
    EXPECT_EQ(study.seeds, (std::vector<std::int64_t>{1, 2}));
    EXPECT_EQ(study.scales[0].set, (std::vector<Override>{{"train.max_steps", "5"}}));
}

TEST_F(StudyReader, SpreadsRanges) {
    smallStudy(folder_.path());
    const Study study = parseStudy(
        "base: base.yaml\naxes:\n  - {key: keys.alpha, log_range: [1e-4, 1e-2], points: 3}\n"
        "  - {key: some.num_experts, range: [8, 16], points: 5}\n",
        folder_.path() / "s.yaml");
    EXPECT_EQ(study.axes[0].points[1].label, "0.001");
    EXPECT_TRUE(study.axes[0].logarithmic);
    EXPECT_EQ(study.axes[1].points[3].label, "14");
}

TEST_F(StudyReader, ReportsEveryFaultWithItsPlace) {
    const auto faults = faultsOf(
        "base: missing.yaml\n"
        "qestion: x\n"
        "axes:\n"
        "  - {key: keys.alhpa, values: [1]}\n"
        "  - {key: keys.beta, log_range: [0, 1]}\n"
        "seeds: -1\n"
        "seeds: 2\n"
        "search: tpe\n");
    ASSERT_EQ(faults.size(), 7U);
    EXPECT_NE(faults[0].message.find("missing.yaml"), std::string::npos);
    EXPECT_NE(faults[1].message.find("did you mean question"), std::string::npos);
    EXPECT_EQ(faults[1].line, 2);
    EXPECT_NE(faults[2].message.find("keys.alpha"), std::string::npos);
    EXPECT_EQ(faults[2].line, 4);
    EXPECT_NE(faults[3].message.find("log_range"), std::string::npos);
    EXPECT_EQ(faults[4].line, 6);
    EXPECT_NE(faults[5].message.find("line 6"), std::string::npos);
    EXPECT_NE(faults[6].message.find("grid or random"), std::string::npos);
}

TEST_F(StudyReader, RefusesWhatCanNotBeAStudy) {
    smallStudy(folder_.path());
    EXPECT_FALSE(faultsOf("").empty());
    EXPECT_FALSE(faultsOf("[1, 2]").empty());
    EXPECT_FALSE(faultsOf("base: base.yaml\n").empty());
    EXPECT_FALSE(faultsOf("base: base.yaml\naxes: [{key: keys.alpha}]\n").empty());
    EXPECT_FALSE(
        faultsOf("base: base.yaml\nsearch: random\naxes: [{key: keys.alpha, values: [1]}]\n")
            .empty());
    EXPECT_THROW(loadStudy(folder_.path() / "none.yaml"), ConfigError);
    EXPECT_THROW(loadStudy(folder_.path()), ConfigError);
}

}  // namespace
}  // namespace orrery
