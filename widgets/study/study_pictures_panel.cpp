// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/study/study_pictures_panel.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QSettings>
#include <algorithm>
#include <utility>

#include "widgets/compare/compare_chart.h"
#include "widgets/figure/flow_row.h"

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

bool choose(QComboBox& box, std::size_t index) {
    const bool known = index < static_cast<std::size_t>(box.count());
    if (known) box.setCurrentIndex(static_cast<int>(index));
    return known;
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
                        PictureWords::tr("Curves"), PictureWords::tr("Stream"),
                        PictureWords::tr("Seeds"), PictureWords::tr("Keys"),
                        PictureWords::tr("Objectives"), PictureWords::tr("Verdict")});
    picture_->setCurrentIndex(
        std::clamp(QSettings().value(kPictureSetting, 0).toInt(), 0, picture_->count() - 1));
    objective_ = combo(PictureWords::tr("Objective"));
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

StudyChoice StudyPicturesPanel::choice() const {
    return {picture(), chosenIndex(*objective_), chosenIndex(*part_)};
}

bool StudyPicturesPanel::setObjective(const StudySnapshot* study, std::size_t objective) {
    showChoices(study);
    return choose(*objective_, objective);
}

bool StudyPicturesPanel::setPart(const StudySnapshot* study, std::size_t part) {
    showChoices(study);
    return choose(*part_, part);
}

void StudyPicturesPanel::showChoices(const StudySnapshot* study) {
    QStringList objectives, parts;
    if (study) {
        for (const StudyObjective& each : study->table.study.objectives)
            objectives << QString::fromStdString(each.name);
        for (const StudyMap& map : studyMaps(study->table, 0))
            if (!map.rest.empty()) parts << QString::fromStdString(map.rest);
    }
    const bool map = picture() == StudyPicture::map, xy = picture() == StudyPicture::xy;
    offer(*objective_, objectives, map || xy || picture() == StudyPicture::seeds);
    const bool other = part_->count() != (xy ? objectives : parts).size();
    offer(*part_, xy ? objectives : parts, map || xy);
    if (xy && other && objectives.size() > 1) part_->setCurrentIndex(1);  // not over itself
    const QString name = xy ? PictureWords::tr("Objective of the x axis")
                            : PictureWords::tr("Values of the other axes");
    part_->setToolTip(name);
    part_->setAccessibleName(name);
}

void StudyPicturesPanel::showStudy(std::shared_ptr<const StudySnapshot> study,
                                   const QString& hint) {
    showChoices(study.get());
    const bool curves = picture() == StudyPicture::curves || picture() == StudyPicture::stream;
    setCurrentIndex(curves ? 1 : 0);
    StudyDrawing now = studyDrawing(study.get(), choice(), hint);
    if (curves) {
        now.chart.value_or(StudyChart()).fill(*chart_, hint);
        chart_->replot(QCustomPlot::rpQueuedRefresh);
    } else {
        canvas_->setDrawing(std::move(now), std::move(study));
    }
}

void StudyPicturesPanel::setTheme(const ChartTheme& theme, const QFont& font) {
    chart_->setTheme(theme, font);
    canvas_->setTheme(theme);
}

void StudyPicturesPanel::paint(QPainter& painter, const QSizeF& size, const FigureStyle& style,
                               const StudySnapshot* study, const QString& hint) const {
    studyDrawing(study, choice(), hint).paint(painter, size, style);
}

QString StudyPicturesPanel::csv(const StudySnapshot* study) const {
    return studyCsv(study, choice());
}

}  // namespace orrery
