// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <exception>
#include <string>

namespace orrery {

/// What a user should read when the exception ended a run: for memory, what to lower; else its own
/// words, without a stack trace.
std::string failureText(const std::exception& error);

}  // namespace orrery
