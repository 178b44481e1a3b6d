// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QPointer>
#include <optional>
#include <vector>

#include "widgets/palette/chart_theme.h"
#include "widgets/plots/envelope.h"
#include "widgets/plots/loss_curves.h"
#include "widgets/plots/qcustomplot.h"

namespace orrery {

/// A step at which the user changed something while the run went on.
struct LossMark {
    double step = 0;
    double time = 0;
    QString text;
};

/// Where the plot looks: an axis without a value follows the data.
struct LossWindow {
    std::optional<ValueRange> x, y;
};

/// The loss of a run as curves. It draws what the run holds when it is painted; a million points
/// cost a few milliseconds, since only an envelope of them reaches the painter. GUI thread.
class LossChart : public QCustomPlot {
    Q_OBJECT

public:
    explicit LossChart(QWidget* parent = nullptr);

    void setRun(RunData* run);
    /// For a figure: what is stored is waited for (LossCurves::update).
    void setWaiting(bool wait) { wait_ = wait; }
    void resetCurves() {
        curves_.reset();
        drawn_.clear();
    }
    void setOptions(const LossOptions& options);
    const LossOptions& options() const { return options_; }
    void setMarks(std::vector<LossMark> marks);
    const std::vector<LossMark>& marks() const { return marks_; }
    void setTheme(const ChartTheme& theme, const QFont& font);
    const ChartTheme& theme() const { return theme_; }

    const LossWindow& dataWindow() const { return window_; }
    void setDataWindow(const LossWindow& window);
    /// Takes the window from where the axes stand, after the user moved them.
    void keepAxesAsWindow(bool x, bool y);

    /// Brings curves, ranges, legend and notes up to date for a drawing of this size in its own
    /// units. Called before each replot; call it before paintPlot().
    void prepare(const QSizeF& size);
    /// prepare() is setting the axes, not the user.
    bool preparing() const { return preparing_; }
    /// The curves as the run holds them now; valid until its next tick.
    const LossCurves& currentCurves();
    /// What stands for a curve in the legend.
    QString legendOf(const LossCurve& curve) const;
    QString note() const { return note_; }
    /// What stands along the lines of the marks, from left to right.
    QStringList markNames() const;

private:
    struct Drawn {
        LossCurve curve;
        Envelope raw, average;
    };
    void prepareAxes();
    void prepareGraphs(int columns);
    void prepareEnvelopes(int columns);
    void prepareMarks(const QSizeF& size);
    /// Writes what was changed along the lines; those too near to each other share a text.
    /// How high the highest curve is there, as a share of the axis.
    double curveShareAt(double place) const;
    void nameMarks(const std::vector<std::pair<double, QString>>& places, const QSizeF& size);
    QString markName(const QString& text, int more, double room) const;
    void prepareNote(double width);
    ValueRange wholeX() const;
    ValueRange wholeY() const;
    void drawCurve(const Drawn& drawn);
    QCPGraph* nextGraph();
    /// `strips`: as many short lines that meet, which rasterise a hundred times faster than one
    /// long dense one.
    void setGraph(QCPGraph& graph, const std::vector<double>& x, const std::vector<double>& y,
                  bool strips = false);

    QPointer<RunData> run_;
    bool wait_ = false;
    LossOptions options_;
    LossWindow window_;
    LossCurves curves_;
    std::vector<Drawn> drawn_;
    EnvelopeWindow drawn_for_;
    std::vector<LossMark> marks_;
    std::vector<QCPItemText*> mark_items_;
    ChartTheme theme_;
    QFont font_;
    QCPItemText* note_item_;
    QCPItemText* empty_item_;
    QString note_;
    int used_graphs_ = 0;
    bool preparing_ = false;
};

}  // namespace orrery
