// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/study/verdict_table.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "widgets/csv_field.h"
#include "widgets/status/run_words.h"
#include "widgets/study/finding_words.h"

namespace orrery {

namespace {

struct VerdictWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::VerdictTable)
};

QString labelsOf(const std::map<std::string, std::string>& labels) {
    QStringList parts;
    for (const auto& [axis, label] : labels)
        parts << QString::fromStdString(axis + " = " + label);
    return parts.join(QStringLiteral(", "));
}

QString csvNumber(double value) {
    return std::isfinite(value) ? QString::number(value, 'g', 9) : QString();
}

}  // namespace

QString predictionText(const VerdictRule& rule) {
    const auto word = [](const std::string& text) { return QString::fromStdString(text); };
    QString text = word(rule.of);
    if (!rule.with.empty()) text += VerdictWords::tr(" against %1").arg(word(rule.with));
    if (!rule.at.empty()) text += VerdictWords::tr(" at %1").arg(labelsOf(rule.at));
    if (!rule.than.empty()) text += VerdictWords::tr(" against %1").arg(labelsOf(rule.than));
    if (!rule.under.empty())
        text += VerdictWords::tr(", under %1 against %2")
                    .arg(labelsOf(rule.under), labelsOf(rule.against));
    if (!rule.along.empty()) text += VerdictWords::tr(" along %1").arg(word(rule.along));
    if (!rule.by.empty()) text += VerdictWords::tr(" by %1").arg(word(rule.by));
    text = QStringLiteral("%1: %2").arg(word(rule.rule), text);
    if (!rule.expect.empty()) text = QStringLiteral("%1 → %2").arg(text, word(rule.expect));
    if (rule.interest > 0)
        text += VerdictWords::tr(" (interest: %1)").arg(decimalText(rule.interest, 'g', 4));
    return text;
}

QString judgementText(Finding::Judgement judgement) {
    switch (judgement) {
        case Finding::Judgement::as_predicted:
            return VerdictWords::tr("held");
        case Finding::Judgement::not_as_predicted:
            return VerdictWords::tr("failed");
        case Finding::Judgement::open:
            return VerdictWords::tr("open");
        case Finding::Judgement::no_prediction:
            break;
    }
    return QStringLiteral("–");
}

void VerdictTable::setFindings(const Study& study, std::vector<Finding> findings) {
    beginResetModel();
    rules_ = study.verdict;
    findings_ = std::move(findings);
    endResetModel();
}

QString VerdictTable::summary() const {
    const auto count = [this](Finding::Judgement judgement) {
        return std::ranges::count(findings_, judgement, &Finding::judgement);
    };
    const auto held = count(Finding::Judgement::as_predicted);
    const auto failed = count(Finding::Judgement::not_as_predicted);
    const auto open = count(Finding::Judgement::open);
    if (held + failed + open == 0) return {};
    return VerdictWords::tr("Predictions: %1 held, %2 failed, %3 open")
        .arg(held)
        .arg(failed)
        .arg(open);
}

QString VerdictTable::csv() const {
    QString text = QStringLiteral("prediction,result,value,low,high,p,finding\n");
    constexpr const char* results[] = {"open", "held", "failed", ""};  // by Judgement
    for (int row = 0; row < rowCount(); ++row) {
        const Finding& each = findings_[static_cast<std::size_t>(row)];
        text += csvField(this->text(row, prediction)) + u',' +
                QLatin1String(results[static_cast<int>(each.judgement)]);
        for (const double number : {each.value, each.low, each.high, each.p_value})
            text += u',' + csvNumber(number);
        text += u',' + csvField(QString::fromStdString(each.text)) + u'\n';
    }
    return text;
}

int VerdictTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(findings_.size());
}

int VerdictTable::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumns;
}

QString VerdictTable::text(int row, int column) const {
    const auto place = static_cast<std::size_t>(row);
    const Finding& each = findings_[place];
    const auto number = [](double value) { return decimalText(value, 'g', 4); };
    switch (column) {
        case prediction:
            return place < rules_.size() ? predictionText(rules_[place])
                                         : VerdictWords::tr("None: the best point");
        case result:
            // Where nothing was predicted, what was found.
            return each.judgement == Finding::Judgement::no_prediction && place < rules_.size() &&
                           !each.outcome.empty()
                       ? QString::fromStdString(each.outcome)
                       : judgementText(each.judgement);
        case value:
            return std::isfinite(each.value) ? number(each.value) : QStringLiteral("–");
        case interval:
            if (std::isfinite(each.low))
                return VerdictWords::tr("%1 to %2").arg(number(each.low), number(each.high));
            if (std::isfinite(each.p_value))
                return QStringLiteral("p = %1").arg(number(each.p_value));
            return QStringLiteral("–");
        case finding:
            return findingText(each.text);
        default:
            return {};
    }
}

QVariant VerdictTable::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
        return text(index.row(), index.column());
    if (role == Qt::TextAlignmentRole && (index.column() == value || index.column() == interval))
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    const auto judgement = findings_[static_cast<std::size_t>(index.row())].judgement;
    if (role == Qt::ForegroundRole && index.column() == result &&
        judgement == Finding::Judgement::not_as_predicted)
        return theme_.warning;
    return {};
}

QVariant VerdictTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    const QString names[] = {tr("Prediction"), tr("Result"), tr("Value"), tr("95 % interval"),
                             tr("Finding")};
    if (role == Qt::DisplayRole) return names[section];
    if (role != Qt::ToolTipRole) return {};
    if (section == value)
        return tr("Mean difference, rank correlation, mean of the best, or share of the cells");
    if (section == interval)
        return tr("Of a difference, by Student's t over pairs of a seed; p of a rank correlation");
    return names[section];
}

}  // namespace orrery
