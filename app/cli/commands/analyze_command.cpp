// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/checks.h"
#include "app/cli/commands/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/text_format.h"
#include "core/error.h"
#include "core/files/output_files.h"
#include "core/train/stored_analysis.h"

namespace orrery::cli {
namespace {

struct AnalyzeOptions {
    std::string run;
    std::int64_t step = -1;
    std::string text;
    std::string corpus;
    std::string tags;
    std::int64_t tokens = 20'000;
    int permutations = 1000;
    std::uint64_t seed = 1;
    std::string csv;
    bool force = false;
};

std::string cellText(const Cell& cell) {
    if (const auto* text = std::get_if<std::string>(&cell)) return *text;
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) return std::to_string(*whole);
    const double value = std::get<double>(cell);
    return fixed(value, value == std::floor(value) && value < 1e9 ? 0 : 4);
}

const Table* findTable(const std::vector<Table>& tables, const char* name) {
    const auto found = std::ranges::find(tables, name, &Table::name);
    return found == tables.end() ? nullptr : &*found;
}

/// The layers as columns: there are few of them, and many figures. What is not known is left out.
std::string layersText(const Table& layers) {
    std::vector<std::vector<std::string>> rows;
    for (std::size_t column = 0; column < layers.columns.size(); ++column) {
        std::vector<std::string> line = {layers.columns[column]};
        for (const auto& row : layers.rows)
            line.push_back(cellText(row[column]));
        const bool known = std::ranges::count(line, "-") + 1 < std::ssize(line);
        if (known) rows.push_back(std::move(line));
    }
    return table(rows);
}

std::string rowsText(const Table& found, std::size_t most) {
    std::vector<std::vector<std::string>> rows = {found.columns};
    for (std::size_t r = 0; r < std::min(most, found.rows.size()); ++r) {
        rows.emplace_back();
        for (const Cell& cell : found.rows[r])
            rows.back().push_back(cellText(cell));
    }
    return table(rows);
}

std::string analysisText(const AnalysisInput& input, const std::vector<Table>& tables) {
    std::string text = "step " + std::to_string(input.step) + "\n";
    if (input.text.layers.empty())
        text += "No complete checkpoint at this step: keys and usage only.\n";
    if (const Table* layers = findTable(tables, "layers")) {
        text += "\n" + layersText(*layers);
        if (hasGuessedParts(*layers))
            text += "\nParts of speech are dictionary tags, since the text has none.";
    }
    constexpr std::size_t most_guilds = 30;
    if (const Table* guilds = findTable(tables, "guilds"))
        text += "\n\nguilds (" + std::to_string(guilds->rows.size()) + ")\n" +
                rowsText(*guilds, most_guilds);
    text += "\n\ntables:";
    for (const Table& found : tables)
        text += " " + found.name + " (" + std::to_string(found.rows.size()) + " rows)";
    return text + "; --csv FOLDER writes them, --json prints them";
}

std::string analysisJson(const AnalysisInput& input, const std::vector<Table>& tables) {
    nlohmann::ordered_json json = {{"step", input.step},
                                   {"tokens", input.text.token_ids.size()},
                                   {"has_checkpoint", !input.text.layers.empty()}};
    for (const Table& found : tables) {
        auto rows = nlohmann::ordered_json::array();
        for (const auto& row : found.rows) {
            auto cells = nlohmann::ordered_json::array();
            for (const Cell& cell : row)
                std::visit([&](const auto& value) { cells.push_back(value); }, cell);
            rows.push_back(std::move(cells));
        }
        json["tables"][found.name] = {{"columns", found.columns}, {"rows", std::move(rows)}};
    }
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::vector<OutputFile> csvFiles(const std::filesystem::path& folder,
                                 const std::vector<Table>& tables) {
    std::vector<OutputFile> files;
    for (const Table& found : tables)
        files.push_back({folder / (found.name + ".csv"), toCsv(found)});
    return files;
}

void analyze(const AnalyzeOptions& options, const Context& context) {
    Interrupt interrupt(2);
    StoredAnalysisOptions what;
    if (options.step >= 0) what.step = options.step;
    what.text = options.text;
    what.corpus = options.corpus;
    what.tags = options.tags;
    what.most_tokens = options.tokens;
    what.cancelled = [&interrupt] { return interrupt.any(); };
    AnalysisInput input = readStoredAnalysis(options.run, what);
    if (!input.stand_in.empty()) std::fprintf(stderr, "%s\n", input.stand_in.c_str());
    input.permutations = options.permutations;
    input.seed = options.seed;
    input.keep_going = [&interrupt] { return !interrupt.any(); };
    const std::vector<Table> tables = orrery::analyze(input);
    if (!options.csv.empty()) writeOutputFiles(csvFiles(options.csv, tables), options.force);
    if (context.json)
        Output().line(analysisJson(input, tables));
    else if (options.csv.empty())
        Output().text(analysisText(input, tables));
}

}  // namespace

void addAnalyze(CLI::App& app, Context& context) {
    auto options = std::make_shared<AnalyzeOptions>();
    CLI::App* command = app.add_subcommand("analyze",
                                           "Compute metrics of a run's experts, keys and guilds, "
                                           "as tables (core/README.md, section 8)");
    command->add_option("RUN", options->run, "Run folder")->required();
    command
        ->add_option("--step", options->step,
                     "Step of a checkpoint or key snapshot (default: the latest checkpoint)")
        ->check(CLI::NonNegativeNumber);
    auto* text = command->add_option("--text", options->text,
                                     "Text to analyze instead of the run's validation documents");
    auto* corpus =
        command->add_option("--corpus", options->corpus, "Text file or folder to analyze instead");
    auto* tags = command->add_option("--tags", options->tags,
                                     "CoNLL-U file: a text with part-of-speech tags");
    corpus->excludes(text)->excludes(tags);
    tags->excludes(text);
    command->add_option("--tokens", options->tokens, "Maximum number of tokens")
        ->check(CLI::Range(1, 10'000'000))
        ->capture_default_str();
    command
        ->add_option("--permutations", options->permutations,
                     "Permutations of the guild test; the smallest p-value is 1 / (this + 1)")
        ->check(CLI::Range(99, 100'000))
        ->capture_default_str();
    command->add_option("--seed", options->seed, "Seed of permutations and clusters")
        ->check(isSeed())
        ->capture_default_str();
    command->add_option("--csv", options->csv, "Write each table as a CSV file to this folder");
    command->add_flag("--force", options->force, "Overwrite existing files");
    command->add_flag("--json", context.json, "Print all tables as one JSON object");
    command->callback([options, &context] { analyze(*options, context); });
}

}  // namespace orrery::cli
