// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspect/fact_pane.h"

#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QTableView>
#include <QTimer>
#include <QVBoxLayout>

#include "widgets/palette/row_table.h"

namespace orrery {

FactPane::FactPane(QWidget* parent)
    : QWidget(parent), title_(new QLabel(this)), table_(new QTableView(this)) {
    QFont bold = font();
    bold.setBold(true);
    title_->setFont(bold);
    title_->setWordWrap(true);
    title_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Maximum);
    table_->setModel(&model_);
    makeRowTable(*table_, fontMetrics().height() + 6);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->horizontalHeader()->setStretchLastSection(true);
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(title_);
    layout->addWidget(table_, 1);
    const auto take = [this](const QModelIndex& index) {
        const ExpertSelection experts = expertsOf(index.row());
        if (!experts.experts.empty()) Q_EMIT expertsChosen(experts);
    };
    connect(table_, &QTableView::clicked, this, take);
    connect(table_, &QTableView::pressed, this, [take](const QModelIndex& index) {
        // Before its menu opens.
        if (QGuiApplication::mouseButtons().testFlag(Qt::RightButton)) take(index);
    });
    connect(table_, &QTableView::activated, this, take);
}

void FactPane::setTitle(const QString& title) {
    title_->setText(title);
}

void FactPane::fill(const FactTable& table) {
    title_->setText(table.title);
    if (facts_ == table) return;
    const bool of_the_same = table.title == facts_.title && table.layer == facts_.layer &&
                             !table.experts.empty() && table.experts == facts_.experts;
    const int row = of_the_same ? table_->currentIndex().row() : -1;
    const QStringList before = row < 0 ? QStringList() : facts_.rows[static_cast<std::size_t>(row)];
    facts_ = table;
    table_->setAccessibleName(table.title);
    model_.clear();
    model_.setHorizontalHeaderLabels(table.heads);
    for (const QStringList& row : table.rows) {
        QList<QStandardItem*> items;
        for (const QString& cell : row) {
            items << new QStandardItem(cell);
            items.back()->setEditable(false);
            items.back()->setToolTip(cell);
        }
        model_.appendRow(items);
    }
    if (row < 0) return;
    const QStringList& now = facts_.rows[static_cast<std::size_t>(row)];
    int column = 0;  // the first that is new
    while (column < before.size() && column + 1 < now.size() && before[column] == now[column])
        ++column;
    const QPersistentModelIndex fresh = model_.index(row, column);
    table_->setCurrentIndex(fresh);
    // Once the columns have their widths.
    QTimer::singleShot(0, table_, [this, fresh] { table_->scrollTo(fresh); });
}

ExpertSelection FactPane::expertsOf(int row) const {
    if (row < 0 || row >= static_cast<int>(facts_.experts.size())) return {};
    const auto index = static_cast<std::size_t>(row);
    // A table about several layers names them in its first column.
    const int layer = facts_.layer < 0 ? facts_.rows[index].front().toInt() : facts_.layer;
    return {layer, facts_.experts[index]};
}

ExpertSelection FactPane::chosen() const {
    return expertsOf(table_->currentIndex().row());
}

int FactPane::usualWidth() const {
    int width = table_->verticalScrollBar()->sizeHint().width() + 2 * table_->frameWidth();
    const int number = table_->fontMetrics().horizontalAdvance(QStringLiteral("100.0 %  "));
    for (int i = 0; i < table_->horizontalHeader()->count(); ++i)
        width += std::max(table_->horizontalHeader()->sectionSizeHint(i), number);
    return width;
}

}  // namespace orrery
