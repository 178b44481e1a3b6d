// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figure/view_layout.h"

#include <QComboBox>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/figure/export_actions.h"
#include "widgets/figure/flow_row.h"
#include "widgets/view.h"

namespace orrery {

namespace {

template <class Control>
Control* put(FlowRow& row, Control* control, const QString& name) {
    control->setToolTip(name);
    control->setAccessibleName(name);
    row.addWidget(control);
    return control;
}

}  // namespace

QComboBox* addChoice(FlowRow& row, const QString& name, const QStringList& items) {
    auto* box = put(row, new QComboBox, name);
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    box->addItems(items);
    return box;
}

QToolButton* addButton(FlowRow& row, const QString& text, const QString& help) {
    auto* button = put(row, new QToolButton, help);
    button->setText(text);
    button->setAutoRaise(true);
    return button;
}

QToolButton* addToggle(FlowRow& row, const QString& text, const QString& help) {
    auto* button = addButton(row, text, help);
    button->setCheckable(true);
    return button;
}

QVBoxLayout* layOut(View& view, FlowRow* row, std::initializer_list<QWidget*> below) {
    row->addStretch();
    row->addWidget(makeExplainButton(view));
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
