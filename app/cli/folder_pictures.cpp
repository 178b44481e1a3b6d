// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/folder_pictures.h"

#include <cstdio>

#include "app/cli/text_format.h"
#include "app/cli/window_program.h"
#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/files/printable.h"
#include "core/runs/exports.h"

namespace orrery::cli {
namespace {

constexpr int kNotStarted = 127;  // exit code: as where its libraries are missing

}  // namespace

bool drawPictures(const std::filesystem::path& folder, const std::string& later) {
    const std::string place = std::filesystem::absolute(folder).lexically_normal().string();
    const int code =
        hasWindowProgram() ? runWindowProgram({place, "--pictures"}).exit_code : kNotStarted;
    if (code == 0) return true;
    if (code != kNotStarted)
        throw Error("The figures in " + place + " can't be drawn; its tables are complete.");
    std::fprintf(stderr, "%s\n",
                 printable("No figures were drawn: the program \"orrery\" is not installed here. "
                           "Where it is, `" +
                           later + "` draws them; no display is needed.")
                     .c_str());
    return false;
}

void writeRunFigures(const std::filesystem::path& run_folder) {
    const RunHistory history = readHistory(*openStoredRun(run_folder));
    const auto folder = run_folder / "figures";
    writeFileAtomically(folder / "scalars.csv", scalarsCsv(history), Links::refused);
    writeFileAtomically(folder / "usage.csv", usageCsv(history), Links::refused);
    drawPictures(run_folder, "orrery " + shellQuoted(run_folder.string()) + " --pictures");
}

}  // namespace orrery::cli
