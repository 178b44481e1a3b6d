// SPDX-License-Identifier: GPL-3.0-or-later
// A copy of the program beside a script in the window's place: what is asked of it, and what is
// made of its answer. tests/app/window/program_test.cpp has the real one.
#include <cstdlib>
#include <fstream>

#include "tests/app/cli/copied_program.h"

namespace orrery::testing {
namespace {

class ReportCommand : public CopiedProgramTest {};

TEST_F(ReportCommand, WhereThereIsNoWindowItSaysSo) {
    if (windowIsInstalled()) GTEST_SKIP();
    const auto result = call("report runs/a --to r.pdf --json");
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_TRUE(
        contains(result.err, "\"orrery\", which was not found in " + (folder_ / "bin").string()));
    EXPECT_TRUE(contains(result.err, "Install it there"));
    EXPECT_EQ(result.json()["error"].get<std::string>() + "\n", result.err);
}

TEST_F(ReportCommand, ItsOptionsReachTheWindowWithoutADisplay) {
    writeWindow("bin/orrery", "printf '<%s>' \"$QT_QPA_PLATFORM\" \"$@\" > words\n");
    writeWindow("path/orrery", "exit 9\n");  // the one beside comes first
    auto result = call("report 'runs/a b' runs/c --to r.pdf --views loss,traces --text 'A fox.'");
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.out, "Wrote r.pdf.\n");
    std::string words;
    std::getline(std::ifstream(folder_ / "words"), words);
    EXPECT_EQ(words,
              "<offscreen><runs/a b><runs/c><--report><r.pdf><--text><A fox.>"
              "<--views><loss,traces>");
    result = call("figure runs/c --view loss --to l.png --dpi 72 --json");
    EXPECT_EQ(result.json(), nlohmann::json::parse(R"({"file": "l.png"})"));
    std::getline(std::ifstream(folder_ / "words"), words);
    EXPECT_EQ(words, "<offscreen><runs/c><--figure><loss><--out><l.png><--dpi><72>");
    EXPECT_EQ(call("report runs/c").exit_code, 2);
    EXPECT_EQ(call("figure runs/c --to l.png").exit_code, 2);
}

TEST_F(ReportCommand, TheWindowsAnswerIsPassedOn) {
    writeWindow("path/orrery", "echo 'orrery: no view nothing' >&2; exit 2\n");
    const auto result = call("figure runs/c --view nothing --to l.png --json");
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.err, "orrery: no view nothing\n");
    EXPECT_EQ(result.json()["error"], "orrery: no view nothing\n");
}

}  // namespace
}  // namespace orrery::testing
