// SPDX-License-Identifier: GPL-3.0-or-later
// A heading that folds and unfolds the rows below it. GUI thread only.
#pragma once
#include <QVector>
#include <QWidget>
#include <functional>

class QToolButton;
class QVBoxLayout;

namespace orrery {

class FieldRow;

class FormSection : public QWidget {
    Q_OBJECT

public:
    FormSection(const QString& title, QWidget* parent);

    void add(FieldRow* row);
    const QVector<FieldRow*>& rows() const { return rows_; }
    void setOpen(bool open);
    /// Shows the rows that `wanted` accepts, and itself when there is one; returns how many.
    int filter(const std::function<bool(const FieldRow&)>& wanted);

private:
    QToolButton* heading_;
    QWidget* body_;
    QVBoxLayout* rows_layout_;
    QVector<FieldRow*> rows_;
    bool open_ = true;
};

}  // namespace orrery
