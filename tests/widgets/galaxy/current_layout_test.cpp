// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/current_layout.h"

#include <QSignalSpy>
#include <QTest>

#include "core/error.h"
#include "tests/widgets/galaxy/owner_tests.h"
#include "tests/widgets/synthetic_run.h"

namespace orrery {

class CurrentLayoutTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keysThatCannotBeReadAreTheFailure() {
        CurrentLayout current;
        QSignalSpy changed(&current, &CurrentLayout::changed);
        current.start([]() -> SharedKeys { throw Error("run.db has gone"); }, {});
        QVERIFY(!current.computing());
        QCOMPARE(current.failure(), QString("run.db has gone"));
        QCOMPARE(changed.count(), 1);
        current.clear();
        QVERIFY(current.failure().isEmpty());
    }

    void withoutKeysNothingBegins() {
        CurrentLayout current;
        current.setFailure("what was");
        current.start([] { return SharedKeys(); }, {});
        QVERIFY(!current.computing() && !current.get() && current.failure().isEmpty());
    }

    void aProjectionIsToldOnceAndIsOfItsKeys() {
        CurrentLayout current;
        QSignalSpy changed(&current, &CurrentLayout::changed);
        QSignalSpy finished(&current, &CurrentLayout::finished);
        const SharedKeys keys = syntheticKeys({}, 1, 40, 0.5);
        current.start([&] { return keys; }, {});
        QVERIFY(current.computing());
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(!current.computing());
        QCOMPARE(current.get()->keys.get(), keys.get());  // not a copy
        QVERIFY(changed.count() >= 1);
        QVERIFY(current.isOf({}, 1, 40));
        QVERIFY(!current.isOf({}, 1, 41) && !current.isOf({}, 0, 40));
        GalaxyRequest other;
        other.options.method = ProjectionMethod::umap;
        QVERIFY(!current.isOf(other, 1, 40));
    }

    void whatIsDroppedDoesNotArrive() {
        CurrentLayout current;
        QSignalSpy finished(&current, &CurrentLayout::finished);
        GalaxyRequest slow;
        slow.options.method = ProjectionMethod::tsne;
        current.start([] { return syntheticKeys({.experts = 1500}, 0, 1, 0.5); }, slow);
        current.cancel();
        QVERIFY(!current.computing());
        QTest::qWait(50);
        QCOMPARE(finished.count(), 0);
        QVERIFY(!current.get());
    }

    void aFrameKeepsTheClustersOfItsLayer() {
        CurrentLayout current;
        GalaxyLayout first;
        first.keys = syntheticKeys({}, 2, 40, 0.5);
        first.clusters.count = 3;
        first.clusters.assignment.assign(64, 1);
        current.show(first);
        GalaxyLayout frame;
        frame.keys = syntheticKeys({}, 2, 80, 0.5);
        current.show(frame);
        QCOMPARE(current.get()->keys->step, std::int64_t(80));
        QCOMPARE(current.get()->clusters.count, 3);
        frame.keys = syntheticKeys({}, 1, 80, 0.5);
        current.show(frame);
        QCOMPARE(current.get()->clusters.count, 0);
    }
};

std::unique_ptr<QObject> makeCurrentLayoutTest() {
    return std::make_unique<CurrentLayoutTest>();
}

}  // namespace orrery

#include "current_layout_test.moc"
