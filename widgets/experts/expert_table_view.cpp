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

int indexOf(const QComboBox& box, ExpertColumn column) {
    return box.findData(static_cast<int>(column));
}

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

void ExpertTableView::buildTable() {
    filter_->setSourceModel(model_);
    table_->setModel(filter_);
    table_->setObjectName(QStringLiteral("expertTable"));
    table_->setAccessibleName(tr("Experts"));
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    table_->setAlternatingRowColors(true);
    table_->setShowGrid(false);
    table_->setWordWrap(false);
    table_->setTabKeyNavigation(false);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    table_->horizontalHeader()->setHighlightSections(false);
    table_->horizontalHeader()->setSectionsMovable(true);
    table_->setSortingEnabled(true);
    table_->sortByColumn(-1, Qt::AscendingOrder);
    table_->setMinimumSize(160, 80);
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        if (taking_) return;
        chosen_.clear();
        for (const QModelIndex& index : table_->selectionModel()->selectedRows()) {
            const ExpertId& id = model_->row(filter_->mapToSource(index).row()).id;
            chosen_.insert({id.layer, id.expert});
        }
        giveSelection();
    });
}

void ExpertTableView::buildControls() {
    auto* row = new FlowRow;
    layer_ = addChoice(*row, tr("Layer"));
    link_ = new LayerLink(*row, this);
    search_ = new QLineEdit;
    search_->setPlaceholderText(tr("Filter: words, share>2, layer=1 ..."));
    search_->setToolTip(
        tr("Rows that hold every word (a token, a part of speech, a guild); a minus before a word "
           "leaves such rows out. share>2 or key_norm<0.9 compares a column: its name is in the "
           "tip of its head."));
    search_->setAccessibleName(tr("Filter the experts"));
    search_->setClearButtonEnabled(true);
    search_->setMinimumWidth(120);
    search_->setMaximumWidth(260);
    row->addWidget(search_);
    picture_ = addChoice(*row, tr("Plot type"), {tr("Scatter"), tr("Box plots over runs")});
    x_ = addChoice(*row, tr("x axis"));
    y_ = addChoice(*row, tr("y axis"));
    for (const ExpertColumn column : measureColumns())
        for (QComboBox* box : {x_, y_}) {
            box->addItem(columnTitle(column), static_cast<int>(column));
            box->setItemData(box->count() - 1, columnHelp(column), Qt::ToolTipRole);
        }
    log_x_ = addToggle(*row, tr("log x"), tr("Logarithmic x axis"));
    log_y_ = addToggle(*row, tr("log y"), tr("Logarithmic y axis"));
    analyze_ = addButton(*row, tr("Analyze"),
                         tr("Run validation text through the latest checkpoint and fill the "
                            "columns that come from it: gates, specialization, parts of speech, "
                            "guilds"));
    sweep_ = addButton(*row, tr("Remove each"),
                       tr("Knock out every expert by itself over the analyzed text, and fill the "
                          "column Loss change"));
    layOut(*this, row, {message_, statistics_, splitter_});
    connect(analyze_, &QToolButton::clicked, this, &ExpertTableView::requestAnalysis);
    connect(sweep_, &QToolButton::clicked, this, &ExpertTableView::requestSweep);
    // All layers are nobody else's choice.
    connect(link_, &LayerLink::asked, this, [this](int layer) {
        change([=](auto& now) {
            if (now.layer >= 0) now.layer = layer;
        });
    });
    connect(layer_, &QComboBox::activated, this,
            [this](int index) { change([=](auto& now) { now.layer = index - 1; }); });
    connect(search_, &QLineEdit::textChanged, this,
            [this](const QString& text) { change([&](auto& now) { now.filter = text; }); });
    connect(picture_, &QComboBox::activated, this, [this](int index) {
        change([=](auto& now) { now.picture = static_cast<ExpertPicture>(index); });
    });
    connect(x_, &QComboBox::activated, this, [this] {
        change([this](auto& now) { now.x = static_cast<ExpertColumn>(x_->currentData().toInt()); });
    });
    connect(y_, &QComboBox::activated, this, [this] {
        change([this](auto& now) { now.y = static_cast<ExpertColumn>(y_->currentData().toInt()); });
    });
    connect(log_x_, &QToolButton::toggled, this,
            [this](bool on) { change([=](auto& now) { now.log_x = on; }); });
    connect(log_y_, &QToolButton::toggled, this,
            [this](bool on) { change([=](auto& now) { now.log_y = on; }); });
}

void ExpertTableView::showOptions() {
    const QSignalBlocker blockers[] = {QSignalBlocker(layer_),   QSignalBlocker(search_),
                                       QSignalBlocker(picture_), QSignalBlocker(x_),
                                       QSignalBlocker(y_),       QSignalBlocker(log_x_),
                                       QSignalBlocker(log_y_)};
    const int layers = run() ? data()->layerCount() : 0;
    if (layer_->count() != layers + 1) {
        layer_->clear();
        layer_->addItem(tr("All layers"));
        for (int layer = 0; layer < layers; ++layer)
            layer_->addItem(layerTitle(layer, layers));
    }
    layer_->setCurrentIndex(options_.layer + 1);
    if (search_->text() != options_.filter) search_->setText(options_.filter);
    picture_->setCurrentIndex(static_cast<int>(options_.picture));
    x_->setCurrentIndex(indexOf(*x_, options_.x));
    y_->setCurrentIndex(indexOf(*y_, options_.y));
    log_x_->setChecked(options_.log_x);
    log_y_->setChecked(options_.log_y);
    const bool scatter = options_.picture == ExpertPicture::scatter;
    x_->setVisible(scatter);
    log_x_->setVisible(scatter);
    charts_->setCurrentIndex(static_cast<int>(options_.picture));
    const QScopedValueRollback guard(taking_, true);
    filter_->setLayer(options_.layer);
    filter_->setWords(options_.filter);
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
    connect(requests(), &Requests::removalTold, this, [this](const QString& progress) {
        if (waiting_) message_->setText(progress);
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

void ExpertTableView::requestSweep() {
    if (!run() || waiting_ || !requests()->analysis()) return;
    waiting_ = true;
    failure_.clear();
    change([](auto& now) {
        now.picture = ExpertPicture::scatter;
        now.y = ExpertColumn::loss_change;
    });
    markDirty();
    requests()->requestSweep();
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
    if (run() && data()->hasSource()) rows = expertRows(*data(), requests()->analysis());
    const bool first = model_->rows().empty() && !rows.empty();
    {
        const QScopedValueRollback guard(taking_, true);
        model_->setRows(std::move(rows));
    }
    if (!first) return;
    table_->resizeColumnsToContents();
    showChosen();
}

bool ExpertTableView::isAnalysisMissing() const {
    return run() && data()->hasSource() && !requests()->analysis();
}

void ExpertTableView::refresh() {
    takeRows();
    analyze_->setVisible(isAnalysisMissing() || waiting_);
    analyze_->setEnabled(!waiting_);
    sweep_->setVisible(run() && requests()->analysis());
    sweep_->setEnabled(!waiting_);
    QString said = failure_;
    if (waiting_) said = isAnalysisMissing() ? tr("Analyzing...") : tr("Knocking out...");
    if (!filter_->unknown().isEmpty())
        said = tr("The filter “%1” compares no column: point at a head to see its name.")
                   .arg(filter_->unknown());
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
