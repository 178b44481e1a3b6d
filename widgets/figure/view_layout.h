// SPDX-License-Identifier: GPL-3.0-or-later
// The controls of a view and where they stand: alike in all of them.
#pragma once
#include <QStringList>
#include <initializer_list>

class QComboBox;
class QToolButton;
class QVBoxLayout;
class QWidget;

namespace orrery {

class FlowRow;
class View;

/// Controls at the end of a row; `name` and `help` are their tool tips, and what a screen reader
/// says.
QComboBox* addChoice(FlowRow& row, const QString& name, const QStringList& items = {});
QToolButton* addButton(FlowRow& row, const QString& text, const QString& help);
QToolButton* addToggle(FlowRow& row, const QString& text, const QString& help);
/// Ends the row with the export button, to the right, and puts `below` under it; the last of them
/// takes the room. Returns the column.
QVBoxLayout* layOut(View& view, FlowRow* row, std::initializer_list<QWidget*> below = {});

}  // namespace orrery
