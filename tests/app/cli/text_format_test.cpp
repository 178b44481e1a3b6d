// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text_format.h"

#include <gtest/gtest.h>

#include <limits>

namespace orrery::cli {
namespace {

TEST(TextFormat, Numbers) {
    EXPECT_EQ(fixed(3.14159, 2), "3.14");
    EXPECT_EQ(fixed(-0.5, 1), "-0.5");
    EXPECT_EQ(fixed(1e300, 0).size(), 301u);
    EXPECT_EQ(fixed(std::numeric_limits<double>::quiet_NaN(), 2), "-");
}

TEST(TextFormat, Durations) {
    EXPECT_EQ(duration(0), "0 s");
    EXPECT_EQ(duration(59.4), "59 s");
    EXPECT_EQ(duration(59.6), "1 min 00 s");
    EXPECT_EQ(duration(75), "1 min 15 s");
    EXPECT_EQ(duration(4000), "1 h 06 min");
    EXPECT_EQ(duration(-1), "?");
    EXPECT_EQ(duration(std::numeric_limits<double>::quiet_NaN()), "?");
}

TEST(TextFormat, ProgressInTrainingAndBefore) {
    Progress progress;
    progress.phase = "Training the tokenizer";
    progress.phase_fraction = 0.25;
    EXPECT_EQ(progressText(progress), "Training the tokenizer 25 %");
    progress = {.phase = "Training",
                .step = 12,
                .total_steps = 624,
                .loss = 3.21449,
                .tokens_per_second = 7214.4,
                .seconds_left = 250};
    EXPECT_EQ(progressText(progress),
              "step 12/624, epoch 1, loss 3.2145, 7214 tokens/s, 4 min 10 s left");
    EXPECT_EQ(progressText(Progress{}), "");
}

TEST(TextFormat, TablesCountCharactersNotBytes) {
    EXPECT_EQ(table({{"a", "b"}, {"ßß", "x"}, {"long", "y"}}), "a     b\nßß    x\nlong  y");
    EXPECT_EQ(table({{"a", "b"}, {"c", ""}}), "a  b\nc");
    EXPECT_EQ(table({}), "");
}

TEST(TextFormat, PathsForTheShell) {
    EXPECT_EQ(shellQuoted("runs/2026-11-27-1405-demo"), "runs/2026-11-27-1405-demo");
    EXPECT_EQ(shellQuoted("my runs/x"), "'my runs/x'");
    EXPECT_EQ(shellQuoted("it's"), "'it'\\''s'");
    EXPECT_EQ(shellQuoted(""), "''");
}

}  // namespace
}  // namespace orrery::cli
