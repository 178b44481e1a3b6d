// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/study/trial_table.h"

#include <QDateTime>
#include <algorithm>
#include <cmath>

#include "widgets/status/core_words.h"
#include "widgets/status/run_words.h"

namespace orrery {

QString trialStateText(TrialState state) {
    switch (state) {
        case TrialState::queued:
            return TrialTable::tr("queued");
        case TrialState::running:
            return TrialTable::tr("training");
        case TrialState::done:
            return TrialTable::tr("done");
        case TrialState::failed:
            return TrialTable::tr("failed");
        default:
            return TrialTable::tr("pruned");
    }
}

double secondsLeft(const StudySnapshot& study, const TrialRecord& trial, double now) {
    double sum = 0;
    int done = 0;
    for (const TrialRecord& other : study.trials)
        if (other.state == TrialState::done && std::isfinite(other.seconds))
            sum += other.seconds, ++done;
    if (done == 0 || trial.state != TrialState::running) return std::nan("");
    return std::max(0.0, sum / done - (now - trial.started));
}

void TrialTable::setSnapshot(std::shared_ptr<const StudySnapshot> study) {
    const bool same = study && study_ && study->trials.size() == study_->trials.size() &&
                      study->table.study.axes.size() == study_->table.study.axes.size();
    if (!same) beginResetModel();
    study_ = std::move(study);
    if (!same)
        endResetModel();
    else if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

const TrialRecord& TrialTable::trial(int row) const {
    return study_->trials[static_cast<std::size_t>(row)];
}

int TrialTable::rowOf(std::int64_t trial) const {
    if (!study_) return -1;
    const auto found = std::ranges::find(study_->trials, trial, &TrialRecord::number);
    return found == study_->trials.end() ? -1 : static_cast<int>(found - study_->trials.begin());
}

int TrialTable::rowCount(const QModelIndex& parent) const {
    return study_ && !parent.isValid() ? static_cast<int>(study_->trials.size()) : 0;
}

int TrialTable::columnCount(const QModelIndex& parent) const {
    return study_ && !parent.isValid() ? first_axis + axes() + columns_after : 0;
}

QString TrialTable::timeText(const TrialRecord& trial) const {
    if (trial.state == TrialState::running) {
        const double now = static_cast<double>(QDateTime::currentMSecsSinceEpoch()) / 1000;
        const double left = secondsLeft(*study_, trial, now);
        return std::isnan(left) ? durationText(now - trial.started)
                                : tr("%1 left").arg(durationText(left));
    }
    return std::isfinite(trial.seconds) ? durationText(trial.seconds) : QString();
}

QString TrialTable::text(const TrialRecord& trial, int column) const {
    if (column == number) return QString::number(trial.number);
    const auto axis = static_cast<std::size_t>(column - first_axis);
    if (axis < trial.labels.size()) return QString::fromStdString(trial.labels[axis]);
    switch (column - first_axis - axes()) {
        case seed:
            return QString::number(trial.seed);
        case state:
            return trialStateText(trial.state);
        case objective:
            return std::isfinite(trial.objective) ? lossText(trial.objective) : QString();
        case time:
            return timeText(trial);
        default:
            return coreText(trial.problem);
    }
}

QVariant TrialTable::data(const QModelIndex& index, int role) const {
    const TrialRecord& row = trial(index.row());
    const int after = index.column() - first_axis - axes();
    if (role == Qt::DisplayRole) return text(row, index.column());
    if (role == Qt::ToolTipRole && after == problem) return text(row, index.column());
    if (role == Qt::TextAlignmentRole)
        return QVariant(after == objective || after == time || index.column() == number
                            ? Qt::AlignRight | Qt::AlignVCenter
                            : Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::ForegroundRole) return {};
    if (row.state == TrialState::failed && after >= state) return theme_.warning;
    if (row.state == TrialState::queued) return theme_.faint_text;
    return {};
}

QVariant TrialTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal || !study_) return {};
    const Study& study = study_->table.study;
    if (section == number) return tr("Trial");
    const auto axis = static_cast<std::size_t>(section - first_axis);
    if (axis < study.axes.size()) return QString::fromStdString(study.axes[axis].name);
    switch (section - first_axis - axes()) {
        case seed:
            return tr("Seed");
        case state:
            return tr("State");
        case objective:
            return QString::fromStdString(study.objectives[0].name);
        case time:
            return tr("Time");
        default:
            return tr("Problem");
    }
}

}  // namespace orrery
