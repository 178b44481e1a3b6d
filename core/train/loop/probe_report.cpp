// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/loop/probe_report.h"

#include <cmath>
#include <utility>

#include "core/error.h"
#include "core/step/causality.h"
#include "core/train/measure_probes.h"

namespace orrery {
namespace {

constexpr double kProbeTolerance = 1e-3;  // rounding moves logits by 1e-6, a leak by more than 0.01
constexpr std::int64_t kProbeTokens = 64;

}  // namespace

ProbeReport::ProbeReport(
    TrainingRun& run,
    std::function<void(const std::string& key, const std::string& value)> remember,
    Reporter& reporter)
    : run_(run), remember_(std::move(remember)), reporter_(reporter) {}

void ProbeReport::checkCausality() {
    reporter_.phase("Checking causality");
    const at::Tensor inputs = run_.input(run_.step).inputs;
    const double moved = causalityProbe(run_.model, inputs.slice(0, 0, 2).slice(1, 0, kProbeTokens),
                                        run_.config.train.temperature);
    if (!run_.config.model.causal) {
        reporter_.message("probe",
                          "Legacy: no causal mask (model.causal: false). Positions attend to later "
                          "tokens; losses can't be compared with those of causal models.",
                          Severity::warning);
    } else if (!std::isfinite(moved)) {
        reporter_.message("probe", "Causality can't be checked: logits are not finite.",
                          Severity::warning);
    } else if (moved <= kProbeTolerance) {
        reporter_.message("probe", "Causality holds: later tokens do not affect earlier logits.");
    } else {
        throw Error("Causality is violated: a later token changes earlier logits by " +
                    std::to_string(moved) + ". This is a bug in the program; please report it.");
    }
}

void ProbeReport::report() {
    reporter_.phase("Probing");
    const auto findings = judgeProbes(
        measureProbes(run_.model, run_.input(0), run_.config, run_.step, run_.total_steps),
        run_.config);
    for (const ProbeFinding& finding : findings)
        reporter_.message("probe", finding.message(),
                          finding.fires ? Severity::warning : Severity::info);
    fired_ = firedProbes(findings);
    remember_("probes", fired_);
}

}  // namespace orrery
