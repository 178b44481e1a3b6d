// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <future>
#include <utility>

#include "core/events/commands.h"
#include "core/train/checkpoint.h"
#include "tests/core/train/asked_text.h"
#include "tests/core/train/session_support.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

using Asked = test::AskedText;

TEST(TextRequests, AreAnsweredBetweenStepsAndChangeNothing) {
    const test::TemporaryFolder folder;
    const auto weights = [&](bool ask, const char* name) {
        Asked asked;
        test::WatchedSession watched(test::newRun(test::tinyConfig(40), folder.path() / name));
        watched.startPaused();
        if (ask) watched.session.send(asked.request(30));
        watched.session.send(command::Resume{});
        watched.session.wait();
        if (ask) {
            EXPECT_EQ(asked.end.get_future().get(), "");
            EXPECT_FALSE(asked.prompt.empty());
            EXPECT_FALSE(asked.tokens.empty());
        }
        return readCheckpoint(watched.session.runFolder(), 40).model;
    };
    const auto asked = weights(true, "a"), alone = weights(false, "b");
    ASSERT_EQ(asked.size(), alone.size());
    for (const auto& [name, tensor] : alone)
        EXPECT_TRUE(at::equal(asked.at(name), tensor)) << name;
}

TEST(TextRequests, AreAnsweredWhilePausedAndFailedWhenTheRunEnds) {
    const test::TemporaryFolder folder;
    test::WatchedSession watched(test::newRun(test::tinyConfig(100'000), folder.path()));
    watched.startPaused();
    Asked paused, empty;
    watched.session.send(paused.request(12));
    command::WriteText nothing = empty.request(3);
    nothing.score = true;
    nothing.prompt.clear();
    watched.session.send(nothing);
    EXPECT_EQ(paused.end.get_future().get(), "");
    EXPECT_EQ(paused.step, 0);
    EXPECT_NE(empty.end.get_future().get().find("nothing to score"), std::string::npos);
    Asked first, second;
    command::WriteText held = first.request(10);
    std::promise<void> began, go;
    bool told = false;
    held.hooks.on_token = [&](const GeneratedToken&) {
        if (!std::exchange(told, true)) {
            began.set_value();
            go.get_future().wait();  // in a test alone: the training thread waits here
        }
    };
    watched.session.send(held);
    watched.session.send(second.request(10));
    began.get_future().wait();
    watched.session.send(command::Stop{});
    go.set_value();
    watched.session.wait();
    EXPECT_EQ(second.end.get_future().get(), "The run has ended.");
}

}  // namespace
}  // namespace orrery
