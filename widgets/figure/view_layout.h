// SPDX-License-Identifier: GPL-3.0-or-later
// The controls of a view and where they stand: alike in all of them.
#pragma once
#include <QStringList>
#include <initializer_list>

class QComboBox;
class QHBoxLayout;
class QToolButton;
class QVBoxLayout;
class QWidget;

namespace orrery {

class View;

/// A row of controls with the margins that rows have.
QHBoxLayout* controlRow();
/// Controls at the end of a row; `name` and `help` are their tool tips, and what a screen reader
/// says.
QComboBox* addChoice(QHBoxLayout& row, const QString& name, const QStringList& items = {});
QToolButton* addButton(QHBoxLayout& row, const QString& text, const QString& help);
QToolButton* addToggle(QHBoxLayout& row, const QString& text, const QString& help);
/// Ends the row with the export button, to the right, and puts `below` under it; the last of them
/// takes the room. Returns the column.
QVBoxLayout* layOut(View& view, QHBoxLayout* row, std::initializer_list<QWidget*> below = {});

}  // namespace orrery
