// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QAbstractTableModel>
#include <memory>

#include "widgets/palette/chart_theme.h"
#include "widgets/study/study_snapshot.h"

namespace orrery {

/// The word for a state, as people read it.
QString trialStateText(TrialState state);
/// How long a running trial will still take, by what the others took; not a number when nothing
/// is known. `now` in seconds since 1970.
double secondsLeft(const StudySnapshot& study, const TrialRecord& trial, double now);

/// A row for each trial: its point, seed, state, first objective and time. GUI thread.
class TrialTable : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;
    void setSnapshot(std::shared_ptr<const StudySnapshot> study);
    void setTheme(const ChartTheme& theme) { theme_ = theme; }
    const TrialRecord& trial(int row) const;
    /// -1 when there is none of this number.
    int rowOf(std::int64_t trial) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    enum Column { number, first_axis };  // the axes, then:
    enum After { seed, state, objective, time, problem, columns_after };
    int axes() const { return static_cast<int>(study_->table.study.axes.size()); }
    QString text(const TrialRecord& trial, int column) const;
    QString timeText(const TrialRecord& trial) const;

    std::shared_ptr<const StudySnapshot> study_;
    ChartTheme theme_ = lightTheme();
};

}  // namespace orrery
