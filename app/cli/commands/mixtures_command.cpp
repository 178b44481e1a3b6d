// SPDX-License-Identifier: GPL-3.0-or-later
// Trained runs and imported models side by side, on one text.
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/checks.h"
#include "app/cli/commands/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/mixtures_text.h"
#include "app/cli/output.h"
#include "app/cli/window_program.h"
#include "core/error.h"
#include "core/files/output_files.h"
#include "core/study/mixtures_study.h"
#include "core/train/mixtures.h"

namespace orrery::cli {
namespace {

struct MixturesOptions {
    std::vector<std::string> sources;
    std::string corpus, csv, report;
    bool force = false;
    MixtureOptions measure;
};

std::vector<std::filesystem::path> runsOf(const MixturesOptions& options,
                                          const std::optional<MixturesStudy>& study) {
    if (study) return study->runs();
    std::vector<std::filesystem::path> runs;
    for (const std::string& source : options.sources)
        runs.push_back(std::filesystem::absolute(source).lexically_normal());
    return runs;
}

std::optional<MixturesStudy> statedIn(MixturesOptions& options) {
    if (options.sources.size() != 1 || !isMixturesStudy(options.sources.front()))
        return std::nullopt;
    MixturesStudy study = loadMixturesStudy(options.sources.front());
    options.measure.corpus = study.corpus;
    options.measure.most_bytes = study.bytes;
    return study;
}

void reportMixtures(const std::vector<MeasuredRun>& measured, const std::string& file) {
    std::vector<std::string> words;
    for (const MeasuredRun& run : measured)
        words.push_back(run.folder.string());
    words.insert(words.end(), {"--report", file});
    const WindowAnswer answer = runWindowProgram(words);
    if (answer.exit_code != 0)
        throw Error("The report " + file + " was not written: " + answer.errors);
}

void mixtures(MixturesOptions& options, Context& context) {
    options.measure.corpus = options.corpus;
    const std::optional<MixturesStudy> study = statedIn(options);
    Interrupt interrupt(2);
    Output output;
    options.measure.cancelled = [&interrupt] { return interrupt.any(); };
    options.measure.progress = [&](const std::string& what) {
        if (!context.json) output.status("measuring " + what);
    };
    const auto measured = measureMixtures(runsOf(options, study), options.measure);
    output.clearStatus();
    std::vector<Finding> findings;
    if (study) {
        std::map<std::filesystem::path, MeasuredRouting> known;
        for (const MeasuredRun& run : measured)
            known.emplace(run.folder, run.routing);
        findings = judgeMixtures(*study, known);
    }
    if (!options.csv.empty())
        writeOutputFiles({{options.csv, mixturesCsv(measured)}}, options.force);
    if (!options.report.empty()) reportMixtures(measured, options.report);
    if (context.json)
        output.line(mixturesJson(measured, findings));
    else
        output.text(mixturesText(measured, findings));
}

}  // namespace

void runMixturesStudy(const std::string& file, Context& context) {
    MixturesOptions options;
    options.sources = {file};
    mixtures(options, context);
}

void addMixtures(CLI::App& app, Context& context) {
    auto options = std::make_shared<MixturesOptions>();
    CLI::App* command = app.add_subcommand(
        "mixtures",
        "Measure the routing of runs and imported models on one text, side by side, by layer and "
        "share of training (core/README.md, section 8)");
    command
        ->add_option("RUN", options->sources,
                     "Run folders, or a study file of kind mixtures (YAML)")
        ->required();
    command->add_option("--corpus", options->corpus,
                        "Text file or folder (default: the text that an imported run has recorded, "
                        "else the first run's validation documents)");
    command
        ->add_option("--bytes", options->measure.most_bytes, "Maximum length of the text in bytes")
        ->check(CLI::Range(100, 100'000'000))
        ->capture_default_str();
    command
        ->add_option("--checkpoints", options->measure.most_checkpoints,
                     "Maximum number of checkpoints of a run")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command
        ->add_option("--permutations", options->measure.permutations,
                     "Permutations of the guild test")
        ->check(CLI::Range(99, 100'000))
        ->capture_default_str();
    command->add_option("--seed", options->measure.seed, "Seed of permutations")
        ->check(isSeed())
        ->capture_default_str();
    command->add_option("--csv", options->csv, "Write run, step, share, layer, measure, value");
    command->add_option("--report", options->report,
                        "Write a report with table and figures (.html or .pdf)");
    command->add_flag("--force", options->force, "Overwrite existing files");
    command->add_flag("--json", context.json, "Print all figures as one JSON object");
    command->callback([options, &context] { mixtures(*options, context); });
}

}  // namespace orrery::cli
