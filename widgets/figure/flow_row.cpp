// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figure/flow_row.h"

#include <QStyle>
#include <QWidget>
#include <algorithm>

namespace orrery {

namespace {

bool expands(const QLayoutItem& item) {
    return item.expandingDirections() & Qt::Horizontal;
}

bool isSpacer(QLayoutItem& item) {
    return item.spacerItem() != nullptr;
}

int heightOf(const QLayoutItem& item, int width) {
    return item.hasHeightForWidth() ? item.heightForWidth(width) : item.sizeHint().height();
}

}  // namespace

FlowRow::FlowRow() {
    setContentsMargins(4, 2, 4, 0);
    setSpacing(4);
}

FlowRow::~FlowRow() = default;

void FlowRow::addStretch() {
    addItem(new QSpacerItem(0, 0, QSizePolicy::Expanding, QSizePolicy::Minimum));
}

void FlowRow::addItem(QLayoutItem* item) {
    items_.emplace_back(item);
    invalidate();
}

QLayoutItem* FlowRow::itemAt(int index) const {
    return index >= 0 && index < count() ? items_[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem* FlowRow::takeAt(int index) {
    if (!itemAt(index)) return nullptr;
    const auto place = items_.begin() + index;
    QLayoutItem* item = place->release();
    items_.erase(place);
    invalidate();
    return item;
}

QVector<FlowRow::Line> FlowRow::lines(int width) const {
    QVector<Line> lines{{}};
    int used = 0;
    for (const auto& item : items_) {
        if (item->isEmpty() && !isSpacer(*item)) continue;  // hidden
        const int wanted = std::min(item->sizeHint().width(), width);
        if (used > 0 && wanted > 0 && used + spacing() + wanted > width) {
            // A stretch belongs to what follows it.
            const bool stretch = isSpacer(*lines.back().back().item);
            const Line begun = stretch ? Line{lines.back().takeLast()} : Line{};
            share(lines.back(), width - used);
            lines << begun;
            used = 0;
        }
        if (wanted > 0) used += wanted + (used > 0 ? spacing() : 0);
        lines.back() << Place{item.get(), wanted};
    }
    share(lines.back(), width - used);
    return lines;
}

void FlowRow::share(Line& line, int room) {
    for (const bool spacers : {false, true}) {  // the widgets first
        const auto takes = [&](const Place& place) {
            return expands(*place.item) && isSpacer(*place.item) == spacers;
        };
        auto takers = std::ranges::count_if(line, takes);
        for (Place& place : line) {
            if (!takes(place)) continue;
            const int most = std::max(0, room / static_cast<int>(takers--));
            const int more = std::clamp(place.item->maximumSize().width() - place.width, 0, most);
            place.width += more;
            room -= more;
        }
    }
}

int FlowRow::heightOf(const Line& line) {
    int height = 0;
    for (const Place& place : line)
        height = std::max(height, orrery::heightOf(*place.item, place.width));
    return height;
}

int FlowRow::heightForWidth(int width) const {
    const QMargins margins = contentsMargins();
    int height = margins.top() + margins.bottom() - spacing();
    for (const Line& line : lines(width - margins.left() - margins.right()))
        height += spacing() + heightOf(line);
    return height;
}

QSize FlowRow::sizeHint() const {
    QSize size;
    for (const auto& item : items_)
        if (!item->isEmpty())
            size = QSize(size.width() + item->sizeHint().width() + spacing(),
                         std::max(size.height(), item->sizeHint().height()));
    return size.grownBy(contentsMargins());
}

QSize FlowRow::minimumSize() const {
    QSize least;
    for (const auto& item : items_)
        if (!item->isEmpty()) least = least.expandedTo(item->minimumSize());
    return least.grownBy(contentsMargins());
}

void FlowRow::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    const QRect room = rect.marginsRemoved(contentsMargins());
    int y = room.top();
    for (const Line& line : lines(room.width())) {
        const int height = heightOf(line);
        int x = room.left();
        for (const Place& place : line) {
            const int own = std::min(height, orrery::heightOf(*place.item, place.width));
            const QRect mine(x, y + (height - own) / 2, place.width, own);
            place.item->setGeometry(
                QStyle::visualRect(parentWidget()->layoutDirection(), room, mine));
            if (!isSpacer(*place.item)) x += spacing();
            x += place.width;
        }
        y += height + spacing();
    }
}

}  // namespace orrery
