// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figure/figure_export.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFontDatabase>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgGenerator>
#include <new>

#include "core/error.h"
#include "core/files/atomic_file.h"
#include "widgets/figure/path_painter.h"
#include "widgets/palette/chart_theme.h"
#include "widgets/view.h"

namespace orrery {
namespace {

struct FigureWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::Figure)
};

void paint(QPainter& painter, const View& view, const FigureOptions& options) {
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.setFont(figureFont(options.font_point));
    const ChartTheme theme = options.colors == FigureColors::dark    ? darkTheme()
                             : options.colors == FigureColors::light ? lightTheme()
                                                                     : paperTheme();
    const QSizeF size = logicalSize(options);
    if (options.colors != FigureColors::paper && options.background.alpha() > 0)
        painter.fillRect(QRectF(QPointF(0, 0), size), theme.background);
    view.paintFigureIn(theme, painter, size);
}

QByteArray pdfBytes(const View& view, const FigureOptions& options) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setCreator(QStringLiteral("Orrery"));
    writer.setTitle(view.viewName());
    // 96 dots an inch, the unit in which views draw: fonts in points then have their true size.
    writer.setResolution(96);
    writer.setPageSize(QPageSize(QSizeF(options.width_mm, options.height_mm), QPageSize::Millimeter,
                                 QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    QPainter painter;
    if (!painter.begin(&writer))
        throw Error(FigureWords::tr("Can't start writing the PDF.").toStdString());
    paint(painter, view, options);
    painter.end();
    return bytes;
}

// The generator rounds the page to whole units: this puts the exact size back.
void setExactSize(QByteArray& svg, const FigureOptions& options) {
    static const QRegularExpression size(
        QStringLiteral("<svg width=\"[0-9.]+mm\" height=\"[0-9.]+mm\""));
    const QString exact = QStringLiteral("<svg width=\"%1mm\" height=\"%2mm\"")
                              .arg(options.width_mm)
                              .arg(options.height_mm);
    svg = QString::fromUtf8(svg).replace(size, exact).toUtf8();
}

QByteArray svgBytes(const View& view, const FigureOptions& options) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    const QSizeF size = logicalSize(options);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    // At its own 72 dots an inch text comes out smaller than the lines around it.
    generator.setResolution(96);
    generator.setSize(QSize(qCeil(size.width()), qCeil(size.height())));
    generator.setViewBox(QRectF(QPointF(0, 0), size));
    generator.setTitle(view.viewName());
    generator.setDescription(QStringLiteral("Orrery"));
    QPainter painter;
    if (options.text_as_paths) {
        PathPaintDevice device(generator);
        if (!painter.begin(&device))
            throw Error(FigureWords::tr("Can't start writing the SVG.").toStdString());
        paint(painter, view, options);
        painter.end();
    } else {
        if (!painter.begin(&generator))
            throw Error(FigureWords::tr("Can't start writing the SVG.").toStdString());
        paint(painter, view, options);
        painter.end();
    }
    setExactSize(bytes, options);
    return bytes;
}

QByteArray pngBytes(const View& view, const FigureOptions& options) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!figureImage(view, options).save(&buffer, "PNG"))
        throw Error(FigureWords::tr("Can't encode the image as PNG.").toStdString());
    return bytes;
}

void refuse(const QString& fault) {
    if (!fault.isEmpty()) throw Error(fault.toStdString());
}

}  // namespace

QFont figureFont(double point) {
    // Names such as "Sans Serif" mean another font on every machine; this one comes with the
    // program's packages.
    static const QString family =
        QFontDatabase::families().contains(QStringLiteral("DejaVu Sans"))
            ? QStringLiteral("DejaVu Sans")
            : QFontDatabase::systemFont(QFontDatabase::GeneralFont).family();
    QFont font(family);
    font.setPointSizeF(point);
    // Hinting fits glyphs to the pixels of a screen: in a figure it spoils their spacing.
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

QImage figureImage(const View& view, const FigureOptions& options) {
    refuse(faultOf(options, FigureFormat::png));
    refuse(view.figureFault());
    const QSize pixels = pixelSize(options);
    QImage image(pixels, QImage::Format_ARGB32_Premultiplied);
    if (image.isNull()) {
        throw Error(
            FigureWords::tr("Not enough memory for %1 x %2 pixels: reduce the size or the dpi.")
                .arg(pixels.width())
                .arg(pixels.height())
                .toStdString());
    }
    image.fill(options.background);
    // Fonts measure themselves by the image's own resolution: 96 while it is drawn, the wanted one
    // afterwards.
    image.setDotsPerMeterX(qRound(96 / 0.0254));
    image.setDotsPerMeterY(qRound(96 / 0.0254));
    QPainter painter(&image);
    const QSizeF size = logicalSize(options);
    painter.scale(pixels.width() / size.width(), pixels.height() / size.height());
    paint(painter, view, options);
    painter.end();
    image.setDotsPerMeterX(qRound(options.dpi / 0.0254));
    image.setDotsPerMeterY(qRound(options.dpi / 0.0254));
    return image;
}

QByteArray figureBytes(const View& view, FigureFormat format, const FigureOptions& options) {
    refuse(faultOf(options, format));
    refuse(view.figureFault());
    switch (format) {
        case FigureFormat::pdf:
            return pdfBytes(view, options);
        case FigureFormat::svg:
            return svgBytes(view, options);
        default:
            return pngBytes(view, options);
    }
}

void exportFigure(const View& view, const std::filesystem::path& path,
                  const FigureOptions& options) {
    const FigureFormat format = formatOf(QString::fromStdString(path.string()));
    const QByteArray bytes = figureBytes(view, format, options);
    writeFileAtomically(
        path, std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

void exportData(const View& view, const std::filesystem::path& path) {
    refuse(view.figureFault());
    const QByteArray bytes = view.dataAsCsv().toUtf8();
    writeFileAtomically(
        path, std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

}  // namespace orrery
