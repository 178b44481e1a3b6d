// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QTreeWidget>
#include <functional>

#include "widgets/metrics/metric_panels.h"

namespace orrery {

/// The scalars of a run by group, those of layers by their kind: checked where they are in the
/// panel that is edited, with its axis beside. GUI thread only.
class MetricsTree : public QTreeWidget {
    Q_OBJECT

public:
    explicit MetricsTree(QWidget* parent = nullptr);

    /// Nothing is told. What is open or shut stays.
    void show(const QStringList& scalars, const MetricPanel& panel);
    /// A regular expression on whole names, in either case; false = it is none, and all are shown.
    bool setFilter(const QString& pattern);
    /// "train/loss"; the kind of a group of layers; empty for another group.
    static QString nameOf(const QTreeWidgetItem& item);
    QTreeWidgetItem* itemOf(const QString& name) const;
    int wantedWidth() const;  // with all names whole
    /// Names that pass the filter.
    QStringList shown() const;

Q_SIGNALS:
    /// By the user. A group of layers is its kind.
    void toggled(const QString& name, bool in, bool right);

private:
    void rebuild(const QStringList& scalars);
    void applyFilter();
    void update(const MetricPanel& panel);
    void each(const std::function<void(QTreeWidgetItem&)>& act) const;

    QStringList scalars_;
    QString pattern_;
    bool showing_ = false;
};

}  // namespace orrery
