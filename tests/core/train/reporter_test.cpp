// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/reporter.h"

#include <gtest/gtest.h>

namespace orrery {
namespace {

struct ReporterTest : testing::Test, EventSink {
    std::vector<Event> events;
    std::vector<RunState> states;
    std::vector<std::size_t> told_before;  // events when each state was told
    bool stopping = false;
    Reporter reporter{*this,
                      [this](RunState state) {
                          states.push_back(state);
                          told_before.push_back(events.size());
                      },
                      [this] { return stopping; }};

    void publish(const Event& event) override { events.push_back(event); }
    template <class Kind>
    const Kind& last() const {
        return std::get<Kind>(events.back());
    }
};

TEST_F(ReporterTest, MessagesAndScalarsCarryStepAndTime) {
    reporter.progress.step = 5;
    reporter.clock.set(2.5);
    reporter.message("log", "a line", Severity::warning);
    EXPECT_EQ(last<Message>().step, 5);
    EXPECT_EQ(last<Message>().time, 2.5);
    EXPECT_EQ(last<Message>().kind, "log");
    EXPECT_EQ(last<Message>().severity, Severity::warning);
    reporter.scalars({{"train/loss", 3}});
    EXPECT_EQ(last<Scalars>().step, 5);
    const auto expected =
        std::vector<std::pair<std::string, double>>{{"train/loss", 3}, {"time/wall", 2.5}};
    EXPECT_EQ(last<Scalars>().values, expected);
}

TEST_F(ReporterTest, AStateIsKnownBeforeItIsPublished) {
    reporter.state(RunState::running);
    EXPECT_EQ(states, std::vector<RunState>{RunState::running});
    EXPECT_EQ(told_before, std::vector<std::size_t>{0});
    EXPECT_EQ(last<Progress>().state, RunState::running);
    EXPECT_EQ(last<Progress>().device, "cpu");
    EXPECT_GT(last<Progress>().memory_bytes, 0);
}

TEST_F(ReporterTest, ARunThatIsAskedToStopShowsThatUntilItsEnd) {
    reporter.state(RunState::running);
    stopping = true;
    reporter.publishProgress();
    EXPECT_EQ(last<Progress>().state, RunState::stopping);
    EXPECT_EQ(reporter.progress.state, RunState::running) << "what it returns to";
    reporter.state(RunState::stopped);
    EXPECT_EQ(last<Progress>().state, RunState::stopped);
}

TEST_F(ReporterTest, APhaseIsShownWithItsPart) {
    reporter.phase("Evaluating", 0.25);
    EXPECT_EQ(last<Progress>().phase, "Evaluating");
    EXPECT_EQ(last<Progress>().phase_fraction, 0.25);
    reporter.phase("Training");
    EXPECT_LT(last<Progress>().phase_fraction, 0) << "unknown";
}

}  // namespace
}  // namespace orrery
