// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/run_data.h"

#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/widgets/fake_run_source.h"
#include "widgets/run/kept_states.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_context.h"
#include "widgets/run/selection.h"
#include "widgets/view.h"

namespace orrery {

namespace {

class CountingView : public View {
public:
    int refreshed = 0;
    QString viewName() const override { return QStringLiteral("counting"); }
    void paintFigure(QPainter&, const QSizeF&) const override {}
    QString dataAsCsv() const override { return {}; }
    using View::markDirty;

protected:
    void refresh() override { ++refreshed; }
};

Scalars lossAt(std::int64_t step, double value) {
    return Scalars{step, step * 0.5, {{"train/loss", value}, {"train/learning_rate", 1e-3}}};
}

}  // namespace

class RunDataTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsScalarsInOrder() {
        RunContext model;
        FakeRunSource* source = give(model);
        for (int step = 1; step <= 5000; ++step)
            source->events.push_back(lossAt(step, 10.0 / step));
        QSignalSpy changed(model.data(), &RunData::seriesChanged);
        QSignalSpy caught_up(model.data(), &RunData::caughtUp);
        model.data()->poll();
        QCOMPARE(changed.count(), 1);
        QCOMPARE(changed.at(0).at(0).toStringList(),
                 QStringList({"train/learning_rate", "train/loss"}));
        QTRY_COMPARE(model.data()->series("train/loss").values.size(), std::size_t(5000));
        QTRY_VERIFY(model.data()->isCaughtUp());
        model.data()->poll();
        QCOMPARE(caught_up.count(), 1);
        QCOMPARE(model.data()->series("train/loss").steps.back(), 5000.0);
        QCOMPARE(model.data()->series("train/loss").times[1], 1.0);
        QVERIFY(model.data()->series("nobody").values.empty());
    }

    void changesAreDataAndLinesOfTheLog() {
        RunContext model;
        FakeRunSource* source = give(model);
        QSignalSpy lines(model.data(), &RunData::messagesAdded);
        QSignalSpy settings(model.data(), &RunData::settingsAdded);
        QSignalSpy respawns(model.data(), &RunData::respawnsAdded);
        source->events.push_back(SettingChanged{3, 1.5, "keys.alpha", "0.5", "0.1", {}});
        source->events.push_back(Message{3, 1.5, Severity::info, "log", "hello"});
        source->events.push_back(Respawned{4, 2, 1, {2, 7}});
        model.data()->poll();
        QCOMPARE(lines.count(), 1);
        QCOMPARE(settings.count(), 1);
        QCOMPARE(respawns.count(), 1);
        QCOMPARE(model.data()->settings().at(0).key, std::string("keys.alpha"));
        QCOMPARE(model.data()->respawns().at(0).experts, (std::vector<int>{2, 7}));
        QCOMPARE(model.data()->messages().size(), std::size_t(3));
        QCOMPARE(model.data()->messages()[0].text, std::string("keys.alpha = 0.5 (was 0.1)"));
        source->events.push_back(SettingChanged{5, 3, "keys.alpha", "0.25", "0.5", {}});
        model.data()->poll();
        QCOMPARE(settings.at(1).at(0).toInt(), 1);
        model.data()->setSource(nullptr);
        QVERIFY(model.data()->settings().empty() && model.data()->respawns().empty() &&
                model.data()->messages().empty());
    }

    void aLongSeriesTakesBoundedRoomAndLosesNoExtreme() {
        constexpr int count = 300'000;
        constexpr std::size_t most = 1000;
        std::vector<double> all(count);
        for (int i = 0; i < count; ++i)
            all[std::size_t(i)] = 2 + i % 7919 * 1e-5 * (i % 2 == 0 ? 1 : -1);
        all[3] = 90;
        all[123'457] = -4;
        all[200'001] = std::numeric_limits<double>::quiet_NaN();
        all[200'002] = std::numeric_limits<double>::infinity();
        Series series;
        std::size_t longest = 0;
        for (int i = 0; i < count; ++i) {
            series.add(i, 0.5 * i, all[std::size_t(i)], most);
            longest = std::max(longest, series.values.size());
        }
        QVERIFY(longest <= most);
        double points = 0, sum = 0, not_positive = 0;
        for (std::size_t k = 0; k < series.values.size(); ++k) {
            const double value = series.values[k], was = all[std::size_t(series.steps[k])];
            QVERIFY2(value == was || (std::isnan(value) && std::isnan(was)), "no point is made up");
            QCOMPARE(series.times[k], 0.5 * series.steps[k]);
            QVERIFY(k == 0 || series.steps[k - 1] < series.steps[k]);
            points += series.shares[k].points;
            not_positive += series.shares[k].not_positive;
            if (std::isfinite(value)) sum += series.shares[k].mean * series.shares[k].points;
        }
        QCOMPARE(points, double(count));
        QCOMPARE(not_positive, 1.0);
        double expected = 0;
        for (const double value : all)
            if (std::isfinite(value)) expected += value;
        QVERIFY(std::abs(sum - expected) < 1e-6 * expected);
        // Between any two kept points of the old part: what lies there is within what is kept.
        constexpr double bucket = 2048;  // 4 * 300,000 / 1000, as a power of two
        for (int from = 0; from + 5000 < count; from += 3777) {
            double low = 1e9, high = -1e9;
            for (std::size_t k = 0; k < series.values.size(); ++k) {
                if (series.steps[k] < from - bucket || series.steps[k] > from + 5000 + bucket)
                    continue;
                if (!std::isfinite(series.values[k])) continue;
                low = std::min(low, series.values[k]);
                high = std::max(high, series.values[k]);
            }
            for (int i = from; i < from + 5000; ++i)
                if (std::isfinite(all[std::size_t(i)]))
                    QVERIFY(all[std::size_t(i)] >= low && all[std::size_t(i)] <= high);
        }
        const auto kept = [&](double step) {
            return std::ranges::binary_search(series.steps, step);
        };
        QVERIFY(kept(3) && kept(123'457) && kept(200'001));
        for (std::size_t i = 0; i < most / 4; ++i)
            QVERIFY2(kept(double(count - 1 - int(i))), "the newest are all there");
    }

    void theWholeSeriesComesFromTheStore() {
        const auto lossOf = [](int step) { return 2 + step * 7919 % 997 * 1e-3; };
        RunContext model;
        FakeRunSource* source = give(model);
        for (int step = 1; step <= 40'000; ++step) {
            source->events.push_back(lossAt(step, lossOf(step)));
            source->stored["train/loss"].emplace_back(step, lossOf(step));
            source->stored["time/wall"].emplace_back(step, step * 0.5);
        }
        while (!model.data()->isCaughtUp())
            model.data()->poll();
        QVERIFY(model.data()->series("train/loss").values.size() <= 32'768);
        QVERIFY(model.data()->series("train/learning_rate").values.size() <= 4'096);
        const Series whole = model.data()->wholeSeries("train/loss");
        QCOMPARE(whole.values.size(), std::size_t(40'000));
        for (int step = 1; step <= 40'000; ++step) {
            QCOMPARE(whole.steps[std::size_t(step - 1)], double(step));
            QCOMPARE(whole.values[std::size_t(step - 1)], lossOf(step));
            QCOMPARE(whole.times[std::size_t(step - 1)], step * 0.5);
        }
        QVERIFY2(model.data()->wholeSeries("train/learning_rate").values.size() <= 4'096,
                 "nothing of it is stored: what is kept is all");
    }

    void sumsUsageSinceTheStart() {
        RunContext model;
        FakeRunSource* source = give(model);
        source->events.push_back(Usage{10, 1, {1, 2, 0}});
        source->events.push_back(Usage{20, 1, {0, 5, 0}});
        QSignalSpy changed(model.data(), &RunData::usageChanged);
        model.data()->poll();
        QCOMPARE(changed.count(), 1);
        QVERIFY(!model.data()->usage(0));
        QCOMPARE(model.data()->usage(1)->total, (std::vector<double>{1, 7, 0}));
        QCOMPARE(model.data()->usage(1)->last, (std::vector<double>{0, 5, 0}));
        QCOMPARE(model.data()->usage(1)->step, std::int64_t(20));
    }

    void knowsKeysOfThePastAndThePresent() {
        RunContext model;
        FakeRunSource* source = give(model);
        source->snapshots[{0, 20}] = std::make_shared<const Keys>(Keys{20, 0, 1, 2, {1, 0}, {0}});
        QCOMPARE(model.data()->keySteps(0), std::vector<std::int64_t>{20});
        source->snapshots[{0, 40}] = std::make_shared<const Keys>(Keys{40, 0, 1, 2, {0, 1}, {0}});
        source->events.push_back(source->snapshots[{0, 40}]);
        model.data()->poll();
        QCOMPARE(model.data()->keySteps(0), (std::vector<std::int64_t>{20, 40}));
        QCOMPARE(model.data()->keys(0)->step, std::int64_t(40));
        QCOMPARE(model.data()->keysAt(0, 20)->keys, (std::vector<float>{1, 0}));
        QVERIFY(!model.data()->keysAt(0, 30));
        // One snapshot, which everybody shares.
        const SharedKeys newest = source->snapshots[{0, 40}];
        QCOMPARE(model.data()->keys(0).get(), newest.get());
        QCOMPARE(model.data()->keysAt(0, 40).get(), newest.get());
        QVERIFY(!model.data()->keys(1));
    }

    void stepsAreSpreadAndTheNewestIsAlwaysAmongThem() {
        std::vector<std::int64_t> steps;
        for (const std::size_t most : {2UL, 3UL, 10UL, 120UL}) {
            steps.clear();
            for (std::int64_t step = 0; step < 500; step += 5) {
                steps.push_back(step);
                const auto chosen = steadySteps(steps, most);
                QVERIFY(chosen.size() <= most);
                QCOMPARE(chosen.back(), step);
                QCOMPARE(chosen.front(), std::int64_t(0));
                if (steps.size() <= most) QCOMPARE(chosen, steps);
            }
        }
        QVERIFY(steadySteps({}, 4).empty());
        QCOMPARE(mostStates(64, 512), std::size_t(120));
        QCOMPARE(mostStates(65'536, 256), std::size_t(2));
    }

    void usageStatesOfThePastAreReadOnce() {
        RunContext model;
        FakeRunSource* source = give(model);
        const auto snapshot = [&](std::int64_t step, float usage) {
            source->snapshots[{0, step}] =
                std::make_shared<const Keys>(Keys{step, 0, 2, 1, {1, 1}, {usage, 0}});
        };
        QVERIFY(model.data()->usageStates(0).steps.empty());
        snapshot(20, 1);
        snapshot(40, 2);
        source->events.push_back(source->snapshots[{0, 40}]);
        model.data()->poll();
        QCOMPARE(model.data()->usageStates(0).steps, (std::vector<std::int64_t>{20, 40}));
        QCOMPARE(model.data()->usageStates(0).usages[1], (std::vector<float>{2, 0}));
        snapshot(20, 7);  // is not read again
        snapshot(60, 3);
        source->events.push_back(source->snapshots[{0, 60}]);
        model.data()->poll();
        const UsageStates& states = model.data()->usageStates(0);
        QCOMPARE(states.steps, (std::vector<std::int64_t>{20, 40, 60}));
        QCOMPARE(states.usages[0], (std::vector<float>{1, 0}));
        QCOMPARE(states.usages[2], (std::vector<float>{3, 0}));
        give(model);
        QVERIFY(model.data()->usageStates(0).steps.empty());
    }

    void theRunsOwnTraceIsAnAnswer() {
        RunContext run;
        QSignalSpy ready(run.requests(), &Requests::traceReady);
        Trace trace;
        trace.text = "a fox";
        give(run)->events.push_back(trace);
        run.data()->poll();
        QCOMPARE(ready.count(), 1);
        QCOMPARE(run.requests()->trace()->text, std::string("a fox"));
    }

    void selectionAndAnswersAreGoneWhenViewsHearOfAnotherSource() {
        RunContext run;
        give(run);
        run.selection()->select({1, {2}});
        run.requests()->deliverTrace({});
        run.requests()->deliverCheckpoints({10});
        run.requests()->deliverAnalysis(std::make_shared<RunTables>());
        run.requests()->deliverQueries(std::make_shared<TextQueries>());
        int told = 0;
        connect(run.data(), &RunData::sourceChanged, this, [&] {
            ++told;
            QVERIFY(run.selection()->chosen().experts.empty());
            QVERIFY(!run.selection()->markedExpert());
            QVERIFY(!run.requests()->trace() && run.requests()->checkpoints().empty());
            QVERIFY(!run.requests()->analysis() && !run.requests()->queries());
        });
        give(run);
        QCOMPARE(told, 1);
    }

    void aViewLeavesEachPartOfItsFormerRun() {
        RunContext first, second;
        CountingView view;
        view.setRun(&first);
        int heard = 0;
        const auto count = [&] { ++heard; };
        connect(first.data(), &RunData::progressChanged, &view, count);
        connect(first.selection(), &Selection::changed, &view, count);
        connect(first.requests(), &Requests::analysisReady, &view, count);
        view.setRun(&second);
        Q_EMIT first.data()->progressChanged();
        first.selection()->select({0, {1}});
        first.requests()->deliverAnalysis(nullptr);
        QCOMPARE(heard, 0);
        view.setRun(nullptr);
        QVERIFY(!view.run());
    }

    void aNewSourceForgetsTheOldRun() {
        RunContext model;
        give(model)->events.push_back(lossAt(1, 2));
        model.data()->poll();
        QVERIFY(!model.data()->series().empty());
        model.selection()->markExpert(ExpertId{0, 3});
        QSignalSpy changed(model.data(), &RunData::sourceChanged);
        model.data()->setSource(nullptr);
        QCOMPARE(changed.count(), 1);
        QVERIFY(model.data()->series().empty());
        QVERIFY(!model.selection()->markedExpert());
        QVERIFY(!model.data()->info());
        model.data()->poll();
    }

    void aBrokenSourceEndsPollingAndSaysWhy() {
        RunContext model;
        FakeRunSource* source = give(model);
        source->broken = true;
        QSignalSpy failed(model.data(), &RunData::sourceFailed);
        model.data()->poll();
        QCOMPARE(failed.count(), 1);
        QVERIFY(failed.at(0).at(0).toString().contains("run.db"));
        const int polls = source->polls;
        QTest::qWait(120);
        QCOMPARE(source->polls, polls);
    }

    void marksOneExpertAndTellsOnce() {
        RunContext model;
        QSignalSpy changed(model.selection(), &Selection::changed);
        model.selection()->markExpert(ExpertId{1, 2});
        model.selection()->markExpert(ExpertId{1, 2});
        QCOMPARE(changed.count(), 1);
    }

    void severalExpertsAreSelectedInOneState() {
        RunContext model;
        QSignalSpy changed(model.selection(), &Selection::changed);
        model.selection()->select({2, {7, 3, 7}});
        QCOMPARE(changed.count(), 1);
        QCOMPARE(model.selection()->chosen().experts, (std::vector<int>{3, 7}));
        QVERIFY(model.selection()->chosen().contains(2, 7));
        QVERIFY(!model.selection()->chosen().contains(1, 7));
        QVERIFY(model.selection()->markedExpert() == (ExpertId{2, 3}));
        model.selection()->select({2, {3, 7}});
        QCOMPARE(changed.count(), 1);
        model.selection()->select({2, {}});
        QVERIFY(!model.selection()->markedExpert());
        QCOMPARE(changed.count(), 2);
    }

    void aTickKeepsItsBudget() {
        RunContext model;
        FakeRunSource* source = give(model);
        for (int step = 1; step <= 300'000; ++step)
            source->events.push_back(lossAt(step, 1));
        QElapsedTimer clock;
        clock.start();
        model.data()->poll();
        QVERIFY2(clock.elapsed() < 1000, qPrintable(QString::number(clock.elapsed())));
        QVERIFY(!source->events.empty());
        QTRY_VERIFY(source->events.empty());
    }

    void aHiddenViewDoesNoWork() {
        CountingView view;
        view.markDirty();
        QTest::qWait(20);
        QCOMPARE(view.refreshed, 0);
        view.show();
        QTRY_COMPARE(view.refreshed, 1);
        view.markDirty();
        view.markDirty();
        QTRY_COMPARE(view.refreshed, 2);
        view.hide();
        view.markDirty();
        QTest::qWait(20);
        QCOMPARE(view.refreshed, 2);
        view.show();
        QTRY_COMPARE(view.refreshed, 3);
    }

private:
    static FakeRunSource* give(RunContext& model) {
        auto source = std::make_unique<FakeRunSource>();
        FakeRunSource* raw = source.get();
        model.data()->setSource(std::move(source));
        return raw;
    }
};

}  // namespace orrery

QTEST_MAIN(orrery::RunDataTest)
#include "run_data_test.moc"
