// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/event_printer.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/text_format.h"
#include "core/events/event_text.h"
#include "core/files/printable.h"

namespace orrery::cli {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

void EventPrinter::print(const Event& event) {
    if (const auto line = logLine(event); line && !json_) {
        printText(*line);
    } else if (const auto* message = std::get_if<Message>(&event)) {
        printJson(*message);
    } else if (const auto* change = std::get_if<SettingChanged>(&event)) {
        printJson(*change);
    } else if (const auto* respawned = std::get_if<Respawned>(&event)) {
        printJson(*respawned);
    } else if (const auto* progress = std::get_if<Progress>(&event)) {
        if (timeForProgress(*progress)) json_ ? printJson(*progress) : printText(*progress);
    } else if (const auto* scalars = std::get_if<Scalars>(&event); scalars && json_) {
        printJson(*scalars);
    }
}

/// On a terminal and at a new state at once. In a log: new phases while the run is prepared, the
/// first step, and then so often that life is seen, more and more seldom in a long run.
bool EventPrinter::timeForProgress(const Progress& progress) {
    using std::chrono::milliseconds;
    const auto now = Clock::now();
    const auto elapsed = std::chrono::duration_cast<milliseconds>(now - begin_);
    const milliseconds interval =
        output_.terminal() && !json_
            ? milliseconds(100)
            : std::clamp(elapsed / 20, milliseconds(5'000), milliseconds(60'000));
    const bool new_phase = progress.phase != phase_ && progress.step == 0;
    const bool first_step = progress.step > 0 && !stepped_;
    const bool changed = new_phase || first_step || progress.state != state_;
    if (!changed && now - last_ < interval) return false;
    phase_ = progress.phase;
    state_ = progress.state;
    stepped_ = progress.step > 0;
    last_ = now;
    return true;
}

void EventPrinter::printText(const Message& message) {
    const std::string head = message.severity == Severity::info
                                 ? std::string()
                                 : std::string(severityName(message.severity)) + ": ";
    const std::string step = message.step > 0 ? "[" + std::to_string(message.step) + "] " : "";
    const bool sample = message.kind == "sample";
    output_.line(step + head + (sample ? "Sample: " : "") + printable(message.text));
}

void EventPrinter::printText(const Progress& progress) {
    const std::string text = progressText(progress);
    if (text.empty()) return;
    output_.terminal() ? output_.status(text) : output_.line(text);
}

void EventPrinter::printJson(const Scalars& scalars) {
    Json values = Json::object();
    for (const auto& [name, value] : scalars.values)
        values[name] = value;
    output_.line(Json({{"event", "scalars"},
                       {"step", scalars.step},
                       {"time", scalars.time},
                       {"values", values}})
                     .dump());
}

void EventPrinter::printJson(const Message& message) {
    output_.line(Json({{"event", "message"},
                       {"step", message.step},
                       {"time", message.time},
                       {"severity", severityName(message.severity)},
                       {"kind", message.kind},
                       {"text", message.text}})
                     .dump(-1, ' ', false, Json::error_handler_t::replace));
}

void EventPrinter::printJson(const SettingChanged& change) {
    output_.line(Json({{"event", "setting_changed"},
                       {"step", change.step},
                       {"time", change.time},
                       {"key", change.key},
                       {"value", change.value},
                       {"previous", change.previous},
                       {"origin", originName(change.origin)}})
                     .dump(-1, ' ', false, Json::error_handler_t::replace));
}

void EventPrinter::printJson(const Respawned& respawned) {
    output_.line(Json({{"event", "respawned"},
                       {"step", respawned.step},
                       {"time", respawned.time},
                       {"layer", respawned.layer},
                       {"experts", respawned.experts}})
                     .dump());
}

void EventPrinter::printJson(const Progress& progress) {
    Json object = Json::parse(toJson(progress));
    object["event"] = "progress";
    output_.line(object.dump());
}

}  // namespace orrery::cli
