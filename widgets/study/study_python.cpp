// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/study/study_python.h"

#include <QJsonArray>
#include <cmath>

#include "widgets/compare/curves_python.h"
#include "widgets/csv_field.h"

namespace orrery {

namespace {

QString textOf(const std::string& text) {
    return QString::fromStdString(text);
}

QString valueOf(double value) {
    return std::isfinite(value) ? QString::number(value, 'g', 9) : QString();
}

QJsonArray listOf(const std::vector<std::string>& words) {
    QJsonArray list;
    for (const std::string& word : words)
        list << textOf(word);
    return list;
}

PythonPlot mapPlot(const StudyMap& map) {
    PythonPlot plot{QStringLiteral("map"),
                    QStringLiteral("row,column,value,text\n"),
                    {{"heading", textOf(map.title)},
                     {"x_label", textOf(map.x_name)},
                     {"y_label", textOf(map.y_name)},
                     {"value", textOf(map.value_name)},
                     {"rows", listOf(map.rows)},
                     {"columns", listOf(map.columns)}}};
    for (std::size_t i = 0; i < map.values.size(); ++i)
        plot.csv += csvField(textOf(map.rows[i / map.columns.size()])) + u',' +
                    csvField(textOf(map.columns[i % map.columns.size()])) + u',' +
                    valueOf(map.values[i]) + u',' + csvField(textOf(map.texts[i])) + u'\n';
    return plot;
}

PythonPlot parallelPlot(const ParallelPicture& picture) {
    QJsonArray axes;
    for (const ParallelAxis& axis : picture.axes)
        axes << QJsonObject{{"name", textOf(axis.name)},
                            {"log", axis.logarithmic},
                            {"labels", listOf(axis.labels)}};
    PythonPlot plot{QStringLiteral("parallel"),
                    QStringLiteral("trial,axis,value,shade,failed\n"),
                    {{"heading", textOf(picture.title)}, {"axes", axes}}};
    for (const ParallelLine& line : picture.lines)
        for (std::size_t axis = 0; axis < line.values.size(); ++axis)
            plot.csv += QStringLiteral("%1,%2,%3,%4,%5\n")
                            .arg(line.trial)
                            .arg(axis)
                            .arg(valueOf(line.values[axis]))
                            .arg(line.shade, 0, 'g', 4)
                            .arg(line.failed ? 1 : 0);
    return plot;
}

PythonPlot dotsPlot(const StudyDots& dots) {
    PythonPlot plot{QStringLiteral("dots"),
                    QStringLiteral("panel,row,value\n"),
                    {{"heading", textOf(dots.title)}, {"rows", listOf(dots.rows)}}};
    for (const DotPanel& panel : dots.panels)
        for (std::size_t row = 0; row < panel.values.size(); ++row)
            for (const double value : panel.values[row])
                plot.csv += csvField(textOf(panel.name)) + u',' + csvField(textOf(dots.rows[row])) +
                            u',' + valueOf(value) + u'\n';
    return plot;
}

PythonPlot verdictPlot(const VerdictPicture& picture) {
    PythonPlot plot{QStringLiteral("tables"),
                    QStringLiteral("table,prediction,result,value,interval\n"),
                    {{"heading", picture.caption}, {"most", 16}}};
    for (const VerdictPicture::Row& row : picture.rows)
        plot.csv += QStringList{csvField(picture.title), csvField(row.prediction),
                                csvField(row.result), csvField(row.value), csvField(row.interval)}
                        .join(u',') +
                    u'\n';
    return plot;
}

}  // namespace

PythonPlot studyPython(const StudyDrawing& drawing) {
    if (drawing.map) return mapPlot(*drawing.map);
    if (drawing.parallel) return parallelPlot(*drawing.parallel);
    if (drawing.chart) {
        PythonPlot plot =
            curvesPlot(drawing.chart->curves, drawing.chart->x_label, drawing.chart->y_label);
        plot.settings["heading"] = drawing.chart->title;
        return plot;
    }
    if (drawing.dots) return dotsPlot(*drawing.dots);
    if (drawing.verdict) return verdictPlot(*drawing.verdict);
    if (!drawing.keys) return {};
    return {QStringLiteral("clouds"),
            QString::fromStdString(keyCloudsCsv(*drawing.keys)),
            {{"heading", textOf(drawing.keys->title)},
             {"columns", static_cast<int>(drawing.keys->columns)}}};
}

}  // namespace orrery
