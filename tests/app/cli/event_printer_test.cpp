// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/event_printer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

namespace orrery::cli {
namespace {

/// What printing the events puts on the standard output, which is no terminal here.
std::string printed(bool json, const std::vector<Event>& events) {
    ::testing::internal::CaptureStdout();
    Output output;
    EventPrinter printer(output, json);
    for (const Event& event : events)
        printer.print(event);
    return ::testing::internal::GetCapturedStdout();
}

TEST(EventPrinter, MessagesCarryStepAndSeverity) {
    const std::string text =
        printed(false, {Message{.step = 7, .kind = "log", .text = "done"},
                        Message{.severity = Severity::warning, .kind = "log", .text = "odd"},
                        Message{.step = 8, .kind = "sample", .text = "Once"}});
    EXPECT_EQ(text, "[7] done\nwarning: odd\n[8] Sample: Once\n");
}

TEST(EventPrinter, WhatAModelWritesCanNotSteerTheTerminal) {
    const std::string text = printed(false, {Message{.kind = "sample", .text = "a\x1b[2J\nb"}});
    EXPECT_EQ(text, "Sample: a\xEF\xBF\xBD[2J\nb\n");
}

TEST(EventPrinter, ProgressIsPrintedOnceInAWhileAndAtEachPhase) {
    Progress tokenizing{.phase = "Tokenizing"};
    Progress first{.state = RunState::running, .phase = "Training", .step = 1, .total_steps = 9};
    Progress later = first;
    later.step = 2;
    Progress evaluating = later;
    evaluating.phase = "Evaluating";
    Progress end = later;
    end.state = RunState::finished;
    const std::string text =
        printed(false, {tokenizing, tokenizing, first, later, evaluating, end});
    EXPECT_EQ(std::ranges::count(text, '\n'), 3) << text;
    EXPECT_TRUE(text.starts_with("Tokenizing\nstep 1/9")) << text;
    EXPECT_NE(text.find("step 2/9"), std::string::npos);
}

TEST(EventPrinter, JsonTakesNumbersThatAreNotFiniteAndTextThatIsNotUtf8) {
    const std::string text =
        printed(true, {Scalars{1, 0.5, {{"train/loss", std::nan("")}}},
                       Message{.kind = "sample", .text = "half a letter \xc3"}});
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    EXPECT_TRUE(nlohmann::json::parse(line)["values"]["train/loss"].is_null());
    std::getline(lines, line);
    EXPECT_EQ(nlohmann::json::parse(line)["kind"], "sample");
}

TEST(EventPrinter, ChangesAreALineOfTextOrAnObjectWithTheirFields) {
    const std::vector<Event> events = {
        SettingChanged{4, 0.5, "keys.alpha", "0.02", "0.01", SettingOrigin::mailbox},
        Respawned{6, 0.75, 1, {2, 5}}};
    EXPECT_EQ(printed(false, events),
              "[4] keys.alpha = 0.02 (was 0.01), by another program\n"
              "[6] Keys respawned in layer 1: 2 5.\n");
    std::istringstream lines(printed(true, events));
    std::string line;
    std::getline(lines, line);
    const auto change = nlohmann::json::parse(line);
    EXPECT_EQ(change["event"], "setting_changed");
    EXPECT_EQ(change["key"], "keys.alpha");
    EXPECT_EQ(change["value"], "0.02");
    EXPECT_EQ(change["previous"], "0.01");
    EXPECT_EQ(change["origin"], "mailbox");
    std::getline(lines, line);
    EXPECT_EQ(nlohmann::json::parse(line)["experts"], (std::vector<int>{2, 5}));
}

TEST(EventPrinter, PicturesAreLeftToTheDatabase) {
    EXPECT_EQ(printed(true, {std::make_shared<const Keys>(), Usage{}, ExpertTokens{}}), "");
    EXPECT_EQ(printed(false, {Scalars{1, 0, {{"train/loss", 1.0}}}}), "");
}

}  // namespace
}  // namespace orrery::cli
