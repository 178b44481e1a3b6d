// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/child_process.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "core/error.h"
#include "tests/core/data/memory_documents.h"

namespace orrery {
namespace {

#if defined(__SANITIZE_THREAD__)
constexpr bool kForks = false;
#else
constexpr bool kForks = true;
#endif

TEST(ChildProcess, GivesBackWhatTheJobReturned) {
    const std::string large(3'000'000, 'x');
    EXPECT_EQ(runInChild([&] { return large; }, {}), large);
    EXPECT_EQ(runInChild([] { return std::string(); }, {}), "");
}

TEST(ChildProcess, ChangesNothingHere) {
    if (!kForks) GTEST_SKIP() << "jobs run in this process under ThreadSanitizer";
    int touched = 0;
    runInChild([&] { return std::to_string(++touched); }, {});
    EXPECT_EQ(touched, 0);
}

TEST(ChildProcess, ExceptionsArriveAsError) {
    const auto job = []() -> std::string { throw Error("no more words"); };
    EXPECT_THROW(runInChild(job, {}), Error);
    EXPECT_MESSAGE(runInChild(job, {}), "no more words");
}

TEST(ChildProcess, AJobThatEndsTheProcessIsAnErrorWithWhatItPrinted) {
    if (!kForks) GTEST_SKIP() << "jobs run in this process under ThreadSanitizer";
    EXPECT_MESSAGE(runInChild(
                       []() -> std::string {
                           std::fputs("likelihood is NAN\n", stderr);
                           std::exit(255);
                       },
                       {}),
                   "likelihood is NAN");
    EXPECT_MESSAGE(runInChild([]() -> std::string { std::abort(); }, {}), "signal 6");
    EXPECT_MESSAGE(runInChild([]() -> std::string { _exit(0); }, {}), "ended unexpectedly");
}

TEST(ChildProcess, CancellingEndsItAtOnce) {
    if (!kForks) GTEST_SKIP() << "jobs run in this process under ThreadSanitizer";
    const auto start = std::chrono::steady_clock::now();
    const auto job = []() -> std::string {
        std::this_thread::sleep_for(std::chrono::minutes(9));
        return "";
    };
    EXPECT_THROW(runInChild(job, [] { return true; }), Cancelled);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::minutes(1));
}

}  // namespace
}  // namespace orrery
