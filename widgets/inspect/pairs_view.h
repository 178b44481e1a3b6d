// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "widgets/inspect/pairs_chart.h"
#include "widgets/view.h"

class QComboBox;

namespace orrery {

class LayerLink;

/// Which experts of a layer are chosen together: a matrix, and usage beside gate mass. A click
/// selects the pair in every view.
class PairsView : public View {
    Q_OBJECT

public:
    explicit PairsView(QWidget* parent = nullptr);

    void setRun(RunContext* run) override;
    QString viewName() const override { return QStringLiteral("pairs"); }
    void paintFigure(QPainter& painter, const QSizeF& size) const override;
    FigureParts figureParts() const override { return {.legend = true, .lines = true}; }
    /// layer, expert, other, measure, value; pairs that are never chosen together left out.
    QString dataAsCsv() const override;
    PythonPlot pythonPlot() const override;
    bool needsAnalysis() const override;
    QStringList figureArguments() const override;
    /// "layer=2", "lift".
    QString setLook(const QStringList& words) override;

    void setLayer(int layer);
    int layer() const { return layer_now_; }
    PairsChart& chart() { return *chart_; }

protected:
    void refresh() override;
    void applyTheme() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    PairMeasure measure() const;
    void fill(PairsChart& chart) const;

    int layer_now_ = 0;
    PairsChart* chart_;
    QComboBox *layer_, *measure_;
    LayerLink* link_;
};

}  // namespace orrery
