// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of which whole rows are chosen look and behave alike in all views.
#pragma once
#include <QHeaderView>
#include <QTableView>

namespace orrery {

/// Rows of one line each, `height` pixels, chosen as a whole; Tab leaves the table. GUI thread.
inline void makeRowTable(QTableView& table, int height) {
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setAlternatingRowColors(true);
    table.setShowGrid(false);
    table.setWordWrap(false);
    table.setTabKeyNavigation(false);
    table.verticalHeader()->hide();
    table.verticalHeader()->setDefaultSectionSize(height);
    table.horizontalHeader()->setHighlightSections(false);
}

}  // namespace orrery
