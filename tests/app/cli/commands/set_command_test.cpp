// SPDX-License-Identifier: GPL-3.0-or-later
#include <csignal>

#include "tests/app/cli/run_program.h"

namespace orrery::testing {
namespace {

namespace fs = std::filesystem;

class SetCommand : public ProgramTest {
protected:
    std::string onlyRun() const {
        return fs::directory_iterator(folder_ / "runs")->path().string();
    }
};

TEST_F(SetCommand, ChangesALiveRunOfAnotherProcess) {
    write("long.yaml", tinyConfig(500'000));
    Program training(folder_, {"train", "long.yaml"});
    ASSERT_TRUE(training.waitForOutput("tokens/s"));
    const auto changed = run({"set", onlyRun(), "keys.alpha=0.5", "keys.use_beta=false", "--json"});
    ASSERT_EQ(changed.exit_code, 0) << changed.err;
    EXPECT_GT(changed.json()["after_step"].get<int>(), 0);
    EXPECT_EQ(changed.json()["set"]["keys.alpha"], "0.5");
    EXPECT_TRUE(training.waitForOutput("keys.alpha = 0.5"));
    EXPECT_TRUE(training.waitForOutput("keys.use_beta = false"));

    const auto words = run({"set", onlyRun(), "keys.beta=0.25"});
    EXPECT_TRUE(contains(words.out, "keys.beta = 0.25 from step ")) << words.out;
    const auto range = run({"set", onlyRun(), "keys.alpha=2"});
    EXPECT_EQ(range.exit_code, 2);
    const auto all = run({"set", onlyRun(), "keys.alpha=2", "keys.beta=0.1", "train.seed=3"});
    EXPECT_TRUE(contains(all.err, "0 to 1") && contains(all.err, "train.seed can't be changed"))
        << all.err;
    EXPECT_TRUE(contains(range.err, "0 to 1")) << range.err;
    const auto dead = run({"set", onlyRun(), "model.d_model=64"});
    EXPECT_TRUE(contains(dead.err, "can't be changed during training")) << dead.err;
    EXPECT_TRUE(contains(run({"set", onlyRun(), "keys.alhpa=1"}).err, "did you mean keys.alpha"));
    EXPECT_EQ(run({"set", onlyRun(), "keys.alpha"}).exit_code, 2);
    training.signal(SIGINT);
    EXPECT_EQ(training.wait().exit_code, 3);

    const auto late = run({"set", onlyRun(), "keys.alpha=0.1"});
    EXPECT_EQ(late.exit_code, 1);
    EXPECT_TRUE(contains(late.err, "is not training")) << late.err;
    EXPECT_EQ(run({"set", "gone", "keys.alpha=0.1"}).exit_code, 1);
}

}  // namespace
}  // namespace orrery::testing
