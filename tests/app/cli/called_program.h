// SPDX-License-Identifier: GPL-3.0-or-later
// The program without its process: what main() calls. Loading torch for every case would take
// minutes.
#pragma once
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iostream>

#include "app/cli/program.h"
#include "tests/app/cli/program_result.h"

namespace orrery::testing {

/// A working folder of its own for each test.
class CalledProgramTest : public ::testing::Test {
protected:
    void SetUp() override {
        namespace fs = std::filesystem;
        before_ = fs::current_path();
        std::string pattern = (fs::temp_directory_path() / "orrery cli XXXXXX").string();
        ASSERT_NE(mkdtemp(pattern.data()), nullptr);
        folder_ = pattern;
        fs::current_path(folder_);
    }
    void TearDown() override {
        std::filesystem::current_path(before_);
        std::filesystem::remove_all(folder_);
    }

    static ProgramResult run(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "orrery-cli");
        std::vector<char*> words;
        for (std::string& argument : arguments)
            words.push_back(argument.data());
        ::testing::internal::CaptureStdout();
        ::testing::internal::CaptureStderr();
        ProgramResult result;
        result.exit_code = cli::runProgram(static_cast<int>(words.size()), words.data());
        std::cout.flush();
        result.out = ::testing::internal::GetCapturedStdout();
        result.err = ::testing::internal::GetCapturedStderr();
        return result;
    }
    void write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name, std::ios::binary) << text;
    }

    std::filesystem::path before_, folder_;
};

}  // namespace orrery::testing
