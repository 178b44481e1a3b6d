// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/experts/scatter_chart.h"

#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <map>
#include <span>

#include "widgets/experts/readable_range.h"
#include "widgets/palette/color_map.h"
#include "widgets/plots/plot_style.h"
#include "widgets/plots/value_range.h"
#include "widgets/status/run_words.h"

namespace orrery {

namespace {

constexpr double kNear = 9;             // px from a point that still mean it
constexpr int kClick = 3;               // px: QCustomPlot takes less for no rectangle
constexpr std::size_t kMostLayers = 8;  // that have a color of their own

bool adds(const QMouseEvent& event) {
    return event.modifiers().testAnyFlags(Qt::ControlModifier | Qt::ShiftModifier);
}

}  // namespace

ScatterChart::ScatterChart(QWidget* parent) : QCustomPlot(parent), theme_(lightTheme()) {
    setObjectName(QStringLiteral("expertScatter"));
    setUpCurves(*this);
    note_ = addText(*this, 0, 0, Qt::AlignLeft | Qt::AlignTop);
    empty_ = addText(*this, 0.5, 0.5, Qt::AlignCenter);
    setTheme(theme_, font());
    setMouseTracking(true);
    setSelectionRectMode(QCP::srmCustom);
    connect(selectionRect(), &QCPSelectionRect::accepted, this,
            [this](const QRect& rect, QMouseEvent* event) { choose(rect.normalized(), *event); });
    connect(this, &QCustomPlot::beforeReplot, this, [this] { prepare(size()); });
}

void ScatterChart::setPicture(ScatterPicture picture) {
    picture_ = std::move(picture);
}

void ScatterChart::setTheme(const ChartTheme& theme, const QFont& font) {
    theme_ = theme;
    font_ = font;
    stylePlot(*this, theme, font);
    legend->setBorderPen(Qt::NoPen);
    for (QCPItemText* text : {empty_, note_}) {
        text->setFont(font);
        text->setColor(theme.faint_text);
    }
    selectionRect()->setPen(QPen(theme.accent, 1));
    QColor ground = theme.accent;
    ground.setAlpha(40);
    selectionRect()->setBrush(ground);
}

bool ScatterChart::drawable(const ScatterPoint& point) const {
    return (!picture_.log_x || point.x > 0) && (!picture_.log_y || point.y > 0);
}

void ScatterChart::prepareAxes(const QSizeF& size) {
    std::vector<double> x, y;
    for (const ScatterPoint& point : picture_.points) {
        if (!drawable(point)) continue;
        x.push_back(point.x);
        y.push_back(point.y);
    }
    const auto set = [](QCPAxis& axis, const std::vector<double>& values, bool log) {
        setAxisScale(axis, log);
        const std::span<const double> one[]{values};
        const ValueRange range = rangeOf(one, RangeMode::all, log, false);
        axis.setRange(log ? QCPRange(range.low, range.high) : readableRange(range.low, range.high));
    };
    set(*xAxis, x, picture_.log_x);
    set(*yAxis, y, picture_.log_y);
    const QFontMetricsF metrics(font_);
    const double number = metrics.horizontalAdvance(QStringLiteral("0000000")) * 1.4;
    xAxis->ticker()->setTickCount(std::clamp(static_cast<int>(size.width() * 0.8 / number), 2, 8));
    yAxis->ticker()->setTickCount(
        std::clamp(static_cast<int>(size.height() * 0.7 / (metrics.height() * 2.2)), 2, 8));
    xAxis->setLabel(fittedLabel(picture_.x_label, font_, size.width() - 8 * metrics.height()));
    yAxis->setLabel(fittedLabel(picture_.y_label, font_, size.height() - 5 * metrics.height()));
}

void ScatterChart::addPoints(const QString& name, const QColor& color, double size,
                             const std::vector<const ScatterPoint*>& points) {
    QVector<double> x, y;
    for (const ScatterPoint* point : points) {
        x << point->x;
        y << point->y;
    }
    QCPGraph* graph = addGraph();
    graph->setSelectable(QCP::stNone);
    graph->setLineStyle(QCPGraph::lsNone);
    QColor fill = color;
    fill.setAlpha(200);
    graph->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(theme_.background, 0.5), fill, size));
    graph->setPen(QPen(color));
    graph->setData(x, y);
    graph->setName(name);
    if (!name.isEmpty()) graph->addToLegend();
}

void ScatterChart::prepare(const QSizeF& size) {
    clearGraphs();
    legend->clearItems();
    prepareAxes(size);
    std::map<int, std::vector<const ScatterPoint*>> layers;
    std::vector<const ScatterPoint*> chosen, others;
    std::size_t left_out = 0;
    for (const ScatterPoint& point : picture_.points) {
        if (!drawable(point)) {
            ++left_out;
            continue;
        }
        layers[point.id.layer].push_back(&point);
        (point.chosen ? chosen : others).push_back(&point);
    }
    const double dot = picture_.points.size() > 2000 ? 4 : 7;
    const bool colored = picture_.by_layer && layers.size() <= kMostLayers && chosen.empty();
    if (!chosen.empty()) {
        addPoints({}, mixColors(theme_.faint_text, theme_.background, 0.6), dot, others);
        addPoints({}, theme_.accent, dot + 2, chosen);
    } else if (colored) {
        for (const auto& [layer, points] : layers)
            addPoints(tr("Layer %1").arg(layer), seriesColor(layer, theme_.dark), dot, points);
    } else {
        addPoints({}, seriesColor(0, theme_.dark), dot, others);
    }
    showLegend(colored && layers.size() > 1);
    fitLegend(*this, font_, size.width());
    QStringList notes;
    if (!picture_.note.isEmpty()) notes << picture_.note;
    if (left_out > 0)
        notes << tr("%n of 0 or less are not on a logarithmic axis", nullptr,
                    static_cast<int>(left_out));
    note_->setText(brokenText(notes.join(QStringLiteral("; ")), font_, size.width() - 110));
    note_->setVisible(!notes.isEmpty());
    if (!notes.isEmpty() && !picture_.points.empty()) makeRoomForNote(size.height());
    empty_->setText(brokenText(picture_.empty, font_, size.width() - 110));
    empty_->setVisible(picture_.points.empty());
}

// Above the points, whose axis ends higher for it.
void ScatterChart::makeRoomForNote(double height) {
    const double line = QFontMetricsF(font_).height();
    const double lines = 1.5 + static_cast<double>(note_->text().count(u'\n'));
    const double share =
        std::min(0.5, lines * line / std::max(1.0, axisRoom(*this, font_, height)));
    const QCPRange range = yAxis->range();
    const double upper = picture_.log_y
                             ? range.lower * std::pow(range.upper / range.lower, 1 / (1 - share))
                             : range.lower + range.size() / (1 - share);
    yAxis->setRangeUpper(upper);
}

// An empty legend would take the room.
void ScatterChart::showLegend(bool shown) {
    legend->setVisible(shown);
    if (shown == (legend->layout() != nullptr)) return;
    if (!shown) {
        plotLayout()->take(legend);
        return plotLayout()->simplify();
    }
    plotLayout()->insertRow(0);
    plotLayout()->addElement(0, 0, legend);
    plotLayout()->setRowStretchFactor(0, 0.001);
}

const ScatterPoint* ScatterChart::pointAt(const QPointF& place) const {
    const ScatterPoint* nearest = nullptr;
    double best = kNear;
    for (const ScatterPoint& point : picture_.points) {
        if (!drawable(point)) continue;
        const double distance = std::hypot(xAxis->coordToPixel(point.x) - place.x(),
                                           yAxis->coordToPixel(point.y) - place.y());
        if (distance >= best) continue;
        best = distance;
        nearest = &point;
    }
    return nearest;
}

void ScatterChart::choose(const QRect& rect, const QMouseEvent& event) {
    std::vector<ExpertId> found;
    const QRectF area(rect);
    for (const ScatterPoint& point : picture_.points)
        if (drawable(point) &&
            area.contains({xAxis->coordToPixel(point.x), yAxis->coordToPixel(point.y)}))
            found.push_back(point.id);
    Q_EMIT chosen(found, adds(event));
}

void ScatterChart::mousePressEvent(QMouseEvent* event) {
    pressed_ = event->position().toPoint();
    QCustomPlot::mousePressEvent(event);
}

void ScatterChart::mouseReleaseEvent(QMouseEvent* event) {
    QCustomPlot::mouseReleaseEvent(event);
    const QPoint moved = event->position().toPoint() - pressed_;
    if (event->button() != Qt::LeftButton || moved.manhattanLength() > kClick) return;
    std::vector<ExpertId> found;
    if (const ScatterPoint* point = pointAt(event->position())) found.push_back(point->id);
    Q_EMIT chosen(found, adds(*event));
}

void ScatterChart::mouseMoveEvent(QMouseEvent* event) {
    QCustomPlot::mouseMoveEvent(event);
    const ScatterPoint* point =
        event->buttons() == Qt::NoButton ? pointAt(event->position()) : nullptr;
    QString text;
    if (point)
        text = tr("Expert %1 of layer %2: %3, %4")
                   .arg(point->id.expert)
                   .arg(point->id.layer)
                   .arg(decimalText(point->x, 'g', 4), decimalText(point->y, 'g', 4));
    QToolTip::showText(event->globalPosition().toPoint(), text, this);
}

}  // namespace orrery
