// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <stdexcept>
#include <string>

namespace orrery {

/// A failure that a user can act on. The message says what, where and what to do.
class Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The user asked to stop while something long was under way (tokenizing, evaluating, projecting).
class Cancelled : public Error {
public:
    Cancelled() : Error("Stopped by the user.") {}
};

}  // namespace orrery
