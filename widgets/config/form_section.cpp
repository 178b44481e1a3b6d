// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config/form_section.h"

#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/config/field_row.h"

namespace orrery {

FormSection::FormSection(const QString& title, QWidget* parent)
    : QWidget(parent),
      heading_(new QToolButton(this)),
      body_(new QWidget(this)),
      rows_layout_(new QVBoxLayout(body_)) {
    heading_->setText(title);
    heading_->setAutoRaise(true);
    heading_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    heading_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    QFont font = heading_->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 1.1);
    heading_->setFont(font);
    rows_layout_->setContentsMargins(8, 2, 0, 8);
    rows_layout_->setSpacing(4);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(heading_);
    layout->addWidget(body_);
    connect(heading_, &QToolButton::clicked, this, [this] { setOpen(!open_); });
    setOpen(true);
}

void FormSection::add(FieldRow* row) {
    rows_ << row;
    rows_layout_->addWidget(row);
}

void FormSection::setOpen(bool open) {
    open_ = open;
    heading_->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    body_->setVisible(open);
}

int FormSection::filter(const std::function<bool(const FieldRow&)>& wanted) {
    int shown = 0;
    for (FieldRow* row : rows_) {
        const bool show = wanted(*row);
        row->setVisible(show);
        shown += show;
    }
    setVisible(shown > 0);
    return shown;
}

}  // namespace orrery
