// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "widgets/view.h"

namespace orrery {

/// Several views as one figure: a grid of panels with the letters a, b, c. The views must outlive
/// it. GUI thread.
class PanelsView : public View {
    Q_OBJECT

public:
    /// From left to right, then down; 0 columns = as many as make a grid about as wide as high.
    explicit PanelsView(QVector<const View*> panels, int columns = 0, QWidget* parent = nullptr);

    QString viewName() const override { return QStringLiteral("panels"); }
    void paintFigure(QPainter& painter, const QSizeF& size) const override;
    /// The run that the views are of.
    QString figureSource() const override;
    QString figureFault() const override;
    /// "--columns 2"
    QStringList figureArguments() const override;
    bool figurePending() const override;
    bool needsAnalysis() const override;
    /// Legend and lines, where one of the views has them; ranges are of one view alone.
    FigureParts figureParts() const override;
    QVector<const View*> figurePanels() const override { return panels_; }
    /// Each view's has a header of its own: empty.
    QString dataAsCsv() const override { return {}; }
    int columns() const { return columns_; }

protected:
    void refresh() override {}

private:
    QVector<const View*> panels_;
    int columns_;
};

}  // namespace orrery
