// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <stdexcept>
#include <string>

namespace orrery::cli {

/// Nobody reads the standard output any more (orrery-cli ... | head), or it can't be written.
class OutputClosed : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The standard output: whole lines, and on a terminal one line at the bottom that is written over.
class Output {
public:
    Output();
    bool terminal() const { return terminal_; }
    /// Exact, but on a terminal, where control characters are shown. Throws OutputClosed.
    void line(const std::string& text);
    /// A part of a line, shown at once.
    void part(const std::string& text);
    /// For people, with text from files: control characters are shown wherever it goes.
    void text(const std::string& text);
    /// Replaces the last status; cut to the terminal's width. Nothing when there is no terminal.
    void status(const std::string& text);
    void clearStatus();

private:
    void write(const std::string& text);

    bool terminal_ = false;
    bool has_status_ = false;
};

}  // namespace orrery::cli
