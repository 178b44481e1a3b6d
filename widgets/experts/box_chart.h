// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

#include "widgets/experts/expert_statistics.h"
#include "widgets/palette/chart_theme.h"
#include "widgets/plots/qcustomplot.h"

namespace orrery {

struct BoxPicture {
    struct Box {
        QString title;
        int color = 0;  // of runColor()
        BoxStatistics statistics;
    };
    std::vector<Box> boxes;  // those of no values are left out
    QString label;           // of the values
    bool log = false;
    QString empty;  // in place of no boxes
};

/// The spread of a measure over the experts of several runs: median, quartiles, whiskers,
/// outliers. GUI thread.
class BoxChart : public QCustomPlot {
    Q_OBJECT

public:
    explicit BoxChart(QWidget* parent = nullptr);
    void setPicture(BoxPicture picture);
    const BoxPicture& picture() const { return picture_; }
    void setTheme(const ChartTheme& theme, const QFont& font);
    /// Before each drawing of this size.
    void prepare(const QSizeF& size);

private:
    void prepareAxes(const QSizeF& size);

    BoxPicture picture_;
    ChartTheme theme_;
    QFont font_;
    QCPItemText* empty_;
};

}  // namespace orrery
