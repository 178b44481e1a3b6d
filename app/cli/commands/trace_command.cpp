// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/output.h"
#include "app/cli/run_option.h"
#include "app/cli/text_format.h"
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
    for (std::size_t token = 0; token < trace.pieces.size(); ++token) {
        rows.push_back({visible(trace.pieces[token])});
        for (int layer = 0; layer < trace.layers; ++layer)
            rows.back().push_back(cell(trace, token, layer));
    }
    return "step " + std::to_string(trace.step) + "\n" + table(rows);
}

}  // namespace

void addTrace(CLI::App& app, Context& context) {
    struct Options {
        RunOption run;
        std::string text;
    };
    auto options = std::make_shared<Options>();
    CLI::App* command =
        app.add_subcommand("trace", "Show the selected experts and gates of each token of a text");
    addRunOption(*command, options->run);
    command->add_option("--text", options->text, "Text to trace")->required();
    command->add_flag("--json", context.json, "Print one JSON object");
    command->callback([options, &context] {
        const auto recorded = recordedTrace(options->run.folder, options->text);
        const Trace trace = recorded ? *recorded : openRun(options->run).trace(options->text);
        Output().line(context.json ? toJson(trace) : asText(trace));
        const std::string cut = cutText(trace);
        if (!cut.empty()) std::fprintf(stderr, "%s\n", cut.c_str());
    });
}

}  // namespace orrery::cli
