// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/study_cost.h"

#include <algorithm>
#include <cmath>

#include "app/cli/text_format.h"
#include "core/bench/step_bench.h"
#include "core/devices/resources.h"
#include "core/model/parameter_count.h"

namespace orrery::cli {
namespace {

constexpr double tokens_of_a_story = 209;  // of TinyStories, on average

/// Steps as far as a configuration tells them; a corpus that is taken whole counts as embedded.
double stepsOf(const Config& config) {
    if (config.train.max_steps > 0) return static_cast<double>(config.train.max_steps);
    const double documents =
        config.data.train_documents > 0 ? static_cast<double>(config.data.train_documents) : 8000;
    const double samples =
        config.data.packing == Packing::packed
            ? documents * tokens_of_a_story / static_cast<double>(config.model.seq_len)
            : documents;
    return std::floor(samples / static_cast<double>(config.train.batch_size)) *
           static_cast<double>(config.train.epochs);
}

Config sliceOf(Config config) {
    config.model.num_layers = std::min<std::int64_t>(config.model.num_layers, 2);
    config.some.num_experts =
        std::min(config.some.num_experts, std::max<std::int64_t>(16, config.some.top_k));
    config.train.batch_size =
        std::clamp<std::int64_t>(1024 / config.model.seq_len, 1, config.train.batch_size);
    config.train.accumulation = 1;
    config.keys.frozen_layers.clear();
    config.keys.beta_layer_scale.clear();
    return config;
}

std::string count(double value) {
    const char* units[] = {"", " thousand", " million", " billion"};
    int unit = 0;
    while (value >= 10000 && unit < 3)
        value /= 1000, ++unit;
    return fixed(value, value < 100 && unit > 0 ? 1 : 0) + units[unit];
}

}  // namespace

StudyCost estimateCost(const Study& given, const std::string& scale, int jobs) {
    const Study study = atScale(given, scale);
    std::vector<Trial> trials;
    if (study.search == "tpe") {
        std::vector<StudyPoint> middle;
        for (const StudyAxis& axis : study.axes)
            middle.push_back(std::isnan(axis.low)
                                 ? axis.points[axis.points.size() / 2]
                                 : pointOf(axis, axis.logarithmic ? std::sqrt(axis.low * axis.high)
                                                                  : (axis.low + axis.high) / 2));
        for (std::int64_t i = 1; i <= study.trials; ++i)
            trials.push_back(makeTrial(study, i, middle, study.seeds[0]));
    } else {
        trials = planTrials(given, scale);
    }
    const std::size_t points = trials.size() / study.seeds.size();
    StudyCost cost{.scale = scale, .trials = std::ssize(trials), .jobs = jobs};
    for (const Trial& trial : trials)
        for (const Config& config : phaseConfigs(study, trial)) {
            const double steps = stepsOf(config);
            const double tokens = steps * static_cast<double>(config.train.batch_size) *
                                  static_cast<double>(config.model.seq_len);
            const ResourceNeed need = estimateNeed(config);
            cost.steps += steps;
            cost.tokens += tokens;
            cost.flop += tokens * flopPerToken(config);
            cost.memory = std::max(cost.memory, need.model_bytes + need.training_bytes);
            cost.parameters =
                std::max(cost.parameters, static_cast<double>(countParameters(config).total));
        }
    cost.memory *= jobs;
    cost.notes = planNotes(study, points);
    StepBenchOptions bench;
    bench.repeats = 1;
    bench.steps = 1;
    bench.parts = false;
    const Config first = phaseConfigs(study, trials.front()).front();
    cost.gflops = benchStep(sliceOf(first), bench).gflops;
    return cost;
}

std::string costText(const StudyCost& cost) {
    std::string notes;
    for (const std::string& note : cost.notes)
        notes += "\n" + note + ".";
    return "Scale " + cost.scale + ": " + std::to_string(cost.trials) + " trials, " +
           count(cost.steps) + " steps, " + count(cost.tokens) +
           " tokens (padding included), up to " + count(cost.parameters) + " parameters, " +
           fixed(cost.flop / 1e12, cost.flop < 1e13 ? 2 : 0) + " TFLOP; about " +
           fixed(cost.memory / 1e9, 1) + " GB of memory and, at the " + fixed(cost.gflops, 1) +
           " GFLOP/s measured here (" + count(cost.tokens / cost.seconds()) + " tokens/s), " +
           (cost.seconds() < 3600 ? duration(cost.seconds())
                                  : fixed(cost.seconds() / 3600, 1) + " hours") +
           " of training, evaluations excluded." + notes;
}

}  // namespace orrery::cli
