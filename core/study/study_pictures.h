// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of a study as values: the window draws them, orrery-cli writes their numbers.
#pragma once
#include <string>
#include <vector>

#include "core/study/study_store.h"
#include "core/study/study_table.h"

namespace orrery {

/// An objective over the first two axes of a study.
struct StudyMap {
    std::string title, x_name, y_name, caption;
    std::string value_name;  // what the colors stand for
    std::string rest;        // the labels of the axes after the second, "" without them
    std::vector<std::string> columns, rows;
    std::vector<double> values;      // [rows, columns]; not a number = nothing there
    std::vector<std::string> texts;  // [rows, columns], written into the cells
    std::vector<bool> failed;        // [rows, columns]: without a value, since trials failed
    std::vector<int> sides;      // [rows, columns]: a line is drawn between cells of different ones
    std::vector<bool> outlined;  // [rows, columns]: dashed, what the caption says
    std::vector<int> cells;      // [rows, columns]: place in the table's cells; -1 = none
};

struct ParallelAxis {
    std::string name;
    bool logarithmic = false;         // the search space is
    std::vector<std::string> labels;  // of a choice, the lowest first; empty: numbers
};

struct ParallelLine {
    std::int64_t trial = 0;
    std::vector<double> values;  // [axes]: numbers, or places of labels; not a number = none
    double shade = 0;            // 0 dark .. 1 light
    bool failed = false;         // ends in a lane of its own
};

/// A line for each trial that is over, across all axes and objectives.
struct ParallelPicture {
    std::string title, caption;
    std::vector<ParallelAxis> axes;
    std::vector<ParallelLine> lines;
};

/// A quantity of several entries.
struct DotPanel {
    std::string name;
    std::vector<std::vector<double>> values;  // [rows][seeds], finite
};

/// A row for each cell and a panel for each objective: what every seed came to.
struct StudyDots {
    std::string title, caption;
    std::vector<std::string> rows;
    std::vector<DotPanel> panels;
};

/// One objective over another: arms of the first axis as series, their cells as points.
struct StudyXy {
    struct Point {
        std::string name;  // the labels of the other axes
        double x = 0, y = 0;
        double x_deviation = 0, y_deviation = 0;  // over seeds; not a number for one
        std::size_t seeds = 0;
    };
    struct Series {
        std::string name;
        std::vector<Point> points;  // by x, ascending
    };
    std::string title, caption, x_name, y_name;
    std::vector<Series> series;  // with points
};

/// Objective `y` over objective `x`; without series while no trial is done.
StudyXy studyXy(const StudyTable& table, std::size_t x, std::size_t y);
/// The name of its files with the first objective over this one, without an extension:
/// "xy-total-millions".
std::string studyXyFile(const StudyTable& table, std::size_t x);
/// series, point, x, x deviation, y, y deviation, seeds
std::string studyXyCsv(const StudyXy& picture);

/// One map for each combination of the axes after the second; none of a search, whose cells share
/// no labels.
std::vector<StudyMap> studyMaps(const StudyTable& table, std::size_t objective);
/// The name of its files, without an extension: "map-val-loss".
std::string studyMapFile(const StudyTable& table, std::size_t objective, const StudyMap& map);
/// row, column, mean, deviation, seeds, failed, like_the_best
std::string studyMapCsv(const StudyTable& table, std::size_t objective, const StudyMap& map);
/// Without lines while no trial is over.
ParallelPicture studyParallel(const StudyTable& table, const std::vector<TrialRecord>& trials);

/// Of these objectives; without rows while no trial is done.
StudyDots studyDots(const StudyTable& table, const std::vector<std::size_t>& objectives);

/// "alpha = 0.01, size = small": the axes from `from` on that have several points. Without any, the
/// study's name, or nothing where `from` is above 0.
std::string cellName(const StudyTable& table, const StudyCell& cell, std::size_t from = 0);
/// "2.310"; "-" when it is not finite.
std::string withDecimals(double value, int decimals);
/// Numbers of an axis with as many digits, three at least, as tell them apart.
std::vector<std::string> tickTexts(const std::vector<double>& values);
/// "2.31 ± 0.04", "failed", "training", "-"
std::string cellText(const StudyCell& cell, std::size_t objective);
/// What is counted, of how many trials and seeds, at which scale, by which version.
std::string studyCaption(const StudyTable& table);
/// The same of a picture that shows no means of last values: curves, and single trials.
std::string trialsCaption(const StudyTable& table);
/// Readouts by layer, a line for each cell, layer and figure: mean and deviation over seeds of
/// gini, entropy_bits, gate_entropy, used and max_violation.
std::string layersCsv(const StudyTable& table, const std::vector<TrialRecord>& trials);
/// A line for each trial: its point, state, objectives.
std::string trialsCsv(const StudyTable& table, const std::vector<TrialRecord>& trials);

}  // namespace orrery
