// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>

#include "widgets/plots/experts_chart.h"
#include "widgets/view.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace orrery {

class LayerLink;

/// How a run uses its experts. A click on a bar or a cell marks that expert in every view; a click
/// beside them takes the mark away.
class ExpertsView : public View {
    Q_OBJECT

public:
    explicit ExpertsView(QWidget* parent = nullptr);

    void setRun(RunContext* run) override;
    QString viewName() const override { return QStringLiteral("experts"); }
    void paintFigure(QPainter& painter, const QSizeF& size) const override;
    FigureParts figureParts() const override { return {.lines = true, .y_range = true}; }
    /// layer, expert, selections since the start and in the last interval, and their shares; of the
    /// histogram as ExpertsChart::binsCsv().
    QString dataAsCsv() const override;
    PythonPlot pythonPlot() const override;
    QStringList figureArguments() const override;
    /// "histogram", "layer=2", "last", "unsorted", "log-y".
    QString setLook(const QStringList& words) override;

    const ExpertsOptions& options() const { return chart_->options(); }
    void setOptions(const ExpertsOptions& options);
    ExpertsChart& chart() { return *chart_; }

protected:
    void refresh() override;
    void applyTheme() override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildToolbar();
    void showOptions();
    void change(const std::function<void(ExpertsOptions&)>& edit);
    void click(const QPointF& position);
    void stepMark(int by);

    ExpertsChart* chart_;
    void showPublishedNote();
    QString statesOf(int layer) const;

    QComboBox *picture_, *layer_, *span_;
    QLabel* published_note_;
    LayerLink* link_;
    QToolButton *sorted_, *log_;
};

}  // namespace orrery
