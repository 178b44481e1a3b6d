// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>

#include "widgets/plots/loss_chart.h"
#include "widgets/view.h"

class QComboBox;
class QLabel;
class QSlider;
class QToolButton;

namespace orrery {

class LossReadout;

/// Training and validation loss of a run. Wheel: zoom along x (over an axis: along that axis; with
/// Shift: along y); drag: move; Shift and drag: zoom to a rectangle; double click or Home:
/// everything. How it is drawn is remembered between starts.
class LossView : public View {
    Q_OBJECT

public:
    explicit LossView(QWidget* parent = nullptr);
    ~LossView() override;

    void setRun(RunContext* run) override;
    QString viewName() const override { return QStringLiteral("loss"); }
    void paintFigure(QPainter& painter, const QSizeF& size) const override;
    FigureParts figureParts() const override { return kCurveParts; }
    /// Every logged point: series, step, seconds, value, and the smoothed value where shown.
    QString dataAsCsv() const override;
    PythonPlot pythonPlot() const override;

    const LossOptions& options() const { return chart_->options(); }
    void setOptions(const LossOptions& options);
    QStringList figureArguments() const override;
    QString setLook(const QStringList& words) override;
    LossChart& chart() { return *chart_; }
    LossReadout& readout() { return *readout_; }
    void resetWindow();

protected:
    void refresh() override;
    void applyTheme() override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void buildToolbar();
    void buildAxesMenu(QToolButton& button);
    void connectChart();
    void showOptions();
    void change(const std::function<void(LossOptions&)>& edit);
    void askManualRange();
    void collectMarks(int first);
    void showPublishedNote();
    void zoom(double factor);
    void pan(double share);
    void remember() const;
    void recall();

    LossChart* chart_;
    LossReadout* readout_;
    std::vector<LossMark> marks_;
    QComboBox* axis_;
    QToolButton* log_y_;
    QToolButton* axes_;
    QToolButton* reset_;
    QSlider* smoothing_;
    QLabel* smoothing_value_;
    QLabel* published_note_;  // why published results are not drawn
    QAction *range_all_, *range_robust_, *range_manual_, *include_zero_, *log_x_, *pads_,
        *published_;
    bool remembers_ = true;  // until setLook() says how to draw: that is nobody's wish for later
};

}  // namespace orrery
