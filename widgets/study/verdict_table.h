// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QAbstractTableModel>
#include <vector>

#include "core/study/verdict.h"
#include "widgets/palette/chart_theme.h"

namespace orrery {

/// "val/loss at E = 64 against E = 32: smaller"; without what was expected where nothing was.
QString predictionText(const VerdictRule& rule);
/// "held", "failed", "open"; an en dash without a prediction.
QString judgementText(Finding::Judgement judgement);

/// A row for each rule of a study: what was predicted, what became of it, and the numbers. GUI
/// thread only.
class VerdictTable : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { prediction, result, value, interval, finding };
    static constexpr int kColumns = finding + 1;

    using QAbstractTableModel::QAbstractTableModel;
    /// As judgeStudy() gives them: one for each rule, or one of a study without rules.
    void setFindings(const Study& study, std::vector<Finding> findings);
    void setTheme(const ChartTheme& theme) { theme_ = theme; }
    /// "1 of 2 predictions held, 1 open"; empty without a prediction.
    QString summary() const;
    /// prediction, result, value, low, high, p, finding.
    QString csv() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(int row, int column) const;

    std::vector<VerdictRule> rules_;
    std::vector<Finding> findings_;
    ChartTheme theme_ = lightTheme();
};

}  // namespace orrery
