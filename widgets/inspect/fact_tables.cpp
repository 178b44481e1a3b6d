// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspect/fact_tables.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>

#include "widgets/csv_field.h"

namespace orrery {

void paintTables(QPainter& painter, const QRectF& area, const std::vector<FactTable>& tables,
                 const QColor& color) {
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
    painter.setPen(color);
    for (std::size_t t = 0; t < tables.size(); ++t) {
        const double left = area.left() + width * static_cast<double>(t % columns);
        const double first = area.top() + height * static_cast<double>(t / columns);
        double top = write(bold, {left, first, width - 8, height}, tables[t].title) + 2;
        for (const QStringList& row : tables[t].rows) {
            if (top + line > first + height) break;
            const QRectF room(left, top, width - 8, first + height - top);
            top = write(plain, room, row.join(u"  "));
        }
    }
    painter.setFont(plain);
}

QString tablesAsCsv(const std::vector<FactTable>& tables) {
    QString text = QStringLiteral("table,first,second,third,fourth,fifth,sixth,seventh\n");
    for (const FactTable& table : tables) {
        std::vector<QStringList> rows = table.rows;
        rows.insert(rows.begin(), table.heads);
        for (const QStringList& row : rows) {
            text += csvField(table.title);
            for (int i = 0; i < 7; ++i)
                text += u',' + csvField(row.value(i));
            text += u'\n';
        }
    }
    return text;
}

}  // namespace orrery
