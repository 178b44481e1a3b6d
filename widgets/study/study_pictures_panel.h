// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QStackedWidget>

#include "widgets/study/study_canvas.h"

class QComboBox;
class QPainter;

namespace orrery {

class CompareChart;
class FlowRow;

/// The pictures of a study, one at a time, and the choices of what they show. GUI thread.
class StudyPicturesPanel : public QStackedWidget {
    Q_OBJECT

public:
    /// Puts its choices into `row`; they belong to `parent`.
    StudyPicturesPanel(FlowRow* row, QWidget* parent);

    void setPicture(StudyPicture picture);
    StudyPicture picture() const;
    StudyChoice choice() const;
    /// Chooses among the objectives, or the parts, that a study's map has. False where there is no
    /// such one.
    bool setObjective(const StudySnapshot* study, std::size_t objective);
    bool setPart(const StudySnapshot* study, std::size_t part);
    /// Draws the study as it is known now, or a hint: nullptr for none.
    void showStudy(std::shared_ptr<const StudySnapshot> study, const QString& hint);
    void setTheme(const ChartTheme& theme, const QFont& font);

    /// The picture of a study that nobody need look at, and the numbers behind it.
    void paint(QPainter& painter, const QSizeF& size, const FigureStyle& style,
               const StudySnapshot* study, const QString& hint) const;
    QString csv(const StudySnapshot* study) const;

    StudyCanvas& canvas() { return *canvas_; }
    CompareChart& chart() { return *chart_; }

Q_SIGNALS:
    /// Another picture is wanted.
    void chosen();

private:
    void showChoices(const StudySnapshot* study);

    StudyCanvas* canvas_;
    CompareChart* chart_;
    QComboBox *picture_, *objective_, *part_;
};

}  // namespace orrery
