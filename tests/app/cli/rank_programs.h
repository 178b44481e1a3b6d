// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of several processes, as a shell starts them.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "tests/app/cli/run_program.h"

namespace orrery::testing {

/// Processes that `parent` has started and that still run, ascending.
std::vector<int> childrenOf(int parent);
/// Whether the process is there, and no zombie.
bool runs(int process);
/// "127.0.0.1:12345" of each socket that the process listens on, IPv6 addresses as hexadecimal.
std::vector<std::string> listeningSockets(int process);

class RankProgramTest : public ProgramTest {
protected:
    std::filesystem::path onlyRun() const;
    /// name -> values in the order of steps, of the only run.
    static std::map<std::string, std::vector<double>> scalars(const std::filesystem::path& run);
    static std::string lastCheckpoint(const std::filesystem::path& run, const std::string& file);
    /// Waits until the program's run has `count` ranks, and returns the others' processes.
    static std::vector<int> otherRanks(const Program& program, std::size_t count);
};

/// A variable of the environment that programs started meanwhile see.
class Variable {
public:
    Variable(const std::string& name, const std::string& value);
    ~Variable();
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

private:
    std::string name_;
};

}  // namespace orrery::testing
