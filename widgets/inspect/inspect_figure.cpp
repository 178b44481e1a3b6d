// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector on paper.
#include <QPainter>
#include <QTabWidget>
#include <algorithm>

#include "widgets/inspect/inspect_view.h"
#include "widgets/plots/plot_style.h"
#include "widgets/plots/qcustomplot.h"
#include "widgets/python_plot.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_data.h"
#include "widgets/run/selection.h"

namespace orrery {

void InspectView::paintFigure(QPainter& painter, const QSizeF& size) const {
    const ChartTheme theme = figureTheme();
    painter.fillRect(QRectF(QPointF(0, 0), size), theme.background);
    const QFont plain = painter.font();
    QFont bold = plain;
    bold.setBold(true);
    const double line = QFontMetricsF(plain, painter.device()).lineSpacing();
    double y = 6;
    const auto write = [&](const QFont& font, const QColor& color, const QRectF& box,
                           const QString& text) {
        painter.setFont(font);
        painter.setPen(color);
        QRectF used;
        painter.drawText(box, Qt::AlignLeft | Qt::TextWordWrap, text, &used);
        return used.bottom();
    };
    const auto& expert = run() ? selection()->markedExpert() : std::optional<ExpertId>{};
    const bool page = expert && pages_->currentIndex() == 0;
    if (page) {
        y = write(bold, theme.text, {6, y, size.width() - 12, line}, expertTitle(*expert)) + 2;
        y = write(plain, theme.faint_text, {6, y, size.width() - 12, 12 * line},
                  expertFacts(*data(), requests()->analysis(), *expert).join(u'\n')) +
            4;
        QCustomPlot chart;
        chart.addGraph();
        const double height = std::min(std::max(size.height() * 0.3, 9 * line), 160.0);
        setUpChart(chart, theme, plain, height);
        scaleLines(chart, figureStyle().line_scale);
        painter.save();
        painter.translate(0, y);
        paintPlot(chart, painter, {size.width(), height});
        painter.restore();
        y += height + 6;
    }
    const auto tables = pageTables();
    if (tables.empty()) {
        write(plain, theme.faint_text, {6, y, size.width() - 12, 3 * line},
              tr("No expert selected"));
        return;
    }
    if (const RunTables* analysis = fromAnalysis() ? requests()->analysis() : nullptr) {
        const QString of = tr("Analysis of step %1.").arg(analysis->step) + warningNow(u' ');
        y = write(plain, theme.faint_text, {6, y, size.width() - 12, 12 * line}, of) + 4;
    }
    paintTables(painter, {6, y, size.width() - 12, size.height() - y - 4}, tables);
}

PythonPlot InspectView::pythonPlot() const {
    QStringList heading;
    const auto& expert = run() ? selection()->markedExpert() : std::optional<ExpertId>{};
    if (expert && pages_->currentIndex() == 0)
        heading << expertTitle(*expert) << expertFacts(*data(), requests()->analysis(), *expert);
    if (run() && requests()->analysis() && fromAnalysis())
        heading << tr("Analysis of step %1.").arg(requests()->analysis()->step) + warningNow(u' ');
    return {QStringLiteral("tables"),
            dataAsCsv(),
            {{"heading", heading.join(QStringLiteral("; "))}, {"most", 16}}};
}

void InspectView::paintTables(QPainter& painter, const QRectF& area,
                              const std::vector<FactTable>& tables) const {
    const QFont plain = painter.font();
    QFont bold = plain;
    bold.setBold(true);
    const QFontMetricsF metrics(plain, painter.device());
    const double line = metrics.lineSpacing();
    // Narrower columns would break every row.
    const auto most =
        static_cast<std::size_t>(std::max(1.0, area.width() / (26 * metrics.averageCharWidth())));
    const std::size_t columns = std::min(most, tables.size());
    const std::size_t lines = (tables.size() + columns - 1) / columns;
    const double width = area.width() / static_cast<double>(columns);
    const double height = area.height() / static_cast<double>(lines);
    const auto write = [&](const QFont& font, const QRectF& room, const QString& text) {
        painter.setFont(font);
        const QRectF used = painter.boundingRect(room, Qt::TextWrapAnywhere, text);
        if (used.bottom() <= area.bottom()) painter.drawText(room, Qt::TextWrapAnywhere, text);
        return used.bottom();
    };
    painter.setPen(figureTheme().text);
    for (std::size_t t = 0; t < tables.size(); ++t) {
        const double left = area.left() + width * static_cast<double>(t % columns);
        const double first = area.top() + height * static_cast<double>(t / columns);
        double top = write(bold, {left, first, width - 8, height}, tables[t].title) + 2;
        if (!fromAnalysis())  // numbers alone
            top = write(plain, {left, top, width - 8, first + height - top},
                        tables[t].heads.join(QStringLiteral("; "))) +
                  2;
        for (const QStringList& row : tables[t].rows) {
            if (top + line > first + height) break;
            const QRectF room(left, top, width - 8, first + height - top);
            top = write(plain, room, row.join(u"  "));
        }
    }
    painter.setFont(plain);
}

}  // namespace orrery
