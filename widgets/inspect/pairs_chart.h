// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>
#include <vector>

#include "widgets/palette/chart_theme.h"
#include "widgets/plots/qcustomplot.h"

namespace orrery {

class ColorBar;
class HeatMap;
struct RunTables;

enum class PairMeasure { share, lift };

/// How often the experts of a layer are chosen together.
struct PairMatrix {
    std::vector<int> order;                   // the experts along both axes
    std::vector<std::vector<double>> values;  // by place in `order`; 0 = never together
    std::vector<double> usage_share;          // by place: of the layer's selections
    std::vector<double> gate_share;           // by place: of the layer's gate mass; may be empty
};

/// Empty while the run is not analyzed. Busiest experts first, partners beside each other.
PairMatrix pairsOf(const RunTables* analysis, int layer, PairMeasure measure);

/// A matrix of cells, and below it each expert's usage beside its gate mass. GUI thread.
class PairsChart : public QCustomPlot {
    Q_OBJECT

public:
    explicit PairsChart(QWidget* parent = nullptr);
    void setMatrix(const PairMatrix& matrix, PairMeasure measure, const std::vector<int>& marked);
    void setTheme(const ChartTheme& theme, const QFont& font);
    void setTexts(const QString& title, const QString& empty);
    /// Before each drawing of this size: as many numbers as have room.
    void prepare(const QSizeF& size);
    /// (expert, expert) at a place of the widget; -1 = none.
    std::pair<int, int> pairAt(const QPointF& place) const;

    const QString& titleText() const { return title_text_; }
    /// Of usage and gate mass.
    QCPAxisRect& lower() { return *lower_; }

private:
    HeatMap* cells_;
    ColorBar* bar_;
    QCPAxisRect *lower_, *spacer_;  // below the cells, and below their color bar
    QString title_text_;
    QCPTextElement* title_;
    QCPItemText* empty_;
    QCPGraph *usage_, *gates_;
    PairMatrix matrix_;
    PairMeasure measure_ = PairMeasure::share;
    ChartTheme theme_;
    QFont font_;
};

}  // namespace orrery
