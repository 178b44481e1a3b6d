// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/checkpoint.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>

#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/runs/run_folder.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kUnfinishedPrefix = ".unfinished-";
constexpr std::string_view kSessionPrefix = "session.";

[[noreturn]] void failReplacing(const fs::path& place, int error_number) {
    throw Error("Cannot write the checkpoint " + place.string() + ": " +
                systemErrorText(error_number) + ".");
}

/// The new folder takes the old one's place in one step where the file system can exchange names.
void replaceFolder(const fs::path& fresh, const fs::path& place) {
    if (::rename(fresh.c_str(), place.c_str()) == 0) return;
    if (errno != ENOTEMPTY && errno != EEXIST) failReplacing(place, errno);
    std::error_code error;
    if (::renameat2(AT_FDCWD, fresh.c_str(), AT_FDCWD, place.c_str(), RENAME_EXCHANGE) == 0) {
        fs::remove_all(fresh, error);
        return;
    }
    fs::path old = fresh;
    old += "-old";
    fs::rename(place, old, error);
    if (error) failReplacing(place, error.value());
    fs::rename(fresh, place, error);
    if (error) {
        const int number = error.value();
        fs::rename(old, place, error);
        failReplacing(place, number);
    }
    fs::remove_all(old, error);
}

/// Renamed first: a checkpoint that is half removed never looks whole.
void removeCheckpoint(const fs::path& folder) {
    const fs::path doomed =
        folder.parent_path() / (std::string(kUnfinishedPrefix) + folder.filename().string());
    std::error_code error;
    fs::rename(folder, doomed, error);
    fs::remove_all(error ? folder : doomed, error);
}

void removeOldCheckpoints(const fs::path& run_folder, std::int64_t keep) {
    const auto steps = listedCheckpoints(run_folder);
    std::int64_t best = -1;
    double best_loss = std::numeric_limits<double>::infinity();
    for (const std::int64_t step : steps) {
        const double loss = storedValidationLoss(checkpointFolder(run_folder, step));
        if (loss <= best_loss) {
            best_loss = loss;
            best = step;
        }
    }
    const auto surplus = static_cast<std::int64_t>(steps.size()) - std::max<std::int64_t>(keep, 1);
    for (std::int64_t i = 0; i < surplus; ++i) {
        const std::int64_t step = steps[static_cast<std::size_t>(i)];
        if (step != best) removeCheckpoint(checkpointFolder(run_folder, step));
    }
}

}  // namespace

void writeCheckpoint(const fs::path& run_folder, const CheckpointContent& content,
                     std::int64_t keep) {
    const fs::path place = checkpointFolder(run_folder, content.state.step);
    const fs::path fresh =
        place.parent_path() / (std::string(kUnfinishedPrefix) + std::to_string(::getpid()) + "-" +
                               place.filename().string());
    try {
        saveTensors(fresh / kCheckpointTensorFiles[0], content.model);
        NamedTensors rest = content.optimizer;
        for (const auto& [name, tensor] : content.session) {
            rest.emplace(std::string(kSessionPrefix) + name, tensor);
        }
        saveTensors(fresh / kCheckpointTensorFiles[1], rest);
        writeFileAtomically(fresh / "state.json", checkpointStateText(content.state, fresh));
        replaceFolder(fresh, place);
    } catch (...) {
        std::error_code ignored;
        fs::remove_all(fresh, ignored);
        throw;
    }
    syncFolder(place.parent_path());
    removeOldCheckpoints(run_folder, keep);
}

std::string savedText(std::int64_t step) {
    return "Saved step " + std::to_string(step) + ".";
}

CheckpointContent readCheckpoint(const fs::path& run_folder, std::int64_t step) {
    const fs::path folder = checkpointFolder(run_folder, step);
    if (!fs::is_directory(folder)) {
        throw Error("There is no checkpoint of step " + std::to_string(step) + " in " +
                    run_folder.string() + ".");
    }
    CheckpointContent content;
    content.state = readCheckpointState(folder);
    content.model = loadTensors(folder / kCheckpointTensorFiles[0]);
    for (auto& [name, tensor] : loadTensors(folder / kCheckpointTensorFiles[1])) {
        if (name.rfind(kSessionPrefix, 0) == 0) {
            content.session.emplace(name.substr(kSessionPrefix.size()), tensor);
        } else {
            content.optimizer.emplace(name, tensor);
        }
    }
    return content;
}

void removeUnfinishedCheckpoints(const fs::path& run_folder) {
    std::error_code error;
    std::vector<fs::path> leftovers;
    for (fs::directory_iterator entry(RunFolder{run_folder}.checkpointsFolder(), error), end;
         !error && entry != end; entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (name.rfind(kUnfinishedPrefix, 0) == 0) leftovers.push_back(entry->path());
    }
    for (const fs::path& leftover : leftovers)
        fs::remove_all(leftover, error);
}

}  // namespace orrery
