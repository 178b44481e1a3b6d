// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figure/table_dialog.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/view.h"

namespace orrery {

namespace {

// Lines end outside quotes only.
QVector<QString> linesOf(const QString& csv) {
    QVector<QString> lines;
    qsizetype start = 0;
    bool quoted = false;
    for (qsizetype i = 0; i < csv.size(); ++i) {
        if (csv[i] == u'"') quoted = !quoted;
        if (csv[i] != u'\n' || quoted) continue;
        lines << csv.mid(start, i - start);
        start = i + 1;
    }
    if (start < csv.size()) lines << csv.mid(start);
    return lines;
}

void copySelection(const QTableView& table) {
    QModelIndexList cells = table.selectionModel()->selectedIndexes();
    std::sort(cells.begin(), cells.end());
    QString text;
    for (qsizetype i = 0; i < cells.size(); ++i) {
        if (i > 0) text += cells[i].row() == cells[i - 1].row() ? u'\t' : u'\n';
        text += cells[i].data().toString();
    }
    QApplication::clipboard()->setText(text);
}

}  // namespace

QStringList splitCsvLine(const QString& line) {
    QStringList cells(QString{});
    bool quoted = false;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const QChar c = line[i];
        if (c == u'"' && quoted && i + 1 < line.size() && line[i + 1] == u'"') {
            cells.back() += c;
            ++i;
        } else if (c == u'"') {
            quoted = !quoted;
        } else if (c == u',' && !quoted) {
            cells << QString();
        } else {
            cells.back() += c;
        }
    }
    return cells;
}

CsvModel::CsvModel(const QString& csv, QObject* parent)
    : QAbstractTableModel(parent), lines_(linesOf(csv)) {
    if (!lines_.isEmpty()) head_ = splitCsvLine(lines_.takeFirst());
}

int CsvModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(lines_.size());
}

int CsvModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(head_.size());
}

QVariant CsvModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || role != Qt::DisplayRole) return {};
    return splitCsvLine(lines_[index.row()]).value(index.column());
}

QVariant CsvModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole) return {};
    return orientation == Qt::Horizontal ? QVariant(head_.value(section)) : QVariant(section + 1);
}

void showAsTable(const View& view, QWidget* parent) {
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(QStringLiteral("tableDialog"));
    dialog->setWindowTitle(CsvModel::tr("%1 as a table").arg(view.accessibleName()));
    auto* model = new CsvModel(view.dataAsCsv(), dialog);
    auto* table = new QTableView(dialog);
    table->setModel(model);
    table->setAlternatingRowColors(true);
    table->setAccessibleName(dialog->windowTitle());
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 6);
    table->horizontalHeader()->setResizeContentsPrecision(200);  // rows that are looked at
    table->resizeColumnsToContents();
    auto* copy = new QAction(CsvModel::tr("&Copy"), table);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    table->addAction(copy);
    table->setContextMenuPolicy(Qt::ActionsContextMenu);
    QObject::connect(copy, &QAction::triggered, table, [table] { copySelection(*table); });
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    auto* layout = new QVBoxLayout(dialog);
    layout->addWidget(new QLabel(CsvModel::tr("%n rows", nullptr, model->rowCount()), dialog));
    layout->addWidget(table, 1);
    layout->addWidget(buttons);
    dialog->resize(760, 520);
    dialog->show();
}

}  // namespace orrery
