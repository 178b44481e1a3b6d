// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config/field_editor.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>

#include "widgets/status/severity_color.h"

namespace orrery {

namespace {

void tint(QWidget* input, QPalette::ColorRole role, bool faulty) {
    QPalette palette;
    if (faulty)
        palette.setColor(role, severityTint(Severity::error, palette));
    else
        palette = QPalette();
    input->setPalette(palette);
}

class CheckEditor : public FieldEditor {
public:
    CheckEditor(const Field&, QWidget* parent) : FieldEditor(parent), box_(new QCheckBox(this)) {
        embed(box_, 0);
        connect(box_, &QCheckBox::clicked, this, [this] { Q_EMIT edited(text()); });
    }
    QString text() const override { return box_->isChecked() ? "true" : "false"; }
    void setText(const QString& text) override { box_->setChecked(text == u"true"); }
    void setFaulty(bool faulty) override { tint(box_, QPalette::Base, faulty); }

private:
    QCheckBox* box_;
};

class ChoiceEditor : public FieldEditor {
public:
    ChoiceEditor(const Field& field, QWidget* parent)
        : FieldEditor(parent), box_(new QComboBox(this)) {
        QVector<Choice> choices;
        for (const std::string& word : field.words())
            choices << Choice{QString::fromStdString(word), QString::fromStdString(word)};
        offer(choices);
        box_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box_->setMinimumContentsLength(8);
        embed(box_, 1);
        connect(box_, &QComboBox::activated, this, [this] { Q_EMIT edited(text()); });
    }
    QString text() const override { return box_->currentData().toString(); }
    void setChoices(const QVector<Choice>& choices) override {
        const QString shown = text();
        box_->clear();
        offer(choices);
        setText(shown);
    }
    void setText(const QString& text) override {
        int index = box_->findData(text);
        if (index < 0 ||
            index >= known_) {  // a word that is no choice stays visible until it is put right
            if (box_->count() == known_) box_->addItem(text);
            index = known_;
            box_->setItemText(index, text);
            box_->setItemData(index, text);
        } else if (box_->count() > known_) {
            box_->removeItem(known_);
        }
        box_->setCurrentIndex(index);
    }
    void setFaulty(bool faulty) override { tint(box_, QPalette::Button, faulty); }

private:
    void offer(const QVector<Choice>& choices) {
        for (const Choice& choice : choices)
            box_->addItem(choice.text, choice.value);
        known_ = box_->count();
        // The list may be wider than its field.
        box_->view()->setMinimumWidth(box_->view()->sizeHintForColumn(0) + 24);
    }

    QComboBox* box_;
    int known_ = 0;
};

class LineEditor : public FieldEditor {
public:
    LineEditor(const Field& field, QWidget* parent)
        : FieldEditor(parent), line_(new QLineEdit(this)) {
        if (field.isList()) line_->setPlaceholderText(tr("empty list"));
        embed(line_, 1);
        connect(line_, &QLineEdit::textEdited, this, &FieldEditor::edited);
    }
    QString text() const override { return line_->text(); }
    void setText(const QString& text) override {
        if (line_->text() == text) return;
        line_->setText(text);
        line_->setCursorPosition(0);
    }
    void setFaulty(bool faulty) override { tint(line_, QPalette::Base, faulty); }

private:
    QLineEdit* line_;
};

}  // namespace

void FieldEditor::embed(QWidget* input, int stretch) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(input, stretch);
    if (stretch == 0) layout->addStretch(1);
    input->setFocusPolicy(Qt::StrongFocus);  // not by the wheel
    input->installEventFilter(this);
    setFocusProxy(input);
}

bool FieldEditor::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Wheel && !input()->hasFocus()) {
        event->ignore();
        return true;
    }
    if (event->type() == QEvent::ShortcutOverride) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

FieldEditor* makeFieldEditor(const Field& field, QWidget* parent) {
    if (field.type == FieldType::boolean) return new CheckEditor(field, parent);
    if (field.type == FieldType::choice) return new ChoiceEditor(field, parent);
    return new LineEditor(field, parent);
}

QString editorText(const FieldValue& value) {
    if (const auto* text = std::get_if<std::string>(&value)) return QString::fromStdString(*text);
    const QString text = QString::fromStdString(formatFieldValue(value));
    return text == u"[]" ? QString() : text;
}

}  // namespace orrery
