// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace orrery::cli {

/// Counts Ctrl-C, SIGTERM and SIGHUP while it lives, in place of ending the program. One may live
/// within another, which then waits.
class Interrupt {
public:
    /// The signal of this number ends the program at once (exit code 3): for work that does not
    /// look.
    explicit Interrupt(int last);
    /// Whether such an end is told as a JSON object, too.
    static void tellAsJson(bool json);
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    int count() const;
    bool any() const { return count() > 0; }

private:
    int limit_before_;
};

}  // namespace orrery::cli
