// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/browser/rerun_dialog.h"

#include <QComboBox>
#include <QCompleter>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "core/config/fields.h"
#include "core/config/yaml.h"
#include "widgets/status/core_words.h"

namespace orrery {

RerunDialog::RerunDialog(const Config& config, QWidget* parent)
    : QDialog(parent),
      original_(config),
      changed_(config),
      key_(new QComboBox(this)),
      value_(new QLineEdit(this)),
      help_(new QLabel(this)),
      message_(new QLabel(this)),
      buttons_(new QDialogButtonBox(QDialogButtonBox::Cancel, this)) {
    setWindowTitle(tr("Run again with one change"));
    setObjectName(QStringLiteral("rerunDialog"));
    for (const Field& field : fields())
        if (field.key != "name") key_->addItem(QString::fromStdString(field.key));
    key_->setEditable(true);
    key_->setInsertPolicy(QComboBox::NoInsert);
    key_->completer()->setCompletionMode(QCompleter::PopupCompletion);
    key_->completer()->setFilterMode(Qt::MatchContains);
    for (QLabel* label : {help_, message_}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setMinimumWidth(420);
    }
    auto* form = new QFormLayout(this);
    form->addRow(tr("&Setting"), key_);
    form->addRow(tr("&Value"), value_);
    form->addRow(help_);
    form->addRow(message_);
    form->addRow(buttons_);
    buttons_->addButton(tr("&Train"), QDialogButtonBox::AcceptRole);
    connect(buttons_, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(key_, &QComboBox::currentTextChanged, this, &RerunDialog::showKey);
    connect(value_, &QLineEdit::textChanged, this, &RerunDialog::check);
    choose(QStringLiteral("train.seed"), {});
    value_->setText(QString::number(original_.train.seed + 1));
}

void RerunDialog::choose(const QString& key, const QString& value) {
    key_->setCurrentText(key);
    showKey();
    if (!value.isEmpty()) value_->setText(value);
}

void RerunDialog::showKey() {
    const Field* field = findField(key_->currentText().toStdString());
    value_->setEnabled(field != nullptr);
    if (field) {
        help_->setText(QStringLiteral("%1 (%2)").arg(QString::fromStdString(field->help),
                                                     coreText(rangeText(*field))));
        value_->setText(QString::fromStdString(formatFieldValue(field->get(original_))));
    }
    check();
}

void RerunDialog::check() {
    fault_.clear();
    changed_ = original_;
    const Field* field = findField(key_->currentText().toStdString());
    try {
        if (!field) throw Error(tr("Unknown setting.").toStdString());
        const FieldValue value = parseFieldValue(*field, value_->text().toStdString());
        if (value == field->get(original_))
            throw Error(tr("The run already has this value.").toStdString());
        field->set(changed_, value);
        changed_.name = original_.name + "-" + field->leaf() + "-" + value_->text().toStdString();
        if (const auto faults = validate(changed_); !faults.empty())
            throw Error(faults.front().message);
    } catch (const std::exception& error) {
        fault_ = coreText(error);
    }
    message_->setText(fault_);
    for (QAbstractButton* button : buttons_->buttons())
        if (buttons_->buttonRole(button) == QDialogButtonBox::AcceptRole)
            button->setEnabled(fault_.isEmpty());
}

}  // namespace orrery
