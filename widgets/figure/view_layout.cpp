// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figure/view_layout.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/figure/export_actions.h"
#include "widgets/view.h"

namespace orrery {

namespace {

template <class Control>
Control* put(QHBoxLayout& row, Control* control, const QString& name) {
    control->setToolTip(name);
    control->setAccessibleName(name);
    row.addWidget(control);
    return control;
}

}  // namespace

QHBoxLayout* controlRow() {
    auto* row = new QHBoxLayout;
    row->setContentsMargins(4, 2, 4, 0);
    row->setSpacing(4);
    return row;
}

QComboBox* addChoice(QHBoxLayout& row, const QString& name, const QStringList& items) {
    auto* box = put(row, new QComboBox, name);
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    box->addItems(items);
    return box;
}

QToolButton* addButton(QHBoxLayout& row, const QString& text, const QString& help) {
    auto* button = put(row, new QToolButton, help);
    button->setText(text);
    button->setAutoRaise(true);
    return button;
}

QToolButton* addToggle(QHBoxLayout& row, const QString& text, const QString& help) {
    auto* button = addButton(row, text, help);
    button->setCheckable(true);
    return button;
}

QVBoxLayout* layOut(View& view, QHBoxLayout* row, std::initializer_list<QWidget*> below) {
    row->addStretch();
    row->addWidget(makeExportButton(view));
    auto* column = new QVBoxLayout(&view);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addLayout(row);
    for (QWidget* widget : below)
        column->addWidget(widget, widget == *(below.end() - 1) ? 1 : 0);
    return column;
}

}  // namespace orrery
