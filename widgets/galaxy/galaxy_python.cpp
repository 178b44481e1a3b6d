// SPDX-License-Identifier: GPL-3.0-or-later
// The galaxy for matplotlib: places, colors and legend of its scenes.
#include <QJsonArray>

#include "widgets/csv_field.h"
#include "widgets/galaxy/galaxy_view.h"
#include "widgets/python_plot.h"

namespace orrery {

namespace {

QString rowsOf(const GalaxyScene& scene, std::size_t half) {
    constexpr const char* shapes[] = {"ball", "cross", "diamond", "square"};
    QString text;
    for (std::size_t i = 0; i < scene.points.size(); ++i) {
        const GalaxyPoint& point = scene.points[i];
        const bool key = static_cast<int>(i) < scene.keys();
        text += QStringLiteral("%1,%2,%3,%4,%5,%6,%7,%8\n")
                    .arg(half)
                    .arg(key ? QString::number(i) : QString())
                    .arg(point.position.x, 0, 'g', 9)
                    .arg(point.position.y, 0, 'g', 9)
                    .arg(point.position.z, 0, 'g', 9)
                    .arg(point.color.name())
                    .arg(point.radius, 0, 'g', 5)
                    .arg(QLatin1String(shapes[static_cast<int>(point.shape)]));
    }
    return text;
}

QJsonObject lookOfScene(const GalaxyScene& scene, const QString& method) {
    QJsonArray axes, gradient, legend;
    for (int i = 0; i < 3; ++i) {
        const QString& name = scene.axes[static_cast<std::size_t>(i)];
        axes << (name.isEmpty() ? QStringLiteral("%1 %2").arg(method).arg(i + 1) : name);
    }
    for (const QColor& color : scene.legend.gradient)
        gradient << color.name();
    for (const GalaxyLegend::Entry& entry : scene.legend.entries)
        legend << QJsonArray{entry.text, entry.color.name()};
    return {{"heading", QString(scene.title + u'\n' + scene.note)},
            {"axes", axes},
            {"gradient", gradient},
            {"legend", legend},
            {"legend_title", scene.legend.title},
            {"low", scene.legend.low},
            {"high", scene.legend.high}};
}

}  // namespace

PythonPlot GalaxyView::pythonPlot() const {
    PythonPlot plot{QStringLiteral("galaxy"),
                    QStringLiteral("half,expert,x,y,z,color,radius,shape\n"),
                    {{"yaw", camera().yaw}, {"pitch", camera().pitch}}};
    QJsonArray halves;
    const std::vector<GalaxyScene> scenes = picture_->figureScenes(paperTheme());
    for (std::size_t half = 0; half < scenes.size(); ++half) {
        plot.csv += rowsOf(scenes[half], half);
        halves << lookOfScene(scenes[half], methodName(options().request.options.method));
    }
    plot.settings["halves"] = halves;
    return plot;
}

}  // namespace orrery
