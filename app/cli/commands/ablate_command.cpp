// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/checks.h"
#include "app/cli/commands/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/intervention_options.h"
#include "app/cli/output.h"
#include "app/cli/run_option.h"
#include "app/cli/text_format.h"
#include "core/analysis/ablation/ablation_tables.h"
#include "core/error.h"
#include "core/files/output_files.h"
#include "core/files/printable.h"
#include "core/runs/loss_effects.h"

namespace orrery::cli {
namespace {

struct AblateCommand {
    RunOption run;
    std::string experts, guild, csv;
    bool sweep = false, force = false;
    AblationOptions ablation;
    std::int64_t tokens = 0;  // of the text, once it is known
};

std::string effectCell(const Cell& cell) {
    if (const auto* text = std::get_if<std::string>(&cell)) return *text;
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) return std::to_string(*whole);
    return fixed(std::get<double>(cell), 4);
}

std::string effectRows(const Table& found) {
    std::vector<std::vector<std::string>> rows = {found.columns};
    for (const auto& row : found.rows) {
        rows.emplace_back();
        for (const Cell& cell : row)
            rows.back().push_back(effectCell(cell));
    }
    return table(rows);
}

nlohmann::ordered_json tableJson(const Table& found) {
    auto rows = nlohmann::ordered_json::array();
    for (const auto& row : found.rows) {
        nlohmann::ordered_json object;
        for (std::size_t column = 0; column < found.columns.size(); ++column)
            std::visit([&](const auto& value) { object[found.columns[column]] = value; },
                       row[column]);
        rows.push_back(std::move(object));
    }
    return rows;
}

void answerAblation(const AblateCommand& asked, const Context& context, std::int64_t step,
                    const std::vector<Table>& tables, const std::string& text,
                    nlohmann::ordered_json json) {
    if (!asked.csv.empty()) {
        std::vector<OutputFile> files;
        for (const Table& found : tables)
            files.push_back(
                {std::filesystem::path(asked.csv) / (found.name + ".csv"), toCsv(found)});
        writeOutputFiles(files, asked.force);
    }
    Output output;
    if (context.json) {
        json["step"] = step;
        for (const Table& found : tables)
            json[found.name] = tableJson(found);
        return output.line(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    }
    std::string all = "step " + std::to_string(step) + "\n" + text;
    for (const Table& found : tables)
        if (!found.rows.empty()) all += "\n" + effectRows(found);
    output.text(all);
}

/// For the window's table of experts. Of the run's own validation text alone: over another the
/// effects are others.
void keepEffects(const AblateCommand& asked, std::int64_t step,
                 const std::vector<ExpertEffect>& effects) {
    if (!asked.ablation.corpus.empty()) return;
    LossEffects found{step, asked.tokens, {}};
    for (const ExpertEffect& effect : effects)
        found.effects.push_back({effect.expert.layer, effect.expert.expert, effect.change});
    try {
        storeLossEffects(asked.run.folder, std::move(found));
    } catch (const Error& error) {
        std::fprintf(stderr, "The run does not keep these effects: %s\n",
                     printable(error.what()).c_str());
    }
}

void ablate(AblateCommand& asked, const Context& context) {
    const int given =
        (asked.experts.empty() ? 0 : 1) + (asked.guild.empty() ? 0 : 1) + (asked.sweep ? 1 : 0);
    if (given != 1)
        throw CLI::ValidationError("ablate", "give one of --guild, --experts and --sweep");
    Interrupt interrupt(2);
    Output output;
    asked.ablation.cancelled = [&] { return interrupt.any(); };
    asked.ablation.on_cost = [&](const AblationCost& cost) {
        asked.tokens = cost.tokens;
        if (!context.json)
            std::fprintf(stderr, "%d passes over %lld tokens, about %s.\n", cost.passes,
                         static_cast<long long>(cost.tokens), duration(cost.seconds).c_str());
    };
    asked.ablation.progress = [&](double done) {
        output.status("Knocking out: " + fixed(100 * done, 0) + " %");
    };
    LoadedRun run = openRun(asked.run);
    if (asked.sweep) {
        const std::vector<ExpertEffect> effects = run.sweep(asked.ablation);
        const Table found = sweepTable(effects);
        output.clearStatus();
        keepEffects(asked, run.step(), effects);
        return answerAblation(asked, context, run.step(), {found}, "", {});
    }
    ExpertSet experts;
    std::optional<ExpertPlace> guild;
    if (!asked.guild.empty()) {
        const auto numbers = parseExperts(asked.guild);
        if (numbers.size() != 1) throw CLI::ValidationError("--guild", "give one, as LAYER:NUMBER");
        guild = ExpertPlace{numbers.front().first, numbers.front().second};
    } else {
        for (const auto& [layer, expert] : parseExperts(asked.experts))
            experts.push_back({layer, expert});
    }
    const AblationResult result =
        guild ? run.ablateGuild(*guild, asked.ablation) : run.ablate(experts, asked.ablation);
    output.clearStatus();
    keepEffects(asked, run.step(), result.members);
    answerAblation(asked, context, run.step(), ablationTables(result), ablationText(result),
                   {{"knocked_out", result.what},
                    {"tokens", result.tokens},
                    {"random_sets", result.random.sets.size()},
                    {"usage", result.random.usage},
                    {"random_usage", result.random.mean_usage},
                    {"own_tokens", result.own_tokens},
                    {"own_minus_others", result.own_minus_others.value},
                    {"own_minus_others_low", result.own_minus_others.low},
                    {"own_minus_others_high", result.own_minus_others.high},
                    {"own_minus_others_p", result.own_minus_others_random.p_value}});
}

}  // namespace

void addAblate(CLI::App& app, Context& context) {
    auto options = std::make_shared<AblateCommand>();
    CLI::App* command = app.add_subcommand(
        "ablate", "Knock experts out, beside random sets of equal size and usage");
    addRunOption(*command, options->run);
    command->add_option(
        "--guild", options->guild,
        "A guild as LAYER:NUMBER, numbered from 0 as orrery-cli analyze lists them");
    command->add_option("--experts", options->experts, "Experts as LAYER:EXPERT,...");
    command->add_flag("--sweep", options->sweep, "Every expert by itself, layer by layer");
    command->add_option("--sets", options->ablation.random_sets, "Number of random sets")
        ->check(CLI::Range(100, 100'000))
        ->capture_default_str();
    command->add_option("--tokens", options->ablation.most_tokens, "Maximum number of tokens")
        ->check(CLI::Range(1, 100'000'000))
        ->capture_default_str();
    command->add_option("--corpus", options->ablation.corpus,
                        "Text file or folder instead of the run's validation documents");
    command
        ->add_option("--permutations", options->ablation.permutations,
                     "Permutations of the guild test")
        ->check(CLI::Range(99, 100'000))
        ->capture_default_str();
    command->add_option("--seed", options->ablation.seed, "Seed of the random sets")
        ->check(isSeed())
        ->capture_default_str();
    command->add_option("--csv", options->csv, "Write each table as a CSV file to this folder");
    command->add_flag("--force", options->force, "Overwrite existing files");
    command->add_flag("--json", context.json, "Print one JSON object");
    command->callback([options, &context] { ablate(*options, context); });
}

}  // namespace orrery::cli
