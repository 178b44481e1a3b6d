// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QMainWindow>

namespace orrery {

void showAbout(QWidget* parent);
/// Every shortcut of the window, read from its actions.
void showKeys(QMainWindow* window);

}  // namespace orrery
