// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figure/panel_list.h"

#include <QDockWidget>
#include <QDropEvent>
#include <QKeyEvent>
#include <QSignalBlocker>

#include "widgets/run/run_context.h"
#include "widgets/view.h"

namespace orrery {

namespace {

/// What the window calls it.
QString titleOf(const View& view) {
    for (const QWidget* parent = view.parentWidget(); parent; parent = parent->parentWidget())
        if (const auto* dock = qobject_cast<const QDockWidget*>(parent)) return dock->windowTitle();
    return view.viewName();
}

}  // namespace

PanelList::PanelList(const View& view, QWidget* parent) : QListWidget(parent), views_{&view} {
    if (view.run())
        for (const View* other : view.window()->findChildren<View*>())
            if (other != &view && other->run() == view.run()) views_ << other;
    for (qsizetype i = 0; i < views_.size(); ++i) {
        auto* item = new QListWidgetItem(titleOf(*views_[i]), this);
        item->setData(Qt::UserRole, static_cast<int>(i));
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable |
                       Qt::ItemIsDragEnabled);
        item->setCheckState(i == 0 ? Qt::Checked : Qt::Unchecked);
    }
    setDragDropMode(QAbstractItemView::InternalMove);
    setAccessibleName(tr("Panels of the figure"));
    setToolTip(
        tr("Check several views to put them in one figure as a, b, c. Drag them, or use Alt "
           "and the arrow keys, to change their order."));
    connect(this, &QListWidget::itemChanged, this, &PanelList::changed);
}

QVector<const View*> PanelList::chosen() const {
    QVector<const View*> views;
    for (int row = 0; row < count(); ++row)
        if (item(row)->checkState() == Qt::Checked)
            views << views_[item(row)->data(Qt::UserRole).toInt()];
    return views;
}

void PanelList::choose(const QStringList& names) {
    QSignalBlocker blocker(this);
    for (int row = 0; row < count(); ++row)
        item(row)->setCheckState(Qt::Unchecked);
    int place = 0;
    for (const QString& name : names)
        for (int row = place; row < count(); ++row) {
            if (views_[item(row)->data(Qt::UserRole).toInt()]->viewName() != name) continue;
            QListWidgetItem* found = takeItem(row);
            insertItem(place++, found);
            found->setCheckState(Qt::Checked);
            break;
        }
    blocker.unblock();
    Q_EMIT changed();
}

void PanelList::dropEvent(QDropEvent* event) {
    QListWidget::dropEvent(event);
    Q_EMIT changed();
}

void PanelList::keyPressEvent(QKeyEvent* event) {
    const int by = event->key() == Qt::Key_Up ? -1 : event->key() == Qt::Key_Down ? 1 : 0;
    const int row = currentRow(), to = row + by;
    if (by == 0 || !(event->modifiers() & Qt::AltModifier))
        return QListWidget::keyPressEvent(event);
    if (row < 0 || to < 0 || to >= count()) return;
    insertItem(to, takeItem(row));
    setCurrentRow(to);
    Q_EMIT changed();
}

}  // namespace orrery
