// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QStandardItemModel>
#include <functional>

#include "widgets/compare/compare_chart.h"
#include "widgets/compare/compared_runs.h"
#include "widgets/view.h"

class QComboBox;
class QLabel;
class QSplitter;
class QTableView;
class QToolButton;

namespace orrery {

/// Two or more runs over each other: curves, how they ended, and what they differ in. Which runs
/// and how is remembered between starts.
class CompareView : public View {
    Q_OBJECT

public:
    explicit CompareView(QWidget* parent = nullptr);

    QString viewName() const override { return QStringLiteral("compare"); }
    void paintFigure(QPainter& painter, const QSizeF& size) const override;
    FigureParts figureParts() const override { return kCurveParts; }
    /// run, scalar, step, tokens, seconds, value: every point that is on show.
    QString dataAsCsv() const override;
    PythonPlot pythonPlot() const override;
    /// The first of the runs; the others stand in figureArguments().
    QString figureSource() const override;
    QString figureFault() const override;
    QStringList figureArguments() const override;
    /// "run=COLOR:FOLDER" for each run (without one: the run on show), "metric=train/loss",
    /// "tokens", "seconds", "share", "log-x", "log-y", "smoothing=0.9", "seeds", "groups",
    /// "x=10:200".
    QString setLook(const QStringList& words) override;

    ComparedRuns& compared() { return *runs_; }
    void setFolders(const QStringList& folders);
    void add(const QStringList& folders);
    const CompareOptions& options() const { return options_; }
    void setOptions(const CompareOptions& options);
    void setScalar(const QString& name);
    QString scalarTitle() const;
    void setBaseline(const std::filesystem::path& folder);
    CompareChart& chart() { return *chart_; }
    QStandardItemModel& ends() { return ends_; }
    QStandardItemModel& differences() { return differences_; }
    QStandardItemModel& routing() { return routing_; }
    /// What is under way of measureRequested(), or why it failed; empty when it is done: then the
    /// runs are read again.
    void setMeasuring(const QString& text, bool failed = false);

Q_SIGNALS:
    void openRequested(const QString& folder);
    /// All of them are to be measured on one text (core/train/mixtures.h).
    void measureRequested(const QStringList& folders);

protected:
    void refresh() override;
    void applyTheme() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildToolbar(class FlowRow& row);
    void buildTables();
    void connectChart();
    void change(const std::function<void(CompareOptions&)>& edit);
    void removeChosen();
    QString noteText() const;
    void fillChart(CompareChart& chart) const;
    void showTables();
    void showRouting();
    QString xLabel() const;
    void showRuns(const QStringList& runs);
    void remember() const;
    void recall();

    ComparedRuns* runs_;
    CompareOptions options_;
    std::filesystem::path baseline_;
    int tables_of_ = -1;  // identities() that the tables show
    CompareChart* chart_;
    QStandardItemModel ends_, differences_, routing_;
    QTableView *end_table_, *difference_table_, *routing_table_;
    QString measuring_;
    QComboBox *scalar_, *axis_, *smoothing_;
    QToolButton *log_x_, *log_y_, *seeds_, *groups_;
    QSplitter *splitter_, *tables_;
    bool remembers_ = true;  // until setLook() says how to draw: that is nobody's wish for later
};

}  // namespace orrery
