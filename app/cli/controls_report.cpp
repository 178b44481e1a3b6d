// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/controls_report.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/cli/text_format.h"
#include "core/config/fields.h"
#include "core/files/csv.h"

namespace orrery::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string signedNumber(double value) {
    return (value >= 0 ? "+" : "") + fixed(value, 4);
}

std::string meanAndSpread(const std::vector<double>& values) {
    if (values.empty()) return "-";
    const Spread spread = spreadOf(values);
    return fixed(spread.mean, 4) + " ± " + fixed(spread.deviation, 4);
}

std::string seedsText(std::size_t count) {
    return std::to_string(count) + (count == 1 ? " seed" : " seeds");
}

/// Losses of both over the seeds that both finished.
struct Paired {
    std::vector<double> values, reference;
    std::vector<std::int64_t> seeds;

    Paired(const ControlResult& control, const ControlResult& itself) {
        for (std::size_t i = 0; i < control.seeds.size(); ++i) {
            const auto found = std::ranges::find(itself.seeds, control.seeds[i]);
            if (found == itself.seeds.end()) continue;
            seeds.push_back(control.seeds[i]);
            values.push_back(control.loss[i]);
            reference.push_back(
                itself.loss[static_cast<std::size_t>(found - itself.seeds.begin())]);
        }
    }
};

std::string verdict(const ControlsReport& report, const ControlResult& control) {
    const Paired paired(control, report.controls.front());
    const std::string head = control.name + " (" + control.meaning + "): ";
    if (paired.values.empty()) return head + "no seed has finished for both.";
    const SeedDifference difference = compareSeeds(paired.values, paired.reference, paired.seeds);
    const std::string amount = "the loss is " + fixed(std::abs(difference.mean), 4) + " nats " +
                               (difference.mean < 0 ? "lower" : "higher") + " than with " +
                               report.name + " itself";
    if (!difference.judged) return head + amount + "; seed noise can't be estimated from one seed.";
    return head + amount + ", ± " + fixed(difference.margin, 4) + " over " +
           seedsText(paired.values.size()) + ": " +
           (difference.within ? "within seed noise." : "beyond seed noise.");
}

}  // namespace

SeedDifference lossDifference(const ControlsReport& report, const ControlResult& control) {
    const Paired paired(control, report.controls.front());
    if (paired.values.empty()) return {.mean = std::nan(""), .margin = std::nan("")};
    return compareSeeds(paired.values, paired.reference, paired.seeds);
}

std::string noiseRule(const ControlsReport& report) {
    return "Rule: control and configuration use the same seeds, batches and texts; a difference "
           "exceeds seed noise if the 95 % confidence interval of the paired differences "
           "(Student's t) excludes 0. With " +
           std::to_string(report.controls.size() - 1) +
           " comparisons, each excludes it by chance one time in twenty.";
}

std::vector<std::string> verdicts(const ControlsReport& report) {
    std::vector<std::string> sentences;
    for (std::size_t i = 1; i < report.controls.size(); ++i)
        sentences.push_back(verdict(report, report.controls[i]));
    return sentences;
}

std::string controlsText(const ControlsReport& report) {
    std::vector<std::vector<std::string>> rows = {
        {"control", "seeds", "loss (nats per token)", "bits per byte", "loss - itself (95 %)"}};
    for (const ControlResult& control : report.controls) {
        const SeedDifference difference = lossDifference(report, control);
        const bool itself = &control == &report.controls.front();
        rows.push_back(
            {control.name, std::to_string(control.seeds.size()), meanAndSpread(control.loss),
             meanAndSpread(control.bits_per_byte),
             itself ? "" : signedNumber(difference.mean) + " ± " + fixed(difference.margin, 4)});
    }
    std::string text =
        table(rows) + "\nLoss and bits per byte: mean ± standard deviation over seeds.\n";
    for (const std::string& sentence : verdicts(report))
        text += "\n" + sentence;
    return text + "\n" + noiseRule(report);
}

std::string controlsJson(const ControlsReport& report) {
    Json list = Json::array();
    for (const ControlResult& control : report.controls) {
        Json runs = Json::array();
        for (const auto& run : control.runs)
            runs.push_back(run.string());
        Json entry = {{"name", control.name},
                      {"meaning", control.meaning},
                      {"seeds", control.seeds},
                      {"loss", control.loss},
                      {"bits_per_byte", control.bits_per_byte},
                      {"runs", runs}};
        if (!control.loss.empty()) {
            entry["loss_mean"] = spreadOf(control.loss).mean;
            entry["loss_deviation"] = spreadOf(control.loss).deviation;
        }
        if (&control != &report.controls.front()) {
            const SeedDifference difference = lossDifference(report, control);
            entry["difference"] = difference.mean;
            entry["margin"] = difference.margin;
            entry["judged"] = difference.judged;
            entry["within_seed_noise"] = difference.judged ? Json(difference.within) : Json();
            entry["verdict"] = verdict(report, control);
        }
        list.push_back(entry);
    }
    return Json({{"name", report.name}, {"rule", noiseRule(report)}, {"controls", list}})
        .dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string controlsCsv(const ControlsReport& report) {
    std::string text = "control,seed,loss,bits_per_byte\n";
    for (const ControlResult& control : report.controls)
        for (std::size_t i = 0; i < control.seeds.size(); ++i)
            text += csvField(control.name) + "," + std::to_string(control.seeds[i]) + "," +
                    formatFieldValue(control.loss[i]) + "," +
                    formatFieldValue(control.bits_per_byte[i]) + "\n";
    return text;
}

}  // namespace orrery::cli
