// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "widgets/plots/qcustomplot.h"

namespace orrery {

/// Ticks of a log axis: decades where many show, 1-2-5 steps where one or two do (1-3 where few
/// numbers have room), and evenly spaced round values inside a single decade, so that an axis
/// always carries at least two numbers.
class LogTicker : public QCPAxisTicker {
public:
    LogTicker();

protected:
    QVector<double> createTickVector(double step, const QCPRange& range) override;
    QVector<double> createSubTickVector(int count, const QVector<double>& ticks) override;
    int getSubTickCount(double step) override;

private:
    bool single_decades_ = false;
};

}  // namespace orrery
