// SPDX-License-Identifier: GPL-3.0-or-later
// What GNU OpenMP says that it was told (app/common/passive_openmp.h).
#include <cstdlib>

#include "tests/app/cli/run_program.h"

namespace orrery::testing {
namespace {

class OpenMp : public ProgramTest {
protected:
    void SetUp() override {
        ProgramTest::SetUp();
        setenv("OMP_DISPLAY_ENV", "verbose", 1);
        unsetenv("GOMP_SPINCOUNT");
    }
    void TearDown() override {
        unsetenv("OMP_DISPLAY_ENV");
        ProgramTest::TearDown();
    }
    static int count(const std::string& text, const std::string& word) {
        int found = 0;
        for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
            ++found;
        return found;
    }
    std::string saidOf(const std::vector<std::string>& arguments) { return run(arguments).err; }
};

TEST_F(OpenMp, ItsThreadsDoNotSpinAndTheProgramIsLoadedOnce) {
    setenv("OLDPWD", "/before", 1);
    setenv("SHLVL", "3", 1);
    write("tiny.yaml", tinyConfig(1));
    const std::string said = saidOf({"train", "tiny.yaml"});
    EXPECT_TRUE(contains(said, "OMP_WAIT_POLICY = 'PASSIVE'")) << said;
    EXPECT_TRUE(contains(said, "GOMP_SPINCOUNT = '20000'"));
    EXPECT_EQ(count(said, "OPENMP DISPLAY ENVIRONMENT BEGIN"), 1);
}

TEST_F(OpenMp, WithoutAVariableToLendItsPlaceTheProgramIsStartedAnew) {
    for (const char* name :
         {"_", "SHLVL", "OLDPWD", "LS_COLORS", "LESSOPEN", "HOSTNAME", "LINES", "COLUMNS"})
        unsetenv(name);
    write("tiny.yaml", tinyConfig(1));
    const std::string said = saidOf({"train", "tiny.yaml"});
    EXPECT_TRUE(contains(said, "OMP_WAIT_POLICY = 'PASSIVE'")) << said;
    EXPECT_EQ(count(said, "OPENMP DISPLAY ENVIRONMENT BEGIN"), 2);
}

}  // namespace
}  // namespace orrery::testing
