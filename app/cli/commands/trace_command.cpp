// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/intervention_options.h"
#include "app/cli/output.h"
#include "app/cli/run_option.h"
#include "app/cli/text_format.h"
#include "core/error.h"
#include "core/events/event_text.h"
#include "core/train/text/recorded_routing.h"

namespace orrery::cli {
namespace {

/// "55:.62 20:.21": expert and gate, the best first.
std::string cell(const Trace& trace, std::size_t token, int layer) {
    const auto k = static_cast<std::size_t>(trace.top_k);
    const std::size_t first =
        (token * static_cast<std::size_t>(trace.layers) + static_cast<std::size_t>(layer)) * k;
    std::string text;
    for (std::size_t r = first; r < first + k && r < trace.experts.size(); ++r) {
        const std::string gate = fixed(trace.gates[r], 2);
        text += (text.empty() ? "" : " ") + std::to_string(trace.experts[r]) + ":" +
                (gate.starts_with("0.") ? gate.substr(1) : gate);
    }
    return text;
}

std::string visible(std::string piece) {
    for (char& c : piece)
        if (c == '\n' || c == '\t' || c == '\r') c = ' ';
    return "'" + piece + "'";
}

std::string asText(const Trace& trace) {
    std::vector<std::vector<std::string>> rows = {{"token"}};
    for (int layer = 0; layer < trace.layers; ++layer)
        rows[0].push_back("layer " + std::to_string(layer));
    const std::size_t given = trace.pieces.size() - static_cast<std::size_t>(trace.written_tokens);
    for (std::size_t token = 0; token < trace.pieces.size(); ++token) {
        rows.push_back({(token < given ? "" : "+ ") + visible(trace.pieces[token])});
        for (int layer = 0; layer < trace.layers; ++layer)
            rows.back().push_back(cell(trace, token, layer));
    }
    const std::string written = trace.written_tokens > 0 ? "; + written by the model" : "";
    return "step " + std::to_string(trace.step) + written + "\n" + table(rows);
}

std::vector<std::int32_t> writtenTokens(const Trace& trace) {
    return {trace.token_ids.end() - static_cast<std::ptrdiff_t>(trace.written_tokens),
            trace.token_ids.end()};
}

/// A token's logit and what it is the sum of; experts by their number, the most first.
std::string partsCell(const TokenReading& reading) {
    std::vector<std::pair<double, std::string>> parts;
    for (std::size_t i = 0; i < reading.experts.size(); ++i) {
        const std::size_t layer = i / static_cast<std::size_t>(reading.top_k);
        parts.emplace_back(reading.parts->experts[i],
                           std::to_string(layer) + ":" + std::to_string(reading.experts[i]));
    }
    std::ranges::sort(parts, std::greater<>());
    std::string text;
    for (const auto& [value, name] : parts)
        text += (text.empty() ? "" : "  ") + name + " " + (value > 0 ? "+" : "") + fixed(value, 2);
    return text;
}

std::string logitsText(const std::vector<TokenReading>& readings) {
    std::vector<std::vector<std::string>> rows = {
        {"token", "logit", "embedding", "biases", "attention", "experts"}};
    std::vector<std::vector<std::string>> lens = {{"token"}};
    for (const TokenReading& reading : readings) {
        const LogitParts& parts = *reading.parts;
        double attention = 0;
        for (const double value : parts.attention)
            attention += value;
        rows.push_back({visible(reading.piece), fixed(parts.logit, 3), fixed(parts.embedding, 3),
                        fixed(parts.biases, 3), fixed(attention, 3), partsCell(reading)});
        lens.push_back({visible(reading.piece)});
        for (std::size_t layer = 0; layer < reading.lens.size(); ++layer) {
            const LensReading& read = reading.lens[layer];
            if (lens.front().size() < layer + 2)
                lens.front().push_back("after layer " + std::to_string(layer));
            lens.back().push_back(visible(read.piece) + " " + fixed(read.probability, 2) +
                                  ", own " + fixed(read.own_probability, 3));
        }
    }
    return "\nlogit of each token that came, and its parts\n" + table(rows) +
           "\nprediction after each layer, and the probability of the token that came\n" +
           table(lens);
}

nlohmann::ordered_json logitsJson(const std::vector<TokenReading>& readings) {
    auto all = nlohmann::ordered_json::array();
    for (const TokenReading& reading : readings) {
        const LogitParts& parts = *reading.parts;
        nlohmann::ordered_json one = {
            {"token", reading.token},     {"piece", reading.piece},
            {"logit", parts.logit},       {"embedding", parts.embedding},
            {"biases", parts.biases},     {"attention", parts.attention},
            {"experts", reading.experts}, {"expert_parts", parts.experts}};
        for (const LensReading& lens : reading.lens)
            one["lens"].push_back({{"token", lens.token},
                                   {"piece", lens.piece},
                                   {"probability", lens.probability},
                                   {"own_probability", lens.own_probability},
                                   {"own_rank", lens.own_rank}});
        all.push_back(std::move(one));
    }
    return all;
}

}  // namespace

void addTrace(CLI::App& app, Context& context) {
    struct Options {
        RunOption run;
        std::string text;
        TraceOptions trace;
        bool logits = false;
    };
    auto options = std::make_shared<Options>();
    CLI::App* command =
        app.add_subcommand("trace", "Show the selected experts and gates of each token of a text");
    addRunOption(*command, options->run);
    command->add_option("--text", options->text, "Text to trace")->required();
    command->add_flag("--logits", options->logits,
                      "Also what each expert adds to the logit of the token that came, and what "
                      "each layer would predict");
    command
        ->add_option(
            "--continue", options->trace.write,
            "Also so many tokens that the model writes behind the text, each the likeliest")
        ->check(CLI::Range(1, 100'000));
    addInterventionOptions(*command, options->trace.interventions);
    command->add_flag("--json", context.json, "Print one JSON object");
    command->callback([options, &context] {
        Output output;
        if (const auto recorded = recordedTrace(options->run.folder, options->text)) {
            if (options->logits || !options->trace.interventions.empty() || options->trace.write)
                throw Error(
                    "This run was imported without its model: its recorded routing can be "
                    "read, but not changed; it has no logits and writes nothing.");
            return output.line(context.json ? toJson(*recorded) : asText(*recorded));
        }
        LoadedRun run = openRun(options->run);
        const Trace trace = run.trace(options->text, options->trace);
        std::vector<TokenReading> readings;
        if (options->logits)
            readings = run.score(options->text,
                                 {writtenTokens(trace), 0, true, options->trace.interventions})
                           .readings;
        if (context.json && options->logits) {
            auto json = nlohmann::ordered_json::parse(toJson(trace));
            json["logits"] = logitsJson(readings);
            output.line(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
        } else {
            output.line(context.json ? toJson(trace) : asText(trace));
            if (options->logits) output.line(logitsText(readings));
        }
        const std::string cut = cutText(trace);
        if (!cut.empty()) std::fprintf(stderr, "%s\n", cut.c_str());
    });
}

}  // namespace orrery::cli
