// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/session.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "core/config/fields.h"
#include "core/config/yaml.h"
#include "core/events/commands.h"
#include "core/events/model_queries.h"
#include "core/runs/mailbox.h"
#include "core/runs/run_index.h"
#include "core/runs/run_source.h"
#include "core/train/checkpoint.h"
#include "core/train/loaded_run.h"
#include "tests/core/runs/run_support.h"
#include "tests/core/train/session_support.h"

namespace orrery {
namespace {

using namespace std::chrono_literals;
using test::errorOf;
using test::newRun;
using test::resumedRun;
using test::TemporaryFolder;
using test::tinyConfig;
using test::WatchedSession;

constexpr std::int64_t endless = 1'000'000;

TEST(Session, ARunFromStartToFinishLeavesAllThatIsPromised) {
    TemporaryFolder folder;
    WatchedSession watched(newRun(tinyConfig(20), folder.path()));
    ASSERT_EQ(watched.runToEnd(), RunState::finished);
    const auto run = watched.session.runFolder();
    const auto table = test::scalarTable(test::storedEvents(run));
    for (std::int64_t step = 1; step <= 20; ++step) {
        for (const char* name :
             {"train/loss", "train/loss_with_pads", "train/perplexity", "train/learning_rate",
              "train/gradient_norm", "train/tokens_per_second", "train/real_tokens_per_second",
              "train/real_tokens", "time/wall", "time/epoch"}) {
            ASSERT_TRUE(table.contains({step, name})) << name << " at step " << step;
        }
        EXPECT_NEAR(table.at({step, "train/perplexity"}), std::exp(table.at({step, "train/loss"})),
                    1e-9);
    }
    for (const std::int64_t step : {0, 5, 10, 15, 20}) {
        for (const char* name :
             {"val/loss", "val/loss_with_pads", "val/perplexity", "val/bits_per_byte"}) {
            EXPECT_TRUE(table.contains({step, name})) << name << " at step " << step;
        }
    }
    for (const std::int64_t step : {3, 6, 18, 20}) {
        for (const char* name :
             {"layer0/gini", "layer1/entropy_bits", "layer1/gate_entropy", "layer0/used",
              "layer1/contribution", "layer0/max_violation", "layer0/margin"}) {
            EXPECT_TRUE(table.contains({step, name})) << name << " at step " << step;
        }
        EXPECT_GT(table.at({step, "layer1/contribution"}), 0);
        EXPECT_GT(table.at({step, "memory/used"}), 1e6);
        EXPECT_GT(table.at({step, "memory/total"}), table.at({step, "memory/used"}));
        EXPECT_LE(table.at({step, "layer1/gate_entropy"}), std::log(2.0) + 1e-6);
    }
    EXPECT_FALSE(table.contains({4, "memory/used"})) << "only where statistics are taken";
    EXPECT_GT(table.at({4, "layer0/key_drift"}), 0);
    EXPECT_LT(table.at({20, "val/loss"}), table.at({0, "val/loss"}));
    const auto source = openStoredRun(run);
    EXPECT_EQ(source->keySteps(1), (std::vector<std::int64_t>{0, 4, 8, 12, 16, 20}));
    EXPECT_EQ(source->info().state, RunState::finished);
    EXPECT_EQ(source->info().corpus_hash.size(), 64U);
    EXPECT_EQ(checkpointSteps(run), (std::vector<std::int64_t>{15, 20}));
    EXPECT_EQ(watched.messages("probe").size(), 10U)
        << "causality at the start, all nine at the end";
    EXPECT_EQ(listRuns(folder.path())[0].probes.find("causality"), std::string::npos);
    EXPECT_NE(watched.messages("state").back().text.find("Probes that fire: "), std::string::npos);
    EXPECT_EQ(watched.messages("sample").size(), 5U);
    EXPECT_FALSE(std::filesystem::is_empty(run / "log.txt"));
    EXPECT_FALSE(isRunLocked(run));
    const std::string config = test::readFile(run / "config.yaml");
    EXPECT_NE(config.find(source->info().corpus_hash), std::string::npos);
}

TEST(Session, TheDatabaseHoldsWhatTheQueueGave) {
    TemporaryFolder folder;
    WatchedSession watched(newRun(tinyConfig(12), folder.path()));
    ASSERT_EQ(watched.runToEnd(), RunState::finished);
    const auto stored = test::storedEvents(watched.session.runFolder());
    EXPECT_EQ(test::scalarTable(stored), test::scalarTable(watched.events));
    std::vector<double> queued(6, 0.0);
    std::vector<double> kept(6, 0.0);
    const auto add = [](const std::vector<Event>& events, std::vector<double>& sum) {
        for (const Event& event : events) {
            const auto* usage = std::get_if<Usage>(&event);
            if (usage == nullptr || usage->layer != 1) continue;
            for (std::size_t e = 0; e < sum.size(); ++e)
                sum[e] += usage->counts[e];
        }
    };
    add(watched.events, queued);
    add(stored, kept);
    EXPECT_EQ(queued, kept);
    double all = 0;
    for (const double count : kept)
        all += count;
    const auto table = test::scalarTable(stored);
    EXPECT_EQ(all, 2 * table.at({12, "train/real_tokens"}));
}

TEST(Session, TwentyStepsAreTenAndAKillAndTen) {
    TemporaryFolder folder;
    Config config = tinyConfig(20);
    config.checkpoint.every = 10;
    // The child trains and is killed some steps after its checkpoint of step 10. It comes
    // first: a process whose OpenMP threads are about to end can't be forked.
    test::ChildProcess child([&](const std::function<void()>& ready) {
        WatchedSession killed(newRun(config, folder / "killed"));
        killed.startPaused();
        if (killed.stepTo(0, 13)) ready();
        ::pause();
    });
    ASSERT_TRUE(child.ready());
    child.kill();
    const auto runs = listRuns(folder / "killed");
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_EQ(runs[0].state, RunState::interrupted);
    ASSERT_EQ(checkpointSteps(runs[0].folder), (std::vector<std::int64_t>{10}));

    WatchedSession straight(newRun(config, folder / "straight"));
    ASSERT_EQ(straight.runToEnd(), RunState::finished);
    WatchedSession resumed(resumedRun(runs[0].folder));
    ASSERT_EQ(resumed.runToEnd(), RunState::finished);
    const auto whole = straight.session.runFolder();
    for (const char* file : {"model.safetensors", "optimizer.safetensors"}) {
        const auto place = std::filesystem::path("checkpoints") / "step-000020" / file;
        EXPECT_EQ(test::readFile(whole / place), test::readFile(runs[0].folder / place)) << file;
    }
    EXPECT_EQ(test::withoutTimes(test::scalarTable(test::storedEvents(whole))),
              test::withoutTimes(test::scalarTable(test::storedEvents(runs[0].folder))));
}

TEST(Session, AChangeBeyondTheCheckpointComesAgainAtItsStep) {
    TemporaryFolder folder;
    Config config = tinyConfig(8);
    config.checkpoint.every = endless;
    test::ChildProcess child([&](const std::function<void()>& ready) {
        WatchedSession killed(newRun(config, folder / "killed"));
        killed.startPaused();
        killed.stepTo(0, 2);
        killed.session.send(command::SaveNow{});
        killed.stepTo(2, 3);
        killed.session.send(command::Set{"keys.alpha", "0.5"});
        killed.stepTo(3, 4);
        while (RunReader(killed.session.runFolder() / "run.db").settings().empty())
            std::this_thread::sleep_for(5ms);
        ready();
        ::pause();
    });
    ASSERT_TRUE(child.ready());
    child.kill();
    const auto run = listRuns(folder / "killed").at(0).folder;
    ASSERT_EQ(checkpointSteps(run), (std::vector<std::int64_t>{2}));

    WatchedSession straight(newRun(config, folder / "straight"));
    straight.startPaused();
    straight.stepTo(0, 3);
    straight.session.send(command::Set{"keys.alpha", "0.5"});
    straight.session.send(command::Resume{});
    ASSERT_EQ(straight.session.wait(), RunState::finished);

    WatchedSession resumed(resumedRun(run));
    ASSERT_EQ(resumed.runToEnd(), RunState::finished);
    const auto file = std::filesystem::path("checkpoints") / "step-000008" / "model.safetensors";
    EXPECT_EQ(test::readFile(straight.session.runFolder() / file), test::readFile(run / file));
}

TEST(Session, PauseStepAndResumeDoWhatTheySay) {
    TemporaryFolder folder;
    WatchedSession watched(newRun(tinyConfig(endless), folder.path()));
    watched.session.start();
    ASSERT_TRUE(watched.waitForStep(2));
    watched.session.send(command::Pause{});
    ASSERT_TRUE(watched.waitForState(RunState::paused));
    std::this_thread::sleep_for(50ms);
    watched.look();
    const auto last = test::scalarTable(watched.events).rbegin()->first.first;
    watched.session.send(command::StepOnce{});
    ASSERT_TRUE(watched.waitForStep(last + 1));
    ASSERT_TRUE(watched.waitForState(RunState::paused));
    std::this_thread::sleep_for(50ms);
    watched.look();
    EXPECT_EQ(test::scalarTable(watched.events).rbegin()->first.first, last + 1);
    watched.session.send(command::Resume{});
    ASSERT_TRUE(watched.waitForStep(last + 3));
    watched.session.send(command::Stop{});
    EXPECT_EQ(watched.session.wait(), RunState::stopped);
}

TEST(Session, AStoppedRunHasACheckpointThatTracesGeneratesAndEvaluates) {
    TemporaryFolder folder;
    WatchedSession watched(newRun(tinyConfig(endless), folder.path()));
    watched.session.start();
    ASSERT_TRUE(watched.waitForStep(7));
    watched.session.send(command::Stop{});
    EXPECT_EQ(watched.session.wait(), RunState::stopped);
    LoadedRun loaded = LoadedRun::open(watched.session.runFolder());
    EXPECT_GE(loaded.step(), 7);
    const Trace trace = loaded.trace("The fox ran home.");
    EXPECT_EQ(trace.layers, 2);
    EXPECT_EQ(trace.experts.size(), trace.pieces.size() * 4);
    EXPECT_EQ(trace.gates.size(), trace.pieces.size() * 4);
    EXPECT_NEAR(trace.gates[0] + trace.gates[1], 1.0, 1e-5);
    GenerateOptions generate;
    generate.max_tokens = 12;
    const std::string text = loaded.generate("Once", generate).at(0).text;
    EXPECT_FALSE(text.empty());
    EXPECT_EQ(loaded.generate("Once", generate).at(0).text, text);
}

TEST(Session, StopEndsEveryPhaseSoonAndLeavesAValidRun) {
    for (const char* phase : {"Training the tokenizer", "Tokenizing", "Evaluating", "Training"}) {
        TemporaryFolder folder;
        TemporaryFolder tokens;
        Config config = tinyConfig(endless);
        config.data.train_documents = 4000;
        config.data.val_documents = 1000;
        SessionOptions options = newRun(config, folder.path());
        options.token_folder = tokens.path();
        const auto queue = std::make_shared<test::ListeningQueue>();
        WatchedSession watched(options, queue);
        std::optional<std::chrono::steady_clock::time_point> begin;
        RunState said{};
        queue->heard = [&](const Event& event) {
            const auto* progress = std::get_if<Progress>(&event);
            if (begin || progress == nullptr || progress->phase != phase) return;
            begin = std::chrono::steady_clock::now();
            watched.session.send(command::Stop{});
            said = watched.session.state();
        };
        EXPECT_EQ(watched.runToEnd(), RunState::stopped) << phase;
        ASSERT_TRUE(begin) << phase;
        EXPECT_EQ(said, RunState::stopping) << phase;
        EXPECT_LT(std::chrono::steady_clock::now() - *begin, 30s) << phase;
        EXPECT_EQ(openStoredRun(watched.session.runFolder())->info().state, RunState::stopped);
    }
}

TEST(Session, StopNowWritesNoCheckpoint) {
    TemporaryFolder folder;
    Config config = tinyConfig(endless);
    config.checkpoint.every = endless;
    WatchedSession watched(newRun(config, folder.path()));
    watched.session.start();
    ASSERT_TRUE(watched.waitForStep(3));
    watched.session.send(command::StopNow{});
    EXPECT_EQ(watched.session.wait(), RunState::stopped);
    EXPECT_TRUE(checkpointSteps(watched.session.runFolder()).empty());
}

TEST(Session, ARunStoppedBeforeTrainingIsResumedFromTheBeginning) {
    TemporaryFolder folder;
    std::filesystem::path run;
    {
        WatchedSession watched(newRun(tinyConfig(6), folder.path()));
        watched.session.send(command::Stop{});
        EXPECT_EQ(watched.runToEnd(), RunState::stopped);
        run = watched.session.runFolder();
    }
    WatchedSession resumed(resumedRun(run));
    EXPECT_EQ(resumed.runToEnd(), RunState::finished);
    EXPECT_TRUE(test::scalarTable(test::storedEvents(run)).contains({6, "train/loss"}));
}

TEST(Session, AStepThatIsNotFinitePausesBeforeAnythingMoves) {
    TemporaryFolder folder;
    std::filesystem::path run;
    {
        WatchedSession watched(newRun(tinyConfig(endless), folder.path()));
        watched.session.start();
        ASSERT_TRUE(watched.waitForStep(6));
        watched.session.send(command::Stop{});
        watched.session.wait();
        run = watched.session.runFolder();
    }
    const std::int64_t step = checkpointSteps(run).back();
    CheckpointContent broken = readCheckpoint(run, step);
    broken.model.at("layers.1.norm1.weight").fill_(std::nan(""));
    writeCheckpoint(run, broken, 2);
    const auto file =
        run / "checkpoints" /
        ("step-" + std::string(6 - std::to_string(step).size(), '0') + std::to_string(step)) /
        "model.safetensors";
    const std::string before = test::readFile(file);

    WatchedSession watched(resumedRun(run));
    watched.session.start();
    ASSERT_TRUE(watched.waitForState(RunState::paused));
    watched.look();
    const auto said = watched.messages("state");
    ASSERT_FALSE(said.empty());
    EXPECT_EQ(said.back().severity, Severity::error);
    EXPECT_NE(said.back().text.find("Step " + std::to_string(step + 1) + ": "), std::string::npos);
    EXPECT_NE(said.back().text.find("is not finite"), std::string::npos) << said.back().text;
    watched.session.send(command::Resume{});
    watched.session.send(command::Stop{});
    EXPECT_EQ(watched.session.wait(), RunState::stopped);
    EXPECT_EQ(checkpointSteps(run).back(), step);
    EXPECT_EQ(test::readFile(file), before);
}

TEST(Session, SetChangesALiveFieldAndIsRemembered) {
    TemporaryFolder folder;
    WatchedSession watched(newRun(tinyConfig(endless), folder.path()));
    watched.session.send(command::Pause{});
    watched.session.start();
    ASSERT_TRUE(watched.waitForState(RunState::paused));
    watched.session.send(command::Set{"keys.alpha", "0.125"});
    watched.session.send(command::Set{"keys.alpha", "lots"});
    watched.session.send(command::Set{"model.d_model", "64"});
    watched.session.send(command::Set{"keys.alhpa", "1"});
    watched.session.send(command::StepOnce{});
    ASSERT_TRUE(watched.waitForStep(1));
    watched.session.send(command::Stop{});
    watched.session.wait();
    watched.look();
    const auto refused = watched.messages("set");
    ASSERT_EQ(refused.size(), 3U);
    for (const Message& message : refused)
        EXPECT_EQ(message.severity, Severity::error);
    EXPECT_NE(refused[2].text.find("keys.alpha"), std::string::npos) << refused[2].text;
    const auto made = RunReader(watched.session.runFolder() / "run.db").settings();
    ASSERT_EQ(made.size(), 1U);
    EXPECT_EQ(made[0].key, "keys.alpha");
    EXPECT_EQ(made[0].value, "0.125");
    EXPECT_EQ(made[0].previous, formatFieldValue(findField("keys.alpha")->get(tinyConfig())));
    EXPECT_EQ(made[0].origin, SettingOrigin::session);

    WatchedSession resumed(resumedRun(watched.session.runFolder()));
    resumed.session.start();
    ASSERT_TRUE(resumed.waitForStep(2));
    resumed.session.send(command::StopNow{});
    resumed.session.wait();
    resumed.look();
    bool again = false;
    for (const Message& message : resumed.messages("log")) {
        again = again || message.text.find("keys.alpha = 0.125") != std::string::npos;
    }
    EXPECT_TRUE(again);
}

MailboxAnswer answerOf(const RunFolder& run, const std::string& id) {
    for (int round = 0; round < 12'000; ++round) {
        if (const auto answer = takeAnswer(run, id)) return *answer;
        std::this_thread::sleep_for(5ms);
    }
    return {-1, "no answer"};
}

TEST(Session, AnotherProcessChangesLiveFieldsThroughTheMailbox) {
    TemporaryFolder folder;
    Config config = tinyConfig(8);
    config.checkpoint.every = 2;
    WatchedSession whole(newRun(config, folder / "whole"));
    whole.startPaused();
    whole.stepTo(0, 3);
    const RunFolder run{whole.session.runFolder()};
    const auto answer =
        answerOf(run, postChanges(run, {{"keys.alpha", "0.5"}, {"train.learning_rate", "0.01"}}));
    EXPECT_EQ(answer.step, 3);
    EXPECT_EQ(answer.fault, "");
    const auto made = RunReader(run.databaseFile()).settings();
    ASSERT_EQ(made.size(), 2U) << "stored before it is answered";
    EXPECT_EQ(made[0].origin, SettingOrigin::mailbox);
    const auto refused = answerOf(run, postChanges(run, {{"model.d_model", "64"}}));
    EXPECT_NE(refused.fault.find("during training"), std::string::npos) << refused.fault;
    whole.session.send(command::Resume{});
    ASSERT_EQ(whole.session.wait(), RunState::finished);

    // The same run, ended after the change and resumed twice, before and behind a checkpoint.
    WatchedSession parts(newRun(config, folder / "parts"));
    parts.startPaused();
    parts.stepTo(0, 3);
    const RunFolder cut{parts.session.runFolder()};
    answerOf(cut, postChanges(cut, {{"keys.alpha", "0.5"}, {"train.learning_rate", "0.01"}}));
    parts.session.send(command::StopNow{});
    ASSERT_EQ(parts.session.wait(), RunState::stopped);
    ASSERT_EQ(checkpointSteps(cut.path).back(), 2);
    postChanges(cut, {{"keys.alpha", "0.25"}});  // of nobody: the run had ended
    {
        WatchedSession resumed(resumedRun(cut.path));
        resumed.startPaused();
        resumed.stepTo(2, 5);
        resumed.session.send(command::Stop{});
        ASSERT_EQ(resumed.session.wait(), RunState::stopped);
    }
    WatchedSession last(resumedRun(cut.path));
    ASSERT_EQ(last.runToEnd(), RunState::finished);
    for (const char* name : {"model.safetensors", "optimizer.safetensors"}) {
        const auto file = std::filesystem::path("checkpoints") / "step-000008" / name;
        EXPECT_EQ(test::readFile(run.path / file), test::readFile(cut.path / file)) << name;
    }
}

TEST(Session, CommandsWhilePausedAreObeyed) {
    TemporaryFolder folder;
    Config config = tinyConfig(endless);
    config.checkpoint.every = endless;
    WatchedSession watched(newRun(config, folder.path()));
    watched.session.send(command::Pause{});
    watched.session.start();
    ASSERT_TRUE(watched.waitForState(RunState::paused));
    watched.look();
    const auto evaluations = watched.messages("evaluation").size();
    watched.session.send(command::TraceText{"The fox ran."});
    watched.session.send(command::TraceText{""});
    watched.session.send(command::SaveNow{});
    watched.session.send(command::Evaluate{});
    const auto evaluated = [&] {
        for (int round = 0; round < 6000; ++round) {
            watched.look();
            if (watched.messages("evaluation").size() > evaluations) return true;
            std::this_thread::sleep_for(10ms);
        }
        return false;
    };
    ASSERT_TRUE(evaluated());
    int traces = 0;
    for (const Event& event : watched.events)
        traces += std::holds_alternative<Trace>(event) ? 1 : 0;
    EXPECT_EQ(traces, 1);
    EXPECT_EQ(checkpointSteps(watched.session.runFolder()), (std::vector<std::int64_t>{0}));
    EXPECT_EQ(watched.session.state(), RunState::paused);
}

TEST(Session, EvaluationsMoveNothing) {
    TemporaryFolder folder;
    Config config = tinyConfig(6);
    config.checkpoint.every = endless;
    config.eval.every = 1;
    WatchedSession often(newRun(config, folder / "often"));
    ASSERT_EQ(often.runToEnd(), RunState::finished);
    config.eval.update_keys = true;  // moves keys while it evaluates, not those of training
    WatchedSession moving(newRun(config, folder / "moving"));
    ASSERT_EQ(moving.runToEnd(), RunState::finished);
    config.eval.every = endless;
    WatchedSession seldom(newRun(config, folder / "seldom"));
    ASSERT_EQ(seldom.runToEnd(), RunState::finished);
    const auto file = std::filesystem::path("checkpoints") / "step-000006" / "model.safetensors";
    for (const auto* run : {&often, &moving})
        EXPECT_EQ(test::readFile(run->session.runFolder() / file),
                  test::readFile(seldom.session.runFolder() / file));
}

}  // namespace
}  // namespace orrery
