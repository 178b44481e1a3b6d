// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figure/figure_export.h"

#include <QBuffer>
#include <QClipboard>
#include <QCoreApplication>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QMimeData>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgGenerator>
#include <algorithm>
#include <new>

#include "core/error.h"
#include "core/files/atomic_file.h"
#include "widgets/figure/figure_command.h"
#include "widgets/figure/path_painter.h"
#include "widgets/view.h"

namespace orrery {
namespace {

constexpr double kTitleMargin = 8;  // units of 1/96 inch

struct FigureWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::Figure)
};

/// Metadata of a PDF (ISO 16684): its title, and in the description how it is made again.
QByteArray xmpOf(const QString& title, const QString& command) {
    const auto text = [](const QString& name, const QString& words) {
        return QStringLiteral(
                   "<dc:%1><rdf:Alt><rdf:li xml:lang=\"x-default\">%2</rdf:li></rdf:Alt>"
                   "</dc:%1>")
            .arg(name, words.toHtmlEscaped());
    };
    return (QStringLiteral("<?xpacket begin=\"\ufeff\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
                           "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF "
                           "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
                           "<rdf:Description rdf:about=\"\" "
                           "xmlns:dc=\"http://purl.org/dc/elements/1.1/\">") +
            text(QStringLiteral("title"), title) + text(QStringLiteral("description"), command) +
            QStringLiteral("</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"w\"?>"))
        .toUtf8();
}

QByteArray pdfBytes(const View& view, const FigureOptions& options) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setCreator(QStringLiteral("Orrery"));
    const QString title = options.title.isEmpty() ? view.viewName() : options.title;
    writer.setTitle(title);
    writer.setDocumentXmpMetadata(xmpOf(title, figureCommand(view, FigureFormat::pdf, options)));
    // 96 dots an inch, the unit in which views draw: fonts in points then have their true size.
    writer.setResolution(96);
    writer.setPageSize(QPageSize(QSizeF(options.width_mm, options.height_mm), QPageSize::Millimeter,
                                 QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    QPainter painter;
    if (!painter.begin(&writer))
        throw Error(FigureWords::tr("Can't start writing the PDF.").toStdString());
    paintFigureOf(view, options, painter);
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
    generator.setTitle(options.title.isEmpty() ? view.viewName() : options.title.toHtmlEscaped());
    generator.setDescription(figureCommand(view, FigureFormat::svg, options).toHtmlEscaped());
    QPainter painter;
    if (options.text_as_paths) {
        PathPaintDevice device(generator);
        if (!painter.begin(&device))
            throw Error(FigureWords::tr("Can't start writing the SVG.").toStdString());
        paintFigureOf(view, options, painter);
        painter.end();
    } else {
        if (!painter.begin(&generator))
            throw Error(FigureWords::tr("Can't start writing the SVG.").toStdString());
        paintFigureOf(view, options, painter);
        painter.end();
    }
    setExactSize(bytes, options);
    return bytes;
}

QByteArray pngBytes(const View& view, const FigureOptions& options) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QImage image = figureImage(view, options);
    image.setText(QStringLiteral("Software"), QStringLiteral("Orrery"));
    image.setText(QStringLiteral("Command"), figureCommand(view, FigureFormat::png, options));
    if (!image.save(&buffer, "PNG"))
        throw Error(FigureWords::tr("Can't encode the image as PNG.").toStdString());
    return bytes;
}

void refuse(const QString& fault) {
    if (!fault.isEmpty()) throw Error(fault.toStdString());
}

}  // namespace

void paintFigureOf(const View& view, const FigureOptions& options, QPainter& painter) {
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    const QFont font = figureFont(options.font_point, options.font_family);
    painter.setFont(font);
    const FigureStyle style = styleOf(options);
    QSizeF size = logicalSize(options);
    if (options.colors != FigureColors::paper && options.background.alpha() > 0)
        painter.fillRect(QRectF(QPointF(0, 0), size), style.theme.background);
    if (options.title.isEmpty()) return view.paintFigureIn(style, painter, size);
    painter.save();
    QFont bold = font;
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(style.theme.text);
    QRectF used;
    painter.drawText(QRectF(kTitleMargin, kTitleMargin / 2, size.width() - 2 * kTitleMargin, 1e4),
                     Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, options.title, &used);
    painter.restore();
    painter.save();
    const double top = std::min(used.bottom() + kTitleMargin / 2, 0.5 * size.height());
    painter.translate(0, top);
    view.paintFigureIn(style, painter, size - QSizeF(0, top));
    painter.restore();
}

QFont figureFont(double point, const QString& family) {
    // Names such as "Sans Serif" mean another font on every machine; this one comes with the
    // program's packages.
    static const QString usual =
        QFontDatabase::families().contains(QStringLiteral("DejaVu Sans"))
            ? QStringLiteral("DejaVu Sans")
            : QFontDatabase::systemFont(QFontDatabase::GeneralFont).family();
    QFont font(family.isEmpty() ? usual : family);
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
    paintFigureOf(view, options, painter);
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

void copyFigure(const View& view, const FigureOptions& options) {
    const QByteArray svg = figureBytes(view, FigureFormat::svg, options);
    const QByteArray png = figureBytes(view, FigureFormat::png, options);
    auto* mime = new QMimeData;
    mime->setData(QStringLiteral("image/svg+xml"), svg);
    mime->setImageData(QImage::fromData(png, "PNG"));
    QGuiApplication::clipboard()->setMimeData(mime);
}

void exportData(const View& view, const std::filesystem::path& path) {
    refuse(view.figureFault());
    const QByteArray bytes = view.dataAsCsv().toUtf8();
    writeFileAtomically(
        path, std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

}  // namespace orrery
