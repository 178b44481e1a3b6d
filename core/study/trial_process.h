// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace orrery {

/// A program that trains one trial, its output in a log file. A crash of it costs that trial alone.
/// One thread.
class TrialProcess {
public:
    /// `arguments` begins with the program. Output and errors are added to `log`, or lost without
    /// one. `threads` above 0 is told to it as OMP_NUM_THREADS. Throws Error.
    TrialProcess(const std::vector<std::string>& arguments, const std::filesystem::path& log,
                 int threads = 0);
    ~TrialProcess();  // kills what still runs
    TrialProcess(TrialProcess&& other) noexcept;
    TrialProcess& operator=(TrialProcess&& other) noexcept;

    /// Its exit code once it has ended, 128 + n after signal n; nullopt before.
    std::optional<int> ended();
    void signal(int number) const;

private:
    pid_t process_ = -1;
    std::optional<int> code_;
};

/// As exec wants them, with a null at the end; they point into `texts`.
std::vector<char*> execPointers(const std::vector<std::string>& texts);
/// A program of $PATH, or empty.
std::filesystem::path findProgram(const std::string& name);
/// The last line of a log that says something; empty without one.
std::string lastLine(const std::filesystem::path& log);

}  // namespace orrery
