// SPDX-License-Identifier: GPL-3.0-or-later
// A run that never was: what a training could have told, for the views' tests.
#pragma once
#include <cmath>
#include <memory>
#include <random>
#include <string>

#include "tests/widgets/fake_run_source.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"
#include "widgets/run/selection.h"

namespace orrery {

struct SyntheticSize {
    int layers = 4;
    int experts = 64;
    int dimensions = 32;
    int steps = 600;
    int snapshots = 3;
};

inline RunInfo syntheticInfo(const SyntheticSize& size) {
    RunInfo info;
    info.name = "synthetic";
    info.config.model.num_layers = size.layers;
    info.config.some.num_experts = size.experts;
    info.config.train.batch_size = 16;
    info.config.model.seq_len = 256;
    info.state = RunState::finished;
    return info;
}

/// Keys in a few clumps whose spread shrinks with the step; usage over four decades, the last two
/// experts dead.
inline SharedKeys syntheticKeys(const SyntheticSize& size, int layer, std::int64_t step,
                                double spread) {
    std::mt19937 random(static_cast<unsigned>(layer * 977 + 5));
    std::normal_distribution<float> normal;
    const int clumps = 5;
    std::vector<float> centers(static_cast<std::size_t>(clumps * size.dimensions));
    for (float& value : centers)
        value = normal(random);
    Keys keys{step, layer, size.experts, size.dimensions, {}, {}};
    for (int expert = 0; expert < size.experts; ++expert) {
        for (int d = 0; d < size.dimensions; ++d)
            keys.keys.push_back(
                centers[static_cast<std::size_t>(expert % clumps * size.dimensions + d)] +
                static_cast<float>(spread) * normal(random));
        const bool dead = expert >= size.experts - 2;
        keys.usage.push_back(
            dead ? 0.0F
                 : std::exp(-6.0F * static_cast<float>(expert) / static_cast<float>(size.experts)));
    }
    return std::make_shared<const Keys>(std::move(keys));
}

inline Usage syntheticUsage(const SyntheticSize& size, int layer, std::int64_t step) {
    std::mt19937 random(static_cast<unsigned>(layer * 31 + step));
    Usage usage{step, layer, {}};
    for (int expert = 0; expert < size.experts; ++expert) {
        const double level =
            3000 * std::exp(-(3.0 + layer) * ((expert * 37) % size.experts) / size.experts);
        const bool dead = expert >= size.experts - 2 && layer % 2 == 0;
        usage.counts.push_back(dead ? 0
                                    : std::floor(std::poisson_distribution<int>(level)(random)));
    }
    return usage;
}

inline void addSyntheticScalars(FakeRunSource& source, const SyntheticSize& size) {
    std::mt19937 random(1);
    std::normal_distribution<double> normal;
    for (int step = 1; step <= size.steps; ++step) {
        const double loss = 1.9 + 5.6 * std::exp(-step / 60.0) + 0.12 * normal(random);
        Scalars scalars{
            step, step * 0.31, {{"train/loss", loss}, {"train/loss_with_pads", loss * 0.55}}};
        if (step % 10 == 0)
            for (int layer = 0; layer < size.layers; ++layer) {
                const std::string prefix = "layer" + std::to_string(layer);
                const double t = step / static_cast<double>(size.steps);
                scalars.values.emplace_back(prefix + "/gini",
                                            0.35 + 0.4 * t + 0.02 * normal(random));
                scalars.values.emplace_back(prefix + "/entropy_bits",
                                            5.6 - 1.5 * t + 0.05 * normal(random));
            }
        if (step % 50 == 0) {
            scalars.values.emplace_back("val/loss", 2.0 + 5.4 * std::exp(-step / 60.0));
            scalars.values.emplace_back("val/bits_per_byte", 1.02);
        }
        source.events.push_back(scalars);
    }
}

/// Fills the model with a whole run; returns its source, which the model owns.
inline FakeRunSource* giveSyntheticRun(RunContext& model, const SyntheticSize& size = {}) {
    auto made = std::make_unique<FakeRunSource>();
    FakeRunSource* source = made.get();
    source->run_info = syntheticInfo(size);
    model.data()->setSource(std::move(made));
    addSyntheticScalars(*source, size);
    for (int layer = 0; layer < size.layers; ++layer) {
        source->events.push_back(syntheticUsage(size, layer, size.steps - 10));
        source->events.push_back(syntheticUsage(size, layer, size.steps));
        for (int i = 1; i <= size.snapshots; ++i) {
            const std::int64_t step = size.steps * i / size.snapshots;
            const double spread = 1.6 / i;
            source->snapshots[{layer, step}] = syntheticKeys(size, layer, step, spread);
        }
        source->events.push_back(source->snapshots[{layer, size.steps}]);
        ExpertTokens tokens{size.steps, layer, {}};
        for (int expert = 0; expert < size.experts; ++expert)
            tokens.experts.push_back({{"\u2581the", 120}, {"\u2581fox", 40 + expert}});
        source->events.push_back(tokens);
    }
    while (!source->events.empty())
        model.data()->poll();
    return source;
}

inline Trace syntheticTrace(int tokens, int layers, int top_k, int experts) {
    static const char* words[] = {"\u2581Once", "\u2581upon", "\u2581a",      "\u2581time",
                                  ",",          "\u2581a",    "\u2581little", "\u2581fox",
                                  "\u2581lost", "\u2581her",  "\u2581red",    "\u2581kite",
                                  ".",          "\n"};
    std::mt19937 random(11);
    Trace trace;
    trace.step = 600;
    trace.layers = layers;
    trace.top_k = top_k;
    trace.experts_per_layer = experts;
    for (int token = 0; token < tokens; ++token) {
        trace.pieces.push_back(words[token % 14]);
        trace.token_ids.push_back(100 + token % 14);
        for (int layer = 0; layer < layers; ++layer) {
            double left = 1;
            for (int rank = 0; rank < top_k; ++rank) {
                const int expert =
                    (token % 14 * 5 + layer * 11 + rank * 7 + static_cast<int>(random() % 3)) %
                    experts;
                const double gate = rank + 1 == top_k ? left : left * 0.55;
                left -= gate;
                trace.experts.push_back(expert);
                trace.gates.push_back(static_cast<float>(gate));
            }
        }
    }
    return trace;
}

}  // namespace orrery
