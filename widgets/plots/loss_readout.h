// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <vector>

#include "widgets/plots/qcustomplot.h"

namespace orrery {

class LossChart;
class LossCurves;

/// What lies under the pointer: a line, a disc on each curve and a box with the values. Only the
/// plot's overlay is drawn again as the pointer moves.
class LossReadout : public QObject {
    Q_OBJECT

public:
    explicit LossReadout(LossChart& chart);
    /// In widget coordinates.
    void showAt(const QPointF& position);
    /// Once more at the same place, after the curves below it moved.
    void update();
    void hide();
    QString text() const { return box_->text(); }
    bool visible() const { return box_->visible(); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void placeBox(const QPointF& position);
    QString describe(const LossCurves& curves, double x);
    void addDisc(double x, double y, const QColor& color);
    void redraw();

    LossChart& chart_;
    QCPItemStraightLine* line_;
    QCPItemText* box_;
    std::vector<QCPItemEllipse*> discs_;
    std::size_t used_discs_ = 0;
    QPointF position_;
};

}  // namespace orrery
