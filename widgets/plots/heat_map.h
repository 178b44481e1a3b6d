// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <vector>

#include "widgets/palette/chart_theme.h"
#include "widgets/plots/plain_plottable.h"

namespace orrery {

/// A grid of cells, drawn as rectangles (so also in a PDF): row r, column c at y = r, x = c.
/// Colors run logarithmically between `low` and `high`; a value of zero has its own color. Where
/// cells are narrower than a pixel, each column shows its highest.
class HeatMap : public PlainPlottable {
public:
    using PlainPlottable::PlainPlottable;
    void setValues(std::vector<std::vector<double>> rows) { rows_ = std::move(rows); }
    void setColorRange(double low, double high) { low_ = low, high_ = high; }
    void setTheme(const ChartTheme& theme) { theme_ = theme; }
    /// Of cells that are zero; deadColor() where none is set.
    void setZeroColor(const QColor& color) { zero_ = color; }
    void setMarked(int row, std::vector<int> columns) {
        marked_row_ = row;
        marked_columns_ = std::move(columns);
    }
    QColor colorOf(double value) const;
    static QColor deadColor(const ChartTheme& theme);

protected:
    void draw(QCPPainter* painter) override;

private:
    void drawRow(QCPPainter* painter, int row) const;
    QRectF cellRect(int row, int from, int to) const;

    std::vector<std::vector<double>> rows_;
    double low_ = 1e-3, high_ = 1;
    ChartTheme theme_;
    QColor zero_;
    int marked_row_ = -1;
    std::vector<int> marked_columns_;
};

/// The colors of a HeatMap as a bar beside it, with a log axis; drawn as rectangles too.
class ColorBar : public PlainPlottable {
public:
    using PlainPlottable::PlainPlottable;
    void setTheme(const ChartTheme& theme) { theme_ = theme; }

protected:
    void draw(QCPPainter* painter) override;

private:
    ChartTheme theme_;
};

/// Such a bar in a cell of a grid, as high as `beside`; its axis is valueAxis(), on the right.
ColorBar* addColorBar(QCPAxisRect& beside, QCPLayoutGrid& grid, int row, int column);

}  // namespace orrery
