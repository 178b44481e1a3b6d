// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <set>

#include "widgets/experts/box_chart.h"
#include "widgets/experts/expert_columns.h"
#include "widgets/experts/expert_statistics.h"
#include "widgets/experts/known_effects.h"
#include "widgets/experts/scatter_chart.h"
#include "widgets/view.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QSplitter;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace orrery {

class ExpertFilter;
class ExpertTableModel;
class LayerLink;
class RunSpread;
struct ComparedRun;

enum class ExpertPicture { scatter, boxes };

struct ExpertTableOptions {
    int layer = -1;  // -1 = all
    ExpertPicture picture = ExpertPicture::scatter;
    ExpertColumn x = ExpertColumn::share, y = ExpertColumn::key_drift;  // boxes: y alone
    bool log_x = false, log_y = false;
    QString filter;
    bool operator==(const ExpertTableOptions&) const = default;
};

/// Every expert as a row; any two measures against each other, or one over the runs that are
/// compared. What is chosen in the table or the scatter is selected in every view.
class ExpertTableView : public View {
    Q_OBJECT

public:
    explicit ExpertTableView(QWidget* parent = nullptr);

    void setRun(RunContext* run) override;
    QString viewName() const override { return QStringLiteral("table"); }
    /// The scatter or the box plots.
    void paintFigure(QPainter& painter, const QSizeF& size) const override;
    /// The rows on show, in their order; of box plots: run, layer, expert and the measure.
    QString dataAsCsv() const override;
    bool needsAnalysis() const override;
    bool figurePending() const override;
    QString figureFault() const override;
    QStringList figureArguments() const override;
    /// "layer=1", "boxes", "x=share", "y=key_drift", "log-x", "log-y", "filter=share>1",
    /// "run=COLOR:FOLDER" for each run of box plots.
    QString setLook(const QStringList& words) override;

    const ExpertTableOptions& options() const { return options_; }
    void setOptions(const ExpertTableOptions& options);
    /// Those of the box plots.
    void setComparedRuns(const std::vector<ComparedRun>& runs);
    ScatterChart& scatter() { return *scatter_; }
    BoxChart& boxes() { return *boxes_; }
    QTableView* table() { return table_; }
    QString statisticsText() const;

protected:
    void refresh() override;
    void applyTheme() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildControls();
    void buildTable();
    void change(const std::function<void(ExpertTableOptions&)>& edit);
    void showOptions();
    void requestAnalysis();
    /// Of the rows that pass the filter, in their order.
    std::vector<const ExpertRow*> shownRows() const;
    bool isChosen(const ExpertId& expert) const;
    void takeSelection();  // of the other views
    void giveSelection();  // to them
    void chooseIn(const std::set<std::pair<int, int>>& experts);
    void takeRows() const;
    void showChosen() const;
    ScatterPicture scatterPicture() const;
    BoxPicture boxPicture() const;
    bool isAnalysisMissing() const;
    /// An axis shows a measure that comes from there.
    bool shows(ColumnOrigin origin) const;
    /// nullptr where the run has none of its own.
    const LossEffects* lossEffects() const;
    /// Of which step they are, or how they are found.
    static QString effectsText(const LossEffects* found);  // nullptr = none

    ExpertTableOptions options_;
    ExpertTableModel* model_;
    ExpertFilter* filter_;
    RunSpread* spread_;
    QTableView* table_;
    ScatterChart* scatter_;
    BoxChart* boxes_;
    QStackedWidget* charts_;
    QSplitter* splitter_;
    QLabel *statistics_, *message_;
    QComboBox *layer_, *picture_, *x_, *y_;
    LayerLink* link_;
    QToolButton *log_x_, *log_y_, *analyze_;
    QLineEdit* search_;
    std::set<std::pair<int, int>> chosen_;  // layer and expert; of any layers
    mutable KnownEffects effects_;
    mutable bool taking_ = false;  // a selection is on its way
    bool waiting_ = false;         // for an analysis
    QString failure_;
};

}  // namespace orrery
