// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/experts/expert_table_view.h"

#include <QComboBox>
#include <QHeaderView>
#include <QItemSelection>
#include <QLabel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "widgets/experts/expert_filter.h"
#include "widgets/experts/expert_rows.h"
#include "widgets/experts/expert_table_model.h"
#include "widgets/experts/run_spread.h"
#include "widgets/figure/flow_row.h"
#include "widgets/figure/view_layout.h"
#include "widgets/plots/expert_usage.h"
#include "widgets/plots/layer_link.h"
#include "widgets/plots/plot_style.h"
#include "widgets/run/gate_warnings.h"
#include "widgets/run/intervention_menu.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_data.h"
#include "widgets/run/selection.h"
#include "widgets/status/run_words.h"

namespace orrery {

namespace {

constexpr double kWide = 1.5;  // times as wide as high: table and chart stand beside each other

}  // namespace

ExpertTableView::ExpertTableView(QWidget* parent)
    : View(parent),
      model_(new ExpertTableModel(this)),
      filter_(new ExpertFilter(this)),
      spread_(new RunSpread(this)),
      table_(new QTableView(this)),
      scatter_(new ScatterChart(this)),
      boxes_(new BoxChart(this)),
      charts_(new QStackedWidget(this)),
      splitter_(new QSplitter(Qt::Vertical, this)),
      statistics_(new QLabel(this)),
      message_(new QLabel(this)) {
    scatter_->setAccessibleName(tr("Scatter plot of two measures of the experts"));
    boxes_->setAccessibleName(tr("Box plots of a measure over runs"));
    charts_->addWidget(scatter_);
    charts_->addWidget(boxes_);
    charts_->setMinimumSize(180, 120);
    buildTable();
    splitter_->addWidget(table_);
    splitter_->addWidget(charts_);
    for (QLabel* label : {statistics_, message_}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setContentsMargins(6, 0, 6, 2);
    }
    statistics_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    buildControls();
    setFocusProxy(table_);
    applyTheme();
    showOptions();
    connect(scatter_, &ScatterChart::chosen, this,
            [this](const std::vector<ExpertId>& experts, bool add) {
                auto now = add ? chosen_ : std::set<std::pair<int, int>>();
                for (const ExpertId& expert : experts)
                    now.insert({expert.layer, expert.expert});
                chooseIn(now);
                giveSelection();
            });
    for (QWidget* at : {static_cast<QWidget*>(table_), static_cast<QWidget*>(scatter_)})
        offerInterventions(at, [this] { return run(); });
    connect(spread_, &RunSpread::changed, this, [this] { markDirty(); });
}

void ExpertTableView::setOptions(const ExpertTableOptions& options) {
    options_ = options;
    showOptions();
    if (options.layer >= 0) link_->tell(options.layer);
    chooseIn(chosen_);
    markDirty();
}

void ExpertTableView::change(const std::function<void(ExpertTableOptions&)>& edit) {
    ExpertTableOptions options = options_;
    edit(options);
    if (!(options == options_)) setOptions(options);
}

void ExpertTableView::setRun(RunContext* run) {
    View::setRun(run);
    link_->setRun(run);
    const auto reset = [this] {
        waiting_ = false;
        failure_.clear();
        chosen_.clear();
        if (options_.layer >= 0) options_.layer = link_->layer(options_.layer);
        model_->setRows({});
        showOptions();
        markDirty();
    };
    reset();
    if (!run) return;
    connect(data(), &RunData::sourceChanged, this, reset);
    connect(data(), &RunData::usageChanged, this, [this] { markStale(); });
    connect(data(), &RunData::keysChanged, this, [this] { markStale(); });
    connect(data(), &RunData::expertTokensChanged, this, [this] { markStale(); });
    connect(selection(), &Selection::changed, this, &ExpertTableView::takeSelection);
    connect(requests(), &Requests::analysisReady, this, [this] {
        waiting_ = false;
        failure_.clear();
        markDirty();
    });
    connect(requests(), &Requests::analysisFailed, this, [this](const QString& reason) {
        waiting_ = false;
        failure_ = reason;
        markDirty();
    });
    takeSelection();
}

void ExpertTableView::setComparedRuns(const std::vector<ComparedRun>& runs) {
    spread_->setRuns(runs);
}

void ExpertTableView::requestAnalysis() {
    if (!run() || waiting_) return;
    waiting_ = true;
    failure_.clear();
    markDirty();
    requests()->requestAnalysis();
}

bool ExpertTableView::isChosen(const ExpertId& expert) const {
    return chosen_.contains({expert.layer, expert.expert});
}

// Those of other layers stay chosen here as long as the others agree about the selection's layer.
void ExpertTableView::takeSelection() {
    const ExpertSelection& others = selection()->chosen();
    std::vector<int> own;
    for (const auto& [layer, expert] : chosen_)
        if (layer == others.layer) own.push_back(expert);
    if (own == others.experts && (!own.empty() || chosen_.empty())) return;
    std::set<std::pair<int, int>> now;
    for (const int expert : others.experts)
        now.insert({others.layer, expert});
    chooseIn(now);
}

void ExpertTableView::giveSelection() {
    markDirty();
    if (!run()) return;
    ExpertSelection given = selection()->chosen();
    const auto of = [this](int layer) {
        std::vector<int> experts;
        for (const auto& [of_layer, expert] : chosen_)
            if (of_layer == layer) experts.push_back(expert);
        return experts;
    };
    given.experts = of(given.layer);
    // Another layer's, where this one has none.
    if (given.experts.empty() && !chosen_.empty()) {
        given.layer = chosen_.begin()->first;
        given.experts = of(given.layer);
    }
    selection()->select(given);
}

void ExpertTableView::chooseIn(const std::set<std::pair<int, int>>& experts) {
    chosen_ = experts;
    showChosen();
    markDirty();
}

void ExpertTableView::showChosen() const {
    const QScopedValueRollback guard(taking_, true);
    QItemSelection rows;
    for (int row = 0; row < filter_->rowCount(); ++row) {
        const QModelIndex index = filter_->index(row, 0);
        if (isChosen(model_->row(filter_->mapToSource(index).row()).id))
            rows.select(index, filter_->index(row, kExpertColumns - 1));
    }
    table_->selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
    if (!rows.isEmpty()) table_->scrollTo(rows.first().topLeft());
}

std::vector<const ExpertRow*> ExpertTableView::shownRows() const {
    std::vector<const ExpertRow*> rows;
    for (int row = 0; row < filter_->rowCount(); ++row)
        rows.push_back(&model_->row(filter_->mapToSource(filter_->index(row, 0)).row()));
    return rows;
}

void ExpertTableView::takeRows() const {
    std::vector<ExpertRow> rows;
    if (run() && data()->hasSource())
        rows = expertRows(*data(), requests()->analysis(), lossEffects());
    const bool first = model_->rows().empty() && !rows.empty();
    {
        const QScopedValueRollback guard(taking_, true);
        model_->setRows(std::move(rows));
    }
    if (!first) return;
    table_->resizeColumnsToContents();
    showChosen();
}

const LossEffects* ExpertTableView::lossEffects() const {
    const RunInfo* info = run() && data()->info() ? &*data()->info() : nullptr;
    const LossEffects* known = info ? effects_.of(info->folder) : nullptr;
    if (!known) return nullptr;
    const LayerUsage* usage = data()->usage(0);
    // A run that went on from an earlier step is no more the one that was ablated.
    return known->step <= std::max(info->step, usage ? usage->step : 0) ? known : nullptr;
}

bool ExpertTableView::isAnalysisMissing() const {
    return run() && data()->hasSource() && !requests()->analysis();
}

void ExpertTableView::refresh() {
    takeRows();
    analyze_->setVisible(isAnalysisMissing() || waiting_);
    analyze_->setEnabled(!waiting_);
    QString said = failure_;
    if (waiting_) said = tr("Analyzing...");
    if (!filter_->unknown().isEmpty())
        said = tr("The filter “%1” compares no column: point at a head to see its name.")
                   .arg(filter_->unknown());
    if (said.isEmpty() && shows(ColumnOrigin::ablation)) said = effectsText(lossEffects());
    message_->setText(said);
    message_->setVisible(!said.isEmpty());
    statistics_->setText(statisticsText());
    statistics_->setVisible(!statistics_->text().isEmpty());
    if (options_.picture == ExpertPicture::scatter) {
        scatter_->setPicture(scatterPicture());
        scatter_->replot(QCustomPlot::rpQueuedRefresh);
    } else {
        spread_->readIfNeeded();
        boxes_->setPicture(boxPicture());
        boxes_->replot(QCustomPlot::rpQueuedRefresh);
    }
}

void ExpertTableView::applyTheme() {
    scatter_->setTheme(themeOf(palette()), font());
    boxes_->setTheme(themeOf(palette()), font());
}

void ExpertTableView::resizeEvent(QResizeEvent* event) {
    View::resizeEvent(event);
    const bool wide = width() > kWide * height();
    if (wide == (splitter_->orientation() == Qt::Horizontal)) return;
    splitter_->setOrientation(wide ? Qt::Horizontal : Qt::Vertical);
    splitter_->setSizes({1000, 1000});
}

}  // namespace orrery
