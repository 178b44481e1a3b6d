// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/ranks_view.h"

#include <QPainter>

#include "core/error.h"
#include "widgets/figure/flow_row.h"
#include "widgets/figure/view_layout.h"
#include "widgets/run/run_data.h"
#include "widgets/status/core_words.h"

namespace orrery {

namespace {

constexpr int kReadPeriod = 2000;  // ms: a live run stores them a second after it knows them

}  // namespace

class RanksView::Canvas : public QWidget {
public:
    explicit Canvas(RanksView* view) : QWidget(view), view_(view) {
        setAttribute(Qt::WA_OpaquePaintEvent);
        setMinimumSize(120, 90);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        view_->paint(painter, size(), themeOf(palette()));
    }

private:
    RanksView* view_;
};

RanksView::RanksView(QWidget* parent) : View(parent), canvas_(new Canvas(this)) {
    canvas_->setAccessibleName(tr("Time of each rank"));
    layOut(*this, new FlowRow, {canvas_});
}

void RanksView::setRun(RunContext* run) {
    View::setRun(run);
    const auto reset = [this] {
        sites_.clear();
        failure_.clear();
        read_.invalidate();
        markDirty();
    };
    reset();
    if (!run) return;
    connect(data(), &RunData::sourceChanged, this, reset);
    connect(data(), &RunData::caughtUp, this, [this] { markDirty(); });
    connect(data(), &RunData::seriesChanged, this, [this](const QStringList& names) {
        if (names.contains(QStringLiteral("ranks/communication"))) markStale();
    });
}

void RanksView::readSites() const {
    const bool told = !data()->series("ranks/communication").values.empty();
    if (!told || !sites_.empty() || (read_.isValid() && !read_.hasExpired(kReadPeriod))) return;
    read_.start();
    try {
        sites_ = readRankSites(data()->info()->folder);
        failure_.clear();
    } catch (const Error& error) {
        failure_ = coreText(error);
    }
}

RanksPicture RanksView::picture() const {
    if (!run() || !data()->hasSource()) return {};
    readSites();
    return ranksPicture(*data(), sites_);
}

QString RanksView::hint() const {
    if (!run() || !data()->hasSource())
        return tr("Open or train a run to see the processes that train it.");
    if (!picture().ranks.empty()) return {};
    if (!failure_.isEmpty()) return failure_;
    if (data()->info()->config.train.processes > 1 && sites_.empty())
        return tr("No report of the ranks yet: waiting for the first.");
    return tr(
        "One process trains this run. Several do with train.processes above 1, or with "
        "torchrun, mpirun or srun.");
}

void RanksView::paint(QPainter& painter, const QSizeF& size, const ChartTheme& theme) const {
    const RanksPicture ranks = picture();
    if (!ranks.ranks.empty()) return paintRanks(painter, size, ranks, theme);
    painter.fillRect(QRectF(QPointF(0, 0), size), theme.background);
    painter.setPen(theme.faint_text);
    painter.drawText(QRectF(QPointF(12, 12), size - QSizeF(24, 24)),
                     Qt::AlignCenter | Qt::TextWordWrap, hint());
}

void RanksView::refresh() {
    canvas_->update();
}

void RanksView::paintFigure(QPainter& painter, const QSizeF& size) const {
    paint(painter, size, figureTheme());
}

QString RanksView::dataAsCsv() const {
    return ranksCsv(picture());
}

}  // namespace orrery
