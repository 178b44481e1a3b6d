// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/plot_style.h"

#include <QFontMetricsF>
#include <QPicture>
#include <algorithm>
#include <cmath>

#include "widgets/plots/log_ticker.h"
#include "widgets/plots/qcustomplot.h"
#include "widgets/status/run_words.h"

namespace orrery {
namespace {

const char* const kLegendShare = "orrery_legend_share";  // of the plot's width; where it was moved
constexpr double kLegendBeside = 0.35, kLegendWithin = 0.6;

void styleAxis(QCPAxis& axis, const ChartTheme& theme, const QFont& font) {
    axis.setBasePen(QPen(theme.axis, 1));
    axis.setTickPen(QPen(theme.axis, 1));
    axis.setSubTickPen(QPen(theme.axis, 1));
    axis.setTickLength(0, 4);
    axis.setSubTickLength(0, 2);
    axis.setTickLabelFont(font);
    axis.setTickLabelColor(theme.text);
    axis.setLabelFont(font);
    axis.setLabelColor(theme.faint_text);
    axis.setLabelPadding(4);
    axis.setTickLabelPadding(4);
    axis.grid()->setPen(QPen(theme.grid, 1));
    axis.grid()->setSubGridPen(QPen(theme.subgrid, 1));
    axis.grid()->setZeroLinePen(Qt::NoPen);
}

// Text that belongs to no axis rect: every other item hides with the rect it was given.
class FreeText : public QCPItemText {
public:
    explicit FreeText(QCustomPlot* plot) : QCPItemText(plot) {
        setSelectable(false);
        setClipToAxisRect(false);
        setParentLayerable(nullptr);
        position->setType(QCPItemPosition::ptViewportRatio);
        position->setCoords(0.5, 0.5);
    }
};

}  // namespace

void setUpCurves(QCustomPlot& plot) {
    plot.setPlottingHint(QCP::phFastPolylines);
    plot.setAutoAddPlottableToLegend(false);
    plot.axisRect()->setupFullAxesBox(false);
    for (QCPAxis* axis : {plot.xAxis2, plot.yAxis2}) {
        axis->setTicks(false);
        axis->setTickLabels(false);
    }
    plot.axisRect()->insetLayout()->take(plot.legend);
    plot.plotLayout()->insertRow(0);
    plot.plotLayout()->addElement(0, 0, plot.legend);
    plot.plotLayout()->setRowStretchFactor(0, 0.001);
    plot.plotLayout()->setRowSpacing(0);
    plot.legend->setBorderPen(Qt::NoPen);
    plot.legend->setMargins(QMargins(8, 3, 8, 0));
    plot.legend->setColumnSpacing(14);
    plot.legend->setFillOrder(QCPLayoutGrid::foColumnsFirst);
    // Without entries it would be as narrow as its margins, and the plot below with it.
    constexpr int unbounded = 1'000'000;  // with margins still below Qt's largest
    plot.legend->setMaximumSize(unbounded, unbounded);
}

void placeLegend(QCustomPlot& plot, QCPAxisRect& rect, FigureLegend place) {
    if (place == FigureLegend::above || !plot.legend) return;
    QCPLegend* legend = plot.legend;
    legend->layout()->take(legend);
    plot.plotLayout()->simplify();
    const double share = place == FigureLegend::none    ? 0
                         : place == FigureLegend::right ? kLegendBeside
                                                        : kLegendWithin;
    legend->setProperty(kLegendShare, share);
    legend->setMargins(QMargins(6, 3, 6, 3));
    if (place != FigureLegend::right) {
        const bool top = place == FigureLegend::top_left || place == FigureLegend::top_right;
        const bool left = place == FigureLegend::top_left || place == FigureLegend::bottom_left;
        rect.insetLayout()->addElement(legend, (top ? Qt::AlignTop : Qt::AlignBottom) |
                                                   (left ? Qt::AlignLeft : Qt::AlignRight));
        return;
    }
    QCPLayoutGrid& grid = *qobject_cast<QCPLayoutGrid*>(rect.layout());
    for (int i = 0; i < grid.elementCount(); ++i) {
        if (grid.elementAt(i) != &rect) continue;
        int row = 0, column = 0;
        grid.indexToRowCol(i, row, column);
        do
            ++column;
        while (grid.hasElement(row, column));
        grid.addElement(row, column, legend);
        grid.setColumnStretchFactor(column, 0.001);
        break;
    }
}

void scaleLines(QCustomPlot& plot, double scale) {
    if (scale == 1) return;
    for (int i = 0; i < plot.plottableCount(); ++i) {
        QCPAbstractPlottable& plottable = *plot.plottable(i);
        QPen pen = plottable.pen();
        pen.setWidthF(pen.widthF() * scale);
        plottable.setPen(pen);
    }
}

void fitLegend(QCustomPlot& plot, const QFont& font, double whole) {
    constexpr double kAround = 50;  // the legend's margins, the icon and what is between
    const QVariant share = plot.legend->property(kLegendShare);
    if (share.isValid() && share.toDouble() == 0) plot.legend->setVisible(false);
    const double width = whole * (share.isValid() ? share.toDouble() : 1);
    const QFontMetricsF metrics(font);
    plot.legend->setFont(font);
    double widest = 1;
    for (int i = 0; i < plot.legend->itemCount(); ++i) {
        auto* item = qobject_cast<QCPPlottableLegendItem*>(plot.legend->item(i));
        if (!item) continue;
        const QString name = brokenText(item->plottable()->name(), font, width - kAround);
        item->plottable()->setName(name);
        item->setFont(font);
        item->setMargins(kLegendMargins);
        for (const QString& line : name.split(u'\n'))
            widest = std::max(widest, metrics.horizontalAdvance(line));
    }
    const int beside = static_cast<int>((width - 16) / (widest + kAround - 16));
    plot.legend->setWrap(share.isValid() ? 1 : std::max(1, beside));
    plot.legend->setFillOrder(QCPLayoutGrid::foColumnsFirst);
}

QString brokenText(const QString& text, const QFont& font, double width) {
    const QFontMetricsF metrics(font);
    QStringList lines;
    for (const QString& given : text.split(u'\n')) {
        QString line;
        for (const QString& word : given.split(u' ')) {
            const QString longer = line.isEmpty() ? word : line + u' ' + word;
            if (!line.isEmpty() && metrics.horizontalAdvance(longer) > width) {
                lines << line;
                line = word;
            } else {
                line = longer;
            }
        }
        lines << line;
    }
    return lines.join(u'\n');
}

QCPItemText* addText(QCustomPlot& plot, double x, double y, Qt::Alignment alignment) {
    auto* item = new QCPItemText(&plot);
    item->setSelectable(false);
    item->position->setType(QCPItemPosition::ptAxisRectRatio);
    item->position->setCoords(x, y);
    item->setPositionAlignment(alignment);
    item->setTextAlignment(alignment);
    item->setPadding(QMargins(4, 2, 4, 2));
    return item;
}

QCPItemText* addFreeText(QCustomPlot& plot) {
    return new FreeText(&plot);
}

QString fittedLabel(const QString& label, const QFont& font, double room) {
    const QFontMetricsF metrics(font);
    if (metrics.horizontalAdvance(label) <= room) return label;
    const QString lines = brokenText(label, font, room);
    const auto fits = [&](const QString& line) { return metrics.horizontalAdvance(line) <= room; };
    const QStringList parts = lines.split(u'\n');
    if (parts.size() == 2 && std::ranges::all_of(parts, fits)) return lines;
    return metrics.elidedText(label.section(QStringLiteral(" ("), 0, 0), Qt::ElideRight, room);
}

double axisRoom(const QCustomPlot& plot, const QFont& font, double height) {
    const bool above = plot.legend && plot.legend->visible() &&
                       plot.legend->layout() == plot.plotLayout() &&
                       !plot.legend->property(kLegendShare).isValid();
    // The numbers and the label below take about three lines.
    return height - 3.5 * QFontMetricsF(font).height() -
           (above ? plot.legend->minimumOuterSizeHint().height() : 0);
}

QFont scaledFont(const QFont& font, double factor) {
    QFont scaled = font;
    if (font.pointSizeF() > 0)
        scaled.setPointSizeF(font.pointSizeF() * factor);
    else
        scaled.setPixelSize(qMax(1, qRound(font.pixelSize() * factor)));
    return scaled;
}

void styleAxisRect(QCPAxisRect& rect, const ChartTheme& theme, const QFont& font) {
    for (QCPAxis* axis : rect.axes())
        styleAxis(*axis, theme, font);
}

void stylePlot(QCustomPlot& plot, const ChartTheme& theme, const QFont& font) {
    plot.setBackground(QBrush(theme.background));
    // Debian's QCustomPlot formats with the plot's locale.
    plot.setLocale(numberLocale());
    for (QCPAxisRect* rect : plot.axisRects())
        styleAxisRect(*rect, theme, font);
    if (!plot.legend) return;
    // Over curves the legend needs a ground of its own; above them it has the plot's.
    const bool over_curves = qobject_cast<QCPLayoutInset*>(plot.legend->layout()) != nullptr;
    QColor surface = theme.surface;
    surface.setAlpha(225);
    plot.legend->setBrush(over_curves ? QBrush(surface) : QBrush(Qt::NoBrush));
    plot.legend->setBorderPen(over_curves ? QPen(theme.grid, 1) : QPen(Qt::NoPen));
    plot.legend->setTextColor(theme.text);
    plot.legend->setFont(font);
    plot.legend->setIconSize(22, 12);
    plot.legend->setRowSpacing(1);
}

void setAxisScale(QCPAxis& axis, bool log) {
    const auto type = log ? QCPAxis::stLogarithmic : QCPAxis::stLinear;
    axis.setNumberFormat(QStringLiteral("gb"));
    axis.setNumberPrecision(log ? 6 : 9);  // 1·10⁶ beside 500000 reads as two scales
    axis.grid()->setSubGridVisible(log);
    if (axis.scaleType() == type && axis.property("orrery_scale").isValid()) return;
    axis.setProperty("orrery_scale", log);
    axis.setScaleType(type);
    if (log)
        axis.setTicker(QSharedPointer<QCPAxisTicker>(new LogTicker));
    else
        axis.setTicker(QSharedPointer<QCPAxisTicker>(new QCPAxisTicker));
}

double valueAt(const QCPAxis& axis, double share) {
    const QCPRange range = axis.range();
    if (axis.scaleType() == QCPAxis::stLogarithmic)
        return range.lower * std::pow(range.upper / range.lower, share);
    return range.lower + share * range.size();
}

void paintPlot(QCustomPlot& plot, QPainter& painter, const QSizeF& size) {
    // QCustomPlot draws with a painter class of its own: a QPicture carries its strokes, as
    // vectors, to ours.
    QPicture picture;
    {
        QCPPainter recorder(&picture);
        recorder.setMode(QCPPainter::pmVectorized);
        recorder.setMode(QCPPainter::pmNoCaching);
        plot.toPainter(&recorder, qCeil(size.width()), qCeil(size.height()));
    }
    painter.save();
    painter.drawPicture(QPointF(0, 0), picture);
    painter.restore();
}

}  // namespace orrery
