// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/cli/checks.h"
#include "app/cli/commands/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "core/config/yaml.h"
#include "core/error.h"
#include "core/runs/database/run_reader.h"
#include "core/runs/mailbox.h"
#include "core/train/live_settings.h"

namespace orrery::cli {
namespace {

struct SetOptions {
    std::string run;
    std::vector<std::string> changes;
    double wait_seconds = 60;
};

/// The changes in the table's own writing. Throws all that is wrong with them before anything is
/// sent.
std::vector<LiveChange> checkedChanges(const RunFolder& folder, const SetOptions& options) {
    Config config = readRunConfig(folder);
    for (const SettingChanged& made : RunReader(folder.databaseFile()).settings())
        config = withLiveSetting(config, made.key, made.value);
    std::vector<LiveChange> changes;
    std::vector<Diagnostic> faults;
    for (const std::string& text : options.changes) {
        try {
            const auto [key, value] = parseOverride(text);
            config = withLiveSetting(config, key, value);
            changes.emplace_back(key, settingText(config, key));
        } catch (const Error& error) {
            faults.push_back({"", 0, 0, {}, error.what()});
        }
    }
    if (!faults.empty()) throw ConfigError(faults);
    return changes;
}

void requireLive(const RunFolder& folder) {
    if (!isRunLocked(folder.path))
        throw Error("The run " + folder.path.string() +
                    " is not training. Resume it first, then set.");
}

/// Nothing of the request is left behind when it was not answered, unless the run just took it.
[[noreturn]] void giveUp(const RunFolder& folder, const std::string& id, const std::string& why) {
    const bool withdrawn = withdrawRequest(folder, id);
    throw Error(why + (withdrawn ? " Nothing was changed."
                                 : " The change may have been applied just now: see the log."));
}

MailboxAnswer ask(const RunFolder& folder, const SetOptions& options,
                  const std::vector<LiveChange>& changes) {
    Interrupt interrupt(2);
    const std::string id = postChanges(folder, changes);
    const auto deadline =
        std::chrono::steady_clock::now() + std::chrono::duration<double>(options.wait_seconds);
    while (true) {
        const bool live = isRunLocked(folder.path);
        if (auto answer = takeAnswer(folder, id)) return *answer;
        if (!live) giveUp(folder, id, "The run ended before it read the change.");
        if (interrupt.any()) {
            withdrawRequest(folder, id);
            throw Cancelled();
        }
        if (std::chrono::steady_clock::now() > deadline)
            giveUp(folder, id,
                   "The run did not answer in time: it reads changes between steps, not while it "
                   "prepares, evaluates or saves. Try again, or wait longer with --wait.");
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
}

void set(const SetOptions& options, const Context& context) {
    const RunFolder folder{options.run};
    const auto changes = checkedChanges(folder, options);
    requireLive(folder);
    const MailboxAnswer answer = ask(folder, options, changes);
    if (!answer.fault.empty()) throw Error(answer.fault);
    std::string text;
    nlohmann::ordered_json values;
    for (const auto& [key, value] : changes) {
        text += (text.empty() ? "" : "\n") + key + " = " + value + " from step " +
                std::to_string(answer.step + 1) + " on";
        values[key] = value;
    }
    Output().line(
        context.json ? nlohmann::ordered_json({{"after_step", answer.step}, {"set", values}}).dump()
                     : text);
}

}  // namespace

void addSet(CLI::App& app, Context& context) {
    auto options = std::make_shared<SetOptions>();
    CLI::App* command = app.add_subcommand(
        "set", "Change settings of a run while it trains, here or in another program");
    command->add_option("RUN", options->run, "Run folder")->required();
    command
        ->add_option("CHANGE", options->changes,
                     "Settings that can change during training, as KEY=VALUE: keys.alpha, "
                     "keys.beta, keys.delta, keys.use_alpha, use_beta, "
                     "use_delta, keys.update_every, train.learning_rate, train.temperature")
        ->required();
    command->add_option("--wait", options->wait_seconds, "Seconds to wait for the run's answer")
        ->check(isNumber(0, 1e6))
        ->capture_default_str();
    command->add_flag("--json", context.json, "Print one JSON object");
    command->callback([options, &context] { set(*options, context); });
}

}  // namespace orrery::cli
