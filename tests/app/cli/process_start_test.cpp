// SPDX-License-Identifier: GPL-3.0-or-later
// Closed descriptors, limits, and homes that can't be written.
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "tests/app/cli/run_program.h"

namespace orrery::testing {
namespace {

namespace fs = std::filesystem;

class ProcessStart : public ProgramTest {
protected:
    void SetUp() override {
        ProgramTest::SetUp();
        write("tiny.yaml", tinyConfig(6));
    }

    /// What a shell in the test's folder makes of it; $CLI is the program.
    int shell(const std::string& command, const std::string& cache = "cache") const {
        const std::string all = "cd '" + folder_.string() + "' && export CLI=" + ORRERY_CLI +
                                " XDG_CACHE_HOME='" + (folder_ / cache).string() + "' && " +
                                command;
        const int status = std::system(all.c_str());
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    fs::path onlyRun(const std::string& runs = "runs") const {
        std::error_code none;
        const auto first = fs::directory_iterator(folder_ / runs, none);
        return first == fs::directory_iterator() ? fs::path() : first->path();
    }
    std::string text(const fs::path& file) const {
        std::ifstream stream(file.is_absolute() ? file : folder_ / file, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
};

TEST_F(ProcessStart, ClosedDescriptorsDoNotLetTheOutputIntoFiles) {
    ASSERT_EQ(shell("$CLI train tiny.yaml <&- >&- 2>&-"), 0);
    const std::string lock = text(onlyRun() / ".lock");
    EXPECT_FALSE(lock.empty());
    EXPECT_EQ(lock.find_first_not_of("0123456789"), std::string::npos) << lock;
    for (const char* file : {"config.yaml", "log.txt"})
        EXPECT_FALSE(contains(text(onlyRun() / file), "Run: ")) << file;
    EXPECT_EQ(run({"eval", onlyRun().string()}).exit_code, 0);
}

TEST_F(ProcessStart, AFileAtTheLimitOfSizesIsAnErrorAndNoEnd) {
    const int code = shell(
        "ulimit -f 40 && $CLI train tiny.yaml --set data.train_documents=600 "
        "> out.txt 2>&1");
    EXPECT_EQ(code, 1) << text("out.txt");
    EXPECT_TRUE(contains(text("out.txt"), "ulimit -f")) << text("out.txt");
}

TEST_F(ProcessStart, ACacheThatCanNotBeWrittenIsNamedAndDoneWithout) {
    write("cache", "a file where the folder belongs");
    EXPECT_EQ(shell("$CLI train tiny.yaml > out.txt 2>&1"), 0) << text("out.txt");
    EXPECT_TRUE(contains(text("out.txt"), "XDG_CACHE_HOME")) << text("out.txt");
    EXPECT_TRUE(contains(text("out.txt"), (folder_ / "cache").string())) << text("out.txt");
    EXPECT_EQ(shell("$CLI eval '" + onlyRun().string() + "' > eval.txt 2>&1"), 0)
        << text("eval.txt");
}

TEST_F(ProcessStart, WithoutAnyPlaceForTokensNothingIsBegun) {
    write("cache", "a file where the folder belongs");
    EXPECT_EQ(shell("TMPDIR=/proc $CLI train tiny.yaml --runs other > out.txt 2>&1"), 1);
    EXPECT_TRUE(contains(text("out.txt"), "XDG_CACHE_HOME")) << text("out.txt");
    EXPECT_TRUE(onlyRun("other").empty());
}

}  // namespace
}  // namespace orrery::testing
