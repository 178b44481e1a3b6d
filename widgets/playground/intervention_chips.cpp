// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/playground/intervention_chips.h"

#include <QToolButton>
#include <algorithm>
#include <exception>

#include "core/events/interventions.h"
#include "widgets/figure/flow_row.h"

namespace orrery {
namespace {

constexpr qsizetype kMostLetters = 24;  // so that a chip does not widen the controls

/// Of a moved key the numbers stand in the tool tip.
QString shortened(const QString& word) {
    if (word.size() <= kMostLetters) return word;
    const qsizetype sign = word.indexOf(u'=');
    return word.left(sign < 0 ? kMostLetters : std::min(sign + 1, kMostLetters)) +
           QStringLiteral("…");
}

Interventions readOrNone(const QString& text) {
    try {
        return parseInterventions(text.toStdString());
    } catch (const std::exception&) {
        return {};  // whoever has the text tells what is wrong with it
    }
}

}  // namespace

InterventionChips::InterventionChips(QWidget* parent) : QWidget(parent), row_(new FlowRow) {
    row_->setContentsMargins(0, 0, 0, 0);
    setLayout(row_);
}

int InterventionChips::count() const {
    return row_->count();
}

void InterventionChips::show(const QString& text) {
    if (text == text_) return;
    text_ = text;
    while (QLayoutItem* item = row_->takeAt(0)) {
        QWidget* gone = item->widget();
        gone->setParent(nullptr);  // it may be the one that was clicked
        gone->deleteLater();
        delete item;
    }
    const Interventions all = readOrNone(text);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const QString word = QString::fromStdString(interventionsText({all[i]}));
        auto* chip = new QToolButton(this);
        chip->setText(shortened(word) + QStringLiteral("  ×"));
        chip->setToolTip(tr("Take back: %1").arg(word.left(400)));
        chip->setAccessibleName(tr("Take back: %1").arg(shortened(word)));
        connect(chip, &QToolButton::clicked, this, [this, all, i] {
            Interventions rest = all;
            rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
            Q_EMIT changed(QString::fromStdString(interventionsText(rest)));
        });
        row_->addWidget(chip);
        chip->show();
    }
    updateGeometry();
}

}  // namespace orrery
