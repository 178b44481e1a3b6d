// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/study/study_pictures_panel.h"
#include "widgets/csv_field.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QPainter>
#include <QSettings>
#include <algorithm>
#include <utility>

#include "widgets/compare/compare_chart.h"
#include "widgets/figure/flow_row.h"
#include "widgets/plots/plot_style.h"

namespace orrery {

namespace {

const QString kPictureSetting = QStringLiteral("views/study/picture");

struct PictureWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::StudyView)
};

void offer(QComboBox& box, const QStringList& texts, bool shown) {
    QStringList now;
    for (int i = 0; i < box.count(); ++i)
        now << box.itemText(i);
    if (now != texts) {
        box.clear();
        box.addItems(texts);
    }
    box.setVisible(shown && texts.size() > 1);
}

std::size_t chosenIndex(const QComboBox& box) {
    return static_cast<std::size_t>(std::max(0, box.currentIndex()));
}

void fillChart(CompareChart& chart, const StudySnapshot* study, const QString& hint) {
    CompareCurves curves = study ? study->curves : CompareCurves();
    QString note;
    if (!curves.empty()) {
        note = PictureWords::tr("line: mean over seeds; band: minimum to maximum");
        if (study->cells_with_curves > curves.size())
            note += PictureWords::tr("; %1 of %2 cells: the best and those in training")
                        .arg(curves.size())
                        .arg(study->cells_with_curves);
    }
    chart.setCurves(std::move(curves), {});
    chart.setTexts(PictureWords::tr("Training loss (nats per token)"), note, hint);
}

QString curvesCsv(const StudySnapshot& study) {
    QString text = QStringLiteral("cell,step,mean,low,high\n");
    for (const auto& curve : study.curves)
        for (std::size_t i = 0; i < curve->x.size(); ++i) {
            const bool alone = curve->low.empty();
            text += csvField(curve->title) + u',' + QString::number(curve->x[i], 'g', 12) + u',' +
                    QString::number(curve->y[i], 'g', 9) + u',' +
                    QString::number(alone ? curve->y[i] : curve->low[i], 'g', 9) + u',' +
                    QString::number(alone ? curve->y[i] : curve->high[i], 'g', 9) + u'\n';
        }
    return text;
}

}  // namespace

StudyPicturesPanel::StudyPicturesPanel(FlowRow* row, QWidget* parent)
    : QStackedWidget(parent), canvas_(new StudyCanvas(this)), chart_(new CompareChart(this)) {
    addWidget(canvas_);
    addWidget(chart_);
    canvas_->setAccessibleName(PictureWords::tr("Study plot"));
    chart_->setAccessibleName(PictureWords::tr("Study curves"));
    const auto combo = [&](const QString& name) {
        auto* box = new QComboBox(parent);
        box->setToolTip(name);
        box->setAccessibleName(name);
        row->addWidget(box);
        connect(box, &QComboBox::activated, this, [this] { setPicture(picture()); });
        return box;
    };
    picture_ = combo(PictureWords::tr("Plot type"));
    picture_->addItems({PictureWords::tr("Heat map"), PictureWords::tr("Parallel coordinates"),
                        PictureWords::tr("Curves")});
    picture_->setCurrentIndex(std::clamp(QSettings().value(kPictureSetting, 0).toInt(), 0, 2));
    objective_ = combo(PictureWords::tr("Objective of the heat map"));
    part_ = combo(PictureWords::tr("Values of the other axes"));
}

StudyPicture StudyPicturesPanel::picture() const {
    return static_cast<StudyPicture>(chosenIndex(*picture_));
}

void StudyPicturesPanel::setPicture(StudyPicture picture) {
    picture_->setCurrentIndex(static_cast<int>(picture));
    QSettings().setValue(kPictureSetting, picture_->currentIndex());
    Q_EMIT chosen();
}

std::size_t StudyPicturesPanel::objective() const {
    return chosenIndex(*objective_);
}

void StudyPicturesPanel::showChoices(const StudySnapshot* study) {
    QStringList objectives, parts;
    if (study) {
        for (const StudyObjective& each : study->table.study.objectives)
            objectives << QString::fromStdString(each.name);
        for (const StudyMap& map : studyMaps(study->table, 0))
            if (!map.rest.empty()) parts << QString::fromStdString(map.rest);
    }
    const bool map = picture() == StudyPicture::map;
    offer(*objective_, objectives, map);
    offer(*part_, parts, map);
}

StudyDrawing StudyPicturesPanel::drawing(const StudySnapshot* study, const QString& hint) const {
    StudyDrawing drawing;
    drawing.hint = hint;
    if (!study) return drawing;
    if (picture() == StudyPicture::map) {
        auto maps = studyMaps(study->table, objective());
        if (!maps.empty())
            drawing.map = std::move(maps[std::min(chosenIndex(*part_), maps.size() - 1)]);
    } else {
        ParallelPicture lines = studyParallel(study->table, study->trials);
        if (!lines.lines.empty()) drawing.parallel = std::move(lines);
    }
    return drawing;
}

void StudyPicturesPanel::showStudy(std::shared_ptr<const StudySnapshot> study,
                                   const QString& hint) {
    showChoices(study.get());
    const bool curves = picture() == StudyPicture::curves;
    setCurrentIndex(curves ? 1 : 0);
    if (curves) {
        fillChart(*chart_, study.get(), hint);
        chart_->replot(QCustomPlot::rpQueuedRefresh);
    } else {
        StudyDrawing now = drawing(study.get(), hint);
        canvas_->setDrawing(std::move(now), std::move(study));
    }
}

void StudyPicturesPanel::setTheme(const ChartTheme& theme, const QFont& font) {
    chart_->setTheme(theme, font);
    canvas_->setTheme(theme);
}

void StudyPicturesPanel::paint(QPainter& painter, const QSizeF& size, const ChartTheme& theme,
                               const StudySnapshot* study, const QString& hint) const {
    if (picture() != StudyPicture::curves) return drawing(study, hint).paint(painter, size, theme);
    CompareChart figure;
    figure.setTheme(theme, painter.font());
    fillChart(figure, study, hint);
    figure.prepare(size);
    paintPlot(figure, painter, size);
}

QString StudyPicturesPanel::csv(const StudySnapshot* study) const {
    if (!study) return QStringLiteral("trial,seed,state\n");
    if (picture() == StudyPicture::curves) return curvesCsv(*study);
    const StudyDrawing now = drawing(study, {});
    return QString::fromStdString(now.map ? studyMapCsv(study->table, objective(), *now.map)
                                          : trialsCsv(study->table, study->trials));
}

}  // namespace orrery
