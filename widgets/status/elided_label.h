// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QLabel>

namespace orrery {

/// One line of plain text that comes from outside: a path, a run's name. It never widens what it
/// stands in: where it has less room than its text wants it shows both ends, and all of it as a
/// tool tip. GUI thread only.
class ElidedLabel : public QLabel {
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr, Qt::TextElideMode mode = Qt::ElideMiddle);

    /// Room for some letters, whatever the text.
    QSize minimumSizeHint() const override;
    /// What is seen of the text.
    QString shownText() const;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    Qt::TextElideMode mode_;
};

}  // namespace orrery
