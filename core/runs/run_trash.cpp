// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_trash.h"

#include <system_error>

#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/runs/run_folder.h"

namespace orrery {
namespace {

/// Throws Error when the target exists: a rename must never replace anything.
void moveFolder(const std::filesystem::path& from, const std::filesystem::path& to) {
    std::error_code error;
    if (std::filesystem::exists(to, error))
        throw Error("Cannot move " + from.string() + ": " + to.string() + " already exists.");
    std::filesystem::rename(from, to, error);
    if (error)
        throw Error("Cannot move " + from.string() + " to " + to.string() + ": " +
                    systemErrorText(error.value()) + ".");
    syncFolder(from.parent_path());
    syncFolder(to.parent_path());
}

}  // namespace

std::filesystem::path moveToTrash(const std::filesystem::path& run_folder) {
    const auto run = std::filesystem::absolute(run_folder).lexically_normal();
    if (isRunLocked(run))
        throw Error("The run " + run.string() + " is in use: stop it, then move it to the trash.");
    const std::filesystem::path trash = run.parent_path() / ".trash";
    std::error_code error;
    std::filesystem::create_directories(trash, error);
    std::filesystem::path place = trash / run.filename();
    for (int number = 2; std::filesystem::exists(place, error); ++number)
        place = trash / (run.filename().string() + "-" + std::to_string(number));
    moveFolder(run, place);
    return place;
}

void restoreFromTrash(const std::filesystem::path& trashed, const std::filesystem::path& place) {
    moveFolder(trashed, place);
}

}  // namespace orrery
