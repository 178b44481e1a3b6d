// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <sys/types.h>

#include <cstdio>
#include <string>
#include <vector>

namespace orrery {

/// A Python script of ours behind two pipes. The script is handed over as text (`python3 -I -c`),
/// so that no file of a folder is code. One thread.
class PythonProcess {
public:
    /// `packages`: beginnings of the names of what set-up unpacked, which Python finds before what
    /// PYTHONPATH names; their places follow `arguments` in sys.argv. Errors go to the descriptor
    /// `errors`. Throws Error when there is no Python.
    PythonProcess(const char* script, const std::vector<std::string>& arguments,
                  const std::vector<std::string>& packages, int errors);
    ~PythonProcess();  // closes both pipes; the script ends with its input or its output
    PythonProcess(const PythonProcess&) = delete;
    PythonProcess& operator=(const PythonProcess&) = delete;

    /// Writes a line; false when the process has ended.
    bool send(const std::string& line);
    /// The next line of its output without its end; empty at the end.
    std::string line();
    std::FILE* output() { return from_; }
    /// Closes both pipes and waits; 0 when it ended well, 128 + n after signal n.
    int wait();

private:
    pid_t process_ = -1;
    std::FILE* to_ = nullptr;
    std::FILE* from_ = nullptr;
};

}  // namespace orrery
