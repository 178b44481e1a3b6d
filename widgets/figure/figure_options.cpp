// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figure/figure_options.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QFontDatabase>
#include <QGuiApplication>
#include <cmath>

#include "core/error.h"
#include "widgets/figure/look_words.h"

namespace orrery {
namespace {

constexpr double kLeast = 20, kMost = 1500;  // mm: smaller holds no axis, larger no page does
constexpr double kLeastDpi = 36, kMostDpi = 2400;
constexpr double kMostPixels = 256e6;  // 1 GB of picture
constexpr double kLeastPoint = 3, kMostPoint = 72;
constexpr double kLeastLine = 0.1, kMostLine = 10;  // points
constexpr double kUsualLine = 1.35;                 // points of the main curves: 1.8 / 96 inch
const QStringList kLegendWords{"above",        "top-left", "top-right", "bottom-left",
                               "bottom-right", "right",    "none"};  // by FigureLegend

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

FigureLegend legendPlaceOf(const QString& word) {
    const auto place = kLegendWords.indexOf(word);
    if (place >= 0) return static_cast<FigureLegend>(place);
    throw Error("The legend of a figure stands " +
                kLegendWords.join(QStringLiteral(", ")).toStdString() + ", not " +
                word.toStdString() + ".");
}

QString wordOf(FigureLegend place) {
    return kLegendWords[static_cast<int>(place)];
}

std::pair<double, double> figureRangeOf(const QString& option, const QString& text) {
    LookWords words({option + u'=' + text});
    if (const auto range = words.range(option)) return *range;
    throw Error("--" + option.toStdString() +
                " needs two numbers, the lower first, for example 0:2.5.");
}

FigureStyle styleOf(const FigureOptions& options) {
    FigureStyle style;
    style.theme = options.colors == FigureColors::dark    ? darkTheme()
                  : options.colors == FigureColors::light ? lightTheme()
                                                          : paperTheme();
    style.legend = options.legend;
    if (options.line_point > 0) style.line_scale = options.line_point / kUsualLine;
    style.x_range = options.x_range;
    style.y_range = options.y_range;
    return style;
}

QStringList styleArguments(const FigureOptions& options, FigureParts parts) {
    QStringList words;
    const auto add = [&words](bool is, const char* option, const QString& value) {
        if (is) words << QLatin1String(option) << value;
    };
    const auto range = [&](bool is, const char* option, const auto& ends) {
        if (is && ends) add(true, option, asReals(QString(), {ends->first, ends->second}).mid(1));
    };
    add(!options.font_family.isEmpty(), "--font-family", options.font_family);
    add(!options.title.isEmpty(), "--title", options.title);
    add(parts.legend && options.legend != FigureLegend::above, "--legend", wordOf(options.legend));
    add(parts.lines && options.line_point > 0, "--line-width", QString::number(options.line_point));
    range(parts.x_range, "--x-range", options.x_range);
    range(parts.y_range, "--y-range", options.y_range);
    return words;
}

QString unusedOption(const FigureOptions& options, FigureParts parts) {
    const QStringList all = styleArguments(options, kCurveParts);
    const QStringList used = styleArguments(options, parts);
    for (qsizetype i = 0; i < all.size(); i += 2) {
        bool found = false;
        for (qsizetype j = 0; j < used.size(); j += 2)
            found |= used[j] == all[i];
        if (!found) return all[i];
    }
    return {};
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
    if (options.line_point != 0 && !within(options.line_point, kLeastLine, kMostLine))
        return FigureOptionWords::tr("The line width must be %1 to %2 points, not %3.")
            .arg(kLeastLine)
            .arg(kMostLine)
            .arg(options.line_point);
    // Before the window's application is there, as for a command line, nothing is known of fonts.
    if (!options.font_family.isEmpty() &&
        qobject_cast<QGuiApplication*>(QCoreApplication::instance()) &&
        !QFontDatabase::families().contains(options.font_family, Qt::CaseInsensitive))
        return FigureOptionWords::tr("There is no font %1 on this computer.")
            .arg(options.font_family);
    for (const auto& range : {options.x_range, options.y_range})
        if (range && !(range->first < range->second))
            return FigureOptionWords::tr("The range of an axis must go from low to high.");
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
