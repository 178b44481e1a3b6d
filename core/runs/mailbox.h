// SPDX-License-Identifier: GPL-3.0-or-later
// Changes of live fields on their way from any process to the one that trains the run: small files
// in its folder mailbox/, each written whole or not at all.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/runs/run_folder.h"

namespace orrery {

using LiveChange = std::pair<std::string, std::string>;  // key, value as YAML writes it

struct MailboxRequest {
    std::string id;
    std::vector<LiveChange> changes;
};

struct MailboxAnswer {
    std::int64_t step = 0;  // after which the changes were made
    std::string fault;      // why they were not, or empty
};

/// Leaves changes for the run; returns the request's id. Throws Error. Any process.
std::string postChanges(const RunFolder& folder, const std::vector<LiveChange>& changes);
/// The run's answer, which is then removed; nullopt while there is none. Throws Error.
std::optional<MailboxAnswer> takeAnswer(const RunFolder& folder, const std::string& id);
/// Takes a request back. False when the run was faster: its answer is there or on its way.
bool withdrawRequest(const RunFolder& folder, const std::string& id);

/// The side of the run. One thread.
class Mailbox {
public:
    explicit Mailbox(RunFolder folder) : folder_(std::move(folder)) {}

    /// The oldest request; nullopt when there is none or it was withdrawn. A look costs
    /// microseconds. Unreadable requests are answered with their fault.
    std::optional<MailboxRequest> next();
    /// Answers a request and removes it: to be called when what it asked for is stored. Never
    /// throws: who asked waits in vain then, and the change is made all the same.
    void answer(const std::string& id, const MailboxAnswer& answer) noexcept;
    /// What lies where requests do and is no file (a folder, a link, a pipe), each named once: it
    /// is passed over.
    std::vector<std::string> takeOdd();
    /// Removes what an ended run did not take.
    void clear() noexcept;

private:
    RunFolder folder_;
    std::set<std::string> odd_, told_;
};

}  // namespace orrery
