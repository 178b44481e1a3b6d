// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <utility>
#include <vector>

#include "widgets/palette/chart_theme.h"
#include "widgets/plots/plain_plottable.h"

namespace orrery {

/// One bar for each expert at x = 0, 1, 2 ... A count of zero has no place on a log axis: such an
/// expert gets a mark of its own below the axis' floor. Where bars are thinner than a pixel, each
/// column shows its highest.
class UsageBars : public PlainPlottable {
public:
    using PlainPlottable::PlainPlottable;
    void setCounts(std::vector<double> counts) { counts_ = std::move(counts); }
    const std::vector<double>& counts() const { return counts_; }
    void setTheme(const ChartTheme& theme) { theme_ = theme; }
    void setMarked(std::vector<int> positions) { marked_ = std::move(positions); }  // ascending

protected:
    void draw(QCPPainter* painter) override;

private:
    void drawBar(QCPPainter* painter, double from, double to, double count, bool marked) const;
    void drawDeadMark(QCPPainter* painter, double from, double to) const;

    std::vector<double> counts_;
    ChartTheme theme_;
    std::vector<int> marked_;
};

}  // namespace orrery
