// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "widgets/plots/qcustomplot.h"

namespace orrery {

/// A plottable of our own drawing: nothing selectable, no part in automatic ranges.
class PlainPlottable : public QCPAbstractPlottable {
public:
    using QCPAbstractPlottable::QCPAbstractPlottable;
    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain) const override {
        found = false;
        return {};
    }
    QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override {
        found = false;
        return {};
    }

protected:
    void drawLegendIcon(QCPPainter*, const QRectF&) const override {}
};

}  // namespace orrery
