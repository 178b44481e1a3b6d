// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/loaded_run.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/events/event_text.h"
#include "core/events/model_queries.h"
#include "core/train/checkpoint.h"
#include "tests/core/runs/run_support.h"
#include "tests/core/train/session_support.h"

namespace orrery {
namespace {

using test::errorOf;
using test::TemporaryFolder;

/// A finished run of 10 steps with checkpoints of 5 and 10; made once.
std::filesystem::path finishedRun() {
    static const TemporaryFolder folder;
    static const std::filesystem::path run = [] {
        test::WatchedSession watched(test::newRun(test::tinyConfig(10), folder.path()));
        watched.runToEnd();
        return watched.session.runFolder();
    }();
    return run;
}

/// LoadedRun keeps its tokens in the user's cache: a folder of the test's own.
struct LoadedRunTest : testing::Test {
    void SetUp() override { ::setenv("XDG_CACHE_HOME", cache.path().c_str(), 1); }
    TemporaryFolder cache;
};

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST_F(LoadedRunTest, OpensTheNewestCheckpointOrExactlyTheStepAskedFor) {
    EXPECT_EQ(LoadedRun::open(finishedRun()).step(), 10);
    EXPECT_EQ(LoadedRun::open(finishedRun()).standIn(), "");
    EXPECT_EQ(LoadedRun::open(finishedRun(), 5).step(), 5);
    EXPECT_EQ(LoadedRun::open(finishedRun(), 5).standIn(), "");
    for (const std::int64_t step : {3, 9, 11}) {
        const std::string error = errorOf([&] { LoadedRun::open(finishedRun(), step); });
        EXPECT_TRUE(contains(error, "no checkpoint of step " + std::to_string(step))) << error;
        EXPECT_TRUE(contains(error, "Checkpoints: 5, 10.")) << error;
    }
}

/// Samples longer than those of training, judged as a model of that length would judge them.
TEST_F(LoadedRunTest, SamplesMayBeLongerThanThoseOfTraining) {
    LoadedRun run = LoadedRun::open(finishedRun());
    const std::int64_t trained = run.config().model.seq_len;
    const EvaluationResult usual = run.evaluate();
    EvaluateOptions options;
    options.length = trained;
    EXPECT_EQ(run.evaluate(options).loss, usual.loss);
    options.length = 2 * trained;
    const EvaluationResult longer = run.evaluate(options);
    EXPECT_TRUE(std::isfinite(longer.loss));
    EXPECT_NE(longer.loss, usual.loss);
    EXPECT_EQ(longer.targets % (2 * trained), 0);
    EXPECT_GE(longer.real_targets, usual.real_targets) << "fewer documents are cut";
    options.length = 0;
    options.most_tokens = 1;
    const EvaluationResult one = run.evaluate(options);
    EXPECT_LT(one.real_targets, usual.real_targets);
    EXPECT_GE(one.real_targets, 1);
    GenerateOptions generate;
    generate.max_tokens = 3;
    generate.context = 4;
    EXPECT_FALSE(run.generate("A fox and a hen and a cow met by the sea.", generate).empty());
    Config config;
    EXPECT_EQ(lengthWarning(config, config.model.seq_len), "");
    EXPECT_TRUE(contains(lengthWarning(config, config.model.seq_len + 1), "never trained"));
    config.model.positions = PositionEncoding::rope;
    EXPECT_EQ(lengthWarning(config, 10 * config.model.seq_len), "");
}

TEST_F(LoadedRunTest, SaysWhyAnOlderCheckpointStandsIn) {
    const auto copy = cache / "copy";
    std::filesystem::copy(finishedRun(), copy, std::filesystem::copy_options::recursive);
    const auto weights = checkpointFolder(copy, 10) / "model.safetensors";
    std::filesystem::resize_file(weights, std::filesystem::file_size(weights) - 1);
    LoadedRun run = LoadedRun::open(copy);
    EXPECT_EQ(run.step(), 5);
    EXPECT_TRUE(contains(run.standIn(), "step-000010 is corrupt: model.safetensors has"))
        << run.standIn();
    EXPECT_TRUE(contains(run.standIn(), "The older one of step 5 is used in its place."));
    EXPECT_EQ(traceFromJson(toJson(run.trace("A fox."))).stand_in, run.standIn());
    const std::string error = errorOf([&] { LoadedRun::open(copy, 10); });
    EXPECT_TRUE(contains(error, "is corrupt")) << error;
    EXPECT_TRUE(contains(error, "Checkpoints: 5.")) << error;
}

TEST_F(LoadedRunTest, WeightsThatAreNoNumbersAreAnErrorWithTheirPlace) {
    const auto copy = cache / "copy";
    std::filesystem::copy(finishedRun(), copy, std::filesystem::copy_options::recursive);
    CheckpointContent content = readCheckpoint(copy, 10);
    content.model["lm_head.weight"].index_put_({3, 7}, std::nan(""));
    writeCheckpoint(copy, content, 9);
    const std::string error = errorOf([&] { LoadedRun::open(copy); });
    EXPECT_TRUE(contains(error, "step 10")) << error;
    EXPECT_TRUE(contains(error, "lm_head.weight holds NaN at [3, 7]")) << error;
    EXPECT_EQ(LoadedRun::open(copy, 5).step(), 5);
}

TEST_F(LoadedRunTest, ALossThatIsNoNumberIsAnError) {
    const auto copy = cache / "copy";
    std::filesystem::copy(finishedRun(), copy, std::filesystem::copy_options::recursive);
    CheckpointContent content = readCheckpoint(copy, 10);
    content.model["lm_head.weight"].fill_(3e38);
    writeCheckpoint(copy, content, 9);
    LoadedRun run = LoadedRun::open(copy);
    EXPECT_TRUE(contains(errorOf([&] { run.evaluate(); }), "The loss of step 10 is no number"));
}

TEST_F(LoadedRunTest, WordPerplexityIsOfTheWholeText) {
    // 30 words and a rest that fills no window.
    std::string text;
    for (int i = 0; i < 10; ++i)
        text += "the old fox ";
    test::writeFile(cache / "words.txt", text);
    LoadedRun run = LoadedRun::open(finishedRun());
    EvaluateOptions options;
    options.corpus = (cache / "words.txt").string();
    options.words = "spaces";
    const EvaluationResult result = run.evaluate(options);
    EXPECT_EQ(result.words, 30);
    EXPECT_NE(result.real_targets % 24, 0);
    // The second way: bits of the whole text, from its bytes.
    const double nats = result.bits_per_byte * std::log(2.0) * static_cast<double>(text.size());
    EXPECT_NEAR(result.word_perplexity, std::exp(nats / 30), 1e-6 * result.word_perplexity);
}

TEST_F(LoadedRunTest, EvaluatesToWhatTheRunRecorded) {
    const auto table = test::scalarTable(test::storedEvents(finishedRun()));
    const EvaluationResult result = LoadedRun::open(finishedRun()).evaluate();
    EXPECT_NEAR(result.loss, table.at({10, "val/loss"}), 1e-6);
    EXPECT_NEAR(result.bits_per_byte, table.at({10, "val/bits_per_byte"}), 1e-6);
    EXPECT_EQ(result.step, 10);
}

TEST_F(LoadedRunTest, TheValidationTextBeginsWithWholeWords) {
    LoadedRun run = LoadedRun::open(finishedRun());
    const std::string all = run.validationBeginning(1'000'000);
    const std::string some = run.validationBeginning(30);
    EXPECT_GT(all.size(), 30u);
    EXPECT_GT(some.size(), 10u);
    EXPECT_LE(some.size(), 30u);
    EXPECT_TRUE(all.starts_with(some + " ") || all.starts_with(some + "\n")) << some;
    EXPECT_EQ(run.validationBeginning(2), all.substr(0, 2));
}

TEST_F(LoadedRunTest, EvaluatesAnotherTextAsAWhole) {
    std::string text;
    for (int i = 0; i < 30; ++i) {
        text += "The fox went to the well and drank.\n<|endoftext|>\n";
    }
    test::writeFile(cache / "other.txt", text);
    LoadedRun run = LoadedRun::open(finishedRun());
    const EvaluationResult result = run.evaluate((cache / "other.txt").string());
    EXPECT_EQ(result.documents, 30);
    EXPECT_GT(result.loss, 0);
    EXPECT_NE(errorOf([&] { run.evaluate((cache / "none.txt").string()); }), "");
    EXPECT_THROW(run.evaluate("", [] { return true; }), Cancelled);
}

TEST_F(LoadedRunTest, HoldsTheLiveFieldsAsTheyWereAtItsStep) {
    const auto copy = cache / "copy";
    std::filesystem::copy(finishedRun(), copy, std::filesystem::copy_options::recursive);
    {
        RunDatabase database({RunFolder{copy}.databaseFile(), {}, {}});
        database.publish(SettingChanged{7, 1, "keys.alpha", "0.5", "", {}});
    }
    EXPECT_EQ(LoadedRun::open(copy).config().keys.alpha, 0.5);
    EXPECT_EQ(LoadedRun::open(copy, 5).config().keys.alpha, KeysConfig{}.alpha);
}

TEST_F(LoadedRunTest, ProbesAsTheRunDidAtItsEnd) {
    std::vector<std::string> told;
    for (const Event& event : test::storedEvents(finishedRun())) {
        const auto* message = std::get_if<Message>(&event);
        if (message != nullptr && message->kind == "probe" && message->step == 10)
            told.push_back(message->text);
    }
    std::vector<std::string> found;
    for (const ProbeFinding& finding : LoadedRun::open(finishedRun()).probe())
        found.push_back(finding.message());
    EXPECT_EQ(found.size(), 9U);
    EXPECT_EQ(found, told);
}

TEST_F(LoadedRunTest, TextsThatCannotBeUsedAreErrors) {
    LoadedRun run = LoadedRun::open(finishedRun());
    EXPECT_THROW(run.trace(""), Error);
    EXPECT_THROW(run.trace("\xff\xfe"), Error);
    EXPECT_THROW(run.generate("\xff\xfe", {}), Error);
    EXPECT_THROW(run.generate("The", {}, GenerateHooks{{}, [] { return true; }, {}}), Cancelled);
    const Trace trace = run.trace(std::string(1000, 'a'));
    EXPECT_EQ(trace.pieces.size(), 23U);
    EXPECT_GT(trace.text_tokens, 23);
    EXPECT_NE(cutText(trace).find("first 23 of the text's " + std::to_string(trace.text_tokens)),
              std::string::npos)
        << cutText(trace);
    EXPECT_EQ(traceFromJson(toJson(trace)).text_tokens, trace.text_tokens);
    EXPECT_EQ(cutText(run.trace("A fox.")), "");
}

TEST_F(LoadedRunTest, ATraceGoesOnWithWhatTheModelWrites) {
    LoadedRun run = LoadedRun::open(finishedRun());
    const Trace alone = run.trace("The fox");
    const Trace trace = run.trace("The fox", {.write = 6});
    EXPECT_EQ(alone.written_tokens, 0);
    GenerateOptions greedy;
    greedy.max_tokens = 6;
    greedy.temperature = 0;
    greedy.readings = true;
    const Continuation written = run.generate("The fox", greedy).front();
    ASSERT_FALSE(written.tokens.empty());
    const std::size_t given = alone.pieces.size();
    ASSERT_EQ(trace.written_tokens, std::ssize(written.tokens));
    EXPECT_EQ(std::vector(trace.token_ids.begin() + std::ptrdiff_t(given), trace.token_ids.end()),
              written.tokens);
    // The experts that predicted a token are those of the token before it: what the notebooks of
    // the documents print beside the token itself.
    const std::size_t each = std::size_t(trace.layers) * std::size_t(trace.top_k);
    for (std::size_t i = 0; i < written.readings.size(); ++i) {
        const auto before = trace.experts.begin() + std::ptrdiff_t((given + i - 1) * each);
        EXPECT_EQ(std::vector(before, before + std::ptrdiff_t(each)), written.readings[i].experts);
    }
    // A causal model reads the text itself as without a continuation.
    EXPECT_TRUE(std::equal(alone.experts.begin(), alone.experts.end(), trace.experts.begin()));
    EXPECT_EQ(traceFromJson(toJson(trace)).written_tokens, trace.written_tokens);
    EXPECT_EQ(cutText(trace), "");
    // Another model reads the same tokens.
    const Trace same = run.trace("The fox", {.more_tokens = written.tokens});
    EXPECT_EQ(same.experts, trace.experts);
    EXPECT_EQ(same.written_tokens, trace.written_tokens);
}

TEST_F(LoadedRunTest, AContinuationHasTheRoomBehindTheText) {
    LoadedRun run = LoadedRun::open(finishedRun());
    EXPECT_LE(run.trace("The fox", {.write = 1000}).pieces.size(), 23U);
    const std::string full = errorOf([&] { run.trace(std::string(1000, 'a'), {.write = 1}); });
    EXPECT_NE(full.find("Shorten the text"), std::string::npos) << full;
    const std::string foreign = errorOf([&] { run.trace("The fox", {.more_tokens = {99999}}); });
    EXPECT_NE(foreign.find("another tokenizer"), std::string::npos) << foreign;
}

TEST_F(LoadedRunTest, RunsThatCannotBeLoadedSayWhy) {
    EXPECT_NE(errorOf([&] { LoadedRun::open(cache / "none"); }), "");
    const auto copy = cache / "copy";
    std::filesystem::copy(finishedRun(), copy, std::filesystem::copy_options::recursive);
    test::writeFile(copy / "tokenizer.model", "foreign");
    EXPECT_NE(errorOf([&] { LoadedRun::open(copy); }).find("tokenizer.model"), std::string::npos);
    std::filesystem::remove_all(copy / "checkpoints");
    EXPECT_NE(errorOf([&] { LoadedRun::open(copy); }).find("no checkpoint"), std::string::npos);
}

}  // namespace
}  // namespace orrery
