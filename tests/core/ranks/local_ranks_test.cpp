// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/local_ranks.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <chrono>
#include <memory>
#include <thread>

#include "core/error.h"

namespace orrery {
namespace {

using std::chrono::seconds;

bool runs(pid_t process) {
    return waitpid(process, nullptr, WNOHANG) == 0;
}

TEST(LocalRanks, OutliveTheThreadThatAskedForThem) {
    std::unique_ptr<LocalRanks> ranks;
    std::thread([&] {
        ranks = std::make_unique<LocalRanks>(3, std::vector<std::string>{"/bin/sleep", "600"},
                                             seconds(30));
        // The processes have told the kernel by then whose end is theirs.
        std::this_thread::sleep_for(std::chrono::seconds(2));
    }).join();
    ASSERT_EQ(ranks->processes().size(), 2U);
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    for (const pid_t process : ranks->processes()) {
        EXPECT_TRUE(runs(process));
        kill(process, SIGKILL);
    }
}

TEST(LocalRanks, AProgramThatIsMissingIsNamed) {
    try {
        const LocalRanks ranks(2, {"/no/such/program"}, seconds(30));
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("/no/such/program"), std::string::npos);
    }
}

}  // namespace
}  // namespace orrery
