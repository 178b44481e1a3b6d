// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/palette/chart_theme.h"

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

constexpr double kReadable = 4.5;  // contrast of text (WCAG 2.1, AA)

double linearChannel(double value) {
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& color) {
    return 0.2126 * linearChannel(color.redF()) + 0.7152 * linearChannel(color.greenF()) +
           0.0722 * linearChannel(color.blueF());
}

}  // namespace

ChartTheme lightTheme() {
    return {.dark = false,
            .background = QColor(0xfcfcfd),
            .surface = QColor(0xffffff),
            .text = QColor(0x1d232b),
            .faint_text = QColor(0x66707c),
            .axis = QColor(0x8d96a1),
            .grid = QColor(0xe3e6ea),
            .subgrid = QColor(0xf0f2f4),
            .accent = QColor(0xb3261e),
            .warning = QColor(0xc2410c)};
}

ChartTheme darkTheme() {
    return {.dark = true,
            .background = QColor(0x14171c),
            .surface = QColor(0x1e232a),
            .text = QColor(0xe4e8ed),
            .faint_text = QColor(0x97a1ad),
            .axis = QColor(0x6d7783),
            .grid = QColor(0x2b313a),
            .subgrid = QColor(0x20252c),
            .accent = QColor(0xff8a80),
            .warning = QColor(0xffa257)};
}

ChartTheme paperTheme() {
    ChartTheme theme = lightTheme();
    theme.background = Qt::white;
    theme.axis = QColor(0x59626d);
    return theme;
}

ChartTheme themeOf(const QPalette& palette) {
    const QColor base = palette.color(QPalette::Base);
    ChartTheme theme = base.lightnessF() < 0.5 ? darkTheme() : lightTheme();
    theme.background = base;
    const QColor window = palette.color(QPalette::Window);
    for (QColor* color : {&theme.text, &theme.faint_text, &theme.warning})
        *color = readableOn(*color, {base, window});
    return theme;
}

QColor readableOn(const QColor& color, std::initializer_list<QColor> grounds) {
    const auto worst = [&](const QColor& ink) {
        double least = 21;
        for (const QColor& ground : grounds)
            least = std::min(least, contrastRatio(ink, ground));
        return least;
    };
    const QColor end = worst(Qt::white) > worst(Qt::black) ? Qt::white : Qt::black;
    for (double amount = 0; amount < 1; amount += 0.05)
        if (const QColor ink = mixColors(color, end, amount); worst(ink) >= kReadable) return ink;
    return end;
}

QPalette readablePalette(QPalette palette) {
    for (const auto group : {QPalette::Active, QPalette::Inactive}) {
        const QColor base = palette.color(group, QPalette::Base);
        const QColor given = palette.color(group, QPalette::PlaceholderText);
        QColor opaque = given;
        opaque.setAlpha(255);
        const QColor seen = mixColors(base, opaque, given.alphaF());
        palette.setColor(group, QPalette::PlaceholderText,
                         readableOn(seen, {base, palette.color(group, QPalette::Window)}));
    }
    return palette;
}

QColor mixColors(const QColor& from, const QColor& to, double amount) {
    const double t = std::clamp(amount, 0.0, 1.0);
    const auto mix = [t](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * t)); };
    return QColor(mix(from.red(), to.red()), mix(from.green(), to.green()),
                  mix(from.blue(), to.blue()), mix(from.alpha(), to.alpha()));
}

double contrastRatio(const QColor& first, const QColor& second) {
    const auto [low, high] = std::minmax({luminance(first), luminance(second)});
    return (high + 0.05) / (low + 0.05);
}

}  // namespace orrery
