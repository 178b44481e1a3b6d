// SPDX-License-Identifier: GPL-3.0-or-later
// The table and the row of controls above it.
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

#include "widgets/experts/expert_filter.h"
#include "widgets/experts/expert_table_model.h"
#include "widgets/experts/expert_table_view.h"
#include "widgets/figure/flow_row.h"
#include "widgets/figure/view_layout.h"
#include "widgets/palette/row_table.h"
#include "widgets/plots/expert_usage.h"
#include "widgets/plots/layer_link.h"
#include "widgets/run/run_data.h"

namespace orrery {

namespace {

int indexOf(const QComboBox& box, ExpertColumn column) {
    return box.findData(static_cast<int>(column));
}

}  // namespace

void ExpertTableView::buildTable() {
    filter_->setSourceModel(model_);
    table_->setModel(filter_);
    table_->setObjectName(QStringLiteral("expertTable"));
    table_->setAccessibleName(tr("Experts"));
    makeRowTable(*table_, fontMetrics().height() + 6);
    table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
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
    layOut(*this, row, {message_, statistics_, splitter_});
    connect(analyze_, &QToolButton::clicked, this, &ExpertTableView::requestAnalysis);
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

}  // namespace orrery
