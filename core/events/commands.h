// SPDX-License-Identifier: GPL-3.0-or-later
// What may be asked of a run while it trains: plain values, handed to Session::send.
#pragma once
#include <string>
#include <variant>

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
};
struct Set {
    std::string key;    // a field with live == true
    std::string value;  // as YAML writes it
};
}  // namespace command

using Command = std::variant<command::Pause, command::Resume, command::StepOnce, command::Stop,
                             command::StopNow, command::SaveNow, command::Evaluate,
                             command::TraceText, command::Set>;

}  // namespace orrery
