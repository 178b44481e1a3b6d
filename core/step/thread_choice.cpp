// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/thread_choice.h"

#include "core/config/fields.h"

namespace orrery {
namespace {

constexpr std::int64_t kTokensOfASum = 32768;  // from which on torch shares a sum among threads

}  // namespace

std::string threadObstacle(const Config& config) {
    const ModelConfig& model = config.model;
    const auto torchs = [](const char* key, const std::string& word, const char* what) {
        return std::string(key) + " is " + word + ", and torch's " + what +
               " depend on the number in their last digits";
    };
    if (model.norm == NormPlacement::pre) return torchs("model.norm", "pre", "layer norms");
    if (config.some.experts == ExpertKind::none)
        return torchs("some.experts", "none", "layer norms");
    if (model.positions == PositionEncoding::rope || model.positions == PositionEncoding::alibi)
        return torchs("model.positions", wordOf("model.positions", model.positions), "products");
    if (config.some.balance_loss > 0) return torchs("some.balance_loss", "on", "products");
    if (config.keys.temperature == GateTemperature::learned)
        return torchs("keys.temperature", "learned", "sums");
    if (config.train.optimizer == OptimizerKind::adafactor)
        return torchs("train.optimizer", "adafactor", "sums");
    if (config.train.batch_size * model.seq_len > kTokensOfASum)
        return "a step has more than " + std::to_string(kTokensOfASum) +
               " tokens, and torch's sums over them depend on the number in their last digits";
    return {};
}

ThreadChoice::ThreadChoice(const Config& config, bool fixed, int most) : most_(most) {
    if (fixed || config.train.threads > 0 || most < 2) return;
    obstacle_ = threadObstacle(config);
    if (obstacle_.empty()) tuner_.emplace(most);
}

void ThreadChoice::apply() {
    if (tuner_) use_.use(tuner_->plan());
}

std::optional<std::string> ThreadChoice::add(double seconds) {
    return tuner_ ? tuner_->add(seconds) : std::nullopt;
}

void ThreadChoice::release() {
    if (tuner_) use_.use({most_, false});
}

}  // namespace orrery
