// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layers/layer_map.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>

#include "widgets/layers/cell_axes.h"
#include "widgets/palette/color_map.h"
#include "widgets/run/run_data.h"
#include "widgets/status/run_words.h"

namespace orrery {

namespace {

struct LayerMapWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::LayerMap)
};

std::string seriesName(int layer, EvennessMeasure measure) {
    return "layer" + std::to_string(layer) +
           (measure == EvennessMeasure::gini ? "/gini" : "/entropy_bits");
}

double largestOf(const LayerMap& map) {
    return map.measure == EvennessMeasure::gini ? 1.0 : std::log2(std::max(2, map.experts));
}

/// Where the cells are, below the title and beside the names of layers and the color bar.
QRectF areaOfMap(const QFontMetricsF& metrics, const QSizeF& size, double title_bottom) {
    const double line = metrics.height();
    const double left = metrics.horizontalAdvance(QStringLiteral("00000")) + 14;
    const double bar = metrics.horizontalAdvance(QStringLiteral("00.00")) + 30;
    return {QPointF(left, title_bottom + line + 6),
            QPointF(size.width() - bar, size.height() - 2.2 * line - 8)};
}

QRectF titleOfMap(const QFontMetricsF& metrics, const QSizeF& size, EvennessMeasure measure) {
    return metrics.boundingRect(QRectF(10, 4, size.width() - 20, 1e4),
                                Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                                layerMapTitle(measure));
}

}  // namespace

LayerMap layerMap(const RunData& run, EvennessMeasure measure, std::size_t most_columns) {
    LayerMap map;
    map.measure = measure;
    if (!run.info()) return map;
    map.experts = static_cast<int>(run.info()->config.some.num_experts);
    std::map<std::int64_t, std::size_t> places;  // of every step that any layer has
    for (int layer = 0; layer < run.layerCount(); ++layer)
        for (const double step : run.series(seriesName(layer, measure)).steps)
            places.emplace(static_cast<std::int64_t>(step), 0);
    const std::size_t each =
        (places.size() + most_columns - 1) / std::max<std::size_t>(most_columns, 1);
    std::size_t number = 0;
    for (auto& [step, place] : places) {
        place = number++ / each;
        if (place == map.steps.size()) map.steps.push_back(step);
        map.steps[place] = step;
    }
    for (int layer = 0; layer < run.layerCount(); ++layer) {
        const Series& series = run.series(seriesName(layer, measure));
        std::vector<double> sums(map.steps.size()), counts(map.steps.size());
        for (std::size_t i = 0; i < series.values.size(); ++i) {
            if (!std::isfinite(series.values[i])) continue;
            const std::size_t place = places.at(static_cast<std::int64_t>(series.steps[i]));
            sums[place] += series.values[i];
            ++counts[place];
        }
        for (std::size_t place = 0; place < sums.size(); ++place)
            sums[place] = counts[place] > 0 ? sums[place] / counts[place]
                                            : std::numeric_limits<double>::quiet_NaN();
        map.rows.push_back(std::move(sums));
    }
    return map;
}

QString layerMapCsv(const RunData& run, EvennessMeasure measure) {
    QString text = measure == EvennessMeasure::gini ? QStringLiteral("layer,step,gini\n")
                                                    : QStringLiteral("layer,step,entropy_bits\n");
    for (int layer = 0; layer < run.layerCount(); ++layer) {
        const Series series = run.wholeSeries(seriesName(layer, measure));
        for (std::size_t i = 0; i < series.values.size(); ++i)
            text += QStringLiteral("%1,%2,%3\n")
                        .arg(layer)
                        .arg(series.steps[i], 0, 'g', 12)
                        .arg(series.values[i], 0, 'g', 9);
    }
    return text;
}

QString layerMapTitle(EvennessMeasure measure) {
    return measure == EvennessMeasure::gini
               ? LayerMapWords::tr("Gini coefficient of each layer's selections (0 = even)")
               : LayerMapWords::tr("Entropy of each layer's selections (bits)");
}

QString layerMapText(const QPointF& place, const QSizeF& size, const LayerMap& map,
                     const QFont& font) {
    const QFontMetricsF metrics(font);
    const QRectF area = areaOfMap(metrics, size, titleOfMap(metrics, size, map.measure).bottom());
    if (map.isEmpty() || !area.contains(place)) return {};
    const auto at = [](double share, std::size_t count) {
        return std::min(static_cast<std::size_t>(share * static_cast<double>(count)), count - 1);
    };
    const std::size_t layer = at((place.y() - area.top()) / area.height(), map.rows.size());
    const std::size_t column = at((place.x() - area.left()) / area.width(), map.steps.size());
    const double value = map.rows[layer][column];
    if (!std::isfinite(value)) return {};
    const QString words = map.measure == EvennessMeasure::gini
                              ? LayerMapWords::tr("Layer %1, step %2: Gini %3")
                              : LayerMapWords::tr("Layer %1, step %2: entropy %3 bits");
    return words.arg(layer).arg(map.steps[column]).arg(value, 0, 'f', 3);
}

void paintLayerMap(QPainter& painter, const QSizeF& size, const LayerMap& map,
                   const ChartTheme& theme) {
    painter.save();
    painter.fillRect(QRectF(QPointF(0, 0), size), theme.background);
    const QFontMetricsF metrics(painter.font(), painter.device());
    const QRectF head = titleOfMap(metrics, size, map.measure);
    painter.setPen(theme.text);
    painter.drawText(QRectF(10, 4, size.width() - 20, 1e4),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, layerMapTitle(map.measure));
    const QRectF area = areaOfMap(metrics, size, head.bottom());
    painter.setPen(theme.faint_text);
    painter.drawText(QRectF(4, area.top() - metrics.height() - 2, area.width(), metrics.height()),
                     Qt::AlignLeft, LayerMapWords::tr("Layer"));
    const double largest = largestOf(map);
    paintCellBar(
        painter,
        QRectF(area.right() + 10, area.top(), size.width() - area.right() - 12, area.height()),
        QStringLiteral("0"), decimalText(largest, 'g', 3), theme);
    painter.setRenderHint(QPainter::Antialiasing, false);
    const double width = area.width() / static_cast<double>(map.steps.size());
    const double height = area.height() / static_cast<double>(map.rows.size());
    for (std::size_t layer = 0; layer < map.rows.size(); ++layer)
        for (std::size_t c = 0; c < map.steps.size(); ++c) {
            const double value = map.rows[layer][c];
            // A little wider than its place: no seams where edges fall between pixels.
            if (std::isfinite(value))
                painter.fillRect(
                    QRectF(area.left() + width * static_cast<double>(c),
                           area.top() + height * static_cast<double>(layer), width + 0.5,
                           height + 0.5),
                    sequentialColor(std::clamp(value / largest, 0.0, 1.0), theme.dark));
        }
    painter.setRenderHint(QPainter::Antialiasing, true);
    QStringList layers;
    for (std::size_t layer = 0; layer < map.rows.size(); ++layer)
        layers << QString::number(layer);
    paintCellAxes(painter, area, map.steps, layers, theme);
    painter.restore();
}

}  // namespace orrery
