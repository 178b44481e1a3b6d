// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/loop/setting_changes.h"

#include <gtest/gtest.h>

#include "tests/core/runs/run_support.h"
#include "tests/core/train/loop/loop_support.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;
using test::errorOf;

struct SettingChangesTest : testing::Test {
    test::TemporaryFolder folder;
    RunFolder run{folder.path()};
    test::RecordingReporter told;
    Config config;
    std::function<void()> keep = [] {};

    SettingChanges make(std::vector<SettingChanged> recorded = {}) {
        return {config, std::move(recorded), run, told.reporter};
    }
};

TEST_F(SettingChangesTest, AChangeIsToldWithTheValueBeforeItAndWhoAsked) {
    told.reporter.progress.step = 7;
    SettingChanges changes = make();
    const double before = config.keys.alpha;
    EXPECT_EQ(changes.set("keys.alpha", "0.5", SettingOrigin::session), "");
    EXPECT_EQ(config.keys.alpha, 0.5);
    EXPECT_EQ(changes.set("keys.alpha", "2.5e-1", SettingOrigin::mailbox), "");
    const auto events = told.all<SettingChanged>();
    ASSERT_EQ(events.size(), 2U);
    EXPECT_EQ(events[0].step, 7);
    EXPECT_EQ(std::stod(events[0].previous), before);
    EXPECT_EQ(events[0].origin, SettingOrigin::session);
    EXPECT_EQ(events[1].previous, events[0].value);
    EXPECT_EQ(events[1].value, "0.25") << "as YAML writes it, not as it was typed";
    EXPECT_EQ(events[1].origin, SettingOrigin::mailbox);
}

TEST_F(SettingChangesTest, WhatIsRefusedChangesNothingAndIsTold) {
    SettingChanges changes = make();
    const Config before = config;
    for (const auto& [key, value] :
         std::vector<std::pair<std::string, std::string>>{{"keys.alpha", "-1"},
                                                          {"keys.alpha", "much"},
                                                          {"model.d_model", "64"},
                                                          {"keys.a", "1"}}) {
        const std::string fault = changes.set(key, value, SettingOrigin::session);
        EXPECT_NE(fault, "") << key;
        EXPECT_EQ(told.last("set").text, fault);
        EXPECT_EQ(told.last("set").severity, Severity::error);
    }
    EXPECT_TRUE(told.all<SettingChanged>().empty());
    EXPECT_EQ(config.keys.alpha, before.keys.alpha);
    EXPECT_EQ(config.model.d_model, before.model.d_model);
}

TEST_F(SettingChangesTest, RecordedChangesComeAgainAtTheirSteps) {
    SettingChanges changes = make({{3, 0, "keys.alpha", "0.5", "", SettingOrigin::session},
                                   {3, 0, "keys.beta", "0.25", "", SettingOrigin::mailbox},
                                   {6, 0, "keys.alpha", "0.75", "", SettingOrigin::session}});
    told.reporter.progress.step = 2;
    changes.replay();
    EXPECT_TRUE(told.events.empty());
    told.reporter.progress.step = 4;
    changes.replay();
    EXPECT_EQ(config.keys.alpha, 0.5);
    EXPECT_EQ(config.keys.beta, 0.25);
    EXPECT_NE(told.last("log").text.find("as at step 3: keys.beta = 0.25"), std::string::npos);
    told.reporter.progress.step = 6;
    changes.replay();
    changes.replay();
    EXPECT_EQ(config.keys.alpha, 0.75);
    EXPECT_EQ(told.events.size(), 3U) << "each once";
    EXPECT_TRUE(told.all<SettingChanged>().empty()) << "they are in the run's database already";
}

TEST_F(SettingChangesTest, ANewChangeReplacesTheRecordedOnesOfItsFieldAlone) {
    SettingChanges changes = make({{3, 0, "keys.alpha", "0.5", "", SettingOrigin::session},
                                   {4, 0, "keys.beta", "0.25", "", SettingOrigin::session}});
    changes.set("keys.beta", "-1", SettingOrigin::session);
    changes.set("keys.alpha", "0.125", SettingOrigin::session);
    told.reporter.progress.step = 9;
    changes.replay();
    EXPECT_EQ(config.keys.alpha, 0.125);
    EXPECT_EQ(config.keys.beta, 0.25) << "a change that was refused replaces nothing";
}

TEST_F(SettingChangesTest, ARecordedChangeThatIsNoLongerAllowedEndsTheRun) {
    SettingChanges changes = make({{0, 0, "model.d_model", "64", "", SettingOrigin::session}});
    EXPECT_NE(errorOf([&] { changes.replay(); }).find("model.d_model"), std::string::npos);
}

TEST_F(SettingChangesTest, ARequestIsAnsweredOnceItsChangeIsKept) {
    told.reporter.progress.step = 5;
    SettingChanges changes = make();
    const std::string id = postChanges(run, {{"keys.alpha", "0.5"}});
    int kept = 0;
    changes.readMailbox(run, [&] {
        ++kept;
        EXPECT_EQ(config.keys.alpha, 0.5);
        EXPECT_FALSE(takeAnswer(run, id)) << "a kill now must leave the request";
    });
    EXPECT_EQ(kept, 1);
    const auto answer = takeAnswer(run, id);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->step, 5);
    EXPECT_EQ(answer->fault, "");
    EXPECT_EQ(told.all<SettingChanged>().at(0).origin, SettingOrigin::mailbox);
    changes.readMailbox(run, [] { FAIL() << "nothing waits"; });
}

TEST_F(SettingChangesTest, ARequestWithAFaultIsAnsweredWithItAndTheRestIsMade) {
    SettingChanges changes = make();
    const std::string id =
        postChanges(run, {{"keys.gamma", "1"}, {"keys.alpha", "0.5"}, {"keys.beta", "-1"}});
    changes.readMailbox(run, keep);
    const auto answer = takeAnswer(run, id);
    ASSERT_TRUE(answer);
    EXPECT_NE(answer->fault.find("keys.gamma"), std::string::npos) << answer->fault;
    EXPECT_NE(answer->fault.find("keys.beta"), std::string::npos) << answer->fault;
    EXPECT_EQ(config.keys.alpha, 0.5);
}

TEST_F(SettingChangesTest, AChangeThatCannotBeKeptIsMadeAndThatIsTold) {
    SettingChanges changes = make();
    const std::string id = postChanges(run, {{"keys.alpha", "0.5"}});
    changes.readMailbox(run, [] { throw Error("The disk is full."); });
    EXPECT_EQ(told.last("log").text, "The disk is full.");
    EXPECT_EQ(told.last("log").severity, Severity::error);
    EXPECT_EQ(config.keys.alpha, 0.5);
    EXPECT_TRUE(takeAnswer(run, id)) << "who asked does not wait in vain";
}

TEST_F(SettingChangesTest, TheMailboxIsReadWhereTheRunIsNow) {
    SettingChanges changes = make();
    const RunFolder moved{folder / "moved"};
    const std::string id = postChanges(moved, {{"keys.alpha", "0.5"}});
    changes.readMailbox(run, keep);
    EXPECT_NE(config.keys.alpha, 0.5);
    changes.readMailbox(moved, keep);
    EXPECT_EQ(config.keys.alpha, 0.5);
    EXPECT_TRUE(takeAnswer(moved, id));
}

TEST_F(SettingChangesTest, WhatIsNoFileInTheMailboxIsToldOnce) {
    SettingChanges changes = make();
    fs::create_directories(run.mailboxFolder() / "1-1.request");
    for (int look = 0; look < 3; ++look)
        changes.readMailbox(run, keep);
    ASSERT_EQ(told.events.size(), 1U);
    EXPECT_NE(told.last("log").text.find("1-1.request is no file"), std::string::npos);
}

}  // namespace
}  // namespace orrery
