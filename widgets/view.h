// SPDX-License-Identifier: GPL-3.0-or-later
// What the main window knows of a view of a run. GUI thread only.
#pragma once
#include <QElapsedTimer>
#include <QPointer>
#include <QSizeF>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <QVector>
#include <QWidget>

#include "widgets/palette/figure_style.h"

class QPainter;

namespace orrery {

class Requests;
class RunContext;
class RunData;
class Selection;
struct PythonPlot;

/// A hidden view does no work: connect the run's signals to markStale() or markDirty(), and draw
/// in refresh(), which is called at most once an event-loop turn and only while the view can be
/// seen (else when it is next shown).
class View : public QWidget {
    Q_OBJECT

public:
    explicit View(QWidget* parent = nullptr);

    /// Overrides call View::setRun(run) first, then connect to the signals of its parts that they
    /// use. nullptr = no run.
    virtual void setRun(RunContext* run);
    RunContext* run() const;

    /// A short word for file names, stable in every language: "loss", "experts", "galaxy",
    /// "traces".
    virtual QString viewName() const = 0;
    /// Draws the present picture, vectors as vectors. `size` is in units of 1/96 inch; the
    /// painter's window is (0, 0, size), already scaled to its device. Must not depend on the
    /// view's visibility or widget size.
    virtual void paintFigure(QPainter& painter, const QSizeF& size) const = 0;
    /// The same in a style; paintFigure() alone is for white paper.
    void paintFigureIn(const FigureStyle& style, QPainter& painter, const QSizeF& size) const;
    /// What of a style it takes.
    virtual FigureParts figureParts() const { return {}; }
    /// The views that stand in the figure, in their order: more than one for panels.
    virtual QVector<const View*> figurePanels() const { return {this}; }
    /// The folder that the picture is of, for whoever makes it without a window; may be empty.
    virtual QString figureSource() const;
    /// Why there is no picture: what it is of can't be read; empty when there is one.
    virtual QString figureFault() const { return {}; }
    /// What the command line's --figure takes beside it for the same picture.
    virtual QStringList figureArguments() const { return {}; }
    /// Draws the picture as the words of --look say, and else as at first, whatever it was before;
    /// gives the first that it does not know (and has then changed nothing), or an empty text.
    virtual QString setLook(const QStringList& words) { return words.value(0); }
    /// Something of the picture is still being made: a figure would lack it.
    virtual bool figurePending() const { return false; }
    /// Every number behind the picture, with a header line; decimal point, comma, UTF-8.
    virtual QString dataAsCsv() const = 0;
    /// The same picture for matplotlib (savePython()).
    virtual PythonPlot pythonPlot() const;
    /// Its picture needs an analysis of the run that is not there (Requests::requestAnalysis).
    virtual bool needsAnalysis() const { return false; }
    /// How long the last refresh took, in ms.
    double cost() const { return cost_; }

Q_SIGNALS:
    /// Somebody wants to know what is seen in it.
    void explainRequested();

protected:
    /// The parts of run(); nullptr without one.
    RunData* data() const;
    Selection* selection() const;
    Requests* requests() const;
    virtual void refresh() = 0;
    /// The window's palette or font is another; the view is drawn anew afterwards.
    virtual void applyTheme() {}
    /// What paintFigure() draws in.
    const FigureStyle& figureStyle() const { return figure_style_; }
    const ChartTheme& figureTheme() const { return figure_style_.theme; }
    /// The user asked: draw with the next turn.
    void markDirty();
    /// New data came: draw soon, yet so that drawing takes a hundredth of the time at most.
    void markStale();
    bool canBeSeen() const;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void refreshIfDue();

    QPointer<RunContext> run_;
    mutable FigureStyle figure_style_;
    QTimer later_;
    QElapsedTimer since_;  // the last refresh
    double cost_ = 0;      // ms
    bool dirty_ = true;
    bool scheduled_ = false;
};

}  // namespace orrery
