// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/loop/probe_report.h"

#include <ATen/core/grad_mode.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "tests/core/runs/run_support.h"
#include "tests/core/train/loop/loop_support.h"

namespace orrery {
namespace {

struct ProbeReportTest : testing::Test {
    test::RecordingReporter told;
    Config config = test::tinyConfig();
    std::unique_ptr<TrainingRun> run;
    std::map<std::string, std::string> meta;

    ProbeReport make() {
        run = test::makeRunInMemory(config);
        return {*run,
                [this](const std::string& key, const std::string& value) { meta[key] = value; },
                told.reporter};
    }
};

TEST_F(ProbeReportTest, ACausalModelIsToldToBeOne) {
    make().checkCausality();
    EXPECT_EQ(told.last("probe").severity, Severity::info);
    EXPECT_NE(told.last("probe").text.find("Causality holds"), std::string::npos);
}

TEST_F(ProbeReportTest, AModelWithoutAMaskIsAllowedAndNamed) {
    config.model.causal = false;
    make().checkCausality();
    EXPECT_EQ(told.last("probe").severity, Severity::warning);
    EXPECT_NE(told.last("probe").text.find("no causal mask"), std::string::npos);
}

TEST_F(ProbeReportTest, AModelThatLeaksAgainstItsConfigurationEndsTheRun) {
    config.model.causal = false;
    ProbeReport probes = make();
    run->config.model.causal = true;  // what a bug in the mask would be
    EXPECT_NE(test::errorOf([&] { probes.checkCausality(); }).find("Causality is violated"),
              std::string::npos);
}

TEST_F(ProbeReportTest, LogitsThatAreNoNumbersProveNothing) {
    ProbeReport probes = make();
    {
        const at::NoGradGuard no_gradient;
        for (auto& [name, parameter] : run->model->trainedParameters())
            parameter.fill_(std::nan(""));
    }
    probes.checkCausality();
    EXPECT_NE(told.last("probe").text.find("can't be checked"), std::string::npos);
}

TEST_F(ProbeReportTest, WhatFiresIsWarnedOfAndRemembered) {
    ProbeReport probes = make();
    EXPECT_EQ(probes.fired(), "none");
    probes.report();
    EXPECT_EQ(meta.at("probes"), probes.fired());
    std::size_t warnings = 0;
    for (const Message& message : told.all<Message>())
        warnings += message.severity == Severity::warning ? 1 : 0;
    const auto names = static_cast<std::size_t>(std::ranges::count(probes.fired(), ',') +
                                                (probes.fired() == "none" ? 0 : 1));
    EXPECT_EQ(warnings, names) << probes.fired();
    EXPECT_EQ(told.all<Message>().size(), 9U) << "one a probe, whether it fires or not";
}

}  // namespace
}  // namespace orrery
