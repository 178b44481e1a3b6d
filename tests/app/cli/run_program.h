// SPDX-License-Identifier: GPL-3.0-or-later
// Starts orrery-cli as a shell would.
#pragma once
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/app/cli/program_result.h"

namespace orrery::testing {

/// A running program; its output goes into files of `folder`.
class Program {
public:
    /// `out` names a file that gets the standard output in place of the usual one.
    Program(const std::filesystem::path& folder, const std::vector<std::string>& arguments,
            const std::filesystem::path& out = {});
    ~Program();  // kills what still runs
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    void signal(int number) const;
    /// Waits until the output so far holds the text; false after the time or when the program has
    /// ended.
    bool waitForOutput(const std::string& text,
                       std::chrono::seconds limit = std::chrono::seconds(60));
    ProgramResult wait(std::chrono::seconds limit = std::chrono::seconds(100));

private:
    bool ended();

    std::filesystem::path out_, err_;
    int process_ = -1;
    int status_ = 0;
    double peak_memory_ = 0;
    bool ended_ = false;
};

/// A folder of its own for each test: working folder, runs and token caches of the programs it
/// starts.
class ProgramTest : public ::testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

    ProgramResult run(const std::vector<std::string>& arguments) {
        return Program(folder_, arguments).wait();
    }
    std::string write(const std::string& name, const std::string& text) const;

    std::filesystem::path folder_;
};

/// A model that trains a step in milliseconds, on a few embedded stories.
std::string tinyConfig(int steps);

}  // namespace orrery::testing
