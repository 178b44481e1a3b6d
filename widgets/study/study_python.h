// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "widgets/python_plot.h"
#include "widgets/study/study_drawing.h"

namespace orrery {

/// A study's picture for matplotlib; empty for a hint.
PythonPlot studyPython(const StudyDrawing& drawing);

}  // namespace orrery
