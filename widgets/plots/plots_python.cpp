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

/// Lines of the experts' script: the newest usage state, its Gini and entropy, what was published.
QString ExpertsView::statesOf(int layer) const {
    QString text;
    const auto row = [&](const QString& kind, const QString& expert, const QString& step,
                         const QString& value) {
        text += QStringLiteral("%1,%2,%3,%4,%5\n").arg(kind).arg(layer).arg(expert, step, value);
    };
    if (const SharedKeys keys = data()->keys(layer))
        for (std::size_t expert = 0; expert < keys->usage.size(); ++expert)
            row(QStringLiteral("state"), QString::number(expert), QString::number(keys->step),
                cellOf(static_cast<double>(keys->usage[expert]), 9));
    const auto lines = dataAsCsv().split(u'\n');
    for (const QString& line : lines) {
        const QStringList cells = line.split(u',');  // kind, layer, from, to, step, value
        if (cells.size() < 6 || cells[0] == u"kind" || cells[0] == u"experts") continue;
        QString kind = cells[0];
        row(kind.replace(QStringLiteral("_bits"), QString()), {}, cells[4], cells[5]);
    }
    return text;
}

PythonPlot ExpertsView::pythonPlot() const {
    const bool bins = options().picture == UsagePicture::histogram;
    PythonPlot plot{QStringLiteral("experts"),
                    QStringLiteral("kind,layer,expert,step,value\n"),
                    {{"layer", options().layer},
                     {"sorted", options().sorted},
                     {"log_y", options().log},
                     {"y_range", pairOf(options().counts)},
                     {"layer_title", tr("Layer %1").arg(options().layer)},
                     {"bins", bins ? int{kUsageBins} : 0},
                     {"x_label", bins               ? tr("Usage state")
                                 : options().sorted ? tr("Expert (sorted by usage)")
                                                    : tr("Expert")},
                     {"y_label", bins ? tr("Experts") : tr("Selections")},
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
    if (bins) {
        plot.csv += statesOf(options().layer);
        return plot;
    }
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
