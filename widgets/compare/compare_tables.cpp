// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/compare_tables.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPixmap>
#include <algorithm>
#include <cmath>

#include "widgets/compare/compare_curves.h"
#include "widgets/status/run_words.h"

namespace orrery {

namespace {

struct TableWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::CompareTables)
};

constexpr int kSortRole = Qt::UserRole + 1;
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

double finalOf(const ComparedRun& run, const char* name) {
    const auto found = run.identity.finals.find(name);
    return found == run.identity.finals.end() ? kUnknown : found->second;
}

double meanOf(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values)
        sum += value;
    return sum / static_cast<double>(values.size());
}

double deviationOf(const std::vector<double>& values) {
    if (values.size() < 2) return 0;
    const double mean = meanOf(values);
    double sum = 0;
    for (const double value : values)
        sum += (value - mean) * (value - mean);
    return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

/// " (step 0)", " (steps 0 to 900)": of the validations, where one of the runs has come further.
QString otherStepOf(const std::vector<ComparedRun>& runs, const std::vector<std::size_t>& group) {
    std::vector<std::int64_t> steps;
    bool further = false;
    for (const std::size_t i : group) {
        const auto found = runs[i].identity.final_steps.find("val/loss");
        if (found == runs[i].identity.final_steps.end() || found->second < 0) continue;
        steps.push_back(found->second);
        further |= found->second != runs[i].identity.step;
    }
    if (!further) return {};
    const auto [first, last] = std::ranges::minmax(steps);
    return first == last ? TableWords::tr(" (step %1)").arg(first)
                         : TableWords::tr(" (steps %1 to %2)").arg(first).arg(last);
}

QStandardItem* cell(const QString& text, bool number) {
    auto* item = new QStandardItem(text);
    item->setEditable(false);
    if (number) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return item;
}

QString signedText(double value) {
    if (!std::isfinite(value)) return lossText(value);
    return (value > 0 ? QStringLiteral("+") : QString()) + decimalText(value, 'f', 4);
}

}  // namespace

std::vector<EndRow> endRows(const std::vector<ComparedRun>& runs, bool by_seeds,
                            const std::filesystem::path& baseline, bool by_groups) {
    std::vector<EndRow> rows;
    const auto groups = groupsOf(runs, by_seeds, by_groups);
    std::size_t base = 0;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        EndRow row;
        std::vector<double> losses, bits, trainings;
        for (const std::size_t i : groups[g]) {
            losses.push_back(finalOf(runs[i], "val/loss"));
            bits.push_back(finalOf(runs[i], "val/bits_per_byte"));
            trainings.push_back(finalOf(runs[i], "train/loss"));
            if (!runs[i].failure.isEmpty()) row.failure = runs[i].failure;
            if (runs[i].folder == baseline) base = g;
        }
        const ComparedRun& first = runs[groups[g].front()];
        row.title = groupTitle(runs, groups[g], by_groups);
        row.color = first.color;
        row.first = first.folder;
        row.runs = static_cast<int>(groups[g].size());
        row.loss = meanOf(losses);
        row.loss_spread = deviationOf(losses);
        row.of_step = otherStepOf(runs, groups[g]);
        row.bits = meanOf(bits);
        row.training = meanOf(trainings);
        rows.push_back(row);
    }
    for (std::size_t g = 0; g < rows.size(); ++g) {
        rows[g].baseline = g == base;
        rows[g].delta = rows[g].loss - rows[base].loss;
    }
    return rows;
}

void fillEndTable(QStandardItemModel& model, const std::vector<EndRow>& rows,
                  const ChartTheme& theme) {
    model.clear();
    model.setSortRole(kSortRole);
    model.setHorizontalHeaderLabels({TableWords::tr("Run"), TableWords::tr("Loss"),
                                     TableWords::tr("Difference"), TableWords::tr("Bits per byte"),
                                     TableWords::tr("Training"), TableWords::tr("Runs")});
    model.horizontalHeaderItem(2)->setToolTip(
        TableWords::tr("Validation loss minus that of the baseline (in bold)"));
    for (const EndRow& row : rows) {
        QString loss = lossText(row.loss);
        if (row.runs > 1) loss += QStringLiteral(" ± %1").arg(lossText(row.loss_spread));
        loss += row.of_step;
        QList<QStandardItem*> items{
            cell(row.title, false),
            cell(loss, true),
            cell(row.baseline ? TableWords::tr("baseline") : signedText(row.delta), true),
            cell(lossText(row.bits) + row.of_step, true),
            cell(lossText(row.training), true),
            cell(QString::number(row.runs), true)};
        const double values[] = {row.loss, row.delta, row.bits, row.training,
                                 static_cast<double>(row.runs)};
        items[0]->setData(row.title, kSortRole);
        for (int column = 1; column < items.size(); ++column)
            items[column]->setData(values[column - 1], kSortRole);
        items[0]->setIcon(swatch(row.color, theme));
        items[0]->setToolTip(row.failure.isEmpty() ? QString::fromStdString(row.first.string())
                                                   : row.failure);
        if (!row.failure.isEmpty()) items[0]->setForeground(theme.warning);
        items[0]->setData(QString::fromStdString(row.first.string()), Qt::UserRole);
        QFont font;
        font.setBold(row.baseline);
        for (QStandardItem* item : items)
            item->setFont(font);
        model.appendRow(items);
    }
}

QIcon swatch(int color, const ChartTheme& theme) {
    QPixmap pixmap(28, 12);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setPen(QPen(runColor(color, theme.dark), 2.4, runDash(color)));
    painter.drawLine(1, 6, 27, 6);
    return pixmap;
}

void fillDifferences(QStandardItemModel& model, const std::vector<ComparedRun>& runs) {
    model.clear();
    std::vector<RunIdentity> identities;
    QStringList heads{TableWords::tr("Setting")};
    for (const ComparedRun& run : runs) {
        if (!run.known) continue;
        identities.push_back(run.identity);
        heads << QString::fromStdString(run.identity.name);
    }
    model.setHorizontalHeaderLabels(heads);
    for (const DifferenceRow& row : differencesOf(identities)) {
        QList<QStandardItem*> items{cell(QString::fromStdString(row.key), false)};
        for (const std::string& value : row.values) {
            items << cell(QString::fromStdString(value), false);
            items.back()->setToolTip(items.back()->text());
        }
        model.appendRow(items);
    }
}

}  // namespace orrery
