// SPDX-License-Identifier: GPL-3.0-or-later
// What of the experts' table is drawn, told in numbers and exported.
#include <algorithm>
#include <cmath>

#include "widgets/csv_field.h"
#include "widgets/experts/expert_filter.h"
#include "widgets/experts/expert_rows.h"
#include "widgets/experts/expert_table_model.h"
#include "widgets/experts/expert_table_view.h"
#include "widgets/experts/run_spread.h"
#include "widgets/figure/look_words.h"
#include "widgets/plots/plot_style.h"
#include "widgets/run/gate_warnings.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_data.h"
#include "widgets/run/selection.h"
#include "widgets/status/run_words.h"

namespace orrery {

namespace {

QStringList measureKeys() {
    QStringList keys;
    for (const ExpertColumn column : measureColumns())
        keys << columnKey(column);
    return keys;
}

QString statisticsOfColumn(const std::vector<const ExpertRow*>& rows, ExpertColumn column) {
    std::vector<double> values;
    for (const ExpertRow* row : rows)
        values.push_back(row->number(column));
    const SampleStatistics found = statisticsOf(std::move(values));
    if (found.count == 0) return {};
    const auto text = [](double value) {
        return std::isfinite(value) ? decimalText(value, 'g', 4) : QStringLiteral("–");
    };
    return ExpertTableView::tr("%1: mean %2, median %3, SD %4 (n = %5)")
        .arg(columnTitle(column), text(found.mean), text(found.median), text(found.deviation),
             QString::number(found.count));
}

}  // namespace

QString ExpertTableView::statisticsText() const {
    std::vector<const ExpertRow*> rows = shownRows();
    if (rows.empty()) return {};
    const std::size_t all = rows.size();
    std::erase_if(rows, [this](const ExpertRow* row) { return !isChosen(row->id); });
    const bool some = !rows.empty();
    if (!some) rows = shownRows();
    double usage = 0, whole = 0;
    for (const ExpertRow* row : rows)
        if (const double count = row->number(ExpertColumn::selections); std::isfinite(count))
            usage += count;
    for (const ExpertRow* row : shownRows())
        if (const double count = row->number(ExpertColumn::selections); std::isfinite(count))
            whole += count;
    QStringList parts{some ? tr("%1 of %2 experts selected").arg(rows.size()).arg(all)
                           : tr("%n experts", nullptr, static_cast<int>(all))};
    parts << (some && whole > 0
                  ? tr("selections %1 (%2 %)")
                        .arg(countText(usage), decimalText(100 * usage / whole, 'f', 1))
                  : tr("selections %1").arg(countText(usage)));
    if (options_.picture == ExpertPicture::scatter) parts << statisticsOfColumn(rows, options_.x);
    if (options_.picture == ExpertPicture::boxes || options_.y != options_.x)
        parts << statisticsOfColumn(rows, options_.y);
    parts.removeAll(QString());
    return parts.join(QStringLiteral("; "));
}

ScatterPicture ExpertTableView::scatterPicture() const {
    ScatterPicture picture;
    picture.x_label = columnTitle(options_.x);
    picture.y_label = columnTitle(options_.y);
    picture.log_x = options_.log_x;
    picture.log_y = options_.log_y;
    picture.by_layer = options_.layer < 0;
    const auto rows = shownRows();
    for (const ExpertRow* row : rows) {
        const double x = row->number(options_.x), y = row->number(options_.y);
        if (std::isfinite(x) && std::isfinite(y))
            picture.points.push_back({row->id, x, y, isChosen(row->id)});
    }
    const bool analyzed = shows(ColumnOrigin::analysis);
    const RunTables* tables = run() ? requests()->analysis() : nullptr;
    if (analyzed && tables) {
        picture.note = tr("Analysis of step %1").arg(tables->step);
        const QString warning = warningText(warningsOf(tables));
        const bool gates =
            options_.x == ExpertColumn::mean_gate || options_.y == ExpertColumn::mean_gate;
        if (gates && !warning.isEmpty()) picture.note += QStringLiteral(". ") + warning;
    }
    const bool ablated = shows(ColumnOrigin::ablation);
    const LossEffects* effects = ablated ? lossEffects() : nullptr;
    if (effects)
        picture.note +=
            (picture.note.isEmpty() ? QString() : QStringLiteral(". ")) + effectsText(effects);
    if (!run() || !data()->hasSource())
        picture.empty = tr("Open or train a run to see its experts.");
    else if (model_->rows().empty())
        picture.empty = tr("No usage counts yet: waiting for the first.");
    else if (rows.empty())
        picture.empty = tr("No expert passes the filter.");
    else if (ablated && !effects)
        picture.empty = effectsText(effects);
    else if (analyzed && !tables)
        picture.empty = tr("Press Analyze: this measure comes from an analysis.");
    else
        picture.empty = tr("The run has no values of these measures.");
    return picture;
}

BoxPicture ExpertTableView::boxPicture() const {
    BoxPicture picture;
    picture.label = columnTitle(options_.y);
    picture.log = options_.log_y;
    for (const RunSpread::Run& each : spread_->runs()) {
        std::vector<double> values;
        for (const ExpertRow& row : each.rows)
            if (options_.layer < 0 || row.id.layer == options_.layer)
                values.push_back(row.number(options_.y));
        if (options_.log_y) std::erase_if(values, [](double value) { return !(value > 0); });
        picture.boxes.push_back({each.title, each.color, boxOf(std::move(values))});
    }
    if (spread_->runs().empty())
        picture.empty = tr("Select runs in the Runs view, then press Compare.");
    else if (spread_->reading())
        picture.empty = tr("Loading runs...");
    else if (originOf(options_.y) == ColumnOrigin::analysis)
        picture.empty =
            tr("Over runs, choose a measure that runs keep: selections, share, usage state, key "
               "norm, key drift or loss effect.");
    else
        picture.empty = tr("The run has no values of these measures.");
    return picture;
}

void ExpertTableView::paintFigure(QPainter& painter, const QSizeF& size) const {
    takeRows();
    const auto paint = [&](auto& chart, auto picture) {
        chart.setTheme(figureTheme(), painter.font());
        chart.setPicture(std::move(picture));
        chart.prepare(size);
        paintPlot(chart, painter, size);
    };
    if (options_.picture == ExpertPicture::scatter) {
        ScatterChart chart;
        paint(chart, scatterPicture());
    } else {
        BoxChart chart;
        paint(chart, boxPicture());
    }
}

bool ExpertTableView::needsAnalysis() const {
    return options_.picture == ExpertPicture::scatter && isAnalysisMissing() &&
           shows(ColumnOrigin::analysis);
}

bool ExpertTableView::shows(ColumnOrigin origin) const {
    const bool scatter = options_.picture == ExpertPicture::scatter;
    return originOf(options_.y) == origin || (scatter && originOf(options_.x) == origin);
}

QString ExpertTableView::effectsText(const LossEffects* found) {
    if (!found)
        return tr(
            "Loss effects are found by: orrery-cli ablate RUN --sweep. They are kept with "
            "the run.");
    return tr("Loss effects of step %1, over %2 tokens")
        .arg(found->step)
        .arg(countText(static_cast<double>(found->tokens)));
}

bool ExpertTableView::figurePending() const {
    if (options_.picture != ExpertPicture::boxes) return false;
    spread_->readIfNeeded();
    return spread_->reading();
}

QString ExpertTableView::figureFault() const {
    if (options_.picture == ExpertPicture::boxes)
        for (const RunSpread::Run& each : spread_->runs())
            if (!each.failure.isEmpty()) return each.failure;
    return {};
}

QStringList ExpertTableView::figureArguments() const {
    const ExpertTableOptions first;
    QStringList words;
    if (options_.layer >= 0) words << QStringLiteral("layer=%1").arg(options_.layer);
    const bool boxes = options_.picture == ExpertPicture::boxes;
    if (boxes)
        words << QStringLiteral("boxes");
    else
        words << QStringLiteral("x=") + columnKey(options_.x);
    words << QStringLiteral("y=") + columnKey(options_.y);
    if (options_.log_x && !boxes) words << QStringLiteral("log-x");
    if (options_.log_y) words << QStringLiteral("log-y");
    if (!options_.filter.isEmpty()) words << asText(QStringLiteral("filter"), options_.filter);
    QStringList chosen;
    for (const auto& [layer, expert] : chosen_)
        if (!run() || layer != selection()->chosen().layer)
            chosen << QStringLiteral("%1:%2").arg(layer).arg(expert);
    if (!chosen.isEmpty() && !boxes) words << asText(QStringLiteral("beside"), chosen.join(u' '));
    if (boxes)
        for (const RunSpread::Run& each : spread_->runs())
            words << asText(QStringLiteral("run"),
                            QStringLiteral("%1:%2")
                                .arg(each.color)
                                .arg(QString::fromStdString(each.folder.string())));
    return lookArguments(words);
}

QString ExpertTableView::setLook(const QStringList& words) {
    LookWords look(words);
    ExpertTableOptions options;
    const int layers = run() ? data()->layerCount() : 0;
    options.layer = static_cast<int>(look.whole(QStringLiteral("layer"), -1, 0, layers - 1));
    if (look.flag(QStringLiteral("boxes"))) options.picture = ExpertPicture::boxes;
    const QStringList keys = measureKeys();
    const auto column = [&](const char* name, ExpertColumn usual) {
        const int place = look.choice(QLatin1String(name), keys,
                                      static_cast<int>(keys.indexOf(columnKey(usual))));
        return *columnOf(keys[place]);
    };
    options.x = column("x", options.x);
    options.y = column("y", options.y);
    options.log_x = look.flag(QStringLiteral("log-x"));
    options.log_y = look.flag(QStringLiteral("log-y"));
    options.filter = look.text(QStringLiteral("filter"));
    const QString beside = look.text(QStringLiteral("beside"));
    std::vector<ComparedRun> runs;
    for (const QString& text : look.texts(QStringLiteral("run"))) {
        ComparedRun each;
        each.color = text.section(u':', 0, 0).toInt();
        each.folder = text.section(u':', 1).toStdString();
        runs.push_back(each);
    }
    if (!look.unknown().isEmpty()) return look.unknown();
    if (options.picture == ExpertPicture::boxes) {
        if (runs.empty() && run() && data()->info()) {
            ComparedRun own;
            own.folder = data()->info()->folder;
            runs.push_back(own);
        }
        spread_->setRuns(runs);
    }
    setOptions(options);
    std::set<std::pair<int, int>> chosen;
    if (run())
        for (const int expert : selection()->chosen().experts)
            chosen.insert({selection()->chosen().layer, expert});
    for (const QString& text : beside.split(u' ', Qt::SkipEmptyParts))
        chosen.insert({text.section(u':', 0, 0).toInt(), text.section(u':', 1).toInt()});
    chooseIn(chosen);
    return {};
}

QString ExpertTableView::dataAsCsv() const {
    takeRows();
    if (options_.picture == ExpertPicture::boxes) {
        QString text = QStringLiteral("run,layer,expert,%1\n").arg(columnKey(options_.y));
        for (const RunSpread::Run& each : spread_->runs())
            for (const ExpertRow& row : each.rows)
                if (options_.layer < 0 || row.id.layer == options_.layer)
                    text += QStringLiteral("%1,%2,%3,%4\n")
                                .arg(csvField(each.title))
                                .arg(row.id.layer)
                                .arg(row.id.expert)
                                .arg(row.csv(options_.y));
        return text;
    }
    QStringList heads;
    for (int i = 0; i < kExpertColumns; ++i)
        heads << columnKey(static_cast<ExpertColumn>(i));
    QString text = heads.join(u',') + u'\n';
    for (const ExpertRow* row : shownRows()) {
        QStringList cells;
        for (int i = 0; i < kExpertColumns; ++i)
            cells << row->csv(static_cast<ExpertColumn>(i));
        text += cells.join(u',') + u'\n';
    }
    return text;
}

}  // namespace orrery
