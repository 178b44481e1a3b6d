// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/playground/play_texts.h"

#include <QHash>
#include <QHeaderView>
#include <QMenu>

#include "widgets/palette/visible_text.h"
#include "widgets/playground/play_tree.h"
#include "widgets/playground/play_words.h"
#include "widgets/status/core_words.h"
#include "widgets/status/run_words.h"

namespace orrery {

PlayTexts::PlayTexts(QWidget* parent) : QTreeWidget(parent) {
    setHeaderLabels({tr("Text"), tr("Model"), tr("Loss")});
    setAccessibleName(tr("Texts and their branches"));
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    header()->setSectionResizeMode(0, QHeaderView::Stretch);
    setContextMenuPolicy(Qt::CustomContextMenu);
    connect(this, &QTreeWidget::itemClicked, this,
            [this](QTreeWidgetItem* item) { Q_EMIT chosen(item->data(0, Qt::UserRole).toInt()); });
    connect(this, &QTreeWidget::customContextMenuRequested, this, &PlayTexts::openMenu);
}

void PlayTexts::showTree(const PlayTree& tree, int current) {
    tree_ = &tree;
    clear();
    QHash<int, QTreeWidgetItem*> items;
    for (const PlayText& text : tree.texts()) {
        const int above = text.parent >= 0 ? text.parent : text.beside;
        auto* item =
            items.contains(above) ? new QTreeWidgetItem(items[above]) : new QTreeWidgetItem(this);
        items[text.id] = item;
        item->setText(0, (text.favorite ? QStringLiteral("\u2605 ") : QString()) +
                             printableText(shortText(text).toStdString()));
        item->setText(1, describeSource(text.request.source, text.end ? text.end->step : -1));
        if (text.end && !text.tokens.empty())
            item->setText(2, decimalText(text.meanSurprise(), 'f', 3));
        item->setTextAlignment(2, Qt::AlignRight);
        item->setToolTip(0, text.failure.isEmpty() ? item->text(0) : coreText(text.failure));
        item->setData(0, Qt::UserRole, text.id);
        item->setExpanded(true);
        if (text.id == current) setCurrentItem(item);
    }
}

void PlayTexts::openMenu(const QPoint& point) {
    const QTreeWidgetItem* item = itemAt(point);
    if (!item || tree_ == nullptr) return;
    const int id = item->data(0, Qt::UserRole).toInt();
    const PlayText* text = tree_->find(id);
    if (text == nullptr) return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction* favorite = menu->addAction(tr("Favorite"));
    favorite->setCheckable(true);
    favorite->setChecked(text->favorite);
    connect(favorite, &QAction::toggled, this,
            [this, id](bool on) { Q_EMIT favoriteAsked(id, on); });
    QAction* gone = menu->addAction(tr("Remove"));
    gone->setEnabled(!text->running());
    connect(gone, &QAction::triggered, this, [this, id] { Q_EMIT removeAsked(id); });
    menu->popup(viewport()->mapToGlobal(point));
}

}  // namespace orrery
