// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/evaluator.h"

#include <ATen/core/grad_mode.h>

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "core/events/model_queries.h"
#include "core/train/layer_statistics.h"
#include "core/train/preparation.h"
#include "tests/core/data/memory_documents.h"
#include "tests/core/train/session_support.h"

namespace orrery {
namespace {

PreparedData smallData(const Config& config) {
    static const test::TemporaryFolder folder;
    PreparationOptions options;
    options.token_folder = test::tokenFolder();
    options.tokenizer_file = folder / "tokenizer.model";
    options.progress = [](const std::string&, double) {};
    options.cancelled = [] { return false; };
    return prepareData(config, options);
}

struct Sums {
    double loss = 0;
    double all = 0;
    std::int64_t real = 0;
    std::int64_t targets = 0;
    std::int64_t bytes = 0;
};

/// The slow reference: one document at a time, one position at a time.
Sums naiveSums(LanguageModel& model, const TokenCache& tokens, const Tokenizer& tokenizer,
               const Config& config) {
    const at::NoGradGuard no_gradient;
    const auto length = static_cast<std::size_t>(config.model.seq_len);
    Sums sums;
    for (std::int64_t d = 0; d < tokens.documents(); ++d) {
        std::vector<std::int64_t> sample = {Tokenizer::bos_id};
        for (const std::int32_t id : tokens.document(d))
            sample.push_back(id);
        sample.push_back(Tokenizer::eos_id);
        sample.resize(length + 1, Tokenizer::pad_id);
        const at::Tensor row = at::tensor(at::ArrayRef<std::int64_t>(sample), at::kLong);
        const at::Tensor input = row.slice(0, 0, config.model.seq_len).unsqueeze(0);
        const at::Tensor scores =
            model->forward(input, {}).logits.squeeze(0).to(at::kDouble).log_softmax(-1);  // [T, V]
        for (std::size_t t = 0; t < length; ++t) {
            const std::int64_t target = sample[t + 1];
            const double loss = -scores[static_cast<std::int64_t>(t)][target].item<double>();
            sums.all += loss;
            ++sums.targets;
            if (target == Tokenizer::pad_id) continue;
            sums.loss += loss;
            ++sums.real;
            sums.bytes += test::namedBytes(tokenizer, target);
        }
    }
    return sums;
}

TEST(Evaluator, IsTheTokenWeightedMeanOfASlowReference) {
    Config config = test::tinyConfig();
    config.model.seq_len = 80;  // some stories are shorter, some longer
    const PreparedData data = smallData(config);
    LanguageModel model(config);
    const EvaluationResult result =
        evaluate(model, data.validation, data.tokenizer, config, {}).result;
    const Sums expected = naiveSums(model, data.validation, data.tokenizer, config);
    EXPECT_EQ(result.real_targets, expected.real);
    EXPECT_EQ(result.targets, expected.targets);
    EXPECT_EQ(result.documents, 6);
    // fp32 sums in another order
    EXPECT_NEAR(result.loss, expected.loss / static_cast<double>(expected.real), 2e-5);
    EXPECT_NEAR(result.loss_with_pads, expected.all / static_cast<double>(expected.targets), 2e-5);
    EXPECT_DOUBLE_EQ(result.perplexity, std::exp(result.loss));
    EXPECT_NEAR(result.bits_per_byte,
                expected.loss / (std::log(2.0) * static_cast<double>(expected.bytes)), 2e-5);
}

TEST(Evaluator, BitsPerByteOfCutDocumentsCountTheBytesOfPredictedTokens) {
    const Config config = test::tinyConfig();
    const PreparedData data = smallData(config);
    // Each begins with characters that are four byte tokens each, and goes on with words.
    std::string rare, text;
    for (int i = 0; i < 10; ++i)
        rare += test::utf8(static_cast<char32_t>(0x10348 + i));
    for (int i = 0; i < 60; ++i)
        text += " little";
    test::MemoryDocuments documents({rare + text, rare + text + text});
    const TokenCache tokens = TokenCache::open(documents, data.tokenizer, test::tokenFolder());
    LanguageModel model(config);
    const EvaluationResult result = evaluate(model, tokens, data.tokenizer, config, {}).result;
    EXPECT_EQ(result.real_targets, 48) << "two windows of 24, each cut inside of a character";
    const Sums expected = naiveSums(model, tokens, data.tokenizer, config);
    EXPECT_EQ(expected.bytes, 48);
    EXPECT_NEAR(result.bits_per_byte, expected.loss / (std::log(2.0) * 48), 2e-5);
}

TEST(Evaluator, TheRestThatFillsNoWindowIsJudgedWhereTheWholeTextIs) {
    Config config = test::tinyConfig();
    config.data.packing = Packing::packed;
    const PreparedData data = smallData(config);
    LanguageModel model(config);
    const std::int64_t all = data.validation.tokens() + 2 * data.validation.documents() - 1;
    EvaluatorOptions options;
    EXPECT_EQ(evaluate(model, data.validation, data.tokenizer, config, options).result.real_targets,
              all / 24 * 24);
    options.whole_text = true;
    const EvaluationResult whole =
        evaluate(model, data.validation, data.tokenizer, config, options).result;
    EXPECT_NE(all % 24, 0);
    EXPECT_EQ(whole.real_targets, all);
    const double bits = whole.loss * static_cast<double>(all) / std::log(2.0);
    EXPECT_NEAR(whole.bits_per_byte, bits / static_cast<double>(data.validation.bytes()), 1e-9);
}

TEST(Evaluator, BitsPerByteOfUncutDocumentsCountAllTheirBytes) {
    Config config = test::tinyConfig();
    config.model.seq_len = 2048;
    config.train.batch_size = 2;
    const PreparedData data = smallData(config);
    LanguageModel model(config);
    const EvaluationResult result =
        evaluate(model, data.validation, data.tokenizer, config, {}).result;
    const double bits = result.loss * static_cast<double>(result.real_targets) / std::log(2.0);
    EXPECT_NEAR(result.bits_per_byte, bits / static_cast<double>(data.validation.bytes()), 1e-9);
}

TEST(Evaluator, MovesNeitherWeightsNorKeys) {
    const Config config = test::tinyConfig();
    const PreparedData data = smallData(config);
    LanguageModel model(config);
    NamedTensors before;
    for (const auto& [name, tensor] : model->state(true))
        before.emplace(name, tensor.clone());
    EvaluatorOptions options;
    options.expert_tokens = true;
    const Evaluation evaluation = evaluate(model, data.validation, data.tokenizer, config, options);
    for (const auto& [name, tensor] : model->state(true)) {
        EXPECT_TRUE(at::equal(tensor, before.at(name))) << name;
    }
    ASSERT_EQ(evaluation.expert_tokens.size(), 2U);
    for (const ExpertTokens& layer : evaluation.expert_tokens) {
        ASSERT_EQ(layer.experts.size(), 6U);
        for (const auto& pieces : layer.experts) {
            EXPECT_LE(pieces.size(), 8U);
            for (std::size_t i = 1; i < pieces.size(); ++i) {
                EXPECT_GE(pieces[i - 1].second, pieces[i].second);
            }
        }
    }
}

struct KeyState {
    std::vector<at::Tensor> tensors;

    explicit KeyState(LanguageModel& model) {
        for (const std::int64_t layer : {0, 1}) {
            tensors.push_back(model->keys(layer).clone());
            tensors.push_back(model->usage(layer).clone());
        }
    }
    bool operator==(const KeyState& other) const {
        for (std::size_t i = 0; i < tensors.size(); ++i)
            if (!at::equal(tensors[i], other.tensors[i])) return false;
        return true;
    }
};

TEST(Evaluator, WithUpdateKeysEachBatchMovesTheKeysAfterItsLoss) {
    Config config = test::tinyConfig();
    config.keys.alpha = 0.5;
    const PreparedData data = smallData(config);
    LanguageModel model(config);
    const KeyState before(model);
    const EvaluationResult frozen =
        evaluate(model, data.validation, data.tokenizer, config, {}).result;
    EXPECT_TRUE(KeyState(model) == before);
    EvaluatorOptions options;
    options.batches = 1;
    const double first =
        evaluate(model, data.validation, data.tokenizer, config, options).result.loss;
    config.eval.update_keys = true;
    EXPECT_EQ(evaluate(model, data.validation, data.tokenizer, config, options).result.loss, first)
        << "the first batch is judged before it moves anything";
    options.batches = 0;
    const EvaluationResult active =
        evaluate(model, data.validation, data.tokenizer, config, options).result;
    EXPECT_NE(active.loss, frozen.loss);
    EXPECT_TRUE(KeyState(model) == before) << "training's keys come back";
    EXPECT_EQ(evaluate(model, data.validation, data.tokenizer, config, options).result.loss,
              active.loss);

    options.keep_keys = true;
    evaluate(model, data.validation, data.tokenizer, config, options);
    const KeyState moved(model);
    EXPECT_FALSE(moved == before);
    options.cancelled = [] { return true; };
    EXPECT_THROW(evaluate(model, data.validation, data.tokenizer, config, options), Cancelled);
    EXPECT_TRUE(KeyState(model) == moved) << "one that was stopped leaves no trace";
}

TEST(Evaluator, WithoutForcesUpdateKeysChangesNoLoss) {
    Config config = test::tinyConfig();
    config.keys.use_alpha = config.keys.use_beta = config.keys.use_delta = false;
    const PreparedData data = smallData(config);
    LanguageModel model(config);
    const double frozen = evaluate(model, data.validation, data.tokenizer, config, {}).result.loss;
    config.eval.update_keys = true;
    EXPECT_NEAR(evaluate(model, data.validation, data.tokenizer, config, {}).result.loss, frozen,
                1e-6);
    config.some.experts = ExpertKind::none;
    LanguageModel bare(config);
    EXPECT_GT(evaluate(bare, data.validation, data.tokenizer, config, {}).result.loss, 0);
}

TEST(Evaluator, StopsBetweenBatchesAndTakesNoMoreBatchesThanAsked) {
    const Config config = test::tinyConfig();
    const PreparedData data = smallData(config);
    LanguageModel model(config);
    EvaluatorOptions options;
    options.cancelled = [] { return true; };
    EXPECT_THROW(evaluate(model, data.validation, data.tokenizer, config, options), Cancelled);
    options.cancelled = nullptr;
    options.batches = 1;
    double last = 0;
    options.progress = [&](double fraction) { last = fraction; };
    EXPECT_EQ(evaluate(model, data.validation, data.tokenizer, config, options).result.targets,
              4 * 24);
    EXPECT_EQ(last, 1.0);
}

TEST(LayerStatistics, CountsSelectionsOfTokensWithATarget) {
    Config config = test::tinyConfig();
    config.model.num_layers = 1;
    LanguageModel model(config);
    LayerRouting routing;
    routing.selected = at::tensor({0, 1, 2, 3, 0, 5}, at::kLong).view({3, 2});
    routing.gates = at::tensor({0.5, 0.5, 1.0, 0.0, 0.75, 0.25}, at::kFloat).view({3, 2});
    routing.queries = at::ones({3, 16}) / 4;
    routing.contribution = at::scalar_tensor(0.25, at::kDouble);
    const at::Tensor targets =
        at::tensor({7, 1, 9}, at::kLong).view({1, 3});  // the second is padding
    LayerStatistics statistics(config);
    statistics.add({routing}, targets);
    EXPECT_EQ(statistics.usageEvents(4).at(0).counts, (std::vector<double>{2, 1, 0, 0, 0, 1}));
    std::map<std::string, double> values;
    for (const auto& [name, value] : statistics.takeValues(model, {routing}, targets)) {
        values[name] = value;
    }
    EXPECT_EQ(values.at("layer0/used"), 3);
    EXPECT_NEAR(values.at("layer0/entropy_bits"), 1.5, 1e-12);
    EXPECT_NEAR(values.at("layer0/max_violation"), 2.0, 1e-12);
    EXPECT_EQ(values.at("layer0/contribution"), 0.25);
    const double second = -(0.75 * std::log(0.75) + 0.25 * std::log(0.25));
    EXPECT_NEAR(values.at("layer0/gate_entropy"), (std::log(2.0) + second) / 2, 1e-6);
    EXPECT_EQ(statistics.usageEvents(5).at(0).counts, (std::vector<double>(6, 0.0)));

    config.keys.tokens = KeyTokens::all;
    LayerStatistics all(config);
    all.add({routing}, targets);
    EXPECT_EQ(all.usageEvents(4).at(0).counts, (std::vector<double>{2, 1, 1, 1, 0, 1}));
}

TEST(LayerStatistics, DriftIsTheMeanDistanceSinceTheLastSnapshotAndSurvivesACheckpoint) {
    Config config = test::tinyConfig();
    LanguageModel model(config);
    LayerStatistics statistics(config);
    EXPECT_TRUE(statistics.takeDrift(model).empty());
    LayerStatistics restored(config);
    restored.loadState(statistics.state());
    model->keys(1).select(0, 2).select(0, 0).add_(3.0);
    const NamedValues drift = restored.takeDrift(model);
    ASSERT_EQ(drift.size(), 2U);
    EXPECT_EQ(drift[0], (std::pair<std::string, double>("layer0/key_drift", 0.0)));
    EXPECT_NEAR(drift[1].second, 3.0 / 6, 1e-6);
    EXPECT_THROW(restored.loadState({}), Error);
}

}  // namespace
}  // namespace orrery
