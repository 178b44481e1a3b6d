// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <memory>
#include <thread>

#include "app/cli/commands/commands.h"
#include "app/cli/config_options.h"
#include "app/cli/controls_report.h"
#include "app/cli/folder_pictures.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/text_format.h"
#include "core/config/controls.h"
#include "core/config/fields.h"
#include "core/error.h"
#include "core/events/commands.h"
#include "core/events/event_text.h"
#include "core/files/atomic_file.h"
#include "core/files/printable.h"
#include "core/runs/run_folder.h"
#include "core/runs/run_index.h"
#include "core/train/session.h"

namespace orrery::cli {
namespace {

namespace fs = std::filesystem;

struct ControlsOptions {
    ConfigOptions config;
    std::int64_t seeds = 3;
    std::int64_t steps = 0;
    std::string out;
};

/// One run of the plan.
struct Planned {
    std::size_t control;
    std::int64_t seed;
    Config config;
};

class ControlRuns {
public:
    ControlRuns(const ControlsOptions& options, const Context& context)
        : options_(options), json_(context.json) {
        Config base = loadConfig(options.config);
        if (options.steps > 0) base.train.max_steps = options.steps;
        folder_ = options.out.empty() ? "controls/" + base.name : options.out;
        report_.name = base.name;
        for (const Control& control : controlsOf(base))
            plan(control);
    }

    /// False when the user stopped it.
    bool run() {
        requireSameConfigurations();
        // Seed by seed: whoever stops early has all controls of the first ones.
        std::ranges::stable_sort(planned_, {}, &Planned::seed);
        Interrupt interrupt(3);
        for (std::size_t i = 0; i < planned_.size(); ++i) {
            if (existing_[planned_[i].config.name].state != RunState::finished)
                train(planned_[i], i, interrupt);
            if (interrupt.any()) return false;
            collect(planned_[i]);
        }
        writeFileAtomically(folder_ / "controls.csv", controlsCsv(report_));
        return true;
    }

    const ControlsReport& report() const { return report_; }
    const fs::path& folder() const { return folder_; }
    std::size_t failed() const { return failed_; }
    /// Whether one has finished.
    bool any() const {
        return std::ranges::any_of(
            report_.controls, [](const ControlResult& control) { return !control.loss.empty(); });
    }

private:
    void plan(const Control& control) {
        report_.controls.push_back({control.name, control.meaning, {}, {}, {}, {}});
        for (std::int64_t i = 0; i < options_.seeds; ++i) {
            Planned planned{report_.controls.size() - 1, control.config.train.seed + i,
                            control.config};
            planned.config.train.seed = planned.seed;
            planned.config.name += "-seed" + std::to_string(planned.seed);
            planned_.push_back(std::move(planned));
        }
    }

    /// Takes up what an earlier call left.
    void requireSameConfigurations() {
        for (const RunSummary& run : listRuns(folder_))
            if (run.problem.empty()) existing_.emplace(run.name, run);
        for (const Planned& planned : planned_) {
            const auto found = existing_.find(planned.config.name);
            if (found == existing_.end()) continue;
            const auto changed =
                changedFields(planned.config, readRunConfig(RunFolder{found->second.folder}));
            if (!changed.empty())
                throw Error("The run " + found->second.folder.string() +
                            " was trained with another configuration (" + changed.front().first +
                            "): choose another folder with --out, or remove it.");
        }
    }

    void train(const Planned& planned, std::size_t index, const Interrupt& interrupt) {
        SessionOptions session;
        session.config = planned.config;
        session.variant = options_.config.variant.text();
        session.runs_folder = folder_;
        session.resume = existing_[planned.config.name].folder;
        auto queue = std::make_shared<EventQueue>();
        Session running(std::move(session), queue);
        running.start();
        int told = 0;
        while (!isFinalState(running.state())) {
            show(*queue, planned, index);
            for (; told < interrupt.count(); ++told)
                running.send(told == 0 ? Command(command::Stop{}) : Command(command::StopNow{}));
            // Paused: its loss is not finite or the disk is full. Nobody sits here to mend it.
            if (running.state() == RunState::paused) running.send(command::Stop{});
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
        running.wait();
        show(*queue, planned, index);
    }

    void show(EventQueue& queue, const Planned& planned, std::size_t index) {
        const std::string head = "[" + std::to_string(index + 1) + "/" +
                                 std::to_string(planned_.size()) + "] " + planned.config.name +
                                 ": ";
        for (const Event& event : queue.take().events) {
            const auto* progress = std::get_if<Progress>(&event);
            if (progress != nullptr && !json_) output_.status(head + progressText(*progress));
            const auto* message = std::get_if<Message>(&event);
            if (message == nullptr) continue;
            if (message->severity == Severity::error) {
                output_.clearStatus();
                std::fprintf(stderr, "%s\n", printable(head + message->text).c_str());
            } else if (message->kind == "state" && !json_) {
                output_.line(head + printable(message->text));
            }
        }
    }

    /// A run that did not finish is left out of the table, and of what its seed is compared with.
    void collect(const Planned& planned) {
        ControlResult& result = report_.controls[planned.control];
        for (const RunSummary& run : listRuns(folder_)) {
            if (run.name != planned.config.name || run.state != RunState::finished ||
                !std::isfinite(run.validation_loss))
                continue;
            result.runs.push_back(run.folder);
            result.seeds.push_back(planned.seed);
            result.loss.push_back(run.validation_loss);
            result.bits_per_byte.push_back(run.bits_per_byte);
            return;
        }
        ++failed_;
    }

    const ControlsOptions& options_;
    bool json_;
    Output output_;
    fs::path folder_;
    ControlsReport report_;
    std::vector<Planned> planned_;
    std::map<std::string, RunSummary> existing_;
    std::size_t failed_ = 0;
};

void runControls(const ControlsOptions& options, Context& context) {
    ControlRuns runs(options, context);
    if (!runs.run()) throw Cancelled();
    const std::string folder = runs.folder().string();
    Output output;
    output.line(context.json ? controlsJson(runs.report()) : controlsText(runs.report()));
    const bool drawn =
        runs.any() && drawPictures(folder, "orrery " + shellQuoted(folder) + " --pictures");
    if (!context.json)
        output.line("Data" + std::string(drawn ? " and figure: " : ": ") +
                    (runs.folder() / "controls.csv").string() +
                    (drawn ? ", controls.svg, controls.pdf" : ""));
    if (runs.failed() > 0) {
        std::fprintf(stderr, "%zu runs did not finish; run the same command again to retry them.\n",
                     runs.failed());
        context.result = ExitCode::failure;
    }
}

}  // namespace

void addControls(CLI::App& app, Context& context) {
    auto options = std::make_shared<ControlsOptions>();
    CLI::App* command =
        app.add_subcommand("controls",
                           "Train a configuration and its controls with several seeds each, and "
                           "report which differences exceed seed noise. After an interruption, run "
                           "the command again to train what is missing");
    command->add_option("CONFIG", options->config.file, "Configuration file (YAML)")->required();
    addConfigOptions(*command, options->config);
    command->add_option("--seeds", options->seeds, "Number of seeds, starting at train.seed")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command
        ->add_option("--steps", options->steps,
                     "Number of steps of each run, instead of the configuration's")
        ->check(CLI::PositiveNumber);
    command->add_option(
        "--out", options->out,
        "Folder for the runs, controls.svg, .pdf and .csv (default: controls/NAME)");
    command->add_flag("--json", context.json, "Print the result as one JSON object");
    command->callback([options, &context] { runControls(*options, context); });
}

}  // namespace orrery::cli
