// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of a study: what each draws, and the numbers behind it. GUI thread.
#pragma once
#include <QSizeF>
#include <QString>
#include <optional>
#include <utility>
#include <vector>

#include "core/study/key_clouds.h"
#include "core/study/study_pictures.h"
#include "widgets/compare/compare_curves.h"
#include "widgets/palette/figure_style.h"
#include "widgets/study/verdict_picture.h"

class QPainter;

namespace orrery {

class CompareChart;
struct StudySnapshot;

/// In the order in which the view offers them.
enum class StudyPicture { map, parallel, curves, stream, seeds, keys, xy, verdict };

struct StudyChoice {
    StudyPicture picture = StudyPicture::map;
    std::size_t objective = 0;  // of a map; of the y axis
    std::size_t part = 0;       // of its maps: one for each combination of the further axes; of the
                                // x axis, the objective
};

/// Curves over each other, with the range of their seeds.
struct StudyChart {
    QString title, caption;  // around a figure
    QString x_label, y_label, note;
    CompareCurves curves;
    void fill(CompareChart& chart, const QString& hint) const;
};

/// One of them, or a hint where there is nothing to draw yet.
struct StudyDrawing {
    std::optional<StudyMap> map = {};
    std::optional<ParallelPicture> parallel = {};
    std::optional<StudyChart> chart = {};
    std::optional<StudyDots> dots = {};
    std::optional<KeyClouds> keys = {};
    std::optional<StudyXy> xy = {};
    std::optional<VerdictPicture> verdict = {};
    QString hint = {};

    bool isEmpty() const {
        return !map && !parallel && !chart && !dots && !keys && !xy && !verdict;
    }
    /// `marked`: a cell of a map or a line in front of the others, -1 = none.
    void paint(QPainter& painter, const QSizeF& size, const FigureStyle& style,
               int marked = -1) const;
    /// Of a figure that holds all of it in a readable size, in mm.
    QSizeF figureSize() const;
};

/// nullptr = no study is known.
StudyDrawing studyDrawing(const StudySnapshot* study, const StudyChoice& choice,
                          const QString& hint);
/// The numbers that it shows, with a header line.
QString studyCsv(const StudySnapshot* study, const StudyChoice& choice);

/// All pictures that a study has, under the names of their files: "map-val-loss", "parallel",
/// "curves", "stream", "keys", "xy-NAME" (the first objective over another one), "verdict"; of
/// controls "controls".
std::vector<std::pair<std::string, StudyDrawing>> studyDrawings(const StudySnapshot& study);

}  // namespace orrery
