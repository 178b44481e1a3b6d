// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/study_report.h"
#include "app/cli/text_format.h"
#include "core/error.h"
#include "core/runs/safetensors.h"
#include "core/study/study_runner.h"

namespace orrery::cli {
namespace {

namespace fs = std::filesystem;

struct StudyOptions {
    std::string file, out;
    StudyRunOptions run;
};

fs::path folderOf(const StudyOptions& options, const Study& study) {
    if (!options.out.empty()) return options.out;
    return fs::path("studies") / (study.name + "-" + options.run.scale);
}

void runAndReport(StudyOptions options, Context& context) {
    const Study study = loadStudy(options.file);
    options.run.folder = fs::absolute(folderOf(options, study));
    options.run.program = fs::read_symlink("/proc/self/exe");
    Output output;
    Interrupt interrupt(2);
    options.run.stop = [&] { return interrupt.any(); };
    options.run.progress = [&](const StudyProgress& now) {
        if (context.json) return;
        std::string text = std::to_string(now.done) + "/" + std::to_string(now.total) +
                           " trials done, " + std::to_string(now.running) + " training";
        if (now.failed > 0) text += ", " + std::to_string(now.failed) + " failed";
        if (now.seconds_left > 0) text += ", " + duration(now.seconds_left) + " left";
        output.status(text);
    };
    options.run.ended = [&](const TrialRecord& trial) {
        if (context.json) return;
        std::string text = "trial " + std::to_string(trial.number) + ":";
        for (std::size_t i = 0; i < trial.labels.size(); ++i)
            text += " " + study.axes[i].name + "=" + trial.labels[i];
        text += " seed " + std::to_string(trial.seed) + ": ";
        output.line(text + (trial.state == TrialState::done ? fixed(trial.objective, 4)
                                                            : "failed: " + trial.problem));
    };
    const bool complete = runStudy(study, options.run);
    output.clearStatus();
    StudyStore store = StudyStore::open(options.run.folder);
    const StudyReport report = makeStudyReport(store);
    writeFileAtomically(options.run.folder / "report.svg", studySvg(report));
    writeFileAtomically(options.run.folder / "trials.csv", trialsCsv(report.axes, store.trials()));
    output.line(context.json ? studyJson(report)
                             : studyText(report) + "\n\nFolder: " + options.run.folder.string() +
                                   " (report.svg, trials.csv, study.db, runs/)");
    if (interrupt.any()) throw Cancelled();
    if (!complete)
        throw Error(
            "The study ended before every trial had run: too many failed in a row. "
            "See logs/ in its folder; `study run --retry-failed` goes on.");
    if (report.failed > 0) context.result = ExitCode::failure;
}

void addRun(CLI::App& study, Context& context) {
    auto options = std::make_shared<StudyOptions>();
    CLI::App* command = study.add_subcommand(
        "run", "Train the trials of a study; called again it goes on with what is missing");
    command->alias("resume");
    command->add_option("FILE", options->file, "Study (YAML)")->required();
    command->add_option("--scale", options->run.scale, "One of the study's scales")
        ->capture_default_str();
    command->add_option("--jobs", options->run.jobs, "Trials at a time")
        ->check(CLI::Range(1, 256))
        ->capture_default_str();
    command->add_option("--out", options->out,
                        "Folder of the study (studies/NAME-SCALE unless given)");
    command->add_flag("--retry-failed", options->run.retry_failed, "Try failed trials again");
    command->add_flag("--json", context.json, "The result as one JSON object");
    command->callback([options, &context] { runAndReport(*options, context); });
}

void addLook(CLI::App& study, Context& context, const std::string& name, const std::string& help,
             std::string (*show)(StudyStore&, bool json)) {
    auto folder = std::make_shared<std::string>();
    CLI::App* command = study.add_subcommand(name, help);
    command->add_option("FOLDER", *folder, "Folder of the study")->required();
    command->add_flag("--json", context.json, "As one JSON object");
    command->callback([folder, show, &context] {
        StudyStore store = StudyStore::open(*folder);
        Output().line(show(store, context.json));
    });
}

std::string statusText(StudyStore& store, bool json) {
    const StudyReport report = makeStudyReport(store);
    if (json) return studyJson(report);
    std::vector<std::vector<std::string>> rows = {{"trial", "state", "objective", "problem"}};
    for (const TrialRecord& trial : store.trials())
        rows.push_back({std::to_string(trial.number), trialStateWord(trial.state),
                        fixed(trial.objective, 4), trial.problem});
    return table(rows);
}

std::string reportText(StudyStore& store, bool json) {
    const StudyReport report = makeStudyReport(store);
    return json ? studyJson(report) : studyText(report);
}

std::string exportText(StudyStore& store, bool json) {
    return json ? studyJson(makeStudyReport(store)) : trialsCsv(store.axes(), store.trials());
}

}  // namespace

void addStudy(CLI::App& app, Context& context) {
    CLI::App* study =
        app.add_subcommand("study", "Train a configuration at many points, and compare");
    study->require_subcommand(1);
    addRun(*study, context);
    addLook(*study, context, "status", "Each trial's state", statusText);
    addLook(*study, context, "report", "The table of a study, and what follows from it",
            reportText);
    addLook(*study, context, "export", "The trials as CSV", exportText);
}

}  // namespace orrery::cli
