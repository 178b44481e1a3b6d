// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/loop/evaluations.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/train/loop/loop_support.h"

namespace orrery {
namespace {

struct EvaluationsTest : testing::Test {
    test::RecordingReporter told;
    Config config = test::tinyConfig();
    std::unique_ptr<TrainingRun> run = test::makeRunInMemory(config);
    bool stopped = false;
    Evaluations evaluations{*run, [this] { return stopped; }, told.reporter};
};

TEST_F(EvaluationsTest, AnEvaluationTellsLossesTokensAndASample) {
    told.reporter.progress.phase = "Training";
    EXPECT_FALSE(evaluations.current());
    EXPECT_TRUE(evaluations.evaluate());
    EXPECT_TRUE(evaluations.current());
    const auto table = test::scalarTable(told.events);
    EXPECT_EQ(run->validation.last, table.at({0, "val/loss"}));
    EXPECT_EQ(run->validation.best, run->validation.last);
    EXPECT_EQ(table.at({0, "val/perplexity"}), std::exp(run->validation.last));
    EXPECT_TRUE(table.contains({0, "val/loss_with_pads"}));
    EXPECT_TRUE(table.contains({0, "val/bits_per_byte"}));
    EXPECT_EQ(told.all<ExpertTokens>().size(), 2U) << "one a layer";
    EXPECT_NE(told.last("sample").text, "");
    EXPECT_EQ(told.last("evaluation").severity, Severity::info);
    EXPECT_EQ(told.reporter.progress.phase, "Training") << "as before";
}

TEST_F(EvaluationsTest, TheSampleGoesOnFromTheFirstWordsThatAreNotTrainedOn) {
    ASSERT_TRUE(evaluations.evaluate());
    const auto words = run->data.validation.document(0);
    const std::string start = run->data.tokenizer.decode({words.begin(), words.begin() + 6});
    EXPECT_TRUE(told.last("sample").text.starts_with(start)) << told.last("sample").text;
}

TEST_F(EvaluationsTest, OneThatIsStoppedSaysSoAndLeavesTheLastLoss) {
    ASSERT_TRUE(evaluations.evaluate());
    const double loss = run->validation.last;
    run->step = 3;
    told.events.clear();
    told.reporter.progress.phase = "Training";
    stopped = true;
    EXPECT_FALSE(evaluations.evaluate());
    EXPECT_FALSE(evaluations.current());
    EXPECT_EQ(run->validation.last, loss);
    EXPECT_EQ(run->validation.step, 0);
    EXPECT_EQ(told.last("evaluation").text, "The evaluation was stopped.");
    EXPECT_TRUE(told.all<Scalars>().empty());
    EXPECT_EQ(told.last("sample").text, "");
    EXPECT_EQ(told.reporter.progress.phase, "Training");
}

TEST_F(EvaluationsTest, TheLowestLossIsRemembered) {
    ValidationLoss validation;
    validation.add(5, 3);
    validation.add(10, 2);
    validation.add(15, 4);
    EXPECT_EQ(validation.last, 4);
    EXPECT_EQ(validation.step, 15);
    EXPECT_EQ(validation.best, 2);
    validation.add(20, std::nan(""));
    EXPECT_EQ(validation.best, 2);
}

TEST_F(EvaluationsTest, ATextThatCannotBeTracedIsToldAndNothingElseHappens) {
    for (const char* text : {"", "\xFF\xFE"}) {
        told.events.clear();
        evaluations.trace(text);
        EXPECT_TRUE(told.all<Trace>().empty());
        EXPECT_EQ(told.last("log").severity, Severity::error);
        EXPECT_NE(told.last("log").text.find("can't be traced"), std::string::npos);
    }
    run->step = 2;
    evaluations.trace("Once upon a time");
    ASSERT_EQ(told.all<Trace>().size(), 1U);
    EXPECT_EQ(told.all<Trace>()[0].step, 2);
    EXPECT_EQ(told.all<Trace>()[0].layers, 2);
    EXPECT_EQ(told.all<Trace>()[0].written_tokens, 0);
    evaluations.trace("Once", 3);
    ASSERT_EQ(told.all<Trace>().size(), 2U);
    EXPECT_LE(told.all<Trace>()[1].written_tokens, 3);
    EXPECT_GE(told.all<Trace>()[1].written_tokens, 0);
}

}  // namespace
}  // namespace orrery
