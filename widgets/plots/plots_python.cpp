// SPDX-License-Identifier: GPL-3.0-or-later
// Loss and expert usage for matplotlib.
#include <QJsonArray>
#include <cmath>

#include "widgets/csv_field.h"
#include "widgets/palette/color_map.h"
#include "widgets/plots/experts_view.h"
#include "widgets/plots/loss_view.h"
#include "widgets/python_plot.h"
#include "widgets/run/run_data.h"

namespace orrery {

namespace {

/// A cell of CSV; empty where it is not finite.
QString cellOf(double value, int digits) {
    return std::isfinite(value) ? QString::number(value, 'g', digits) : QString();
}

QJsonValue pairOf(const std::optional<ValueRange>& range) {
    return range ? QJsonValue(QJsonArray{range->low, range->high}) : QJsonValue();
}

}  // namespace

PythonPlot LossView::pythonPlot() const {
    LossChart figure;
    figure.setRun(data());
    figure.setWaiting(true);
    figure.setMarks(marks_);
    figure.setOptions(options());
    figure.setDataWindow(chart_->dataWindow());
    figure.prepare({600, 400});
    PythonPlot plot{QStringLiteral("curves"),
                    QStringLiteral("curve,x,value,smoothed,low,high\n"),
                    {{"x_label", figure.xAxis->label()},
                     {"y_label", tr("Loss (nats per token)")},
                     {"log_x", options().log_x},
                     {"log_y", options().log_y},
                     {"x_range", pairOf(chart_->dataWindow().x)},
                     {"y_range", pairOf(chart_->dataWindow().y)}}};
    if (options().range == RangeMode::manual && !chart_->dataWindow().y)
        plot.settings["y_range"] = pairOf(options().manual);
    QJsonObject looks;
    for (const LossCurve& curve : figure.currentCurves().curves()) {
        const QString name = QString::fromStdString(curve.name);
        looks[name] = QJsonObject{{"label", figure.legendOf(curve)},
                                  {"color", seriesColor(curve.color, false).name()},
                                  {"dashed", curve.twin}};
        for (std::size_t i = 0; i < curve.x.size(); ++i)
            plot.csv += csvField(name) + u',' + cellOf(curve.x[i], 12) + u',' +
                        cellOf(curve.raw[i], 9) + u',' +
                        (curve.smooth ? cellOf(curve.average[i], 9) : QString()) +
                        QStringLiteral(",,\n");
    }
    plot.settings["curves"] = looks;
    QJsonArray marks;
    for (const LossMark& mark : marks_)
        if (const double x = figure.currentCurves().positionOf(mark.step, mark.time);
            std::isfinite(x))
            marks << QJsonArray{x, mark.text};
    plot.settings["marks"] = marks;
    return plot;
}

PythonPlot ExpertsView::pythonPlot() const {
    PythonPlot plot{QStringLiteral("experts"),
                    QStringLiteral("kind,layer,expert,step,value\n"),
                    {{"layer", options().layer},
                     {"sorted", options().sorted},
                     {"log_y", options().log},
                     {"y_range", pairOf(options().counts)},
                     {"layer_title", tr("Layer %1").arg(options().layer)},
                     {"x_label", options().sorted ? tr("Expert (sorted by usage)") : tr("Expert")},
                     {"y_label", tr("Selections")},
                     {"uniform", tr("uniform")},
                     {"gini", tr("Gini")},
                     {"entropy", tr("Entropy (bits)")},
                     {"step", tr("Step")},
                     {"map_x_label", tr("Expert")},
                     {"map_y_label", tr("Layer")},
                     {"share", tr("Share of selections (%)")}}};
    if (!run()) return plot;
    const ExpertUsage usage = usageOf(data(), options().span);
    for (std::size_t layer = 0; layer < usage.layers.size(); ++layer)
        for (std::size_t expert = 0; expert < usage.layers[layer].size(); ++expert)
            plot.csv += QStringLiteral("selections,%1,%2,,%3\n")
                            .arg(layer)
                            .arg(expert)
                            .arg(usage.layers[layer][expert], 0, 'g', 12);
    for (const auto& [kind, metric] :
         {std::pair("gini", "gini"), std::pair("entropy", "entropy_bits")}) {
        const Series& series =
            data()->series("layer" + std::to_string(options().layer) + "/" + metric);
        for (std::size_t i = 0; i < series.values.size(); ++i)
            plot.csv += QStringLiteral("%1,%2,,%3,%4\n")
                            .arg(QLatin1String(kind))
                            .arg(options().layer)
                            .arg(series.steps[i], 0, 'g', 12)
                            .arg(cellOf(series.values[i], 9));
    }
    return plot;
}

}  // namespace orrery
