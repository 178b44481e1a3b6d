// SPDX-License-Identifier: GPL-3.0-or-later
// The statements that put events into the tables of run_schema.h. One thread at a time.
#pragma once
#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/events/events.h"
#include "core/files/sqlite.h"
#include "core/runs/database/event_rows.h"
#include "core/runs/database/run_schema.h"

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
    explicit RunWriter(const std::filesystem::path& file,
                       RunJournal journal = RunJournal::write_ahead);
    const std::filesystem::path& file() const { return connection_.file(); }
    /// Removes rows beyond `step` and notes it, in one transaction.
    void rewind(std::int64_t step);
    /// All or nothing, in one transaction. Throws SqliteError.
    void write(const std::vector<WriteItem>& items, std::int64_t next_event);
    std::int64_t nextEvent();
    /// How long a transaction waits for another program's.
    void setPatience(std::chrono::milliseconds limit);
    /// Adds what another run database holds, in one transaction, unless this one has it already.
    /// Throws Error.
    void takeIn(const std::filesystem::path& other);

    /// The file that is written is the one of this name: it was not removed, moved or replaced.
    bool isAt(const std::filesystem::path& file) const;
    /// Writes all of it, also of a file that was removed, into a new file. Throws Error.
    void copyTo(const std::filesystem::path& file);
    /// Closing leaves the file's log where it is: its name may be another file's by now.
    void leaveLog();
    /// Bytes of the log that can't be moved into the database, since a reader still needs what lies
    /// before them.
    std::int64_t heldLogBytes() const { return held_log_bytes_; }

private:
    void putMeta(std::string_view key, std::string_view value);
    void refreshSummary(std::string_view name);
    static int emptyLog(void* writer, sqlite3* handle, const char* name, int pages);

    SqliteConnection connection_;
    EventRows rows_;
    SqliteStatement meta_;
    dev_t device_ = 0;  // with the inode: which file it is
    ino_t inode_ = 0;
    std::int64_t page_bytes_ = 0;
    std::int64_t held_log_bytes_ = 0;
};

}  // namespace orrery
