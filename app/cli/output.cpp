// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "core/files/printable.h"
#include "core/files/utf8.h"

namespace orrery::cli {
namespace {

std::size_t terminalColumns() {
    winsize size{};
    const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col : 80;
}

}  // namespace

Output::Output() : terminal_(isatty(STDOUT_FILENO) == 1) {}

void Output::write(const std::string& text) {
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (written && std::fflush(stdout) == 0) return;
    if (errno != EPIPE)  // a reader that leaves has read enough
        std::fprintf(stderr, "Can't write to standard output: %s.\n", std::strerror(errno));
    throw OutputClosed("Can't write to standard output.");
}

void Output::line(const std::string& text) {
    clearStatus();
    write((terminal_ ? printable(text) : text) + "\n");
}

void Output::part(const std::string& text) {
    clearStatus();
    write(terminal_ ? printable(text) : text);
}

void Output::text(const std::string& text) {
    line(printable(text));
}

void Output::status(const std::string& text) {
    if (!terminal_) return;
    const std::string line = printableLine(text);
    write("\r\x1b[K" + line.substr(0, characterStart(line, terminalColumns() - 1)));
    has_status_ = true;
}

void Output::clearStatus() {
    if (has_status_) write("\r\x1b[K");
    has_status_ = false;
}

}  // namespace orrery::cli
