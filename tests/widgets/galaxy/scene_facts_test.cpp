// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/scene_facts.h"

#include <QTest>

#include "tests/widgets/galaxy/owner_tests.h"
#include "tests/widgets/synthetic_run.h"

namespace orrery {

class SceneFactsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void withoutARunThereIsNothingToSay() {
        SceneFacts facts;
        facts.setRun(nullptr);
        GalaxyOptions look;
        look.labels = true;
        look.coloring = GalaxyColoring::drift;
        const SceneOptions options = facts.optionsFor(layoutOf(600), look, {});
        QVERIFY(options.run_name.isEmpty() && options.key_labels.empty() && options.drift.empty());
        QVERIFY(facts.describe(*layoutOf(600), 3, look.coloring).contains("Expert 3 of layer 2"));
    }

    void labelsAreOfTheSelectionOrOfTheMostUsed() {
        RunContext run;
        SceneFacts facts;
        giveRun(run, facts);
        GalaxyOptions look;
        QVERIFY(facts.optionsFor(layoutOf(600), look, {5, 9}).key_labels.empty());
        look.labels = true;
        const SceneOptions some = facts.optionsFor(layoutOf(600), look, {9, 5});
        QCOMPARE(some.key_labels.size(), std::size_t(2));
        QCOMPARE(some.key_labels[0].first, 5);  // which is used more
        QVERIFY(some.key_labels[0].second.startsWith("5 "));
        QCOMPARE(facts.optionsFor(layoutOf(600), look, {}).key_labels.size(), std::size_t(40));
        QCOMPARE(some.run_name, QString("synthetic"));
    }

    void driftIsMeasuredFromTheFirstSnapshotOfTheLayer() {
        RunContext run;
        SceneFacts facts;
        giveRun(run, facts);
        GalaxyOptions look;
        QVERIFY(facts.optionsFor(layoutOf(600), look, {}).drift.empty());
        look.coloring = GalaxyColoring::drift;
        const SceneOptions options = facts.optionsFor(layoutOf(600), look, {});
        QCOMPARE(options.drift.size(), std::size_t(64));
        QCOMPARE(options.drift_since, std::int64_t(200));
        // Of the first snapshot itself: nothing has turned.
        for (const double drift : facts.optionsFor(layoutOf(200), look, {}).drift)
            QVERIFY(drift < 1e-6);
    }

    void respawnedKeysAreKnownFromTheirStepOn() {
        RunContext run;
        SceneFacts facts;
        FakeRunSource* source = giveRun(run, facts);
        source->events.push_back(Respawned{400, 1, 2, {5, 6}});
        run.data()->poll();
        QVERIFY(facts.takeRespawns(0, 2));
        QVERIFY(!facts.takeRespawns(0, 1));
        QVERIFY(!facts.takeRespawns(1, 2));
        QVERIFY(facts.optionsFor(layoutOf(200), {}, {}).respawned.empty());
        QCOMPARE(facts.optionsFor(layoutOf(600), {}, {}).respawned, (std::set<int>{5, 6}));
        QVERIFY(facts.describe(*layoutOf(600), 5, {}).contains("Respawned by step 400"));
        facts.reset();
        QVERIFY(facts.optionsFor(layoutOf(600), {}, {}).respawned.empty());
    }

    void kindsAreFoundOnceUntilTheyAreForgotten() {
        RunContext run;
        SceneFacts facts;
        giveRun(run, facts);
        GalaxyOptions look;
        look.coloring = GalaxyColoring::guild;
        const auto missing = [&] {
            return facts.optionsFor(layoutOf(600), look, {}).kinds.missing;
        };
        const QString before = missing();
        QVERIFY(before.contains("Analyze"));
        run.requests()->deliverAnalysis(std::make_shared<RunTables>());
        QCOMPARE(missing(), before);
        facts.forgetKinds();
        QVERIFY(missing() != before);
    }

private:
    static FakeRunSource* giveRun(RunContext& run, SceneFacts& facts) {
        FakeRunSource* source = giveSyntheticRun(run);
        facts.setRun(&run);
        return source;
    }
    /// Of layer 2, as the synthetic run has it.
    static std::shared_ptr<const GalaxyLayout> layoutOf(std::int64_t step) {
        auto layout = std::make_shared<GalaxyLayout>();
        layout->keys = syntheticKeys({}, 2, step, 320.0 / static_cast<double>(step));
        return layout;
    }
};

std::unique_ptr<QObject> makeSceneFactsTest() {
    return std::make_unique<SceneFactsTest>();
}

}  // namespace orrery

#include "scene_facts_test.moc"
