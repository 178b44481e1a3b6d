// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/event_text.h"

#include <array>
#include <iterator>
#include <nlohmann/json.hpp>

#include "core/error.h"

namespace orrery {
namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 8> kStateNames = {
    "preparing", "running", "paused", "stopping", "finished", "stopped", "failed", "interrupted"};
constexpr std::array<std::string_view, 3> kSeverityNames = {"info", "warning", "error"};
constexpr std::array<std::string_view, 3> kOriginNames = {"", "session", "mailbox"};

/// A generated text may end inside a character: such bytes become U+FFFD instead of an exception.
std::string dump(const json& value) {
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string lineOf(const SettingChanged& change) {
    std::string text = change.key + " = " + change.value;
    if (!change.previous.empty()) text += " (was " + change.previous + ")";
    return change.origin == SettingOrigin::mailbox ? text + ", by another program" : text;
}

std::string lineOf(const Respawned& respawned) {
    std::string text = "Keys respawned in layer " + std::to_string(respawned.layer) + ":";
    for (const int expert : respawned.experts)
        text += " " + std::to_string(expert);
    return text + ".";
}

template <typename Read>
auto parse(const std::string& text, const char* what, Read read) {
    try {
        return read(json::parse(text));
    } catch (const json::exception&) {
        throw Error(std::string("run.db has a corrupt ") + what + ".");
    }
}

}  // namespace

std::string_view stateName(RunState state) {
    return kStateNames.at(static_cast<std::size_t>(state));
}

std::optional<RunState> parseState(std::string_view name) {
    for (std::size_t i = 0; i < kStateNames.size(); ++i) {
        if (kStateNames[i] == name) return static_cast<RunState>(i);
    }
    return std::nullopt;
}

bool isFinalState(RunState state) {
    return state == RunState::finished || state == RunState::stopped || state == RunState::failed ||
           state == RunState::interrupted;
}

std::string_view severityName(Severity severity) {
    return kSeverityNames.at(static_cast<std::size_t>(severity));
}

Severity parseSeverity(std::string_view name) {
    if (name == "error") return Severity::error;
    return name == "warning" ? Severity::warning : Severity::info;
}

std::string_view originName(SettingOrigin origin) {
    return kOriginNames.at(static_cast<std::size_t>(origin));
}

SettingOrigin parseOrigin(std::string_view name) {
    if (name == originName(SettingOrigin::session)) return SettingOrigin::session;
    return name == originName(SettingOrigin::mailbox) ? SettingOrigin::mailbox
                                                      : SettingOrigin::unknown;
}

std::optional<Message> logLine(const Event& event) {
    if (const auto* message = std::get_if<Message>(&event)) return *message;
    if (const auto* change = std::get_if<SettingChanged>(&event))
        return Message{change->step, change->time, Severity::info, "set", lineOf(*change)};
    if (const auto* respawned = std::get_if<Respawned>(&event))
        return Message{respawned->step, respawned->time, Severity::info, "respawn",
                       lineOf(*respawned)};
    return std::nullopt;
}

std::string toJson(const Progress& progress) {
    return dump({{"state", stateName(progress.state)},
                 {"phase", progress.phase},
                 {"phase_fraction", progress.phase_fraction},
                 {"step", progress.step},
                 {"total_steps", progress.total_steps},
                 {"epoch", progress.epoch},
                 {"loss", progress.loss},
                 {"tokens_per_second", progress.tokens_per_second},
                 {"real_tokens_per_second", progress.real_tokens_per_second},
                 {"seconds_left", progress.seconds_left},
                 {"device", progress.device},
                 {"memory_bytes", progress.memory_bytes},
                 {"memory_total", progress.memory_total}});
}

Progress progressFromJson(const std::string& text) {
    return parse(text, "progress", [](const json& value) {
        Progress progress;
        progress.state =
            parseState(value.at("state").get<std::string>()).value_or(RunState::interrupted);
        progress.phase = value.at("phase");
        progress.phase_fraction = value.at("phase_fraction");
        progress.step = value.at("step");
        progress.total_steps = value.at("total_steps");
        progress.epoch = value.at("epoch");
        // JSON has no NaN: a loss that is not a number was written as null.
        if (value.at("loss").is_number()) progress.loss = value.at("loss");
        progress.tokens_per_second = value.at("tokens_per_second");
        progress.real_tokens_per_second = value.at("real_tokens_per_second");
        progress.seconds_left = value.at("seconds_left");
        progress.memory_bytes = value.at("memory_bytes");
        // Of older runs they are not known.
        progress.device = value.value("device", std::string());
        progress.memory_total = value.value("memory_total", std::int64_t{0});
        return progress;
    });
}

std::string toJson(const ExpertTokens& tokens) {
    return dump({{"step", tokens.step}, {"layer", tokens.layer}, {"experts", tokens.experts}});
}

ExpertTokens expertTokensFromJson(const std::string& text) {
    return parse(text, "list of tokens", [](const json& value) {
        ExpertTokens tokens;
        tokens.step = value.at("step");
        tokens.layer = value.at("layer");
        value.at("experts").get_to(tokens.experts);
        return tokens;
    });
}

std::string toJson(const Trace& trace) {
    return dump({{"step", trace.step},
                 {"text", trace.text},
                 {"layers", trace.layers},
                 {"top_k", trace.top_k},
                 {"experts_per_layer", trace.experts_per_layer},
                 {"pieces", trace.pieces},
                 {"token_ids", trace.token_ids},
                 {"tokens_shown", trace.pieces.size()},
                 {"tokens_of_text", trace.text_tokens},
                 {"tokens_written", trace.written_tokens},
                 {"experts", trace.experts},
                 {"gates", trace.gates},
                 {"stand_in", trace.stand_in}});
}

std::string cutText(const Trace& trace) {
    const auto shown = std::ssize(trace.pieces) - trace.written_tokens;
    if (shown >= trace.text_tokens) return {};
    return "Only the first " + std::to_string(shown) + " of the text's " +
           std::to_string(trace.text_tokens) +
           " tokens are traced: a trace has at most model.seq_len - 1 tokens. Trace the rest as a "
           "separate text.";
}

Trace traceFromJson(const std::string& text) {
    return parse(text, "trace", [](const json& value) {
        Trace trace;
        trace.step = value.at("step");
        trace.text = value.at("text");
        trace.layers = value.at("layers");
        trace.top_k = value.at("top_k");
        trace.experts_per_layer = value.at("experts_per_layer");
        value.at("pieces").get_to(trace.pieces);
        value.at("token_ids").get_to(trace.token_ids);
        value.at("experts").get_to(trace.experts);
        value.at("gates").get_to(trace.gates);
        trace.text_tokens = value.value("tokens_of_text", std::ssize(trace.pieces));
        trace.written_tokens = value.value("tokens_written", std::int64_t{0});
        trace.stand_in = value.value("stand_in", std::string());
        const std::size_t cells = trace.pieces.size() * static_cast<std::size_t>(trace.layers) *
                                  static_cast<std::size_t>(trace.top_k);
        if (trace.experts.size() != cells || trace.gates.size() != cells ||
            trace.written_tokens < 0 || trace.written_tokens > std::ssize(trace.pieces))
            throw Error("run.db has a corrupt trace.");
        return trace;
    });
}

}  // namespace orrery
