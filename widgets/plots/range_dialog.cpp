// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/range_dialog.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <cmath>

#include "core/files/number_text.h"

namespace orrery {
namespace {

struct RangeWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::RangeDialog)
};

// Independent of the locale: a decimal point, as everywhere in this program.
std::optional<double> parse(const QString& text) {
    const auto value = parseNumber<double>(text.trimmed().toStdString());
    return value && std::isfinite(*value) ? value : std::nullopt;
}

QString faultOf(const std::optional<double>& low, const std::optional<double>& high, bool log) {
    if (!low || !high)
        return RangeWords::tr("Minimum and maximum must be numbers, such as 0.5 or 1e-3.");
    if (*low >= *high) return RangeWords::tr("The maximum must be greater than the minimum.");
    if (log && *low <= 0)
        return RangeWords::tr("The minimum of a logarithmic axis must be greater than zero.");
    return {};
}

}  // namespace

std::optional<ValueRange> askRange(QWidget* parent, const ValueRange& now, bool log) {
    QDialog dialog(parent);
    dialog.setWindowTitle(RangeWords::tr("Range of the y axis"));
    auto* form = new QFormLayout(&dialog);
    auto* low = new QLineEdit(QString::number(now.low, 'g', 5), &dialog);
    auto* high = new QLineEdit(QString::number(now.high, 'g', 5), &dialog);
    auto* fault = new QLabel(&dialog);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, &dialog);
    form->addRow(RangeWords::tr("M&inimum"), low);
    form->addRow(RangeWords::tr("M&aximum"), high);
    form->addRow(fault);
    form->addRow(buttons);
    const auto check = [&] {
        const QString text = faultOf(parse(low->text()), parse(high->text()), log);
        fault->setText(text);
        buttons->button(QDialogButtonBox::Ok)->setEnabled(text.isEmpty());
    };
    QObject::connect(low, &QLineEdit::textChanged, &dialog, check);
    QObject::connect(high, &QLineEdit::textChanged, &dialog, check);
    QObject::connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    check();
    if (dialog.exec() != QDialog::Accepted) return std::nullopt;
    const auto from = parse(low->text()), to = parse(high->text());
    if (!from || !to) return std::nullopt;
    return ValueRange{*from, *to};
}

}  // namespace orrery
