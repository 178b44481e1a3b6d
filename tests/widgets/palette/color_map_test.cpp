// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/palette/color_map.h"

#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "widgets/palette/chart_theme.h"
#include "widgets/palette/visible_text.h"

namespace orrery {
namespace {

// What someone without green cones sees (Machado, Oliveira and Fernandes 2009, severity 1), in
// linear light.
std::array<double, 3> seenWithoutGreen(const QColor& color) {
    const auto linear = [](double v) {
        return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    const double r = linear(color.redF()), g = linear(color.greenF()), b = linear(color.blueF());
    return {0.367322 * r + 0.860646 * g - 0.227968 * b, 0.280085 * r + 0.672501 * g + 0.047413 * b,
            -0.011820 * r + 0.042940 * g + 0.968881 * b};
}

double distance(const QColor& first, const QColor& second) {
    const auto a = seenWithoutGreen(first), b = seenWithoutGreen(second);
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        // Back to about even steps for the eye.
        const double step = std::cbrt(std::max(a[i], 0.0)) - std::cbrt(std::max(b[i], 0.0));
        sum += step * step;
    }
    return std::sqrt(sum);
}

}  // namespace

class ColorMapTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void contrastIsThatOfTheStandard() {
        QVERIFY(std::abs(contrastRatio(Qt::white, Qt::black) - 21) < 1e-9);
        QVERIFY(std::abs(contrastRatio(Qt::black, Qt::white) - 21) < 1e-9);
        QCOMPARE(contrastRatio(Qt::red, Qt::red), 1.0);
        QVERIFY(std::abs(contrastRatio(QColor(0x767676), Qt::white) - 4.54) < 0.01);
    }

    void textReadsInBothThemes() {
        for (const ChartTheme& theme : {lightTheme(), darkTheme(), paperTheme()}) {
            QVERIFY(contrastRatio(theme.text, theme.background) > 7);
            QVERIFY(contrastRatio(theme.faint_text, theme.background) > 4.5);
            QVERIFY(contrastRatio(theme.warning, theme.background) > 4.5);
            QVERIFY(contrastRatio(theme.text, theme.surface) > 7);
        }
    }

    void thePaletteDecidesLightOrDark() {
        QPalette palette;
        palette.setColor(QPalette::Base, QColor(0x101010));
        QVERIFY(themeOf(palette).dark);
        QCOMPARE(themeOf(palette).background, QColor(0x101010));
        palette.setColor(QPalette::Base, Qt::white);
        QVERIFY(!themeOf(palette).dark);
    }

    void linesStandOutAndDifferWithoutGreen() {
        for (const bool dark : {false, true}) {
            const ChartTheme theme = dark ? darkTheme() : paperTheme();
            for (int i = 0; i < 8; ++i) {
                QVERIFY2(contrastRatio(seriesColor(i, dark), theme.background) > 2.9,
                         qPrintable(QString::number(i)));
                for (int j = 0; j < i; ++j)
                    QVERIFY2(
                        distance(seriesColor(i, dark), seriesColor(j, dark)) > 0.08,
                        qPrintable(QStringLiteral("%1 and %2, dark %3").arg(i).arg(j).arg(dark)));
            }
        }
        QCOMPARE(seriesColor(8, false), seriesColor(0, false));
        QCOMPARE(seriesColor(-1, false), seriesColor(0, false));
    }

    void quantitiesRunEvenlyAwayFromTheBackground() {
        for (const bool dark : {false, true}) {
            const QColor background = dark ? darkTheme().background : QColor(Qt::white);
            double last = 0;
            for (int i = 0; i <= 20; ++i) {
                const double contrast = contrastRatio(sequentialColor(i / 20.0, dark), background);
                QVERIFY(contrast > last);
                last = contrast;
            }
        }
        QCOMPARE(sequentialColor(-3, true), sequentialColor(0, true));
        QCOMPARE(sequentialColor(9, true), sequentialColor(1, true));
        QCOMPARE(sequentialColor(std::numeric_limits<double>::quiet_NaN(), true),
                 sequentialColor(0, true));
    }

    void numbersReadOnEveryExpertColour() {
        for (const bool dark : {false, true})
            for (int expert = 0; expert < 512; ++expert) {
                const QColor fill = expertColor(expert, dark);
                QVERIFY(contrastRatio(inkOn(fill), fill) > 4.4);
                if (expert > 0) QVERIFY(fill != expertColor(expert - 1, dark));
            }
    }

    void mixingEndsWhereItSays() {
        QCOMPARE(mixColors(Qt::red, Qt::blue, 0), QColor(Qt::red));
        QCOMPARE(mixColors(Qt::red, Qt::blue, 2), QColor(Qt::blue));
        QCOMPARE(mixColors(Qt::black, Qt::white, 0.5), QColor(128, 128, 128));
    }

    void hiddenSignsOfTokensShow() {
        QCOMPARE(visibleText("\u2581a b\n\tc"), QStringLiteral("\u2423a\u2423b\u21b5\u21e5c"));
        QCOMPARE(visibleText(""), QString());
        QCOMPARE(visibleText("<0x0A>"), QStringLiteral("\u21b5"));
        QCOMPARE(pieceText("<0x0A>"), QStringLiteral("\n"));
        QCOMPARE(pieceText("<0xE2>"), QStringLiteral("<0xE2>"));
    }

    void whatXmlForbidsIsReplaced() {
        const QString sign(QChar::ReplacementCharacter);
        for (const char* forbidden : {"\x01", "\x1b", "\x7f", "\xc2\x85", "\xef\xbf\xbe", "\xff"})
            QCOMPARE(visibleText(forbidden), sign);
        QCOMPARE(printableText("a\tb\nc"), QStringLiteral("a\tb\nc"));
    }
};

}  // namespace orrery

QTEST_GUILESS_MAIN(orrery::ColorMapTest)
#include "color_map_test.moc"
