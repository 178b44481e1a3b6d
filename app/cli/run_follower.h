// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a session to its end on the command line: prints what it does, stops on Ctrl-C.
#pragma once
#include <functional>
#include <string>

#include "app/cli/commands/commands.h"
#include "core/train/session.h"

namespace orrery::cli {

struct RunOptions {
    bool json = false;
    bool figures = false;
    /// Hears why a run did not come to its end, where it said so.
    std::function<void(const std::string& cause)> failed = {};
};

/// Trains, prints and returns what to exit with. Throws Error when the session can't start.
ExitCode runSession(SessionOptions session, const RunOptions& options);

}  // namespace orrery::cli
