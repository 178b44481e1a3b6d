// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/value_range.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/plots/log_ticker.h"

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

    void aLogAxisHasAtLeastTwoNumbersAndNoMoreThanHaveRoom() {
        for (const int room : {2, 3, 5})
            for (const double from : {0.4, 1.0, 3.1, 7.0})
                for (const double decades : {0.3, 0.75, 1.1, 1.6, 2.1, 2.5, 4.0, 6.0}) {
                    LogTicker ticker;
                    ticker.setTickCount(room);
                    const QCPRange range(from, from * std::pow(10, decades));
                    QVector<double> ticks;
                    QVector<double> between;
                    QVector<QString> numbers;
                    ticker.generate(range, QLocale::c(), 'g', 6, ticks, &between, &numbers);
                    const auto shown = std::ranges::count_if(
                        ticks, [&](double tick) { return range.contains(tick); });
                    const QString what =
                        QStringLiteral("%1 numbers from %2 over %3 decades, room for %4")
                            .arg(shown)
                            .arg(from)
                            .arg(decades)
                            .arg(room);
                    QVERIFY2(shown >= (decades < 1 ? 1 : 2) && shown <= 1.6 * room + 1,
                             qPrintable(what));
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
