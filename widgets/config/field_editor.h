// SPDX-License-Identifier: GPL-3.0-or-later
// The editor of one field: a check box, a list of choices or a line of text. GUI thread only.
#pragma once
#include <QString>
#include <QVector>
#include <QWidget>
#include <memory>

#include "core/config/fields.h"

namespace orrery {

/// Speaks text, as YAML writes it (text fields without their quotes). The wheel over an editor
/// without the focus is left to the form around it; undo and redo are left to the window, whose
/// undo stack is the document's.
class FieldEditor : public QWidget {
    Q_OBJECT

public:
    struct Choice {
        QString value;  // as YAML writes it
        QString text;
    };
    virtual QString text() const = 0;
    /// Shows a value; emits nothing.
    virtual void setText(const QString& text) = 0;
    /// Marks what is shown as bad, or not.
    virtual void setFaulty(bool faulty) = 0;
    /// Of a list of choices: offers these alone, each value under its own text. What is shown
    /// stays.
    virtual void setChoices(const QVector<Choice>& choices) {}
    QWidget* input() const { return focusProxy(); }

Q_SIGNALS:
    void edited(const QString& text);  // by the user

protected:
    explicit FieldEditor(QWidget* parent) : QWidget(parent) {}
    void embed(QWidget* input, int stretch);
    bool eventFilter(QObject* watched, QEvent* event) override;
};

/// The editor that fits the field's type.
FieldEditor* makeFieldEditor(const Field& field, QWidget* parent);

/// A value as the editor of its field shows it.
QString editorText(const FieldValue& value);

}  // namespace orrery
