// SPDX-License-Identifier: GPL-3.0-or-later
// What decides over a recorded step, with a graph that does the recorded work when it is replayed.
#include "core/step/stepper.h"

#include <ATen/core/grad_mode.h>
#include <gtest/gtest.h>
#include <torch/csrc/autograd/variable.h>

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "core/step/optimizer.h"
#include "tests/core/step/graph_case.h"
#include "tests/support/rank_threads.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::graphBatch;
using test::recordable;

struct Counts {
    int made = 0, recorded = 0, replayed = 0;
    std::string fault;  // of recording, when there is one
};

class FakeGraph : public StepGraph {
public:
    explicit FakeGraph(Counts& counts) : counts_(counts) { ++counts_.made; }
    void record(const std::function<void()>& work) override {
        TORCH_CHECK(counts_.fault.empty(), counts_.fault);
        ++counts_.recorded;
        work_ = work;
    }
    void replay() override {
        ++counts_.replayed;
        work_();
    }

private:
    Counts& counts_;
    std::function<void()> work_;
};

StepBackend backendOf(Counts& counts) {
    return {true, 9, [&counts] { return std::make_unique<FakeGraph>(counts); }};
}

/// What happens before a step: live settings, other batches.
using Change = std::function<void(std::int64_t step, Config& config, StepInput& input)>;
const Change nothing = [](std::int64_t, Config&, StepInput&) {};

struct Trained {
    std::map<std::string, at::Tensor> state;
    std::vector<double> losses;
    std::vector<std::vector<std::int64_t>> selected;  // of the last layer, each step
    std::vector<bool> replayed;
    std::int64_t bytes = 0;  // that the rank gave
};

Trained train(Config config, const Change& change, Counts& counts, std::int64_t steps = 12,
              const Ranks& ranks = {}) {
    LanguageModel model(config);
    const auto optimizer = makeOptimizer(config.train, model);
    Stepper stepper(model, *optimizer, config, backendOf(counts));
    Trained trained;
    for (std::int64_t step = 0; step < steps; ++step) {
        StepInput input = graphBatch(step);
        change(step, config, input);
        bool called = false;
        StepOptions options{step, steps, step % 5 == 0};
        options.ranks = ranks;
        const StepResult result = stepper.step(input, config, options, [&] {
            called = true;
            // What comes then is none of this step's.
            EXPECT_EQ(optimizer->state().at("step").item<std::int64_t>(), step);
        });
        EXPECT_TRUE(called);
        EXPECT_EQ(result.not_finite, "");
        trained.losses.push_back(result.loss);
        trained.replayed.push_back(stepper.replays());
        const at::Tensor selected = result.routing.back().selected.flatten();
        trained.selected.emplace_back(selected.const_data_ptr<std::int64_t>(),
                                      selected.const_data_ptr<std::int64_t>() + selected.numel());
    }
    trained.state = optimizer->state();
    for (const auto& [name, tensor] : model->state(true))
        trained.state[name] = tensor;
    return trained;
}

/// On two ranks, each with a graph of its own.
std::vector<Trained> trainOnRanks(const Config& config, std::vector<Counts>& counts) {
    std::vector<Trained> trained(2);
    EXPECT_EQ(test::asRanks(2,
                            [&](const Ranks& ranks) {
                                const test::Threads threads(1);
                                const auto rank = static_cast<std::size_t>(ranks.rank());
                                const RankTraffic before = ranks.traffic();
                                trained[rank] = train(config, nothing, counts[rank], 12, ranks);
                                trained[rank].bytes = ranks.traffic().bytes - before.bytes;
                            }),
              "");
    return trained;
}

/// With the graph = without, to the last bit; returns which steps were replays.
std::string expectSame(Config config, const Change& change, int recorded) {
    Counts with, without;
    const Trained own = train(config, change, with);
    config.train.cuda_graph = CudaGraphUse::off;
    const Trained expected = train(config, change, without);
    EXPECT_EQ(own.losses, expected.losses);
    EXPECT_EQ(own.selected, expected.selected);
    EXPECT_EQ(own.state.size(), expected.state.size());
    for (const auto& [name, tensor] : own.state)
        EXPECT_TRUE(at::equal(tensor, expected.state.at(name))) << name;
    EXPECT_EQ(without.made, 0);
    EXPECT_EQ(with.recorded, recorded);
    std::string replays;
    for (const bool replay : own.replayed)
        replays += replay ? 'r' : '.';
    EXPECT_EQ(with.replayed, std::ranges::count(replays, 'r'));
    return replays;
}

TEST(Stepper, ReplaysAreTheStepsThemselves) {
    Config config = recordable();
    config.keys.warmup_steps = 0;
    EXPECT_EQ(expectSame(config, nothing, 1), "...rrrrrrrrr");
    config.train.accumulation = 3;
    EXPECT_EQ(expectSame(config, nothing, 1), "...rrrrrrrrr");
    config.keys.temperature = GateTemperature::learned;
    config.some.balance_bias = 0.01;
    config.some.balance_loss = 0.01;
    EXPECT_EQ(expectSame(config, nothing, 1), "...rrrrrrrrr");
}

TEST(Stepper, StepsOfRanksAreRecordedWithTheirSums) {
    Config config = recordable();
    config.keys.warmup_steps = 0;
    config.keys.temperature = GateTemperature::learned;
    config.some.balance_bias = 0.01;
    config.some.balance_loss = 0.01;
    config.train.accumulation = 2;
    Counts none;
    Config alone = config;
    alone.train.cuda_graph = CudaGraphUse::off;
    const Trained expected = train(alone, nothing, none);
    std::vector<Counts> with(2), without(2);
    const std::vector<Trained> own = trainOnRanks(config, with);
    config.train.cuda_graph = CudaGraphUse::off;
    const std::vector<Trained> one_by_one = trainOnRanks(config, without);
    for (std::size_t rank = 0; rank < 2; ++rank) {
        EXPECT_EQ(with[rank].recorded, 1);
        EXPECT_EQ(with[rank].replayed, 9);
        EXPECT_EQ(without[rank].replayed, 0);
        EXPECT_EQ(own[rank].losses, own[0].losses);
        EXPECT_EQ(own[rank].losses, one_by_one[rank].losses);
        EXPECT_EQ(own[rank].selected, one_by_one[rank].selected);
        for (const auto& [name, tensor] : own[rank].state) {
            EXPECT_TRUE(at::equal(tensor, own[0].state.at(name))) << name;
            EXPECT_TRUE(at::equal(tensor, one_by_one[rank].state.at(name))) << name;
        }
        EXPECT_GT(own[rank].bytes, 12 * 1000);
    }
    for (std::size_t step = 0; step < expected.losses.size(); ++step)
        EXPECT_NEAR(own[0].losses[step] / expected.losses[step], 1, 0.01) << step;
}

TEST(Stepper, WhereOneRankCannotRecordNoneDoes) {
    std::vector<Counts> counts(2);
    counts[1].fault = "this GPU is another";
    const std::vector<Trained> trained = trainOnRanks(recordable(), counts);
    EXPECT_EQ(trained[0].losses, trained[1].losses);
    EXPECT_EQ(counts[0].replayed, 0);
    EXPECT_EQ(counts[1].replayed, 0);
}

TEST(Stepper, ASettingThatIsChangedIsRecordedAnew) {
    Config config = recordable();
    config.keys.warmup_steps = 0;
    const Change alpha = [](std::int64_t step, Config& c, StepInput&) {
        if (step == 5) c.keys.alpha = 0.3;
    };
    EXPECT_EQ(expectSame(config, alpha, 2), "...rr...rrrr");
    const Change temperature = [](std::int64_t step, Config& c, StepInput&) {
        if (step == 5) c.train.temperature = 2;
    };
    EXPECT_EQ(expectSame(config, temperature, 2), "...rr...rrrr");
    const Change rate = [](std::int64_t step, Config& c, StepInput&) {
        if (step == 5) c.train.learning_rate = 0.1;
    };
    EXPECT_EQ(expectSame(config, rate, 1), "...rrrrrrrrr") << "it lies on the device";
    config.keys.warmup_steps = 6;  // then delta begins
    EXPECT_EQ(expectSame(config, nothing, 2), "...rrr...rrr");
}

TEST(Stepper, StepsOfAnotherKindInBetweenAreMadeOneByOne) {
    Config config = recordable();
    config.keys.warmup_steps = 0;
    const Change partial = [](std::int64_t step, Config&, StepInput& input) {
        if (step == 6) input = {input.inputs.narrow(0, 0, 3), input.targets.narrow(0, 0, 3)};
    };
    EXPECT_EQ(expectSame(config, partial, 1), "...rrr.rrrrr");
    config.keys.update_every = 5;  // steps 5 and 10, counted from 1
    EXPECT_EQ(expectSame(config, nothing, 1), "...r.rrrr.rr");
    config.keys.update_every = 2;
    EXPECT_EQ(expectSame(config, nothing, 0), "............");
    config.keys.update_every = 1;
    config.some.top_k_warmup = 0.5;
    EXPECT_EQ(expectSame(config, nothing, 1), "...rrrrrr...") << "then two experts a token";
}

TEST(Stepper, AStepThatIsNotFiniteChangesNothingInAReplayToo) {
    Config config = recordable();
    config.keys.warmup_steps = 0;
    LanguageModel model(config);
    const auto optimizer = makeOptimizer(config.train, model);
    Counts counts;
    Stepper stepper(model, *optimizer, config, backendOf(counts));
    bool spoil = false;
    for (auto& [name, parameter] : model->trainedParameters())
        if (name == "lm_head.weight")
            parameter.register_hook([&spoil](const at::Tensor& gradient) {
                return spoil ? gradient * std::nan("") : gradient;
            });
    const auto step = [&](std::int64_t number) {
        return stepper.step(graphBatch(number), config, {number, 20, false});
    };
    for (std::int64_t number = 0; number < 5; ++number)
        EXPECT_EQ(step(number).not_finite, "");
    ASSERT_TRUE(stepper.replays());
    const at::Tensor keys = model->keys(1).clone(), head = model->headWeight().detach().clone();
    spoil = true;
    EXPECT_EQ(step(5).not_finite, "lm_head.weight");
    EXPECT_TRUE(stepper.replays());
    EXPECT_TRUE(at::equal(model->keys(1), keys));
    EXPECT_TRUE(at::equal(model->headWeight(), head));
    spoil = false;
    EXPECT_EQ(step(5).not_finite, "");
    EXPECT_FALSE(at::equal(model->keys(1), keys));
    EXPECT_EQ(optimizer->state().at("step").item<std::int64_t>(), 6);
}

/// Nodes that add to a gradient keep the stream that they were made on. Were one left of a step
/// before, a step could not be recorded on a stream of its own.
TEST(Stepper, NothingOfAStepsGradientsIsLeftBeforeTheNext) {
    Config config = recordable();
    config.keys.temperature = GateTemperature::learned;
    config.some.balance_loss = 0.01;
    config.train.accumulation = 2;
    LanguageModel model(config);
    const auto optimizer = makeOptimizer(config.train, model);
    Counts counts;
    Stepper stepper(model, *optimizer, config, backendOf(counts));
    std::vector<StepResult> kept;
    for (std::int64_t number = 0; number < 3; ++number) {
        kept.push_back(stepper.step(graphBatch(number), config, {number, 20, true}));
        for (const auto& [name, parameter] : model->trainedParameters())
            EXPECT_EQ(torch::autograd::impl::try_get_grad_accumulator(parameter), nullptr) << name;
    }
}

TEST(Stepper, WhatCanNotBeRecordedGoesOnOneByOneAndIsTold) {
    Config config = recordable();
    config.keys.warmup_steps = 0;
    LanguageModel model(config);
    const auto optimizer = makeOptimizer(config.train, model);
    Counts counts;
    counts.fault = "it is forbidden";
    Stepper stepper(model, *optimizer, config, backendOf(counts));
    EXPECT_NE(stepper.plan().find("recorded as a CUDA graph after 3"), std::string::npos);
    std::vector<std::string> told;
    stepper.tell = [&](const std::string& text) { told.push_back(text); };
    for (std::int64_t number = 0; number < 8; ++number)
        EXPECT_EQ(stepper.step(graphBatch(number), config, {number, 20, false}).not_finite, "");
    ASSERT_EQ(told.size(), 1u);
    EXPECT_NE(told[0].find("can't be recorded (LibTorch reports: it is forbidden)"),
              std::string::npos)
        << told[0];  // without the addresses that come with it
    EXPECT_EQ(optimizer->state().at("step").item<std::int64_t>(), 8);

    config.train.cuda_graph = CudaGraphUse::on;
    Stepper strict(model, *optimizer, config, backendOf(counts));
    for (std::int64_t number = 0; number < 3; ++number)
        strict.step(graphBatch(number), config, {number, 20, false});
    EXPECT_THROW(strict.step(graphBatch(3), config, {3, 20, false}), Error);
}

TEST(Stepper, WithoutAGraphItSaysWhy) {
    Config config = recordable();
    Counts counts;
    LanguageModel model(config);
    const auto optimizer = makeOptimizer(config.train, model);
    const auto planOf = [&](const StepBackend& backend) {
        return Stepper(model, *optimizer, config, backend).plan();
    };
    EXPECT_NE(planOf(stepBackend("cpu")).find("the run trains on the CPU"), std::string::npos);
    EXPECT_NE(planOf({true, 9, [] { return nullptr; }}).find("makes none"), std::string::npos);
    config.keys.token_fraction = 0.5;
    EXPECT_NE(planOf(backendOf(counts)).find("keys.token_fraction"), std::string::npos);
    config.train.cuda_graph = CudaGraphUse::off;
    EXPECT_NE(planOf(backendOf(counts)).find("train.cuda_graph is off"), std::string::npos);
    EXPECT_EQ(counts.made, 0);
    config.train.cuda_graph = CudaGraphUse::on;
    try {
        requireGraph(config, backendOf(counts));
        FAIL() << "it was not refused";
    } catch (const Error& error) {
        const std::string text = error.what();
        EXPECT_NE(text.find("train.cuda_graph is on, but keys.token_fraction"), std::string::npos);
        EXPECT_NE(text.find("Set train.cuda_graph to auto or off"), std::string::npos) << text;
    }
    config.keys.token_fraction = 1;
    EXPECT_NO_THROW(requireGraph(config, backendOf(counts)));
    EXPECT_THROW(planOf({true, 9, [] { return nullptr; }}), Error);
    EXPECT_THROW(requireGraph(config, stepBackend("cpu")), Error);
}

TEST(Stepper, OnTheCpuAStepIsTheTrainingStep) {
    const Config config = recordable();
    LanguageModel model(config), reference(config);
    const auto optimizer = makeOptimizer(config.train, model);
    const auto other = makeOptimizer(config.train, reference);
    Stepper stepper(model, *optimizer, config, stepBackend("cpu"));
    for (std::int64_t step = 0; step < 5; ++step) {
        stepper.step(graphBatch(step), config, {step, 5, false},
                     [] { ADD_FAILURE() << "the CPU is busy"; });
        trainingStep(reference, *other, graphBatch(step), config, {step, 5, false});
        EXPECT_FALSE(stepper.replays());
    }
    const auto expected = reference->state(true);
    for (const auto& [name, tensor] : model->state(true))
        EXPECT_TRUE(at::equal(tensor, expected.at(name))) << name;
}

}  // namespace
}  // namespace orrery
