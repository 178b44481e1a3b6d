// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figure/figure_options.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <cmath>

#include "core/error.h"

namespace orrery {
namespace {

constexpr double kLeast = 20, kMost = 1500;  // mm: smaller holds no axis, larger no page does
constexpr double kLeastDpi = 36, kMostDpi = 2400;
constexpr double kMostPixels = 256e6;  // 1 GB of picture
constexpr double kLeastPoint = 3, kMostPoint = 72;

struct FigureOptionWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::Figure)
};

// Also false for NaN.
bool within(double value, double low, double high) {
    return value >= low && value <= high;
}

}  // namespace

FigureFormat formatOf(const QString& path) {
    const QString extension = QFileInfo(path).suffix().toLower();
    if (extension == u"pdf") return FigureFormat::pdf;
    if (extension == u"svg") return FigureFormat::svg;
    if (extension == u"png") return FigureFormat::png;
    throw Error(
        FigureOptionWords::tr("%1: the file name of a figure must end in .pdf, .svg or .png.")
            .arg(path)
            .toStdString());
}

FigureColors figureColorsOf(const QString& word) {
    for (const FigureColors each : {FigureColors::paper, FigureColors::light, FigureColors::dark})
        if (word == wordOf(each)) return each;
    throw Error("The color scheme of a figure must be paper, light or dark, not " +
                word.toStdString() + ".");
}

QString wordOf(FigureColors colors) {
    constexpr const char* words[] = {"paper", "light", "dark"};
    return QLatin1String(words[static_cast<int>(colors)]);
}

QSizeF logicalSize(const FigureOptions& options) {
    return QSizeF(options.width_mm, options.height_mm) * (96 / 25.4);
}

QSize pixelSize(const FigureOptions& options) {
    const auto pixels = [&options](double mm) {
        return static_cast<int>(std::lround(mm / 25.4 * options.dpi));
    };
    return {pixels(options.width_mm), pixels(options.height_mm)};
}

QString faultOf(const FigureOptions& options, FigureFormat format) {
    for (const double side : {options.width_mm, options.height_mm})
        if (!within(side, kLeast, kMost))
            return FigureOptionWords::tr(
                       "Width and height of a figure must be %1 to %2 mm, not %3 mm.")
                .arg(kLeast)
                .arg(kMost)
                .arg(side);
    if (!within(options.font_point, kLeastPoint, kMostPoint))
        return FigureOptionWords::tr("The font size must be %1 to %2 points, not %3.")
            .arg(kLeastPoint)
            .arg(kMostPoint)
            .arg(options.font_point);
    if (format != FigureFormat::png) return {};
    if (!within(options.dpi, kLeastDpi, kMostDpi))
        return FigureOptionWords::tr("The resolution must be %1 to %2 dpi, not %3 dpi.")
            .arg(kLeastDpi)
            .arg(kMostDpi)
            .arg(options.dpi);
    const QSize pixels = pixelSize(options);
    if (static_cast<double>(pixels.width()) * pixels.height() > kMostPixels)
        return FigureOptionWords::
            tr("%1 x %2 pixels exceed %3 million: reduce the size or the dpi, or use PDF or SVG.")
                .arg(pixels.width())
                .arg(pixels.height())
                .arg(kMostPixels / 1e6);
    return {};
}

}  // namespace orrery
