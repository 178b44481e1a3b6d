// SPDX-License-Identifier: GPL-3.0-or-later
// Starts orrery-cli as a shell would.
#pragma once
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tests/app/cli/program_result.h"

namespace orrery::testing {

/// A running program; its output goes into files of `folder`, and a file `stdin` there is what it
/// reads.
class Program {
public:
    /// `out` names a file that gets the standard output in place of the usual one.
    Program(const std::filesystem::path& folder, const std::vector<std::string>& arguments,
            const std::filesystem::path& out = {});
    ~Program();  // kills what still runs
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    void signal(int number) const;
    int process() const { return process_; }
    /// That it has used so far.
    double processorSeconds() const;
    /// Waits until the output so far holds the text; false after the time or when the program has
    /// ended.
    bool waitForOutput(const std::string& text,
                       std::chrono::seconds limit = std::chrono::seconds(120));
    ProgramResult wait(std::chrono::seconds limit = std::chrono::seconds(200));

private:
    bool ended();

    std::filesystem::path out_, err_;
    int process_ = -1;
    int status_ = 0;
    double peak_memory_ = 0;
    bool ended_ = false;
};

/// Whether the window's program lies beside it, which draws its figures.
bool hasWindow();

/// Asks again and again; false when it did not come true in two minutes.
bool eventually(const std::function<bool()>& true_now);

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
