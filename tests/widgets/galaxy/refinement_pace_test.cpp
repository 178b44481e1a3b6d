// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/refinement_pace.h"

#include <QTest>

#include "tests/widgets/galaxy/owner_tests.h"

namespace orrery {

class RefinementPaceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aFiftiethOfTheTimeIsSpent() {
        RefinementPace pace;
        RefinementPace::Time now = RefinementPace::Time() + std::chrono::hours(9);
        QCOMPARE(pace.wait(now).count(), 0);
        double spent = 0;
        const RefinementPace::Time start = now;
        for (const double seconds : {0.01, 0.2, 0.05, 1.0}) {
            spent += seconds;
            pace.finished(seconds, now);
            const auto wait = pace.wait(now);
            QVERIFY(std::abs(static_cast<double>(wait.count()) - 50'000 * seconds) <= 1);
            QVERIFY(pace.wait(now + wait / 2).count() > 0);
            now += wait;
            QCOMPARE(pace.wait(now).count(), 0);
        }
        const double all = std::chrono::duration<double>(now - start).count();
        QVERIFY(spent / all <= RefinementPace::share + 1e-9);
    }

    void whatTakesTooLongEndsIt() {
        RefinementPace pace;
        QVERIFY(!pace.stopped());
        pace.stop();
        QVERIFY(pace.stopped());
        pace.reset();
        QVERIFY(!pace.stopped());
    }
};

std::unique_ptr<QObject> makeRefinementPaceTest() {
    return std::make_unique<RefinementPaceTest>();
}

}  // namespace orrery

#include "refinement_pace_test.moc"
