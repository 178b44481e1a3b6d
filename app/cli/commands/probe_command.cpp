// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/run_option.h"
#include "app/cli/text_format.h"

namespace orrery::cli {
namespace {

using Findings = std::vector<ProbeFinding>;

std::string asText(std::int64_t step, const Findings& findings) {
    std::string text = "step " + std::to_string(step) + "\n";
    for (const ProbeFinding& finding : findings)
        text += std::string(finding.fires ? "FIRES  " : "quiet  ") + finding.probe + ": " +
                finding.message() + "\n";
    return text + "Probes that fire: " + firedProbes(findings) + ".";
}

std::string asJson(std::int64_t step, const Findings& findings) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const ProbeFinding& finding : findings)
        list.push_back({{"probe", finding.probe},
                        {"fires", finding.fires},
                        {"text", finding.text},
                        {"claim", finding.claim}});
    return nlohmann::ordered_json({{"step", step}, {"probes", list}}).dump();
}

}  // namespace

void addProbe(CLI::App& app, Context& context) {
    auto option = std::make_shared<RunOption>();
    CLI::App* command = app.add_subcommand("probe",
                                           "Check a run for conditions that make its results "
                                           "misleading, and name the claims affected");
    addRunOption(*command, *option);
    command->add_flag("--json", context.json, "Print one JSON object");
    command->callback([option, &context] {
        Interrupt interrupt(2);
        LoadedRun run = openRun(*option);
        const Findings findings = run.probe([&interrupt] { return interrupt.any(); });
        Output().line(context.json ? asJson(run.step(), findings) : asText(run.step(), findings));
    });
}

}  // namespace orrery::cli
