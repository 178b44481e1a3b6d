// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "widgets/compare/compare_curves.h"
#include "widgets/python_plot.h"

namespace orrery {

/// Curves with their bands for matplotlib; not the axes' scales and ranges.
PythonPlot curvesPlot(const CompareCurves& curves, const QString& x_label, const QString& y_label);

}  // namespace orrery
