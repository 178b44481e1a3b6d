// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/database/run_migration.h"

#include <algorithm>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include "core/events/event_text.h"
#include "core/runs/database/event_rows.h"

namespace orrery {
namespace {

std::optional<SettingChanged> settingOf(const Message& message) {
    // A change that was refused is an error of the same kind.
    if (message.kind != "set" || message.severity != Severity::info) return std::nullopt;
    constexpr std::string_view between = " = ";
    const std::size_t split = message.text.find(between);
    if (split == std::string::npos) return std::nullopt;
    return SettingChanged{message.step,
                          message.time,
                          message.text.substr(0, split),
                          message.text.substr(split + between.size()),
                          {},
                          SettingOrigin::unknown};
}

std::vector<Event> respawnsOf(const Message& message) {
    std::vector<Event> respawns;
    if (message.kind != "respawn") return respawns;
    constexpr std::string_view before_layer = "layer ";
    for (std::size_t at = message.text.find(before_layer); at != std::string::npos;
         at = message.text.find(before_layer, at + 1)) {
        std::istringstream words(message.text.substr(at + before_layer.size()));
        Respawned respawned{message.step, message.time, 0, {}};
        char colon = 0;
        if (!(words >> respawned.layer >> colon) || colon != ':') continue;
        for (int expert = 0; words >> expert;)
            respawned.experts.push_back(expert);
        std::ranges::sort(respawned.experts);
        if (!respawned.experts.empty()) respawns.emplace_back(std::move(respawned));
    }
    return respawns;
}

}  // namespace

std::vector<Event> eventsOfFormat1(const Message& message) {
    if (auto setting = settingOf(message)) return {*std::move(setting)};
    std::vector<Event> respawns = respawnsOf(message);
    if (!respawns.empty()) return respawns;
    return {message};
}

void takeChangesFromMessages(SqliteConnection& connection) {
    std::vector<std::pair<std::int64_t, Event>> changes;
    {
        SqliteStatement row(connection,
                            "SELECT id, step, time, kind, severity, text FROM events "
                            "WHERE kind IN ('set', 'respawn')");
        while (row.next())
            for (Event& event : eventsOfFormat1(readMessageRow(row)))
                if (!std::holds_alternative<Message>(event))
                    changes.emplace_back(row.integer(0), std::move(event));
    }
    ChangeRows rows(connection);
    SqliteStatement remove(connection, "DELETE FROM events WHERE id = ?");
    for (const auto& [id, event] : changes) {
        if (const auto* setting = std::get_if<SettingChanged>(&event)) rows.put(id, *setting);
        if (const auto* respawned = std::get_if<Respawned>(&event)) rows.put(id, *respawned);
        remove.bind(1, id).run();
    }
}

}  // namespace orrery
