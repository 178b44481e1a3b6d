// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/report/report_pages.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QTextDocument>
#include <algorithm>

#include "core/error.h"
#include "widgets/figure/figure_export.h"

namespace orrery {

namespace {

const QString kStyle = QStringLiteral(
    "body{font-family:'DejaVu Sans',sans-serif;font-size:10pt;color:#1d232b;max-width:60em;"
    "margin:2em auto;padding:0 1em}"
    "table{border-collapse:collapse}td,th{padding:2px 10px 2px 0;text-align:left;"
    "vertical-align:top}th{border-bottom:1px solid #8d96a1}"
    "figure{margin:1em 0}figure img{max-width:100%}figcaption,.note{color:#66707c;font-size:9pt}"
    "pre{background:#f0f2f4;padding:8px;font-size:8pt}");

constexpr double kMargin = 56;  // units of 1/96 inch

/// Puts one thing below the other, over as many pages as that takes.
class Pages {
public:
    explicit Pages(QPdfWriter& writer) : writer_(writer), painter_(&writer) {
        const QRectF page(0, 0, writer.width(), writer.height());
        area_ = page.adjusted(kMargin, kMargin, -kMargin, -kMargin);
        y_ = area_.top();
    }
    bool begun() const { return painter_.isActive(); }

    void addHtml(const QString& html) {
        QTextDocument text;
        layOut(text, html);
        // Block by block, so that no line is cut at the end of a page; what is short stays whole.
        double drawn = 0;
        const double height = text.size().height();
        if (height < area_.height() / 2) keep(height);
        while (drawn < height - 1) {
            double fits = room();
            if (height - drawn > fits) fits = cut(text, drawn, fits);
            if (fits < 20 && y_ > area_.top()) {
                turn();
                continue;
            }
            const double part = std::min(std::max(fits, 20.0), height - drawn);
            painter_.save();
            painter_.translate(area_.left(), y_ - drawn);
            text.drawContents(&painter_, QRectF(0, drawn, area_.width(), part));
            painter_.restore();
            drawn += part;
            y_ += part;
            if (drawn < height - 1) turn();
        }
    }

    /// With its caption on the same page.
    void addFigure(const View& view, const FigureOptions& options, const QString& caption) {
        const QString html =
            QStringLiteral("<p class=\"note\">%1</p>").arg(caption.toHtmlEscaped());
        QTextDocument text;
        layOut(text, html);
        const QSizeF wanted = logicalSize(options);
        const double scale = std::min(1.0, area_.width() / wanted.width());
        const QSizeF size(wanted.width() * scale, wanted.height() * scale);
        keep(size.height() + 4 + text.size().height());
        painter_.save();
        painter_.translate(area_.left(), y_);
        painter_.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
        painter_.setFont(figureFont(options.font_point));
        view.paintFigure(painter_, size);
        painter_.restore();
        y_ += size.height() + 4;
        addHtml(html);
    }

private:
    double room() const { return area_.bottom() - y_; }
    void keep(double height) {
        if (room() < height && y_ > area_.top()) turn();
    }
    void layOut(QTextDocument& text, const QString& html) {
        text.documentLayout()->setPaintDevice(&writer_);
        text.setDefaultStyleSheet(
            QStringLiteral("td,th{padding:1px 8px 1px 0}th{font-weight:bold;text-align:left}"
                           ".note{color:#66707c}pre{font-size:7pt}"));
        text.setDefaultFont(figureFont(9));
        text.setTextWidth(area_.width());
        text.setHtml(html);
    }
    void turn() {
        writer_.newPage();
        y_ = area_.top();
    }
    /// How much of the text from `from` on fits into `room` without a line being cut.
    static double cut(const QTextDocument& text, double from, double room) {
        double fits = 0;
        for (QTextBlock block = text.begin(); block.isValid(); block = block.next()) {
            const QRectF box = text.documentLayout()->blockBoundingRect(block);
            for (int i = 0; i < block.layout()->lineCount(); ++i) {
                const QTextLine line = block.layout()->lineAt(i);
                const double bottom = box.top() + line.y() + line.height() - from;
                if (bottom <= room) fits = std::max(fits, bottom);
            }
        }
        return fits;
    }

    QPdfWriter& writer_;
    QPainter painter_;
    QRectF area_;
    double y_ = 0;
};

}  // namespace

QByteArray reportAsHtml(const QString& title, const std::vector<ReportPart>& parts,
                        const FigureOptions& figure) {
    QString html = QStringLiteral("<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>") +
                   title.toHtmlEscaped() + QStringLiteral("</title><style>") + kStyle +
                   QStringLiteral("</style></head><body>\n<h1>") + title.toHtmlEscaped() +
                   QStringLiteral("</h1>\n");
    for (const ReportPart& part : parts) {
        html += part.html;
        if (!part.view) continue;
        const QByteArray svg = figureBytes(*part.view, FigureFormat::svg, figure);
        html += QStringLiteral("<figure><img alt=\"") + part.caption.toHtmlEscaped() +
                QStringLiteral("\" src=\"data:image/svg+xml;base64,") +
                QString::fromLatin1(svg.toBase64()) + QStringLiteral("\"><figcaption>") +
                part.caption.toHtmlEscaped() + QStringLiteral("</figcaption></figure>\n");
    }
    return (html + QStringLiteral("</body></html>\n")).toUtf8();
}

QByteArray reportAsPdf(const QString& title, const std::vector<ReportPart>& parts,
                       const FigureOptions& figure) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setCreator(QStringLiteral("Orrery"));
        writer.setTitle(title);
        writer.setResolution(96);
        writer.setPageSize(QPageSize(QPageSize::A4));
        writer.setPageMargins(QMarginsF(0, 0, 0, 0));
        Pages pages(writer);
        if (!pages.begun()) throw Error("Can't start writing the PDF.");
        pages.addHtml(QStringLiteral("<h1>%1</h1>").arg(title.toHtmlEscaped()));
        for (const ReportPart& part : parts) {
            if (!part.html.isEmpty()) pages.addHtml(part.html);
            if (part.view) pages.addFigure(*part.view, figure, part.caption);
        }
    }
    return bytes;
}

}  // namespace orrery
