// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/smoothing.h"

#include <QTest>
#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>

namespace orrery {

class SmoothingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void manyPointsOfAMeanAreOneStepAndAnAverageGoesOn() {
        DebiasedAverage one(0.97), many(0.97);
        for (int i = 0; i < 50; ++i)
            one.add(2);
        many.add(2, 50);
        QVERIFY(std::abs(one.add(5) - many.add(5)) < 1e-12);
        auto resumed = DebiasedAverage::resumed(0.97, one.add(3), 52);
        QVERIFY(std::abs(one.add(7) - resumed.add(7)) < 1e-12);
    }

    void aHighStartIsForgottenAtItsTrueWeight() {
        std::vector<double> values(11, 1.0);
        values[0] = 10;
        QCOMPARE(QString::number(smoothed(values, 0.99)[10], 'f', 2), QStringLiteral("1.78"));
    }

    void equalsTheWeightedMeanOfThePast() {
        std::mt19937 random(3);
        std::normal_distribution<double> normal;
        std::vector<double> values(200);
        for (double& value : values)
            value = normal(random);
        const auto fast = smoothed(values, 0.8);
        for (std::size_t n = 0; n < values.size(); ++n) {
            double sum = 0, total = 0;
            for (std::size_t i = 0; i <= n; ++i) {
                const double weight = std::pow(0.8, static_cast<double>(n - i));
                sum += weight * values[i];
                total += weight;
            }
            QVERIFY(std::abs(fast[n] - sum / total) < 1e-12);
        }
    }

    void weightZeroChangesNothing() {
        const std::vector<double> values{3, -1, 4};
        QCOMPARE(smoothed(values, 0), values);
    }

    void aGapStaysAGapAndPoisonsNothing() {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const double inf = std::numeric_limits<double>::infinity();
        const auto result = smoothed(std::vector<double>{2, nan, inf, 2}, 0.9);
        QVERIFY(std::isnan(result[1]));
        QVERIFY(std::isnan(result[2]));
        QCOMPARE(result[3], 2.0);
    }

    void refusesWeightsThatAreNone() {
        for (const double weight : {-0.1, 1.0, std::numeric_limits<double>::quiet_NaN()})
            QVERIFY_EXCEPTION_THROWN(DebiasedAverage average(weight), std::invalid_argument);
    }
};

}  // namespace orrery

QTEST_GUILESS_MAIN(orrery::SmoothingTest)
#include "smoothing_test.moc"
