// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/value_range.h"

#include <QTest>
#include <limits>

namespace orrery {

class ValueRangeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void infinityBreaksNothing() {
        const double inf = std::numeric_limits<double>::infinity();
        const std::vector<double> values{1, inf, std::numeric_limits<double>::quiet_NaN(), 3, -inf};
        const auto range = of(values, RangeMode::all, false, false);
        QVERIFY(range.low > 0.8 && range.low < 1);
        QVERIFY(range.high > 3 && range.high < 3.2);
    }

    void robustLeavesSpikesOut() {
        std::vector<double> values(1000, 2.0);
        values[0] = 1.0;
        values[500] = 1e6;
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] += 0.001 * static_cast<double>(i % 10);
        QVERIFY(of(values, RangeMode::robust, false, false).high < 3);
        QVERIFY(of(values, RangeMode::all, false, false).high > 1e6);
    }

    void zeroIsIncludedWhenAsked() {
        const std::vector<double> values{4, 5};
        QCOMPARE(of(values, RangeMode::all, false, true).low, 0.0);
        QVERIFY(of(values, RangeMode::all, false, false).low > 3);
    }

    void aLogAxisLooksAtPositivesOnly() {
        const std::vector<double> values{-3, 0, 0.5, 50};
        const auto range = of(values, RangeMode::all, true, true);
        QVERIFY(range.low > 0.3 && range.low < 0.5);
        QVERIFY(range.high > 50);
    }

    void nothingAndOneValueStillMakeARange() {
        QCOMPARE(of({}, RangeMode::all, false, false), (ValueRange{0, 1}));
        const std::vector<double> one{7};
        for (const bool log : {false, true}) {
            const auto range = of(one, RangeMode::robust, log, false);
            QVERIFY(range.low < 7 && range.high > 7);
        }
    }

private:
    static ValueRange of(std::span<const double> values, RangeMode mode, bool log, bool zero) {
        const std::span<const double> curves[] = {values};
        return rangeOf(curves, mode, log, zero);
    }
};

}  // namespace orrery

QTEST_GUILESS_MAIN(orrery::ValueRangeTest)
#include "value_range_test.moc"
