// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QAbstractTableModel>
#include <QStringList>
#include <QVector>

class QWidget;

namespace orrery {

class View;

/// The rows of a CSV text with a head line; text is split when it is shown. GUI thread.
class CsvModel : public QAbstractTableModel {
    Q_OBJECT

public:
    explicit CsvModel(const QString& csv, QObject* parent = nullptr);
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QStringList head_;
    QVector<QString> lines_;
};

/// The cells of one line of CSV (RFC 4180).
QStringList splitCsvLine(const QString& line);

/// The numbers behind a view as a table that can be read by keyboard and screen reader, and copied.
/// Does not wait for it to be closed.
void showAsTable(const View& view, QWidget* parent);

}  // namespace orrery
