// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace orrery::cli {

/// Counts Ctrl-C, SIGTERM and SIGHUP while it lives, in place of ending the program. Only one at a
/// time.
class Interrupt {
public:
    /// The signal of this number ends the program at once (exit code 3): for work that does not
    /// look.
    explicit Interrupt(int last);
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    int count() const;
    bool any() const { return count() > 0; }
};

}  // namespace orrery::cli
