// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/controls_report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/app/cli/program_result.h"

namespace orrery::cli {
namespace {

using testing::contains;

ControlsReport threeSeeds() {
    ControlsReport report{"demo", {}};
    report.controls.push_back(
        {"itself", "the configuration itself", {}, {1, 2, 3}, {3.0, 3.1, 3.2}, {1.0, 1.1, 1.2}});
    report.controls.push_back(
        {"no_experts", "no experts at all", {}, {1, 2, 3}, {3.02, 3.05, 3.25}, {1.0, 1.1, 1.2}});
    report.controls.push_back({"trained_experts",
                               "experts trained like the other weights",
                               {},
                               {1, 3},
                               {2.5, 2.7},
                               {0.9, 1.0}});
    return report;
}

TEST(ControlsReport, SaysOfEachDifferenceWhetherItIsSeedNoise) {
    const auto sentences = verdicts(threeSeeds());
    ASSERT_EQ(sentences.size(), 2u);
    EXPECT_TRUE(contains(sentences[0], "0.0067 nats higher than with demo itself")) << sentences[0];
    EXPECT_TRUE(contains(sentences[0], "within seed noise")) << sentences[0];
    EXPECT_TRUE(contains(sentences[1], "0.5000 nats lower")) << sentences[1];
    EXPECT_TRUE(contains(sentences[1], "over 2 seeds: beyond seed noise")) << sentences[1];
}

TEST(ControlsReport, ComparesOnlySeedsThatBothFinished) {
    const ControlsReport report = threeSeeds();
    EXPECT_NEAR(lossDifference(report, report.controls[2]).mean, -0.5, 1e-12);
    ControlsReport none = report;
    none.controls[2].seeds = {7, 8};
    EXPECT_TRUE(contains(verdicts(none)[1], "no seed has finished"));
}

TEST(ControlsReport, OneSeedClaimsNothingOfNoise) {
    ControlsReport report = threeSeeds();
    report.controls.resize(2);
    for (ControlResult& control : report.controls) {
        control.seeds = {1};
        control.loss.resize(1);
        control.bits_per_byte.resize(1);
    }
    EXPECT_TRUE(contains(verdicts(report)[0], "seed noise can't be estimated from one seed"));
    const auto json = nlohmann::json::parse(controlsJson(report));
    EXPECT_EQ(json["controls"][1]["judged"], false);
    EXPECT_TRUE(json["controls"][1]["within_seed_noise"].is_null()) << "neither within nor beyond";
}

TEST(ControlsReport, TableCsvAndJsonHoldTheSameNumbers) {
    const ControlsReport report = threeSeeds();
    EXPECT_TRUE(contains(controlsText(report), "3.1000 ± 0.1000")) << controlsText(report);
    EXPECT_TRUE(contains(controlsText(report), noiseRule(report)));
    EXPECT_TRUE(contains(controlsCsv(report), "no_experts,2,3.05,1.1\n"));
    const auto json = nlohmann::json::parse(controlsJson(report));
    EXPECT_NEAR(json["controls"][0]["loss_mean"].get<double>(), 3.1, 1e-12);
    EXPECT_EQ(json["controls"][1]["within_seed_noise"], true);
}

}  // namespace
}  // namespace orrery::cli
