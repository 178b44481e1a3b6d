// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QWidget>
#include <memory>

#include "widgets/palette/chart_theme.h"
#include "widgets/study/study_drawing.h"
#include "widgets/study/study_snapshot.h"

namespace orrery {

/// A picture of a study on the screen. Over a map or lines, hovering tells the numbers and a double
/// click means a trial.
/// GUI thread.
class StudyCanvas : public QWidget {
    Q_OBJECT

public:
    explicit StudyCanvas(QWidget* parent = nullptr);
    void setDrawing(StudyDrawing drawing, std::shared_ptr<const StudySnapshot> study);
    const StudyDrawing& drawing() const { return drawing_; }
    void setTheme(const ChartTheme& theme);
    /// Of a cell the first trial that has a run; 0 = none is there.
    std::int64_t trialAt(const QPointF& place) const;
    QString describe(const QPointF& place) const;

Q_SIGNALS:
    void trialActivated(std::int64_t trial);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    int indexAt(const QPointF& place) const;

    StudyDrawing drawing_;
    std::shared_ptr<const StudySnapshot> study_;
    ChartTheme theme_ = lightTheme();
    int marked_ = -1;
};

}  // namespace orrery
