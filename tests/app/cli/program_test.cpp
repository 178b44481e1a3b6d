// SPDX-License-Identifier: GPL-3.0-or-later
// What only the real process can show; the rest of the command line is tested by calling it.
#include "tests/app/cli/run_program.h"

namespace orrery::testing {
namespace {

class ProgramStart : public ProgramTest {};

TEST_F(ProgramStart, ExitCodesReachTheShell) {
    write("good.yaml", "name: good\n");
    write("bad.yaml", "keys:\n  alhpa: 0.1\n");
    EXPECT_EQ(run({"config", "check", "good.yaml"}).exit_code, 0);
    const auto bad = run({"train", "bad.yaml"});
    EXPECT_EQ(bad.exit_code, 2);
    EXPECT_TRUE(
        contains(bad.err, "bad.yaml:2:3: unknown key keys.alhpa; did you mean keys.alpha?"));
    EXPECT_EQ(run({"runs", "gone"}).exit_code, 1);
    EXPECT_EQ(run({"--version"}).exit_code, 0);
    EXPECT_EQ(run({}).exit_code, 2);
}

}  // namespace
}  // namespace orrery::testing
