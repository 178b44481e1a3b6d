// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/report/report_dialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/window/report/report.h"

namespace orrery {

ReportDialog::ReportDialog(qsizetype runs, QWidget* parent)
    : QDialog(parent), views_(new QListWidget(this)), text_(new QLineEdit(this)) {
    setObjectName(QStringLiteral("reportDialog"));
    setWindowTitle(tr("Report"));
    const QString titles[] = {tr("Loss"),
                              tr("Experts"),
                              tr("Galaxy"),
                              tr("Traces of a text (evaluates each run)"),
                              tr("Layers (analyzes each run)"),
                              tr("Pairs (analyzes each run)")};
    for (int i = 0; i < reportViews().size(); ++i) {
        auto* item = new QListWidgetItem(titles[i], views_);
        item->setData(Qt::UserRole, reportViews()[i]);
        const bool usual = usualReportViews().contains(reportViews()[i]);
        item->setCheckState(usual ? Qt::Checked : Qt::Unchecked);
    }
    views_->setAccessibleName(tr("Figures of each run"));
    auto* label = new QLabel(
        tr("Tables, configurations and these figures of %n runs:", nullptr, static_cast<int>(runs)),
        this);
    label->setBuddy(views_);
    text_->setPlaceholderText(tr("The start of each run's validation text"));
    text_->setAccessibleName(tr("Text of the traces"));
    auto* text_label = new QLabel(tr("&Text of the traces:"), this);
    text_label->setBuddy(text_);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    auto* column = new QVBoxLayout(this);
    for (QWidget* widget :
         std::initializer_list<QWidget*>{label, views_, text_label, text_, buttons})
        column->addWidget(widget);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    const auto check = [this, buttons] {
        buttons->button(QDialogButtonBox::Save)->setEnabled(!views().isEmpty());
        text_->setEnabled(views().contains(QStringLiteral("traces")));
    };
    connect(views_, &QListWidget::itemChanged, this, check);
    check();
}

QString ReportDialog::text() const {
    return text_->isEnabled() ? text_->text() : QString();
}

QStringList ReportDialog::views() const {
    QStringList names;
    for (int i = 0; i < views_->count(); ++i)
        if (views_->item(i)->checkState() == Qt::Checked)
            names << views_->item(i)->data(Qt::UserRole).toString();
    return names;
}

}  // namespace orrery
