// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QElapsedTimer>

#include "widgets/ranks/ranks_picture.h"
#include "widgets/view.h"

namespace orrery {

/// The processes that train a run together: where they are, how much of their time they wait, and
/// who keeps the others waiting.
class RanksView : public View {
    Q_OBJECT

public:
    explicit RanksView(QWidget* parent = nullptr);

    void setRun(RunContext* run) override;
    QString viewName() const override { return QStringLiteral("ranks"); }
    void paintFigure(QPainter& painter, const QSizeF& size) const override;
    QString dataAsCsv() const override;
    /// Why there is no picture; empty when there is one.
    QString hint() const;

protected:
    void refresh() override;

private:
    class Canvas;
    void readSites() const;
    RanksPicture picture() const;
    void paint(QPainter& painter, const QSizeF& size, const ChartTheme& theme) const;

    Canvas* canvas_;
    mutable std::vector<RankSite> sites_;
    mutable QElapsedTimer read_;  // since they were looked for
    mutable QString failure_;
};

}  // namespace orrery
