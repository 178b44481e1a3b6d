// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QListWidget>
#include <QVector>

namespace orrery {

class View;

/// The views of a window that can stand in one figure: those that are checked, in the order of the
/// list, which the user changes by dragging (or with Alt and the arrow keys). The first is always
/// in it at the start.
class PanelList : public QListWidget {
    Q_OBJECT

public:
    explicit PanelList(const View& view, QWidget* parent = nullptr);
    QVector<const View*> chosen() const;
    /// Checks these (by viewName()) and puts them in this order before the others.
    void choose(const QStringList& names);

Q_SIGNALS:
    void changed();

protected:
    void dropEvent(QDropEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QVector<const View*> views_;
};

}  // namespace orrery
