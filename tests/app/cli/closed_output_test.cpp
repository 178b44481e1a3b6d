// SPDX-License-Identifier: GPL-3.0-or-later
// orrery-cli ... | head: the reader goes away.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <thread>

#include "tests/app/cli/run_program.h"

namespace orrery::testing {
namespace {

namespace fs = std::filesystem;

class ClosedOutput : public ProgramTest {
protected:
    /// A named pipe whose reader takes the first bytes and leaves.
    fs::path leavingReader() {
        const fs::path pipe = folder_ / "pipe";
        EXPECT_EQ(mkfifo(pipe.c_str(), 0600), 0);
        reader_ = std::jthread([pipe] {
            const int descriptor = open(pipe.c_str(), O_RDONLY);
            char bytes[16];
            [[maybe_unused]] const auto count = read(descriptor, bytes, sizeof bytes);
            close(descriptor);
        });
        return pipe;
    }
    std::jthread reader_;
};

TEST_F(ClosedOutput, ACommandEndsWithoutACrash) {
    EXPECT_EQ(Program(folder_, {"config", "schema"}, "/dev/full").wait().exit_code, 1);
}

TEST_F(ClosedOutput, TrainingStopsAndSaves) {
    write("long.yaml", tinyConfig(500'000));
    Program program(folder_, {"train", "long.yaml", "--json"}, leavingReader());
    const auto result = program.wait();
    EXPECT_EQ(result.exit_code, 1) << result.err;
    EXPECT_TRUE(contains(result.err, "Resume with: orrery-cli resume")) << result.err;
    EXPECT_EQ(run({"runs", "--json"}).json()[0]["state"], "stopped");
}

}  // namespace
}  // namespace orrery::testing
