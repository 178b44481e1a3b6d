// SPDX-License-Identifier: GPL-3.0-or-later
// A copy of the program beside a script in the window's place.
#pragma once
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tests/app/cli/run_program.h"

namespace orrery::testing {

class CopiedProgramTest : public ProgramTest {
protected:
    void SetUp() override {
        ProgramTest::SetUp();
        std::filesystem::create_directories(folder_ / "bin");
        std::filesystem::copy_file(ORRERY_CLI, folder_ / "bin/orrery-cli");
    }
    /// A script in place of `orrery`, at bin/orrery or path/orrery.
    void writeWindow(const std::string& name, const std::string& script) {
        std::filesystem::create_directories((folder_ / name).parent_path());
        write(name, "#!/bin/sh\n" + script);
        std::filesystem::permissions(folder_ / name, std::filesystem::perms::owner_all);
    }
    /// `words` as a shell takes them; looks for programs in the folder path/ first.
    ProgramResult call(const std::string& words) {
        const std::string place = "'" + folder_.string() + "'";
        const int status =
            std::system(("cd " + place + " && PATH=" + place + "/path:/bin:/usr/bin " +
                         "bin/orrery-cli " + words + " >out 2>err")
                            .c_str());
        const auto contents = [&](const char* name) {
            std::ostringstream text;
            text << std::ifstream(folder_ / name).rdbuf();
            return text.str();
        };
        ProgramResult result;
        result.exit_code = WEXITSTATUS(status);
        result.out = contents("out");
        result.err = contents("err");
        return result;
    }
};

/// Whether a window's program is installed where every program is.
inline bool windowIsInstalled() {
    return std::system("PATH=/bin:/usr/bin command -v orrery >/dev/null") == 0;
}

}  // namespace orrery::testing
