// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/mailbox.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <set>

#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/files/regular_file.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kRequestEnd = ".request";
constexpr const char* kAnswerEnd = ".answer";
constexpr std::uint64_t kMostMail = 1'000'000;  // bytes of a request or an answer

fs::path requestFile(const RunFolder& folder, const std::string& id) {
    return folder.mailboxFolder() / (id + kRequestEnd);
}

fs::path answerFile(const RunFolder& folder, const std::string& id) {
    return folder.mailboxFolder() / (id + kAnswerEnd);
}

/// Ids sort by time; the process keeps those of one moment apart.
std::string newId() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto time = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
    return std::to_string(time) + "-" + std::to_string(::getpid());
}

/// Discarded when the file is not there, is not JSON, or is too large or no file.
json readJson(const fs::path& file) {
    try {
        const auto text = readRegularFileIfThere(file, kMostMail);
        return json::parse(text.value_or(""), nullptr, /*allow_exceptions=*/false);
    } catch (const Error&) {
        return json::parse("", nullptr, false);
    }
}

/// The oldest request's file; empty when there is none.
fs::path oldestRequest(const fs::path& mailbox, std::set<std::string>& odd) {
    fs::path oldest;
    std::error_code error;
    for (fs::directory_iterator entry(mailbox, error), end; !error && entry != end;
         entry.increment(error)) {
        const fs::path& file = entry->path();
        if (file.extension() != kRequestEnd) continue;
        if (!isRegularFile(file))
            odd.insert(file.string());
        else if (oldest.empty() || file < oldest)
            oldest = file;
    }
    return oldest;
}

}  // namespace

std::string postChanges(const RunFolder& folder, const std::vector<LiveChange>& changes) {
    const std::string id = newId();
    requireFolderIfThere(folder.mailboxFolder());
    writeFileAtomically(requestFile(folder, id), json(changes).dump() + "\n", Links::refused);
    return id;
}

std::optional<MailboxAnswer> takeAnswer(const RunFolder& folder, const std::string& id) {
    const fs::path file = answerFile(folder, id);
    std::error_code error;
    if (!fs::exists(fs::symlink_status(file, error))) return std::nullopt;
    const json value = readJson(file);
    std::error_code ignored;
    fs::remove(file, ignored);
    try {
        return MailboxAnswer{value.at("step"), value.at("fault")};
    } catch (const json::exception&) {
        throw Error("The run's answer " + file.string() + " can't be read.");
    }
}

bool withdrawRequest(const RunFolder& folder, const std::string& id) {
    std::error_code error;
    return fs::remove(requestFile(folder, id), error) && !error;
}

std::optional<MailboxRequest> Mailbox::next() {
    const fs::path file = oldestRequest(folder_.mailboxFolder(), odd_);
    if (file.empty()) return std::nullopt;
    MailboxRequest request{file.stem().string(), {}};
    const json value = readJson(file);
    if (!isRegularFile(file)) return std::nullopt;
    try {
        value.get_to(request.changes);
    } catch (const json::exception&) {
        answer(request.id, {0, "The request can't be read."});
        return std::nullopt;
    }
    return request;
}

void Mailbox::answer(const std::string& id, const MailboxAnswer& answer) noexcept {
    try {
        const json value = {{"step", answer.step}, {"fault", answer.fault}};
        writeFileAtomically(answerFile(folder_, id), value.dump() + "\n", Links::refused);
    } catch (const std::exception&) {
        // A full disk: the request is removed below, or it would be made again and again.
    }
    std::error_code ignored;
    fs::remove(requestFile(folder_, id), ignored);
}

std::vector<std::string> Mailbox::takeOdd() {
    std::vector<std::string> fresh;
    for (const std::string& file : odd_)
        if (told_.insert(file).second) fresh.push_back(file);
    odd_.clear();
    return fresh;
}

void Mailbox::clear() noexcept {
    std::error_code ignored;
    fs::remove_all(folder_.mailboxFolder(), ignored);
}

}  // namespace orrery
