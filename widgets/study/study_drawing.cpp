// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/study/study_drawing.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <numeric>

#include "widgets/compare/compare_chart.h"
#include "widgets/csv_field.h"
#include "widgets/plots/plot_style.h"
#include "widgets/study/dots_painter.h"
#include "widgets/study/key_clouds_painter.h"
#include "widgets/study/parallel_painter.h"
#include "widgets/study/study_map_painter.h"
#include "widgets/study/study_snapshot.h"
#include "widgets/study/xy_painter.h"

namespace orrery {

namespace {

constexpr std::size_t kMostPanels = 3;  // of all objectives beside each other

struct DrawingWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::StudyView)
};

QString curvesNote(const StudySnapshot& study) {
    QString note = DrawingWords::tr("line: mean over seeds; band: minimum to maximum");
    if (study.cells_with_curves > study.curves.size())
        note += DrawingWords::tr("; %1 of %2 cells: the best and those in training")
                    .arg(study.curves.size())
                    .arg(study.cells_with_curves);
    return note;
}

StudyChart curvesChart(const StudySnapshot& study) {
    StudyChart chart;
    chart.title =
        DrawingWords::tr("%1: training loss").arg(QString::fromStdString(study.table.study.name));
    chart.caption = DrawingWords::tr("Training loss, padding excluded");
    if (!study.table.study.phases.empty()) chart.caption += DrawingWords::tr(", last phase");
    chart.caption += QStringLiteral("; ") + curvesNote(study) + QStringLiteral("; ") +
                     QString::fromStdString(trialsCaption(study.table)) + u'.';
    chart.x_label = DrawingWords::tr("Step");
    chart.y_label = DrawingWords::tr("Training loss (nats per token)");
    chart.note = curvesNote(study);
    chart.curves = study.curves;
    return chart;
}

StudyChart streamChart(const StudySnapshot& study) {
    QStringList domains;
    for (const TrialText& text : study.table.study.stream)
        domains << QString::fromStdString(text.name);
    StudyChart chart;
    chart.title = DrawingWords::tr("%1: a stream of %2")
                      .arg(QString::fromStdString(study.table.study.name),
                           domains.join(QStringLiteral(" \u2192 ")));
    chart.caption =
        DrawingWords::tr(
            "Loss of each batch before the key update, mean over trials and their range; one "
            "checkpoint per trial, with frozen and with active keys; ") +
        QString::fromStdString(trialsCaption(study.table)) + u'.';
    chart.x_label = DrawingWords::tr("Tokens read");
    chart.y_label = DrawingWords::tr("Loss (nats per token)");
    chart.note = DrawingWords::tr("line: mean over trials; band: minimum to maximum");
    chart.curves = study.stream;
    return chart;
}

std::vector<std::size_t> panelsOf(const StudyTable& table, std::size_t objective) {
    if (table.study.objectives.size() > kMostPanels) return {objective};
    std::vector<std::size_t> all(table.study.objectives.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
}

QString chartCsv(const QString& head, const CompareCurves& curves) {
    QString text = head + QStringLiteral(",mean,low,high\n");
    for (const auto& curve : curves)
        for (std::size_t i = 0; i < curve->x.size(); ++i) {
            const bool alone = curve->low.empty();
            text += csvField(curve->title) + u',' + QString::number(curve->x[i], 'g', 12) + u',' +
                    QString::number(curve->y[i], 'g', 9) + u',' +
                    QString::number(alone ? curve->y[i] : curve->low[i], 'g', 9) + u',' +
                    QString::number(alone ? curve->y[i] : curve->high[i], 'g', 9) + u'\n';
        }
    return text;
}

/// Title above, caption below, the plot between them.
void paintChart(QPainter& painter, const QSizeF& size, const StudyChart& chart,
                const FigureStyle& style) {
    const ChartTheme& theme = style.theme;
    painter.save();
    painter.fillRect(QRectF(QPointF(0, 0), size), theme.background);
    paintTitleAndCaption(painter, size, chart.title, chart.caption, theme);
    const double top = titleRect(chart.title, size, painter.font()).bottom() + 4;
    const double foot = captionRect(chart.caption, size, painter.font()).top() - 4;
    const QSizeF room(size.width(), std::max(20.0, foot - top));
    CompareChart figure;
    StudyChart plain = chart;
    plain.note.clear();  // the caption says it
    plain.fill(figure, {});
    painter.translate(0, top);
    figure.paintIn(style, painter, room);
    painter.restore();
}

void paintHint(QPainter& painter, const QSizeF& size, const QString& hint,
               const ChartTheme& theme) {
    painter.fillRect(QRectF(QPointF(0, 0), size), theme.background);
    painter.setPen(theme.faint_text);
    painter.drawText(QRectF(QPointF(12, 12), size - QSizeF(24, 24)),
                     Qt::AlignCenter | Qt::TextWordWrap, hint);
}

}  // namespace

void StudyChart::fill(CompareChart& chart, const QString& hint) const {
    chart.setCurves(curves, {});
    chart.setTexts(y_label, curves.empty() ? QString() : note, hint);
    chart.setXLabel(x_label);
}

void StudyDrawing::paint(QPainter& painter, const QSizeF& size, const FigureStyle& style,
                         int marked) const {
    const ChartTheme& theme = style.theme;
    if (map) return paintStudyMap(painter, size, *map, theme, marked);
    if (parallel) return paintParallel(painter, size, *parallel, theme, marked);
    if (chart) return paintChart(painter, size, *chart, style);
    if (dots) return paintStudyDots(painter, size, *dots, theme);
    if (keys) return paintKeyClouds(painter, size, *keys, theme);
    if (xy) return paintStudyXy(painter, size, *xy, theme);
    if (verdict) return paintVerdict(painter, size, *verdict, theme);
    paintHint(painter, size, hint, theme);
}

QSizeF StudyDrawing::figureSize() const {
    const auto within = [](double least, double wanted, double most) {
        return std::clamp(wanted, least, most);
    };
    const auto count = [](const auto& list) { return static_cast<double>(list.size()); };
    if (map)
        return {within(110, 45 + 30 * count(map->columns), 500),
                within(60, 45 + 9 * count(map->rows), 500)};
    if (parallel) return {within(130, 32 * count(parallel->axes), 600), 110};
    if (dots)
        return {within(110, 50 + 75 * count(dots->panels), 300),
                within(60, 40 + 8 * count(dots->rows), 500)};
    if (keys) {
        const auto columns = static_cast<double>(keys->columns);
        return {std::max(120.0, 5 + 42 * columns),
                25 + 46 * std::ceil(count(keys->clouds) / columns)};
    }
    if (verdict) return {170, within(60, 40 + 12 * count(verdict->rows), 500)};
    return {170, 110};
}

StudyDrawing studyDrawing(const StudySnapshot* study, const StudyChoice& choice,
                          const QString& hint) {
    StudyDrawing drawing;
    drawing.hint = hint;
    if (!study) return drawing;
    const StudyTable& table = study->table;
    const std::size_t objective = std::min(choice.objective, table.study.objectives.size() - 1);
    if (choice.picture == StudyPicture::map) {
        auto maps = studyMaps(table, objective);
        if (!maps.empty()) drawing.map = std::move(maps[std::min(choice.part, maps.size() - 1)]);
    } else if (choice.picture == StudyPicture::parallel) {
        ParallelPicture lines = studyParallel(table, study->trials);
        if (!lines.lines.empty()) drawing.parallel = std::move(lines);
    } else if (choice.picture == StudyPicture::curves) {
        if (!study->curves.empty()) drawing.chart = curvesChart(*study);
    } else if (choice.picture == StudyPicture::stream) {
        if (!study->stream.empty()) drawing.chart = streamChart(*study);
    } else if (choice.picture == StudyPicture::seeds) {
        StudyDots dots = studyDots(table, panelsOf(table, objective));
        if (!dots.rows.empty()) drawing.dots = std::move(dots);
    } else if (choice.picture == StudyPicture::xy) {
        StudyXy xy =
            studyXy(table, std::min(choice.part, table.study.objectives.size() - 1), objective);
        if (!xy.series.empty()) drawing.xy = std::move(xy);
    } else if (choice.picture == StudyPicture::verdict) {
        VerdictPicture verdict = verdictPicture(*study);
        if (!verdict.rows.empty()) drawing.verdict = std::move(verdict);
    } else if (study->keys && !study->keys->clouds.empty()) {
        drawing.keys = study->keys;
    }
    return drawing;
}

QString studyCsv(const StudySnapshot* study, const StudyChoice& choice) {
    if (!study) return QStringLiteral("trial,seed,state\n");
    if (choice.picture == StudyPicture::curves)
        return chartCsv(QStringLiteral("cell,step"), study->curves);
    if (choice.picture == StudyPicture::stream)
        return chartCsv(QStringLiteral("keys,tokens"), study->stream);
    if (choice.picture == StudyPicture::keys)
        return QString::fromStdString(keyCloudsCsv(study->keys.value_or(KeyClouds())));
    const StudyDrawing now = studyDrawing(study, choice, {});
    if (now.xy) return QString::fromStdString(studyXyCsv(*now.xy));
    if (now.verdict) return now.verdict->csv;
    return QString::fromStdString(now.map ? studyMapCsv(study->table, choice.objective, *now.map)
                                          : trialsCsv(study->table, study->trials));
}

std::vector<std::pair<std::string, StudyDrawing>> studyDrawings(const StudySnapshot& study) {
    std::vector<std::pair<std::string, StudyDrawing>> all;
    const auto add = [&](const std::string& name, StudyPicture picture) {
        StudyDrawing drawing = studyDrawing(&study, {picture}, {});
        if (!drawing.isEmpty()) all.emplace_back(name, std::move(drawing));
    };
    if (study.controls) {
        add("controls", StudyPicture::seeds);
        return all;
    }
    for (std::size_t i = 0; i < study.table.study.objectives.size(); ++i)
        for (StudyMap& map : studyMaps(study.table, i)) {
            const std::string name = studyMapFile(study.table, i, map);
            all.emplace_back(name, StudyDrawing{.map = std::move(map)});
        }
    const bool any_done = study.table.done > 0;
    if (any_done && study.table.labels.size() + study.table.study.objectives.size() >= 2)
        add("parallel", StudyPicture::parallel);
    add("curves", StudyPicture::curves);
    add("stream", StudyPicture::stream);
    add("keys", StudyPicture::keys);
    for (std::size_t x = 1; any_done && x < study.table.study.objectives.size(); ++x)
        all.emplace_back(studyXyFile(study.table, x),
                         studyDrawing(&study, {StudyPicture::xy, 0, x}, {}));
    if (!study.table.study.verdict.empty()) add("verdict", StudyPicture::verdict);
    return all;
}

}  // namespace orrery
