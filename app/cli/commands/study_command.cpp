// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "app/cli/commands/commands.h"
#include "app/cli/config_options.h"
#include "app/cli/folder_pictures.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/study_cost.h"
#include "app/cli/study_report.h"
#include "app/cli/study_tables.h"
#include "app/cli/text_format.h"
#include "core/error.h"
#include "core/files/regular_file.h"
#include "core/study/judges/trial_pairs.h"
#include "core/study/mixtures_study.h"
#include "core/study/slurm.h"
#include "core/study/study_pictures.h"
#include "core/study/study_runner.h"
#include "core/study/verdict.h"

namespace orrery::cli {
namespace {

namespace fs = std::filesystem;

struct StudyOptions {
    std::string study, out, scale, on = "here";  // study: a file, or the folder of one
    std::vector<std::string> sets, texts;
    int jobs = 0;  // 0 = as before, or 1
    bool estimate = false;
    StudyRunOptions run;
};

std::string progressLine(const StudyProgress& now) {
    std::string text = std::to_string(now.done) + "/" + std::to_string(now.total) +
                       " trials done, " + std::to_string(now.running) + " training";
    if (now.failed > 0) text += ", " + std::to_string(now.failed) + " failed";
    if (now.pruned > 0) text += ", " + std::to_string(now.pruned) + " pruned";
    if (now.seconds_left > 0) text += ", " + duration(now.seconds_left) + " left";
    return text;
}

std::string endedLine(const Study& study, const TrialRecord& trial) {
    std::string text = "trial " + std::to_string(trial.number) + ":";
    for (std::size_t i = 0; i < trial.labels.size(); ++i)
        text += " " + study.axes[i].name + "=" + shownLabel(trial.labels[i]);
    text += " seed " + std::to_string(trial.seed) + ": ";
    if (trial.state == TrialState::done) return text + fixed(trial.objective, 4);
    return text + trialStateWord(trial.state) + ": " + trial.problem;
}

/// Report, pictures and tables into the study's folder.
StudyTable writeReport(const fs::path& folder, Output& output, bool json) {
    StudyStore store = StudyStore::open(folder);
    const StudyTable table = makeStudyTable(store);
    writeStudyTables(table, store.trials(), folder);
    if (json)
        output.line(studyJson(table));
    else
        output.text(studyText(table));
    const bool drawn =
        drawPictures(folder, "orrery-cli study report " + shellQuoted(folder.string()));
    if (!drawn) writeKeysTable(table, folder);
    if (!json)
        output.text("\nFolder: " + folder.string() + " (tables, " + (drawn ? "figures, " : "") +
                    "study.db, trials/, runs/)");
    return table;
}

/// Where it goes on in its folder: as it began, at its scale.
Study statedStudy(StudyOptions& options) {
    options.run.scale = options.scale.empty() ? "full" : options.scale;
    std::error_code none;
    if (!fs::is_directory(options.study, none)) {
        const Study study = loadStudy(options.study);
        if (options.out.empty())
            options.out = fs::path("studies") / (study.name + "-" + options.run.scale);
        return study;
    }
    StudyStore store = StudyStore::open(options.study);
    const std::string scale = store.meta("scale");
    if (!options.scale.empty() && options.scale != scale)
        throw Error(options.study + " is at scale " + scale + ": omit --scale.");
    if (!options.out.empty())
        throw Error("A study is resumed in its own folder, " + options.study + ": omit --out.");
    options.out = options.study;
    options.run.scale = scale;
    if (options.jobs == 0) options.jobs = storedJobs(store);
    return store.stated();
}

/// Relative paths of texts start at the working folder.
Study changedStudy(StudyOptions& options) {
    Study study = statedStudy(options);  // and where its folder is
    study = chained(std::move(study), fs::absolute(options.out).parent_path(), options.run.scale);
    for (const std::string& text : options.texts) {
        const std::size_t equals = text.find('=');
        if (equals == 0 || equals == std::string::npos || equals + 1 == text.size())
            throw Error("--text " + text + ": give a name and a file, such as sea=news.txt.");
        change(study, {text_prefix + text.substr(0, equals),
                       fs::absolute(text.substr(equals + 1)).lexically_normal().string()});
    }
    for (const std::string& set : options.sets)
        change(study, withAbsoluteText(parseOverride(set)));
    return study;
}

void runAndReport(StudyOptions options, Context& context) {
    const Study study = changedStudy(options);
    options.run.jobs = std::max(1, options.jobs);
    options.run.folder = fs::absolute(options.out).lexically_normal();
    options.run.program = fs::read_symlink("/proc/self/exe");
    Output output;
    if (!context.json || options.estimate)
        output.line(costText(estimateCost(study, options.run.scale, options.run.jobs)));
    if (options.estimate) return;
    Interrupt interrupt(2);
    options.run.stop = [&] { return interrupt.any(); };
    options.run.progress = [&](const StudyProgress& now) {
        if (!context.json) output.status(progressLine(now));
    };
    options.run.ended = [&](const TrialRecord& trial) {
        if (!context.json) output.text(endedLine(study, trial));
    };
    const bool slurm = options.on == "slurm";
    const fs::path script = options.run.folder / "slurm.sh";
    if (slurm && isRegularFile(script))
        output.text("Jobs are submitted by " + script.string() +
                    ", as it lies there: read it first where the folder is not your own.");
    const bool complete =
        slurm ? runStudyOnSlurm(study, options.run) : runStudy(study, options.run);
    output.clearStatus();
    const StudyTable table = writeReport(options.run.folder, output, context.json);
    if (interrupt.any() && slurm)
        output.line("The job array keeps running; `orrery-cli study resume " +
                    options.run.folder.string() + " --on slurm` follows it.");
    if (interrupt.any()) throw Cancelled();
    if (!complete)
        throw Error("The study ended before all trials were done: `orrery-cli study resume " +
                    options.run.folder.string() + "` resumes it.");
    if (table.failed > 0) context.result = ExitCode::failure;
}

void addRun(CLI::App& study, Context& context) {
    auto options = std::make_shared<StudyOptions>();
    CLI::App* command = study.add_subcommand(
        "run", "Train the trials of a study; run it again to train what is missing");
    command->alias("resume");
    command
        ->add_option("STUDY", options->study, "Study file (YAML), or the folder of a started study")
        ->required();
    command->add_option("--scale", options->scale, "Scale of the study (default: full)");
    command
        ->add_option("--jobs", options->jobs,
                     "Number of trials to train in parallel; they share the CPU cores (default: 1)")
        ->check(CLI::Range(1, 256));
    command->add_option("--out", options->out, "Study folder (default: studies/NAME-SCALE)");
    command
        ->add_option(
            "--on", options->on,
            "here, or slurm: submit job arrays to a cluster with slurm.sh in the study folder")
        ->check(CLI::IsMember({"here", "slurm"}));
    addSetOption(*command, options->sets);
    command
        ->add_option("--text", options->texts,
                     "In place of a domain of the embedded corpus, wherever the study trains on or "
                     "reads it: NAME=FILE, or NAME=FILE,split=blank. Repeatable.")
        ->allow_extra_args(false)
        ->type_name("NAME=FILE");
    command->add_flag("--retry-failed", options->run.retry_failed, "Retry failed trials");
    command->add_flag("--estimate", options->estimate, "Only estimate the cost");
    command->add_flag("--json", context.json, "Print the result as one JSON object");
    command->callback([options, &context] {
        if (isMixturesStudy(options->study)) return runMixturesStudy(options->study, context);
        runAndReport(*options, context);
    });
}

void addLook(CLI::App& study, Context& context, const std::string& name, const std::string& help,
             void (*show)(const fs::path& folder, bool json)) {
    auto folder = std::make_shared<std::string>();
    CLI::App* command = study.add_subcommand(name, help);
    command->add_option("FOLDER", *folder, "Study folder")->required();
    command->add_flag("--json", context.json, "Print one JSON object");
    command->callback([folder, show, &context] { show(*folder, context.json); });
}

void showStatus(const fs::path& folder, bool json) {
    StudyStore store = StudyStore::open(folder);
    if (json)
        Output().line(studyJson(makeStudyTable(store)));
    else
        Output().text(statusText(store, folder));
}

void showReport(const fs::path& folder, bool json) {
    Output output;
    writeReport(fs::absolute(folder), output, json);
}

void showTrials(const fs::path& folder, bool json) {
    StudyStore store = StudyStore::open(folder);
    const StudyTable table = makeStudyTable(store);
    std::string csv = trialsCsv(table, store.trials());
    csv.pop_back();  // line() ends it
    Output().line(json ? studyJson(table) : csv);
}

}  // namespace

void addStudy(CLI::App& app, Context& context) {
    CLI::App* study = app.add_subcommand(
        "study", "Train a configuration at many points of a search space, and compare");
    study->require_subcommand(1);
    addRun(*study, context);
    addLook(*study, context, "status", "Show the state of each trial, and the time left",
            showStatus);
    addLook(*study, context, "report",
            "Print the table and the verdict of a study, and redraw its figures", showReport);
    addLook(*study, context, "export", "Print the trials as CSV", showTrials);
    addStudyTrial(*study, context);
}

}  // namespace orrery::cli
