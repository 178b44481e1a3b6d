// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/loss_readout.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/palette/color_map.h"
#include "widgets/plots/loss_chart.h"
#include "widgets/status/run_words.h"

namespace orrery {
namespace {

// The point of an ascending x that lies nearest, in the axis' scale.
std::size_t nearestIndex(std::span<const double> x, double wanted, bool log) {
    const auto above = std::lower_bound(x.begin(), x.end(), wanted);
    auto index = static_cast<std::size_t>(above - x.begin());
    if (index == x.size()) return index - 1;
    if (index == 0) return 0;
    const bool before = log ? x[index - 1] > 0 && wanted / x[index - 1] < x[index] / wanted
                            : wanted - x[index - 1] < x[index] - wanted;
    return before ? index - 1 : index;
}

QString number(double value) {
    return decimalText(value, 'g', 5);
}

}  // namespace

LossReadout::LossReadout(LossChart& chart) : QObject(&chart), chart_(chart) {
    line_ = new QCPItemStraightLine(&chart);
    box_ = new QCPItemText(&chart);
    for (QCPAbstractItem* item : std::initializer_list<QCPAbstractItem*>{line_, box_}) {
        item->setLayer(QStringLiteral("overlay"));
        item->setSelectable(false);
        item->setVisible(false);
    }
    box_->position->setType(QCPItemPosition::ptAbsolute);
    box_->setTextAlignment(Qt::AlignLeft);
    box_->setPadding(QMargins(7, 5, 7, 5));
    chart.installEventFilter(this);
    connect(&chart, &QCustomPlot::afterReplot, this, &LossReadout::update);
    chart.setMouseTracking(true);
}

bool LossReadout::eventFilter(QObject*, QEvent* event) {
    if (event->type() == QEvent::MouseMove) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (mouse->buttons() == Qt::NoButton)
            showAt(mouse->position());
        else
            hide();
    } else if (event->type() == QEvent::Leave || event->type() == QEvent::Wheel) {
        hide();
    }
    return false;
}

void LossReadout::hide() {
    if (!box_->visible()) return;
    used_discs_ = 0;
    line_->setVisible(false);
    box_->setVisible(false);
    redraw();
}

void LossReadout::redraw() {
    for (std::size_t i = 0; i < discs_.size(); ++i)
        discs_[i]->setVisible(i < used_discs_);
    chart_.layer(QStringLiteral("overlay"))->replot();
}

void LossReadout::update() {
    if (box_->visible()) showAt(position_);
}

void LossReadout::showAt(const QPointF& position) {
    position_ = position;
    const LossCurves& curves = chart_.currentCurves();
    if (!chart_.axisRect()->rect().contains(position.toPoint()) || curves.curves().empty()) {
        hide();
        return;
    }
    used_discs_ = 0;
    const double x = chart_.xAxis->pixelToCoord(position.x());
    box_->setText(describe(curves, x));
    placeBox(position);
    redraw();
}

QString LossReadout::describe(const LossCurves& curves, double x) {
    const bool dark = chart_.theme().dark;
    const bool log = chart_.options().log_x;
    QStringList lines;
    double nearest = std::numeric_limits<double>::infinity();
    for (const LossCurve& curve : curves.curves()) {
        const std::size_t i = nearestIndex(curve.x, x, log);
        if (std::abs(curve.x[i] - x) < std::abs(nearest - x)) nearest = curve.x[i];
        QString line = tr("%1: %2").arg(curve.title, number(curve.raw[i]));
        if (curve.smooth) line += tr(", smoothed %1").arg(number(curve.average[i]));
        if (curve.x[i] != nearest) line += tr(" (at %1)").arg(number(curve.x[i]));
        lines << line;
        const double y = curve.smooth ? curve.average[i] : curve.raw[i];
        addDisc(curve.x[i], y, seriesColor(curve.color, dark));
    }
    lines.prepend(QStringLiteral("%1 %2").arg(chart_.xAxis->label(), decimalText(nearest, 'g', 7)));
    for (const LossMark& mark : chart_.marks()) {
        const double place = curves.positionOf(mark.step, mark.time);
        const double distance = chart_.xAxis->coordToPixel(place) - chart_.xAxis->coordToPixel(x);
        if (std::abs(distance) < 5) lines << mark.text;
    }
    line_->point1->setCoords(nearest, chart_.yAxis->range().lower);
    line_->point2->setCoords(nearest, chart_.yAxis->range().upper);
    return lines.join(QLatin1Char('\n'));
}

void LossReadout::placeBox(const QPointF& position) {
    const ChartTheme& theme = chart_.theme();
    line_->setPen(QPen(theme.axis, 1));
    line_->setVisible(true);
    QColor surface = theme.surface;
    surface.setAlpha(238);
    box_->setBrush(surface);
    box_->setPen(QPen(theme.axis, 1));
    box_->setColor(theme.text);
    box_->setFont(chart_.legend->font());
    const QRect area = chart_.axisRect()->rect();
    const bool right = position.x() > area.center().x();
    const double x = position.x() + (right ? -14 : 14);
    box_->setPositionAlignment(Qt::AlignVCenter | (right ? Qt::AlignRight : Qt::AlignLeft));
    box_->position->setCoords(
        x, std::clamp<double>(position.y(), area.top() + 40, area.bottom() - 40));
    box_->setVisible(true);
}

void LossReadout::addDisc(double x, double y, const QColor& color) {
    if (!std::isfinite(y)) return;
    if (used_discs_ == discs_.size()) {
        auto* disc = new QCPItemEllipse(&chart_);
        disc->setLayer(QStringLiteral("overlay"));
        disc->setSelectable(false);
        disc->topLeft->setType(QCPItemPosition::ptAbsolute);
        disc->bottomRight->setType(QCPItemPosition::ptAbsolute);
        discs_.push_back(disc);
    }
    QCPItemEllipse& disc = *discs_[used_discs_++];
    const QPointF center(chart_.xAxis->coordToPixel(x), chart_.yAxis->coordToPixel(y));
    disc.topLeft->setCoords(center - QPointF(4, 4));
    disc.bottomRight->setCoords(center + QPointF(4, 4));
    disc.setPen(QPen(chart_.theme().background, 1.5));
    disc.setBrush(color);
}

}  // namespace orrery
