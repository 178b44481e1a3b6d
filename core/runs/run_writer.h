// SPDX-License-Identifier: GPL-3.0-or-later
// The statements that put events into the tables of run_schema.h. One thread at a time.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "core/events/events.h"
#include "core/files/sqlite.h"

namespace orrery {

struct MetaEntry {
    std::string key;
    std::string value;
};

struct WriteItem {
    std::int64_t event = 0;
    std::variant<Event, MetaEntry> content;
};

class RunWriter {
public:
    /// Opens or creates; throws Error.
    explicit RunWriter(const std::filesystem::path& file);
    /// Removes rows beyond `step` and notes it, in one transaction.
    void rewind(std::int64_t step);
    /// All or nothing, in one transaction. Throws SqliteError.
    void write(const std::vector<WriteItem>& items, std::int64_t next_event);
    std::int64_t nextEvent();

private:
    void put(std::int64_t event, const Scalars& scalars);
    void put(std::int64_t event, const Usage& usage);
    void put(std::int64_t event, const Keys& keys);
    void put(std::int64_t event, const ExpertTokens& tokens);
    void put(std::int64_t event, const Message& message);
    void put(std::int64_t event, const Progress& progress);
    void put(std::int64_t event, const Trace& trace);
    void put(std::int64_t event, const Event& published);
    void put(std::int64_t event, const MetaEntry& meta);
    void putText(std::int64_t event, std::int64_t step, double time, std::string_view kind,
                 Severity severity, std::string_view text);
    void putMeta(std::string_view key, std::string_view value);
    void refreshSummary(std::string_view name);

    SqliteConnection connection_;
    SqliteStatement scalar_, usage_, keys_, event_, meta_;
    std::map<std::string, std::string> waiting_meta_;  // written once at the end of a transaction
};

}  // namespace orrery
