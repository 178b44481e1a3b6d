// SPDX-License-Identifier: GPL-3.0-or-later
// Several ranks make the steps of one process: every rule, optimizer and kind of expert.
#include <ATen/core/grad_mode.h>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/step/optimizer.h"
#include "core/step/training_step.h"
#include "tests/core/model/small_config.h"
#include "tests/support/rank_threads.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

constexpr int kSteps = 50;

struct RankCase {
    std::string name;
    std::function<void(Config&)> change;
    std::int64_t rows = 5;  // of a batch, which neither 2 nor 3 nor 4 divides
};

/// Tokens [rows, T + 1] of a step, with padding at the ends of some rows.
StepInput batchOf(const Config& config, std::int64_t rows, std::int64_t step) {
    const std::int64_t length = config.model.seq_len;
    const at::Tensor tokens = (at::arange(rows * (length + 1), at::kLong) * 7 + step * 5)
                                  .remainder(19)
                                  .add(4)
                                  .view({rows, length + 1});
    StepInput input{tokens.narrow(1, 0, length).contiguous(),
                    tokens.narrow(1, 1, length).contiguous()};
    for (std::int64_t row = 0; row < rows; row += 2)
        input.targets[row].narrow(0, 5 + row % 4, length - 5 - row % 4).fill_(1);
    return input;
}

struct Course {
    std::vector<double> losses;
    std::vector<double> norms;
    std::vector<std::int64_t> changes;  // decayed and respawned keys of each step
    std::map<std::string, at::Tensor> state;
};

/// What is done to the model and its optimizer before a step.
using Before = std::function<void(LanguageModel&, Optimizer&, std::int64_t step)>;
const Before kNothing = [](LanguageModel&, Optimizer&, std::int64_t) {};

std::map<std::string, at::Tensor> copyOf(const std::map<std::string, at::Tensor>& tensors) {
    const at::NoGradGuard no_gradient;
    std::map<std::string, at::Tensor> copies;
    for (const auto& [name, tensor] : tensors)
        copies[name] = tensor.detach().clone();
    return copies;
}

Course train(const Config& config, std::int64_t rows, const Ranks& ranks,
             const Before& before = kNothing) {
    const test::Threads threads(1);
    LanguageModel model(config);
    const auto optimizer = makeOptimizer(config.train, model);
    Course course;
    for (std::int64_t step = 0; step < kSteps; ++step) {
        before(model, *optimizer, step);
        StepOptions options{step, kSteps, step % 10 == 0};
        options.ranks = ranks;
        const StepResult result =
            trainingStep(model, *optimizer, batchOf(config, rows, step), config, options);
        EXPECT_EQ(result.not_finite, "");
        course.losses.push_back(result.loss);
        course.norms.push_back(result.gradient_norm);
        for (const KeyChange& change : result.key_changes)
            course.changes.push_back(change.decayed + 1000 * change.respawned);
    }
    course.state = copyOf(model->state(true));
    for (const auto& [name, tensor] : copyOf(optimizer->state()))
        course.state["optimizer." + name] = tensor;
    return course;
}

std::vector<Course> trainOn(int size, const Config& config, std::int64_t rows,
                            const Before& before = kNothing) {
    std::vector<Course> courses(static_cast<std::size_t>(size));
    EXPECT_EQ(test::asRanks(size,
                            [&](const Ranks& ranks) {
                                courses[static_cast<std::size_t>(ranks.rank())] =
                                    train(config, rows, ranks, before);
                            }),
              "");
    return courses;
}

void expectEqualBits(const Course& a, const Course& b, const std::string& what) {
    EXPECT_EQ(a.losses, b.losses) << what;
    EXPECT_EQ(a.norms, b.norms) << what;
    EXPECT_EQ(a.changes, b.changes) << what;
    for (const auto& [name, tensor] : a.state)
        EXPECT_TRUE(at::equal(tensor, b.state.at(name))) << what << ": " << name;
}

void PrintTo(const RankCase& rank_case, std::ostream* out) {
    *out << rank_case.name;
}

class RankStep : public testing::TestWithParam<RankCase> {};

/// The largest relative difference of two rows of numbers.
double difference(const std::vector<double>& found, const std::vector<double>& expected) {
    double largest = 0;
    for (std::size_t step = 0; step < expected.size(); ++step)
        largest = std::max(largest, std::abs(found[step] / expected[step] - 1));
    return largest;
}

/// Weights of a process that are rounded otherwise: each is moved by one rounding of a float at
/// most.
Before roundedOtherwise(int number) {
    return [number](LanguageModel& model, Optimizer&, std::int64_t step) {
        if (step > 0) return;
        const at::NoGradGuard no_gradient;
        for (const auto& [name, parameter] : model->trainedParameters()) {
            const at::Tensor wave = at::sin(at::arange(parameter.numel()) * (1.0 + number));
            at::Tensor weight = parameter;
            weight.mul_(wave.mul(1.2e-7).add(1).to(weight.scalar_type()).view(weight.sizes()));
        }
    };
}

/// How far losses of one process go apart when its first weights are rounded otherwise.
double spread(const Config& config, std::int64_t rows, const Course& alone) {
    double largest = 0;
    for (int number = 1; number <= 6; ++number)
        largest = std::max(
            largest,
            difference(train(config, rows, {}, roundedOtherwise(number)).losses, alone.losses));
    return largest;
}

/// Whether a course makes more of the rounding of its sums than 1e-5, so that courses of different
/// numbers of ranks are compared with how far one process goes apart, and exactly step by step
/// (RankSteps). In bf16 a weight whose last digit differs is rounded to a neighbor 2^-9 away now
/// and then. Adafactor divides a gradient by its size: that of the attention's key bias is zero but
/// for rounding, since softmax does not see it, and so this bias moves at random at full rate.
bool magnifiesRounding(const Config& config) {
    return config.train.precision == Precision::bf16 ||
           config.train.optimizer == OptimizerKind::adafactor;
}

TEST_P(RankStep, AgreesWithOneProcess) {
    Config config = test::smallConfig();
    GetParam().change(config);
    const Course alone = train(config, GetParam().rows, {});
    const bool magnified = magnifiesRounding(config);
    double limit = 1e-5;
    if (magnified) limit = std::max(limit, 3 * spread(config, GetParam().rows, alone));
    double largest = 0;
    for (const int size : {ORRERY_RANKS}) {
        const std::vector<Course> courses = trainOn(size, config, GetParam().rows);
        for (const Course& course : courses)
            expectEqualBits(courses[0], course, "between " + std::to_string(size) + " ranks");
        largest = std::max(largest, difference(courses[0].losses, alone.losses));
        ASSERT_LT(largest, limit) << size << " ranks";
        if (magnified) continue;
        ASSERT_LT(difference(courses[0].norms, alone.norms), 1e-3) << size << " ranks";
        EXPECT_EQ(courses[0].changes, alone.changes);
    }
    RecordProperty("largest_relative_difference", std::to_string(largest * 1e6) + "e-6");
    RecordProperty("limit", std::to_string(limit * 1e6) + "e-6");
}

/// Model and optimizer of one process before each step.
struct Record {
    std::vector<std::map<std::string, at::Tensor>> model, optimizer;

    Before keep() {
        return [this](LanguageModel& m, Optimizer& o, std::int64_t) {
            model.push_back(copyOf(m->state(true)));
            optimizer.push_back(copyOf(o.state()));
        };
    }
    Before restore() const {
        return [this](LanguageModel& m, Optimizer& o, std::int64_t step) {
            const at::NoGradGuard no_gradient;
            const auto at = static_cast<std::size_t>(step);
            for (auto& [name, tensor] : m->state(true))
                at::Tensor(tensor).copy_(model[at].at(name));
            o.loadState(optimizer[at]);
        };
    }
};

class RankSteps : public testing::TestWithParam<RankCase> {};

/// Each step from where one process was before it, so that no difference grows.
TEST_P(RankSteps, AgreeOneByOne) {
    Config config = test::smallConfig();
    GetParam().change(config);
    Record record;
    const Course alone = train(config, GetParam().rows, {}, record.keep());
    for (const int size : {ORRERY_RANKS}) {
        const Course course = trainOn(size, config, GetParam().rows, record.restore())[0];
        EXPECT_LT(difference(course.losses, alone.losses), 1e-6) << size << " ranks";
        EXPECT_LT(difference(course.norms, alone.norms), 1e-5) << size << " ranks";
        EXPECT_EQ(course.changes, alone.changes) << size << " ranks";
    }
}

#define KEYS(member, value) [](Config& c) { c.keys.member = value; }
#define SOME(member, value) [](Config& c) { c.some.member = value; }
#define TRAIN(member, value) [](Config& c) { c.train.member = value; }

/// Pairs travel as lists.
void manyExperts(Config& config) {
    config.some.num_experts = 520;
    config.some.d_ffn = 2;
}

const RankCase kCases[] = {
    {"plain", [](Config&) {}},
    {"fewer_rows_than_ranks", [](Config&) {}, 2},
    {"no_alpha", KEYS(use_alpha, false)},
    {"alpha_floor", KEYS(alpha_floor, 0.01)},
    {"no_beta", KEYS(use_beta, false)},
    {"beta_sign", KEYS(beta_sign, -1)},
    {"beta_schedule", KEYS(beta_schedule, (std::vector<double>{0.01, 0.0}))},
    {"beta_inertia", KEYS(beta_inertia, BetaInertia::min)},
    {"no_delta", KEYS(use_delta, false)},
    {"theta", KEYS(theta, 0.1)},
    {"cumulative", KEYS(usage, UsageKind::cumulative)},
    {"frozen_layers", KEYS(frozen_layers, (std::vector<std::int64_t>{0}))},
    {"normalize_none", KEYS(normalize, KeyNormalization::none)},
    {"all_tokens", KEYS(tokens, KeyTokens::all)},
    {"update_every", KEYS(update_every, 3)},
    {"token_fraction", KEYS(token_fraction, 0.5)},
    {"max_step", KEYS(max_step, 0.001)},
    {"smoothing", KEYS(smoothing, 0.5)},
    {"respawn", KEYS(respawn_threshold, 0.05)},
    {"respawn_of_a_fraction",
     [](Config& c) {
         c.keys.respawn_threshold = 0.05;
         c.keys.token_fraction = 0.5;
         c.train.accumulation = 2;
     }},
    {"learned_temperature", KEYS(temperature, GateTemperature::learned)},
    {"query_residual", KEYS(query_residual, 0.5)},
    {"balance_loss", SOME(balance_loss, 0.05)},
    {"balance_loss_of_parts",
     [](Config& c) {
         c.some.balance_loss = 0.05;
         c.train.accumulation = 3;
     },
     4},
    {"balance_bias", SOME(balance_bias, 0.001)},
    {"top_k_warmup", SOME(top_k_warmup, 0.5)},
    {"hnsw", SOME(search, KeySearch::hnsw)},
    {"hnsw_with_fewer_rows", SOME(search, KeySearch::hnsw), 2},
    {"random_routing",
     [](Config& c) {
         c.some.routing = Routing::random;
         c.train.accumulation = 2;
     }},
    {"hash_routing", SOME(routing, Routing::hash)},
    {"no_experts", SOME(experts, ExpertKind::none)},
    {"trained_experts", SOME(experts, ExpertKind::trained)},
    {"lora", SOME(experts, ExpertKind::lora)},
    {"shared_library", SOME(shared_library, true)},
    {"shared_lora",
     [](Config& c) {
         c.some.shared_library = true;
         c.some.experts = ExpertKind::lora;
     }},
    // By the seed of the others two keys are equally near at step 20, but for rounding (RankSteps).
    {"many_experts",
     [](Config& c) {
         manyExperts(c);
         c.train.seed = 2;
     }},
    {"adafactor", TRAIN(optimizer, OptimizerKind::adafactor)},
    {"bf16", TRAIN(precision, Precision::bf16)},
    {"accumulation", TRAIN(accumulation, 2)},
    {"accumulation_of_rows", TRAIN(accumulation, 5)},
    {"pad_in_loss", TRAIN(pad_in_loss, true)},
    {"clipped", TRAIN(clip_norm, 0.1)},
};

INSTANTIATE_TEST_SUITE_P(Cases, RankStep, testing::ValuesIn(kCases),
                         [](const auto& info) { return info.param.name; });

const RankCase kStepCases[] = {
    {"plain", [](Config&) {}},
    {"many_experts", manyExperts},
    {"adafactor", TRAIN(optimizer, OptimizerKind::adafactor)},
    {"bf16", TRAIN(precision, Precision::bf16)},
    {"bf16_in_parts",
     [](Config& c) {
         c.train.precision = Precision::bf16;
         c.train.accumulation = 2;
     }},
};

INSTANTIATE_TEST_SUITE_P(Cases, RankSteps, testing::ValuesIn(kStepCases),
                         [](const auto& info) { return info.param.name; });

TEST(RankStepAgain, TheSameRanksGiveTheSameBits) {
    Config config = test::smallConfig();
    config.train.accumulation = 2;
    expectEqualBits(trainOn(3, config, 5)[0], trainOn(3, config, 5)[0], "two runs");
}

TEST(RankStepFaults, ALossThatIsNotFiniteIsSeenByAll) {
    Config config = test::smallConfig();
    EXPECT_EQ(test::asRanks(3,
                            [&](const Ranks& ranks) {
                                LanguageModel model(config);
                                const auto optimizer = makeOptimizer(config.train, model);
                                StepOptions options{0, 10};
                                options.ranks = ranks;
                                options.before_moving = [] { FAIL() << "nothing may move"; };
                                const at::NoGradGuard no_gradient;
                                // Only the last rank has a row with this token.
                                StepInput input = batchOf(config, 3, 0);
                                input.inputs.narrow(0, 0, 2).fill_(5);
                                input.inputs[2].fill_(9);
                                model->state(false).at("token_embedding.weight")[9].fill_(NAN);
                                const at::AutoGradMode with_gradient(true);
                                const StepResult result =
                                    trainingStep(model, *optimizer, input, config, options);
                                EXPECT_EQ(result.not_finite, "loss") << ranks.rank();
                            }),
              "");
}

}  // namespace
}  // namespace orrery
