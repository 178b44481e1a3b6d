// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figure/range_edit.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <cmath>

namespace orrery {

namespace {

std::optional<double> numberOf(const QLineEdit& edit) {
    bool number = false;
    const double value = edit.text().trimmed().toDouble(&number);
    return number && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

}  // namespace

RangeEdit::RangeEdit(const QString& name, QWidget* parent)
    : QWidget(parent), from_(new QLineEdit(this)), to_(new QLineEdit(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(from_);
    row->addWidget(new QLabel(tr("to"), this));
    row->addWidget(to_);
    from_->setAccessibleName(tr("%1: from").arg(name));
    to_->setAccessibleName(tr("%1: to").arg(name));
    for (QLineEdit* edit : {from_, to_}) {
        edit->setPlaceholderText(tr("as in the view"));
        connect(edit, &QLineEdit::textChanged, this, &RangeEdit::changed);
    }
    setFocusProxy(from_);
}

RangeEdit::Range RangeEdit::range() const {
    const auto low = numberOf(*from_), high = numberOf(*to_);
    return low && high ? Range(std::pair(*low, *high)) : std::nullopt;
}

void RangeEdit::setRange(const Range& range) {
    const auto text = [](double value) {
        return QString::number(value, 'g', QLocale::FloatingPointShortest);
    };
    from_->setText(range ? text(range->first) : QString());
    to_->setText(range ? text(range->second) : QString());
}

QString RangeEdit::fault() const {
    const bool none = from_->text().trimmed().isEmpty() && to_->text().trimmed().isEmpty();
    if (none || range()) return {};
    return tr("The range of an axis needs two numbers, or none.");
}

}  // namespace orrery
