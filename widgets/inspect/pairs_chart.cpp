// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspect/pairs_chart.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "widgets/palette/color_map.h"
#include "widgets/plots/heat_map.h"
#include "widgets/plots/plot_style.h"
#include "widgets/run/run_tables.h"

namespace orrery {

namespace {

double cellNumber(const Table& table, const std::vector<Cell>& row, const char* column) {
    const auto at = std::ranges::find(table.columns, column) - table.columns.begin();
    const Cell& cell = row[static_cast<std::size_t>(at)];
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) return static_cast<double>(*whole);
    const auto* real = std::get_if<double>(&cell);
    return real ? *real : std::nan("");
}

// Greedy: after each expert the one it is chosen with most of those that are left.
std::vector<int> chainOf(const std::vector<std::vector<double>>& together,
                         const std::vector<double>& selections) {
    std::vector<int> order;
    std::vector<bool> placed(selections.size());
    while (order.size() < selections.size()) {
        int best = -1;
        double most = -1;
        for (std::size_t e = 0; e < selections.size(); ++e) {
            if (placed[e]) continue;
            const double near =
                order.empty() ? 0 : together[static_cast<std::size_t>(order.back())][e];
            const double worth = near > 0 ? 1e12 * near : selections[e];
            if (worth <= most) continue;
            most = worth;
            best = static_cast<int>(e);
        }
        placed[static_cast<std::size_t>(best)] = true;
        order.push_back(best);
    }
    return order;
}

}  // namespace

PairMatrix pairsOf(const RunTables* analysis, int layer, PairMeasure measure) {
    PairMatrix matrix;
    const Table* pairs = analysis ? analysis->find("coactivation") : nullptr;
    const Table* experts = analysis ? analysis->find("experts") : nullptr;
    if (!pairs || !experts) return matrix;
    std::vector<double> selections, shares, gates;
    for (const auto& row : experts->rows) {
        if (cellNumber(*experts, row, "layer") != layer) continue;
        selections.push_back(cellNumber(*experts, row, "selections"));
        shares.push_back(cellNumber(*experts, row, "share"));
        if (std::ranges::count(experts->columns, "gate_share") > 0)
            gates.push_back(cellNumber(*experts, row, "gate_share"));
    }
    const std::size_t count = selections.size();
    std::vector<std::vector<double>> values(count, std::vector<double>(count)), near = values;
    for (const auto& row : pairs->rows) {
        if (cellNumber(*pairs, row, "layer") != layer) continue;
        const auto i = static_cast<std::size_t>(cellNumber(*pairs, row, "expert"));
        const auto j = static_cast<std::size_t>(cellNumber(*pairs, row, "other"));
        if (i >= count || j >= count) continue;
        near[i][j] = cellNumber(*pairs, row, "share");
        values[i][j] = cellNumber(*pairs, row, measure == PairMeasure::share ? "share" : "lift");
    }
    matrix.order = chainOf(near, selections);
    for (const int i : matrix.order) {
        std::vector<double> line;
        for (const int j : matrix.order)
            line.push_back(values[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]);
        matrix.values.push_back(std::move(line));
        matrix.usage_share.push_back(shares[static_cast<std::size_t>(i)]);
        if (!gates.empty()) matrix.gate_share.push_back(gates[static_cast<std::size_t>(i)]);
    }
    return matrix;
}

PairsChart::PairsChart(QWidget* parent) : QCustomPlot(parent), theme_(lightTheme()) {
    setAutoAddPlottableToLegend(false);
    title_ = new QCPTextElement(this);
    title_->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter);
    title_->setMargins(QMargins(10, 4, 6, 2));
    auto* upper = new QCPLayoutGrid;
    auto* below = new QCPLayoutGrid;
    auto* cells = axisRect(0);
    plotLayout()->take(cells);
    upper->addElement(0, 0, cells);
    lower_ = new QCPAxisRect(this);
    lower_->setMinimumSize(50, 20);
    below->addElement(0, 0, lower_);
    cells_ = new HeatMap(xAxis, yAxis);
    bar_ = addColorBar(*cells, *upper, 0, 1);
    // Below the bar nothing stands: both charts have the same experts below each other.
    QCPAxisRect* bar = bar_->valueAxis()->axisRect();
    spacer_ = addColorBar(*lower_, *below, 0, 1)->valueAxis()->axisRect();
    auto* sides = new QCPMarginGroup(this);
    for (QCPAxisRect* rect : {bar, spacer_})
        rect->setMarginGroup(QCP::msLeft | QCP::msRight, sides);
    auto* left = new QCPMarginGroup(this);
    for (QCPAxisRect* rect : {cells, lower_}) {
        rect->setMinimumMargins(QMargins(15, 4, 4, 4));
        rect->setMarginGroup(QCP::msLeft, left);
    }
    plotLayout()->clear();
    plotLayout()->addElement(0, 0, title_);
    plotLayout()->addElement(1, 0, upper);
    plotLayout()->addElement(2, 0, below);
    plotLayout()->setRowStretchFactor(0, 0.001);
    plotLayout()->setRowStretchFactor(1, 3);
    plotLayout()->setRowStretchFactor(2, 1);
    plotLayout()->setRowSpacing(2);
    for (QCPGraph** graph : {&usage_, &gates_}) {
        *graph = addGraph(lower_->axis(QCPAxis::atBottom), lower_->axis(QCPAxis::atLeft));
        (*graph)->setLineStyle(QCPGraph::lsStepCenter);
        (*graph)->setAdaptiveSampling(false);
    }
    usage_->setName(tr("Share of the selections"));
    gates_->setName(tr("Share of the gate mass"));
    legend = new QCPLegend;
    // Above its curves: within them it would cover one.
    plotLayout()->insertRow(2);
    plotLayout()->addElement(2, 0, legend);
    plotLayout()->setRowStretchFactor(2, 0.001);
    plotLayout()->setRowStretchFactor(3, 1);
    legend->setFillOrder(QCPLayoutGrid::foColumnsFirst);
    legend->setColumnSpacing(16);
    legend->setLayer(QStringLiteral("legend"));
    usage_->addToLegend();
    gates_->addToLegend();
    for (int i = 0; i < legend->itemCount(); ++i)
        legend->item(i)->setMargins(QMargins(0, 1, 0, 3));
    empty_ = addFreeText(*this);
    yAxis->setRangeReversed(true);
    setTheme(theme_, font());
    connect(this, &QCustomPlot::beforeReplot, this, [this] { prepare(size()); });
}

void PairsChart::setTheme(const ChartTheme& theme, const QFont& font) {
    theme_ = theme;
    font_ = font;
    stylePlot(*this, theme, font);
    legend->setBorderPen(Qt::NoPen);
    for (QCPAxisRect* rect : axisRects())
        for (QCPAxis* axis : rect->axes())
            axis->grid()->setVisible(false);
    title_->setFont(font);
    title_->setTextColor(theme.text);
    empty_->setFont(scaledFont(font, 1.05));
    empty_->setColor(theme.faint_text);
    cells_->setTheme(theme);
    cells_->setZeroColor(theme.subgrid);
    bar_->setTheme(theme);
    usage_->setPen(QPen(seriesColor(0, theme.dark), 1.6));
    gates_->setPen(QPen(seriesColor(1, theme.dark), 1.6, Qt::DashLine));
}

void PairsChart::setTexts(const QString& title, const QString& empty) {
    title_text_ = title;
    empty_->setText(empty);
}

void PairsChart::setMatrix(const PairMatrix& matrix, PairMeasure measure,
                           const std::vector<int>& marked) {
    matrix_ = matrix;
    const bool any = !matrix.order.empty();
    const auto count = static_cast<double>(std::max<std::size_t>(matrix.order.size(), 1));
    double high = 0;
    for (const auto& row : matrix.values)
        for (const double value : row)
            high = std::max(high, value);
    cells_->setValues(matrix.values);
    const bool lift = measure == PairMeasure::lift;
    const double low = lift ? 0.2 : high * 1e-3 + 1e-9;
    high = std::max(high, lift ? 5.0 : 1e-6);
    cells_->setColorRange(low, high);
    bar_->valueAxis()->setRange(low, high);
    measure_ = measure;
    std::vector<int> columns;
    int row = -1;
    for (std::size_t place = 0; place < matrix.order.size(); ++place)
        if (std::ranges::find(marked, matrix.order[place]) != marked.end()) {
            columns.push_back(static_cast<int>(place));
            if (row < 0) row = static_cast<int>(place);
        }
    cells_->setMarked(row, columns);
    std::vector<double> places(matrix.order.size());
    std::iota(places.begin(), places.end(), 0.0);
    const QVector<double> x(places.begin(), places.end());
    usage_->setData(x, {matrix.usage_share.begin(), matrix.usage_share.end()}, true);
    gates_->setData(x.first(static_cast<qsizetype>(matrix.gate_share.size())),
                    {matrix.gate_share.begin(), matrix.gate_share.end()}, true);
    double most = 1e-9;
    for (const auto& shares : {matrix.usage_share, matrix.gate_share})
        for (const double share : shares)
            most = std::max(most, share);
    for (QCPAxis* axis : {xAxis, yAxis, lower_->axis(QCPAxis::atBottom)})
        axis->setRange(-0.5, count - 0.5);
    lower_->axis(QCPAxis::atLeft)->setRange(0, most * 1.15);
    yAxis->setLabel(tr("Expert"));
    lower_->axis(QCPAxis::atBottom)->setLabel(tr("Expert (co-selected experts adjacent)"));
    lower_->axis(QCPAxis::atLeft)->setLabel(tr("Share"));
    legend->setVisible(any);
    empty_->setVisible(!any);
    for (QCPAxisRect* rect : axisRects())
        rect->setVisible(any && rect != spacer_);
}

void PairsChart::prepare(const QSizeF& size) {
    const QFontMetricsF metrics(font_);
    title_->setText(brokenText(title_text_, font_, size.width() - 20));
    usage_->setName(tr("Share of the selections"));
    gates_->setName(tr("Share of the gate mass"));
    fitLegend(*this, font_, size.width());
    lower_->axis(QCPAxis::atBottom)
        ->setLabel(
            fittedLabel(tr("Expert (co-selected experts adjacent)"), font_, size.width() - 80));
    const double line = metrics.height();
    // Of a low figure the lower chart has the numbers of both.
    const bool low = size.height() < 30 * line;
    xAxis->setTickLabels(!low);
    // The layout's shares of the height, without title, legend, numbers and labels; the lower chart
    // has its least height.
    const bool above = !legend->visible() || legend->layout() == plotLayout();
    const double heads = line * static_cast<double>(title_->text().count(u'\n') + 1) + 10 +
                         (above ? legend->minimumOuterSizeHint().height() : 0);
    const double rest = size.height() - heads;
    const double lower = std::max(20.0, rest * 0.25 - 2 * line - 24);
    const double upper =
        rest - std::max(rest * 0.25, lower + 2 * line + 24) - (low ? 16 : line + 20);
    const auto name = [this](double room, double each) {
        auto ticker = QSharedPointer<QCPAxisTickerText>(new QCPAxisTickerText);
        const double most = std::max(2.0, room / each);
        const auto step =
            static_cast<std::size_t>(std::ceil(static_cast<double>(matrix_.order.size()) / most));
        for (std::size_t place = 0; place < matrix_.order.size();
             place += std::max<std::size_t>(step, 1))
            ticker->addTick(static_cast<double>(place), QString::number(matrix_.order[place]));
        return ticker;
    };
    const double number = metrics.horizontalAdvance(QStringLiteral("0000"));
    const auto across = name(size.width() - 140, number);
    xAxis->setTicker(across);
    lower_->axis(QCPAxis::atBottom)->setTicker(across);
    yAxis->setTicker(name(upper, metrics.height() * 1.1));
    const auto count = [&](double room) {
        return std::clamp(static_cast<int>(room / (2.2 * metrics.height())), 2, 6);
    };
    lower_->axis(QCPAxis::atLeft)
        ->ticker()
        ->setTickCount(std::clamp(static_cast<int>(lower / (3 * metrics.height())), 1, 6));
    lower_->axis(QCPAxis::atLeft)
        ->ticker()
        ->setTickStepStrategy(QCPAxisTicker::tssMeetTickCount);  // it is low
    bar_->valueAxis()->ticker()->setTickCount(count(upper));
    bar_->valueAxis()->setLabel(fittedLabel(
        measure_ == PairMeasure::share ? tr("Share of the row's tokens") : tr("Lift over chance"),
        font_, upper + metrics.height()));
}

std::pair<int, int> PairsChart::pairAt(const QPointF& place) const {
    if (!xAxis->axisRect()->rect().contains(place.toPoint())) return {-1, -1};
    const auto at = [this](double value) {
        const auto index = static_cast<std::int64_t>(std::lround(value));
        return index >= 0 && index < static_cast<std::int64_t>(matrix_.order.size())
                   ? matrix_.order[static_cast<std::size_t>(index)]
                   : -1;
    };
    return {at(yAxis->pixelToCoord(place.y())), at(xAxis->pixelToCoord(place.x()))};
}

}  // namespace orrery
