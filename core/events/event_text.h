// SPDX-License-Identifier: GPL-3.0-or-later
// Names and JSON forms of events, as run.db stores them. Any thread.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/events/events.h"

namespace orrery {

std::string_view stateName(RunState state);  // "preparing" ...
std::optional<RunState> parseState(std::string_view name);
/// No process works on a run in this state.
bool isFinalState(RunState state);
std::string_view severityName(Severity severity);  // "info", "warning", "error"
Severity parseSeverity(std::string_view name);     // info for an unknown name

std::string_view originName(SettingOrigin origin);  // "session", "mailbox"; unknown is empty
SettingOrigin parseOrigin(std::string_view name);   // unknown for any other name

/// The event as a line of the log: a message as it is; a changed setting and respawned keys as
/// messages of the kinds `set` and `respawn`, made for the eye, never to be read back. Nothing for
/// other events.
std::optional<Message> logLine(const Event& event);

std::string toJson(const Progress& progress);
std::string toJson(const ExpertTokens& tokens);
std::string toJson(const Trace& trace);
/// Throw Error for text that is not such an event.
Progress progressFromJson(const std::string& text);
ExpertTokens expertTokensFromJson(const std::string& text);
Trace traceFromJson(const std::string& text);

/// "Only the first 23 of the text's 60 tokens are traced ..."; empty when all of them are.
std::string cutText(const Trace& trace);

}  // namespace orrery
