// SPDX-License-Identifier: GPL-3.0-or-later
// What may be asked of a run while it trains: plain values, handed to Session::send.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <variant>

#include "core/events/model_queries.h"
#include "core/events/token_reading.h"

namespace orrery {

namespace command {
struct Pause {};
struct Resume {};
struct StepOnce {};  // one step, then paused
struct Stop {};      // end after this step: checkpoint, state `stopped`
struct StopNow {};   // end at once: no checkpoint, the last one stays
struct SaveNow {};
struct Evaluate {};
struct TraceText {
    std::string text;
    std::int64_t write = 0;  // as TraceOptions
};
/// A text by the model as it trains. All calls come from the training thread, between steps, and
/// must not wait.
struct WriteText {
    bool score = false;  // the prompt itself, instead of what comes behind it
    std::string prompt;
    GenerateOptions options;                          // its prompt_tokens come behind the prompt
    std::function<void(const TextScore&)> on_prompt;  // none for an empty one
    GenerateHooks hooks;
    std::function<void(std::int64_t step, TextEnd end)> on_end;
    std::function<void(const std::string& reason)> on_failure;
};
struct Set {
    std::string key;    // a field with live == true
    std::string value;  // as YAML writes it
};
}  // namespace command

using Command = std::variant<command::Pause, command::Resume, command::StepOnce, command::Stop,
                             command::StopNow, command::SaveNow, command::Evaluate,
                             command::TraceText, command::WriteText, command::Set>;

}  // namespace orrery
