// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <string>

namespace orrery {

/// Runs `job` in a forked copy of the process and returns its result. For library code that can't
/// be interrupted, or that ends the process when it fails: here cancelling kills the copy at once,
/// and its end is an Error with what it printed. The job sees memory as it was and changes nothing;
/// it must not need another thread of this process, nor its files. Exceptions of the job arrive as
/// Error. Any thread.
std::string runInChild(const std::function<std::string()>& job,
                       const std::function<bool()>& cancelled);

}  // namespace orrery
