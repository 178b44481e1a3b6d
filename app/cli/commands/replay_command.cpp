// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <charconv>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/commands/commands.h"
#include "app/cli/output.h"
#include "app/cli/text_format.h"
#include "core/ranks/local_ranks.h"
#include "core/train/ranks/rank_thread.h"
#include "core/train/replay.h"

namespace orrery::cli {
namespace {

using Json = nlohmann::ordered_json;

/// "3.6e-07": the size is what counts.
std::string scientific(double value) {
    char buffer[32];
    const auto end =
        std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific, 1);
    return {buffer, end.ptr};
}

std::string asText(const ReplayResult& result) {
    std::string text = "losses";
    for (const double loss : result.losses)
        text += " " + fixed(loss, 6);
    if (!result.compared) return text + "\nNothing to compare with: no expected.safetensors.";
    std::vector<std::vector<std::string>> rows = {{"tensor", "difference", "tolerance", ""}};
    for (const auto& difference : result.differences)
        rows.push_back({difference.name, scientific(difference.largest),
                        scientific(difference.tolerance), difference.passed ? "" : "TOO LARGE"});
    return text + "\n" + table(rows) +
           (result.passed() ? "\nMatches the recorded case."
                            : "\nDoes not match the recorded case.");
}

std::string asJson(const ReplayResult& result) {
    Json differences = Json::array();
    for (const auto& difference : result.differences)
        differences.push_back({{"name", difference.name},
                               {"largest", difference.largest},
                               {"tolerance", difference.tolerance},
                               {"passed", difference.passed}});
    return Json({{"losses", result.losses},
                 {"compared", result.compared},
                 {"passed", result.passed()},
                 {"differences", differences}})
        .dump();
}

}  // namespace

void addReplay(CLI::App& app, Context& context) {
    struct Options {
        std::string folder, out;
        int processes = 1;
    };
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand(
        "replay",
        "Replay a recorded case and compare (OMP_NUM_THREADS sets the number of threads)");
    command
        ->add_option("CASE_DIR", options->folder,
                     "Folder with config.yaml, init.safetensors and batches.safetensors")
        ->required();
    command->add_option("--out", options->out, "Write losses, logits and the final state here");
    command
        ->add_option("--processes", options->processes,
                     "Replay on so many processes, each with its share of the rows")
        ->check(CLI::Range(1, 1024));
    command->add_flag("--json", context.json, "Print one JSON object");
    command->callback([options, &context] {
        RankPlace place = rankPlace(environmentVariables());
        std::optional<LocalRanks> others;
        if (place.size == 1 && options->processes > 1)
            place = others
                        .emplace(options->processes,
                                 std::vector<std::string>{siblingProgram("orrery-cli"), "replay",
                                                          options->folder},
                                 place.limit)
                        .place();
        if (place.size > 1) prepareRankThread(0, place);
        const ReplayResult result =
            replayCase(options->folder, place.rank == 0 ? options->out : "", "cpu", place);
        if (place.rank > 0) return;
        Output().line(context.json ? asJson(result) : asText(result));
        context.result = result.passed() ? ExitCode::success : ExitCode::failure;
    });
}

}  // namespace orrery::cli
