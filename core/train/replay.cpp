// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/replay.h"

#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <limits>

#include "core/config/yaml.h"
#include "core/model/state_file.h"
#include "core/ops/check.h"
#include "core/ranks/c10d_ranks.h"
#include "core/ranks/row_share.h"
#include "core/step/optimizer.h"
#include "core/step/stepper.h"
#include "core/train/ranks/rank_checksum.h"

namespace orrery {
namespace {

double toleranceOf(const std::string& name) {
    if (name == "losses") return 2e-5;
    if (name == "eval_logits_first_batch") return 1e-4;
    if (name.ends_with(".some.keys") || name.ends_with(".some.usage")) return 1e-5;
    if (name.ends_with(".some.balance_bias") || name.ends_with(".some.log_temperature"))
        return 1e-6;
    return 1e-3;
}

ReplayDifference compareTensor(const std::string& name, const NamedTensors& actual,
                               const at::Tensor& expected) {
    ReplayDifference difference{name, std::numeric_limits<double>::infinity(), toleranceOf(name)};
    const auto found = actual.find(name);
    if (!expected.is_floating_point()) difference.tolerance = 0;
    if (found == actual.end() || found->second.sizes() != expected.sizes()) return difference;
    if (expected.is_floating_point())
        difference.largest =
            (found->second.to(at::kDouble) - expected.to(at::kDouble)).abs().max().item<double>();
    else
        difference.largest =
            static_cast<double>((found->second != expected).sum().item<std::int64_t>());
    difference.passed = difference.largest <= difference.tolerance;
    return difference;
}

const at::Tensor& batchTensor(const NamedTensors& batches, const char* name,
                              const std::filesystem::path& folder) {
    const auto found = batches.find(name);
    require(found != batches.end() && found->second.dim() == 3 &&
                found->second.scalar_type() == at::kLong && found->second.size(0) > 0,
            (folder / "batches.safetensors").string() + " needs a tensor \"" + name +
                "\" of int64 [steps, batch, length].");
    return found->second;
}

/// Selections [N, k] of all ranks, in the order of the batch's rows [B, T]: each micro-batch is
/// shared out.
at::Tensor gatherSelected(const at::Tensor& selected, const StepInput& batch, const Config& config,
                          const Ranks& ranks) {
    const auto all = ranks.gather(selected);
    if (ranks.alone()) return selected;
    const std::int64_t rows = batch.inputs.size(0);
    const std::int64_t parts = std::clamp<std::int64_t>(config.train.accumulation, 1, rows);
    std::vector<std::int64_t> next(all.size(), 0);
    std::vector<at::Tensor> pieces;
    for (std::int64_t part = 0; part < parts; ++part)
        for (int rank = 0; rank < ranks.size(); ++rank) {
            const std::int64_t size = rows * (part + 1) / parts - rows * part / parts;
            const std::int64_t tokens =
                rowShare(size, rank, ranks.size()).size * batch.inputs.size(1);
            const auto r = static_cast<std::size_t>(rank);
            pieces.push_back(all[r].narrow(0, next[r], tokens));
            next[r] += tokens;
        }
    return at::cat(pieces);
}

at::Tensor stackSelected(const std::vector<LayerRouting>& routing, const StepInput& batch,
                         const Config& config, const Ranks& ranks) {
    std::vector<at::Tensor> selected;
    for (const LayerRouting& layer : routing)
        if (layer.selected.defined())
            selected.push_back(gatherSelected(layer.selected, batch, config, ranks));
    return selected.empty() ? at::empty({0}, at::kLong) : at::stack(selected);
}

/// Trains over all batches; the result holds losses, logits, first selections and the final state.
NamedTensors train(const Config& config, LanguageModel& model, const NamedTensors& batches,
                   const std::filesystem::path& folder, const Ranks& ranks) {
    const at::Device device = model->headWeight().device();
    const at::Tensor inputs = batchTensor(batches, "inputs", folder).to(device);
    const at::Tensor targets = batchTensor(batches, "targets", folder).to(device);
    require(inputs.sizes() == targets.sizes(),
            (folder / "batches.safetensors").string() + ": inputs and targets differ in shape.");
    NamedTensors result;
    {
        at::NoGradGuard no_gradient;
        ForwardOptions evaluation;
        evaluation.temperature = config.train.eval_temperature;
        result["eval_logits_first_batch"] = model->forward(inputs[0], evaluation).logits;
    }
    const auto optimizer = makeOptimizer(config.train, model);
    Stepper stepper(model, *optimizer, config, stepBackend(device.str()));
    const std::int64_t steps = inputs.size(0);
    const std::int64_t total = config.train.max_steps > 0 ? config.train.max_steps : steps;
    at::Tensor losses = at::empty({steps}, at::kDouble);
    for (std::int64_t step = 0; step < steps; ++step) {
        const StepInput batch{inputs[step], targets[step]};
        StepOptions options{step, total};
        options.ranks = ranks;
        const StepResult done = stepper.step(batch, config, options);
        require(done.not_finite.empty(),
                "Step " + std::to_string(step + 1) + ": " + done.not_finite + " is not finite.");
        losses[step] = config.train.pad_in_loss ? done.loss_with_pads : done.loss;
        if (step == 0)
            result["chosen_first_step"] = stackSelected(done.routing, batch, config, ranks);
    }
    result["losses"] = losses;
    for (auto& [name, tensor] : model->state(false))
        result[name] = tensor;
    for (auto& [name, tensor] : result)
        tensor = tensor.cpu();
    return result;
}

}  // namespace

bool ReplayResult::passed() const {
    return std::all_of(differences.begin(), differences.end(),
                       [](const ReplayDifference& difference) { return difference.passed; });
}

ReplayResult replayCase(const std::filesystem::path& folder, const std::filesystem::path& out,
                        const std::string& device, const RankPlace& place) {
    const Config config = loadConfig(folder / "config.yaml");
    const NamedTensors batches = loadTensors(folder / "batches.safetensors");
    LanguageModel model(config);
    model->loadState(loadTensors(folder / "init.safetensors"), true);
    model->moveTo(at::Device(device));
    const Ranks ranks = connectRanks(place);
    NamedTensors actual = train(config, model, batches, folder, ranks);
    requireEqualRanks(model->state(false), ranks);
    ranks.leave();

    ReplayResult result;
    const at::Tensor& losses = actual.at("losses");
    for (std::int64_t step = 0; step < losses.numel(); ++step)
        result.losses.push_back(losses[step].item<double>());
    const std::filesystem::path expected = folder / "expected.safetensors";
    if (std::filesystem::exists(expected)) {
        result.compared = true;
        for (const auto& [name, tensor] : loadTensors(expected))
            result.differences.push_back(compareTensor(name, actual, tensor));
    }
    if (!out.empty()) {
        actual["losses"] = losses.to(at::kFloat);
        saveTensors(out, actual);
    }
    return result;
}

}  // namespace orrery
