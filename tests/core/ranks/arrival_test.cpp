// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/arrival.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace orrery {
namespace {

using std::chrono::milliseconds;

/// A message that comes, or fails, when the time to wait for it is just over.
class LateMessage : public c10d::Work {
public:
    explicit LateMessage(const std::exception_ptr& fault) : fault_(fault) {}
    bool wait(milliseconds time) override {
        if (time == kNoTimeout) return Work::wait(time);
        finish(fault_);
        throw std::runtime_error("Operation timed out!");
    }

private:
    std::exception_ptr fault_;
};

/// One that has not come.
class NoMessage : public c10d::Work {};

TEST(Arrival, AMessageThatComesWhenItsTimeIsOverHasArrived) {
    LateMessage message(nullptr);
    EXPECT_TRUE(arrives(message, milliseconds(1)));
}

TEST(Arrival, OneThatFailsThenTellsItsOwnFault) {
    LateMessage message(std::make_exception_ptr(std::runtime_error("Connection closed")));
    try {
        arrives(message, milliseconds(1));
        FAIL() << "no error";
    } catch (const std::exception& error) {
        EXPECT_STREQ(error.what(), "Connection closed");
    }
}

TEST(Arrival, OneThatHasNotComeIsNoFault) {
    NoMessage message;
    EXPECT_FALSE(arrives(message, milliseconds(1)));
}

}  // namespace
}  // namespace orrery
