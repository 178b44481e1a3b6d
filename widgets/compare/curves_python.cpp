// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/curves_python.h"

#include <cmath>

#include "widgets/csv_field.h"
#include "widgets/status/run_words.h"

namespace orrery {

PythonPlot curvesPlot(const CompareCurves& curves, const QString& x_label, const QString& y_label) {
    PythonPlot plot{QStringLiteral("curves"),
                    QStringLiteral("curve,x,value,smoothed,low,high\n"),
                    {{"x_label", x_label}, {"y_label", y_label}}};
    const auto cell = [](const auto& values, std::size_t i) {
        return i < values.size() && std::isfinite(values[i]) ? QString::number(values[i], 'g', 12)
                                                             : QString();
    };
    QJsonObject looks;
    for (const auto& curve : curves) {
        // Runs may be called alike.
        QString name = curve->title;
        for (int i = 2; looks.contains(name); ++i)
            name = QStringLiteral("%1 (%2)").arg(curve->title).arg(i);
        looks[name] = QJsonObject{{"label", curve->title},
                                  {"color", runColor(curve->color, false).name()},
                                  {"dashed", runDash(curve->color) != Qt::SolidLine}};
        for (std::size_t i = 0; i < curve->x.size(); ++i)
            plot.csv += csvField(name) + u',' + cell(curve->x, i) + u',' + cell(curve->y, i) +
                        u',' + cell(curve->average, i) + u',' + cell(curve->low, i) + u',' +
                        cell(curve->high, i) + u'\n';
    }
    plot.settings["curves"] = looks;
    return plot;
}

}  // namespace orrery
