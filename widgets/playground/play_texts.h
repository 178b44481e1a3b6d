// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QTreeWidget>

namespace orrery {

class PlayTree;

/// The texts of a playground and their branches, as a tree: a click shows one, its menu makes it a
/// favorite or removes it.
class PlayTexts : public QTreeWidget {
    Q_OBJECT

public:
    explicit PlayTexts(QWidget* parent = nullptr);
    /// The tree outlives the next call; `current` is marked.
    void showTree(const PlayTree& tree, int current);

Q_SIGNALS:
    void chosen(int id);
    void favoriteAsked(int id, bool favorite);
    void removeAsked(int id);

private:
    void openMenu(const QPoint& point);

    const PlayTree* tree_ = nullptr;
};

}  // namespace orrery
