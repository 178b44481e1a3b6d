// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/experts/box_chart.h"

#include <algorithm>
#include <span>

#include "widgets/compare/compared_runs.h"
#include "widgets/experts/readable_range.h"
#include "widgets/plots/plot_style.h"
#include "widgets/plots/value_range.h"

namespace orrery {

BoxChart::BoxChart(QWidget* parent) : QCustomPlot(parent), theme_(lightTheme()) {
    setObjectName(QStringLiteral("expertBoxes"));
    setUpCurves(*this);
    plotLayout()->remove(legend);  // an empty one would take the room
    plotLayout()->simplify();
    empty_ = addText(*this, 0.5, 0.5, Qt::AlignCenter);
    setTheme(theme_, font());
    connect(this, &QCustomPlot::beforeReplot, this, [this] { prepare(size()); });
}

void BoxChart::setPicture(BoxPicture picture) {
    picture_ = std::move(picture);
    std::erase_if(picture_.boxes, [](const auto& box) { return box.statistics.count == 0; });
}

void BoxChart::setTheme(const ChartTheme& theme, const QFont& font) {
    theme_ = theme;
    font_ = font;
    stylePlot(*this, theme, font);
    empty_->setFont(font);
    empty_->setColor(theme.faint_text);
}

void BoxChart::prepareAxes(const QSizeF& size) {
    std::vector<double> ends;
    for (const auto& box : picture_.boxes) {
        ends.insert(ends.end(), {box.statistics.lower, box.statistics.upper});
        std::ranges::copy(box.statistics.outliers, std::back_inserter(ends));
    }
    if (picture_.log) std::erase_if(ends, [](double value) { return value <= 0; });
    setAxisScale(*yAxis, picture_.log);
    const std::span<const double> one[]{ends};
    const ValueRange range = rangeOf(one, RangeMode::all, picture_.log, false);
    yAxis->setRange(picture_.log ? QCPRange(range.low, range.high)
                                 : readableRange(range.low, range.high));
    const QFontMetricsF metrics(font_);
    yAxis->ticker()->setTickCount(
        std::clamp(static_cast<int>(size.height() * 0.6 / (metrics.height() * 2.2)), 2, 8));
    yAxis->setLabel(fittedLabel(picture_.label, font_, size.height() - 6 * metrics.height()));
    const auto count = static_cast<double>(picture_.boxes.size());
    xAxis->setRange(-0.6, std::max(1.0, count) - 0.4);
    xAxis->grid()->setVisible(false);
    const QSharedPointer<QCPAxisTickerText> names(new QCPAxisTickerText);
    const double room = (size.width() - 6 * metrics.height()) / std::max(1.0, count);
    double widest = 0;
    for (std::size_t i = 0; i < picture_.boxes.size(); ++i) {
        const QString name = brokenText(picture_.boxes[i].title, font_, room);
        for (const QString& line : name.split(u'\n'))
            widest = std::max(widest, metrics.horizontalAdvance(line));
        names->addTick(static_cast<double>(i), name);
    }
    xAxis->setTicker(names);
    // Names that are wider than their box stand on end.
    const bool turned = widest > room * 0.95;
    if (turned)
        for (std::size_t i = 0; i < picture_.boxes.size(); ++i)
            names->addTick(static_cast<double>(i), picture_.boxes[i].title);
    xAxis->setTickLabelRotation(turned ? -90 : 0);
    xAxis->setTickLength(0);
    xAxis->setSubTicks(false);
}

void BoxChart::prepare(const QSizeF& size) {
    clearPlottables();
    prepareAxes(size);
    for (std::size_t i = 0; i < picture_.boxes.size(); ++i) {
        const auto& box = picture_.boxes[i];
        const QColor color = runColor(box.color, theme_.dark);
        auto* drawn = new QCPStatisticalBox(xAxis, yAxis);
        drawn->setSelectable(QCP::stNone);
        QColor fill = color;
        fill.setAlpha(70);
        drawn->setBrush(fill);
        drawn->setPen(QPen(color, 1.2));
        drawn->setMedianPen(QPen(color, 2.2, Qt::SolidLine, Qt::FlatCap));
        drawn->setWhiskerPen(QPen(color, 1.2));
        drawn->setWhiskerBarPen(QPen(color, 1.2));
        drawn->setWidth(0.5);
        drawn->setOutlierStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, color, 4));
        const BoxStatistics& of = box.statistics;
        drawn->addData(static_cast<double>(i), of.lower, of.first, of.median, of.third, of.upper,
                       QVector<double>(of.outliers.begin(), of.outliers.end()));
    }
    empty_->setText(brokenText(picture_.empty, font_, size.width() - 110));
    empty_->setVisible(picture_.boxes.empty());
    xAxis->setTickLabels(!picture_.boxes.empty());
    yAxis->setTickLabels(!picture_.boxes.empty());
}

}  // namespace orrery
