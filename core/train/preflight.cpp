// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/preflight.h"

#include <unistd.h>

#include <string>
#include <system_error>

namespace orrery {

namespace {

Diagnostic fault(const std::string& key, const std::string& message) {
    return {"", 0, 0, key, message};
}

/// The nearest folder above (or at) `path` that is there.
std::filesystem::path existingPlace(const std::filesystem::path& path) {
    std::error_code code;
    std::filesystem::path place = std::filesystem::absolute(path, code);
    while (!std::filesystem::exists(place, code) && place != place.parent_path())
        place = place.parent_path();
    return place;
}

/// `otherwise` is what the key may say in place of a path.
void checkText(const std::string& key, const std::string& text, const std::string& otherwise,
               std::vector<Diagnostic>& faults) {
    std::error_code code;
    if (!std::filesystem::exists(text, code))
        faults.push_back(
            fault(key, "No file or folder " + text + ". Give its path, or `" + otherwise + "`."));
    else if (access(text.c_str(), R_OK) != 0)
        faults.push_back(fault(key, text + " can't be read. Check its permissions."));
}

void checkFolder(const std::string& key, const std::filesystem::path& folder,
                 const std::string& start, const std::string& advice,
                 std::vector<Diagnostic>& faults) {
    const std::filesystem::path place = existingPlace(folder);
    std::error_code code;
    if (!std::filesystem::is_directory(place, code))
        faults.push_back(fault(key, start + place.string() + " is not a folder. " + advice));
    else if (access(place.c_str(), W_OK | X_OK) != 0)
        faults.push_back(fault(key, start + "the folder is not writable. " + advice));
}

void checkRunsFolder(const std::filesystem::path& folder, std::vector<Diagnostic>& faults) {
    if (folder.empty()) {
        faults.push_back(fault("name", "The folder for runs has no name. Choose one with --runs."));
        return;
    }
    checkFolder("name", folder, "Runs can't be written to " + folder.string() + ": ",
                "Choose another with --runs.", faults);
}

}  // namespace

std::vector<Diagnostic> preflight(const Config& config, const std::filesystem::path& runs_folder) {
    std::vector<Diagnostic> faults;
    if (!config.data.isEmbedded()) checkText("data.corpus", config.data.corpus, "embedded", faults);
    if (config.data.hasOwnValidation())
        checkText("data.validation", config.data.validation, "corpus", faults);
    checkRunsFolder(runs_folder, faults);
    if (const std::string& board = config.train.tensorboard; !board.empty())
        checkFolder("train.tensorboard", board,
                    "TensorBoard's events can't be written to " + board + ": ",
                    "Choose another folder, or none.", faults);
    return faults;
}

}  // namespace orrery
