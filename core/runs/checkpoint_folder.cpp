// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/checkpoint_folder.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/files/input_file.h"
#include "core/files/number_text.h"
#include "core/runs/run_folder.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::string_view kFolderPrefix = "step-";
constexpr std::uint64_t kMostState = 1'000'000;  // bytes of state.json

/// nullopt for a folder that is no checkpoint.
std::optional<std::int64_t> stepOf(const fs::path& folder) {
    const std::string name = folder.filename().string();
    if (name.rfind(kFolderPrefix, 0) != 0) return std::nullopt;
    return parseNumber<std::int64_t>(std::string_view(name).substr(kFolderPrefix.size()));
}

/// Fills the buffer, unless the file ends before.
std::size_t readPart(InputFile& input, std::span<char> buffer) {
    std::size_t count = 0;
    while (count < buffer.size()) {
        const std::size_t part = input.read(buffer.subspan(count));
        if (part == 0) break;
        count += part;
    }
    return count;
}

/// 64 bits over the file's contents: finds flipped bits and pages that never reached the disk.
std::string checksum(const fs::path& file) {
    InputFile input(file, Links::refused);
    std::vector<char> buffer(1U << 20U);
    std::uint64_t sum = 0xcbf29ce484222325ULL;
    while (std::size_t count = readPart(input, buffer)) {
        while (count % 8 != 0)
            buffer[count++] = 0;
        for (std::size_t i = 0; i < count; i += 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, buffer.data() + i, 8);
            sum = (sum ^ word) * 0x100000001b3ULL;
            sum ^= sum >> 29U;
        }
    }
    std::array<char, 16> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), sum, 16).ptr;
    return {digits.data(), end};
}

json numberOrNull(double value) {
    return std::isfinite(value) ? json(value) : json(nullptr);
}

double numberOrNan(const json& value) {
    return value.is_number() ? value.get<double>() : std::numeric_limits<double>::quiet_NaN();
}

CheckpointState fromJson(const json& value) {
    CheckpointState state;
    state.step = value.at("step");
    state.total_steps = value.at("total_steps");
    state.epoch = value.at("epoch");
    state.seed = value.at("seed");
    state.threads = value.at("threads");
    state.real_tokens = value.at("real_tokens");
    state.seconds = value.at("seconds");
    state.validation_loss = numberOrNan(value.at("validation_loss"));
    state.best_loss = numberOrNan(value.at("best_loss"));
    state.program_version = value.at("program_version");
    state.config_hash = value.at("config_hash");
    return state;
}

std::string withoutStop(std::string sentence) {
    while (sentence.ends_with('.'))
        sentence.pop_back();
    return sentence;
}

[[noreturn]] void damaged(const fs::path& folder, const std::string& reason) {
    throw Error("The checkpoint " + folder.string() + " is corrupt: " + reason + ".");
}

std::optional<std::string> stateText(const fs::path& folder) {
    try {
        return readRegularFileIfThere(folder / "state.json", kMostState);
    } catch (const Error& error) {
        damaged(folder, withoutStop(error.what()));
    }
}

json readStateFile(const fs::path& folder) {
    const std::optional<std::string> text = stateText(folder);
    if (!text) damaged(folder, "state.json is missing");
    const json value = json::parse(*text, nullptr, false);
    if (!value.is_object()) damaged(folder, "state.json is not JSON");
    return value;
}

}  // namespace

fs::path checkpointFolder(const fs::path& run_folder, std::int64_t step) {
    std::string digits = std::to_string(step);
    if (digits.size() < 6) digits.insert(0, 6 - digits.size(), '0');
    return RunFolder{run_folder}.checkpointsFolder() / (std::string(kFolderPrefix) + digits);
}

std::string checkpointStateText(const CheckpointState& state, const fs::path& folder) {
    json files = json::object();
    for (const char* name : kCheckpointTensorFiles) {
        files[name] = {{"bytes", fs::file_size(folder / name)},
                       {"checksum", checksum(folder / name)}};
    }
    const json value = {{"step", state.step},
                        {"total_steps", state.total_steps},
                        {"epoch", state.epoch},
                        {"seed", state.seed},
                        {"threads", state.threads},
                        {"real_tokens", state.real_tokens},
                        {"seconds", state.seconds},
                        {"validation_loss", numberOrNull(state.validation_loss)},
                        {"best_loss", numberOrNull(state.best_loss)},
                        {"program_version", state.program_version},
                        {"config_hash", state.config_hash},
                        {"files", files}};
    return value.dump(2) + "\n";
}

CheckpointState readCheckpointState(const fs::path& folder) {
    const json value = readStateFile(folder);
    try {
        const CheckpointState state = fromJson(value);
        if (state.step != stepOf(folder)) damaged(folder, "state.json belongs to another step");
        for (const char* name : kCheckpointTensorFiles) {
            const json& file = value.at("files").at(name);
            std::error_code error;
            const auto size = fs::file_size(folder / name, error);
            if (error || !isRegularFile(folder / name))
                damaged(folder, std::string(name) + " is missing, or no regular file");
            if (size != file.at("bytes").get<std::uintmax_t>()) {
                damaged(folder, std::string(name) + " has " + std::to_string(size) +
                                    " bytes instead of " + file.at("bytes").dump());
            }
            if (checksum(folder / name) != file.at("checksum").get<std::string>()) {
                damaged(folder, std::string(name) + " does not match its checksum");
            }
        }
        return state;
    } catch (const json::exception&) {
        damaged(folder, "state.json lacks an entry or has one of the wrong type");
    }
}

std::vector<std::int64_t> listedCheckpoints(const fs::path& run_folder) {
    std::vector<std::int64_t> steps;
    std::error_code error;
    for (fs::directory_iterator entry(RunFolder{run_folder}.checkpointsFolder(), error), end;
         !error && entry != end; entry.increment(error)) {
        if (const auto step = stepOf(entry->path())) steps.push_back(*step);
    }
    std::sort(steps.begin(), steps.end());
    return steps;
}

double storedValidationLoss(const fs::path& folder) {
    try {
        return numberOrNan(readStateFile(folder).value("validation_loss", json()));
    } catch (const std::exception&) {
        return std::numeric_limits<double>::quiet_NaN();
    }
}

FoundCheckpoint findCheckpoint(const fs::path& run_folder, std::int64_t at_most) {
    FoundCheckpoint found;
    auto steps = listedCheckpoints(run_folder);
    std::reverse(steps.begin(), steps.end());
    for (const std::int64_t step : steps) {
        if (step > at_most) continue;
        try {
            found.state = readCheckpointState(checkpointFolder(run_folder, step));
            return found;
        } catch (const Error& error) {
            found.damaged.emplace_back(error.what());
        }
    }
    return found;
}

std::int64_t newestCheckpoint(const fs::path& run_folder) {
    const auto steps = listedCheckpoints(run_folder);
    if (steps.empty()) throw Error("The run " + run_folder.string() + " has no checkpoint.");
    return steps.back();
}

FoundCheckpoint chooseCheckpoint(const fs::path& run_folder, std::optional<std::int64_t> step) {
    FoundCheckpoint found;
    if (!step)
        found = findCheckpoint(run_folder);
    else if (fs::is_directory(checkpointFolder(run_folder, *step)))
        try {
            found.state = readCheckpointState(checkpointFolder(run_folder, *step));
        } catch (const Error& error) {
            found.damaged.emplace_back(error.what());
        }
    if (found.state) return found;
    std::string message = !found.damaged.empty()
                              ? found.damaged.front()
                              : "The run " + run_folder.string() + " has no checkpoint" +
                                    (step ? " of step " + std::to_string(*step) : "") + ".";
    std::string whole;
    for (const std::int64_t other : checkpointSteps(run_folder))
        whole += (whole.empty() ? "" : ", ") + std::to_string(other);
    if (!whole.empty()) message += " Checkpoints: " + whole + ".";
    throw Error(message);
}

std::string standInText(const FoundCheckpoint& found) {
    if (!found.state || found.damaged.empty()) return {};
    std::string text;
    for (const std::string& reason : found.damaged)
        text += reason + " ";
    return text + "The older one of step " + std::to_string(found.state->step) +
           " is used in its place.";
}

std::vector<std::int64_t> checkpointSteps(const fs::path& run_folder) {
    std::vector<std::int64_t> whole;
    for (const std::int64_t step : listedCheckpoints(run_folder)) {
        try {
            readCheckpointState(checkpointFolder(run_folder, step));
            whole.push_back(step);
        } catch (const Error&) {
            // Not complete: not listed.
        }
    }
    return whole;
}

}  // namespace orrery
