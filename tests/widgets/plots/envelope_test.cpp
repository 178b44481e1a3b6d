// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/envelope.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>

namespace orrery {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

std::vector<double> counting(std::size_t count) {
    std::vector<double> x(count);
    for (std::size_t i = 0; i < count; ++i)
        x[i] = static_cast<double>(i);
    return x;
}

double highest(const Envelope& envelope) {
    double most = -kInf;
    for (const double y : envelope.y)
        if (!std::isnan(y)) most = std::max(most, y);
    return most;
}

}  // namespace

class EnvelopeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSpikeAmongAMillionShowsAtEveryZoom() {
        const auto x = counting(1'000'000);
        std::vector<double> y(x.size(), 1.0);
        y[654'321] = 9;
        for (const double half : {654'000.0, 50'000.0, 1'000.0, 20.0, 1.0}) {
            const auto envelope =
                envelopeOf(x, y, {.from = 654'321 - half, .to = 654'321 + half, .columns = 700});
            QCOMPARE(highest(envelope), 9.0);
            QVERIFY(envelope.x.size() <= 4 * 702 + 2);
        }
    }

    void firstAndLastAreAlwaysDrawn() {
        const auto x = counting(100'000);
        const auto envelope = envelopeOf(x, x, {.from = 0, .to = 99'999, .columns = 10});
        QCOMPARE(envelope.x.front(), 0.0);
        QCOMPARE(envelope.x.back(), 99'999.0);
    }

    void linesRunToTheEdgeOfTheWindow() {
        const auto x = counting(100);
        const auto envelope = envelopeOf(x, x, {.from = 40.5, .to = 42.5, .columns = 500});
        QCOMPARE(envelope.x, (std::vector<double>{40, 41, 42, 43}));
    }

    void aWindowBetweenTwoPointsStillHasTheirLine() {
        const auto x = counting(10);
        const auto envelope = envelopeOf(x, x, {.from = 4.2, .to = 4.8, .columns = 500});
        QCOMPARE(envelope.x, (std::vector<double>{4, 5}));
    }

    void eachColumnKeepsItsExtremes() {
        std::mt19937 random(7);
        std::normal_distribution<double> normal;
        const auto x = counting(40'000);
        std::vector<double> y(x.size());
        for (double& value : y)
            value = normal(random);
        const int columns = 200;
        const auto envelope = envelopeOf(x, y, {.from = 0, .to = 39'999, .columns = columns});
        QVERIFY(std::is_sorted(envelope.x.begin(), envelope.x.end()));
        for (int column = 0; column < columns; ++column) {
            const auto inside = [column](double position) {
                return static_cast<int>(std::floor(position * columns / 39'999.0)) == column;
            };
            double low = kInf, high = -kInf, drawn_low = kInf, drawn_high = -kInf;
            for (std::size_t i = 0; i < x.size(); ++i)
                if (inside(x[i])) low = std::min(low, y[i]), high = std::max(high, y[i]);
            for (std::size_t i = 0; i < envelope.x.size(); ++i)
                if (inside(envelope.x[i])) {
                    drawn_low = std::min(drawn_low, envelope.y[i]);
                    drawn_high = std::max(drawn_high, envelope.y[i]);
                }
            QCOMPARE(drawn_low, low);
            QCOMPARE(drawn_high, high);
        }
    }

    void gapsBreakTheLineAndAreMarked() {
        const auto x = counting(5);
        const auto envelope =
            envelopeOf(x, std::vector<double>{1, kNaN, 2, kInf, 3}, {.from = 0, .to = 4});
        QCOMPARE(envelope.gaps, (std::vector<double>{1, 3}));
        QCOMPARE(envelope.not_finite, std::size_t(2));
        QCOMPARE(envelope.y.size(), std::size_t(5));
        QVERIFY(std::isnan(envelope.y[1]));
        QVERIFY(std::isnan(envelope.y[3]));
    }

    void manyGapsCostOneMarkAColumn() {
        const auto x = counting(100'000);
        std::vector<double> y(x.size(), 1.0);
        for (std::size_t i = 0; i < y.size(); i += 2)
            y[i] = kNaN;
        const auto envelope = envelopeOf(x, y, {.from = 0, .to = 99'999, .columns = 100});
        QVERIFY(envelope.gaps.size() <= 101);
        QCOMPARE(envelope.not_finite, std::size_t(50'000));
    }

    void aLogAxisHidesAndCountsWhatItCantShow() {
        const auto x = counting(6);
        const auto envelope = envelopeOf(x, std::vector<double>{5, 0, -1, 2, kNaN, 1},
                                         {.from = 0, .to = 5, .log_y = true});
        QCOMPARE(envelope.hidden, std::size_t(2));
        QCOMPARE(envelope.not_finite, std::size_t(1));
        QCOMPARE(envelope.gaps, std::vector<double>{4});
        for (const double y : envelope.y)
            QVERIFY(std::isnan(y) || y > 0);
    }

    void aLogXAxisHidesStepZero() {
        const auto x = counting(5);
        const auto envelope = envelopeOf(x, x, {.from = 0.5, .to = 4, .log_x = true});
        QCOMPARE(envelope.hidden, std::size_t(1));
    }

    void anOutlineIsAValueForEachColumnWhereThereAreMany() {
        const auto x = counting(10'000);
        std::vector<double> y(x.begin(), x.end());
        y[5'000] = std::numeric_limits<double>::quiet_NaN();
        const EnvelopeWindow window{.from = x.front(), .to = x.back(), .columns = 100};
        const auto outline = outlineOf(x, y, window);
        QVERIFY(outline.x.size() >= 100 && outline.x.size() <= 103);
        QCOMPARE(outline.x.front(), x.front());
        QCOMPARE(outline.x.back(), x.back());
        for (std::size_t i = 0; i < outline.x.size(); ++i)
            QVERIFY(std::isnan(outline.y[i]) || outline.y[i] == outline.x[i]);
        const EnvelopeWindow part{.from = 100, .to = 200, .columns = 100};
        QCOMPARE(outlineOf(x, y, part).x, envelopeOf(x, y, part).x);
        const EnvelopeWindow logarithmic{
            .from = 1, .to = x.back(), .columns = 100, .log_x = true, .log_y = true};
        for (const double value : outlineOf(x, y, logarithmic).y)
            QVERIFY(std::isnan(value) || value > 0);
    }

    void emptyAndBadInput() {
        QVERIFY(envelopeOf({}, {}, {}).x.empty());
        const std::vector<double> one{1};
        QVERIFY_EXCEPTION_THROWN(envelopeOf(one, {}, {}), std::invalid_argument);
        QVERIFY_EXCEPTION_THROWN(envelopeOf(one, one, {.columns = 0}), std::invalid_argument);
        QCOMPARE(envelopeOf(one, one, {.from = 1, .to = 1}).x, one);
    }
};

}  // namespace orrery

QTEST_GUILESS_MAIN(orrery::EnvelopeTest)
#include "envelope_test.moc"
