// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/about.h"

#include <QAction>
#include <QApplication>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QMessageBox>
#include <QTableWidget>
#include <QVBoxLayout>

namespace orrery {

void showAbout(QWidget* parent) {
    QMessageBox::about(
        parent, QObject::tr("About Orrery"),
        QObject::tr("<h3>Orrery %1</h3><p>A workbench for Self-Organizing Mixture of Experts "
                    "(SoME): language models with frozen random experts, whose keys are updated by "
                    "Knowledge Gravity.</p><p>Free software under the GNU General Public License, "
                    "version 3 or later.</p>")
            .arg(QApplication::applicationVersion()));
}

void showKeys(QMainWindow* window) {
    auto* dialog = new QDialog(window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(QObject::tr("Keyboard shortcuts"));
    auto* table = new QTableWidget(0, 2, dialog);
    table->setHorizontalHeaderLabels({QObject::tr("Command"), QObject::tr("Shortcut")});
    table->verticalHeader()->hide();
    table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setTabKeyNavigation(false);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    for (const QAction* action : window->findChildren<QAction*>()) {
        if (action->shortcut().isEmpty()) continue;
        const int row = table->rowCount();
        table->insertRow(row);
        table->setItem(row, 0, new QTableWidgetItem(action->text().remove(u'&').remove(u'…')));
        table->setItem(row, 1,
                       new QTableWidgetItem(action->shortcut().toString(QKeySequence::NativeText)));
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    auto* layout = new QVBoxLayout(dialog);
    layout->addWidget(table);
    layout->addWidget(buttons);
    dialog->resize(460, 560);
    dialog->show();
}

}  // namespace orrery
