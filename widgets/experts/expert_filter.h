// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QSortFilterProxyModel>
#include <QStringList>

#include "widgets/experts/expert_columns.h"

namespace orrery {

/// Rows of an ExpertTableModel: of one layer or of all, that hold every word. A word after a minus
/// must be absent; "share>2", "layer=1" and "key_norm<0.9" compare a column. What is not known
/// stands last, whichever way it is sorted.
class ExpertFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit ExpertFilter(QObject* parent = nullptr);
    /// -1 = all layers.
    void setLayer(int layer);
    int layer() const { return layer_; }
    void setWords(const QString& text);
    /// The first word that compares a column that there is not; else empty.
    const QString& unknown() const { return unknown_; }

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    struct Comparison {
        ExpertColumn column;
        QChar sign;
        double value;
        bool holds(const ExpertRow& row) const;
    };

    int layer_ = -1;
    QStringList wanted_, unwanted_;
    std::vector<Comparison> comparisons_;
    QString unknown_;
};

}  // namespace orrery
