// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/metrics/metrics_tree.h"

#include <QHeaderView>
#include <QRegularExpression>
#include <QScopedValueRollback>
#include <algorithm>
#include <map>

namespace orrery {

namespace {

constexpr int kName = Qt::UserRole;
constexpr int kIn = 0, kRight = 1;  // columns
constexpr int kGap = 4;             // around a box and its text

QTreeWidgetItem* addItem(QTreeWidgetItem* parent, const QString& text, const QString& name) {
    auto* item = new QTreeWidgetItem(parent, {text});
    item->setData(kIn, kName, name);
    if (name.isEmpty()) return item;
    item->setToolTip(kIn, name);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    item->setCheckState(kIn, Qt::Unchecked);
    item->setCheckState(kRight, Qt::Unchecked);
    return item;
}

}  // namespace

MetricsTree::MetricsTree(QWidget* parent) : QTreeWidget(parent) {
    setObjectName(QStringLiteral("metricsTree"));
    setAccessibleName(tr("Metrics of the run"));
    setColumnCount(2);
    setHeaderLabels({tr("Metric"), tr("Right")});
    headerItem()->setToolTip(kRight, tr("On the right axis of values"));
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(kIn, QHeaderView::Stretch);
    header()->setSectionResizeMode(kRight, QHeaderView::ResizeToContents);
    setUniformRowHeights(true);
    setIndentation(14);
    connect(this, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item, int column) {
        if (showing_ || nameOf(*item).isEmpty()) return;
        const bool right = item->checkState(kRight) == Qt::Checked;
        // An axis means that it is wanted.
        const bool in = item->checkState(kIn) != Qt::Unchecked || (column == kRight && right);
        Q_EMIT toggled(nameOf(*item), in, right && in);
    });
}

// Qt's own hint is of the rows on show alone, and none before the first layout.
int MetricsTree::wantedWidth() const {
    const int check = style()->pixelMetric(QStyle::PM_IndicatorWidth) + 3 * kGap;
    int widest = 0;
    each([&](QTreeWidgetItem& item) {
        const int depth = item.parent() ? 2 : 1;
        widest = std::max(widest, depth * indentation() + check +
                                      fontMetrics().horizontalAdvance(item.text(kIn)));
    });
    const int frame = 2 * frameWidth() + style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    return widest + header()->sectionSizeHint(kRight) + frame;
}

QString MetricsTree::nameOf(const QTreeWidgetItem& item) {
    return item.data(kIn, kName).toString();
}

void MetricsTree::rebuild(const QStringList& scalars) {
    std::map<QString, bool> open;
    for (int i = 0; i < topLevelItemCount(); ++i)
        open[topLevelItem(i)->text(kIn)] = topLevelItem(i)->isExpanded();
    clear();
    std::map<QString, QTreeWidgetItem*> groups;
    for (const QString& scalar : scalars) {
        const QString kind = kindOf(scalar);
        const bool layered = kind != scalar;
        const QString title =
            layered ? tr("%1 (by layer)").arg(kind.section(u'/', 1)) : scalar.section(u'/', 0, 0);
        QTreeWidgetItem*& group = groups[title];
        if (!group) {
            group = addItem(invisibleRootItem(), title, layered ? kind : QString());
            const auto known = open.find(title);
            group->setExpanded(known == open.end() ? !layered : known->second);
        }
        addItem(group,
                layered ? tr("layer %1").arg(scalar.section(u'/', 0, 0).mid(5))
                        : scalar.section(u'/', 1),
                scalar);
    }
    scalars_ = scalars;
    applyFilter();
}

void MetricsTree::each(const std::function<void(QTreeWidgetItem&)>& act) const {
    for (QTreeWidgetItemIterator item(const_cast<MetricsTree*>(this)); *item; ++item)
        act(**item);
}

void MetricsTree::show(const QStringList& scalars, const MetricPanel& panel) {
    const QScopedValueRollback guard(showing_, true);
    if (scalars != scalars_) rebuild(scalars);
    update(panel);
}

void MetricsTree::update(const MetricPanel& panel) {
    each([&](QTreeWidgetItem& item) {
        const QString name = nameOf(item);
        if (name.isEmpty()) return;
        const MetricEntry* entry = panel.entryOf(name);
        Qt::CheckState in = entry ? Qt::Checked : Qt::Unchecked;
        if (!entry && name.contains(u'*'))
            for (const MetricEntry& each : panel.entries)
                if (kindOf(each.name) == name) in = Qt::PartiallyChecked;
        item.setCheckState(kIn, in);
        item.setCheckState(kRight, entry && entry->right ? Qt::Checked : Qt::Unchecked);
    });
}

bool MetricsTree::setFilter(const QString& pattern) {
    pattern_ = pattern;
    applyFilter();
    return QRegularExpression(pattern).isValid();
}

void MetricsTree::applyFilter() {
    const QRegularExpression wanted(pattern_, QRegularExpression::CaseInsensitiveOption);
    const bool all = pattern_.isEmpty() || !wanted.isValid();
    for (int i = 0; i < topLevelItemCount(); ++i) {
        QTreeWidgetItem* group = topLevelItem(i);
        bool any = false;
        for (int j = 0; j < group->childCount(); ++j) {
            const bool passes = all || wanted.match(nameOf(*group->child(j))).hasMatch();
            group->child(j)->setHidden(!passes);
            any |= passes;
        }
        group->setHidden(!any);
        if (!all && any) group->setExpanded(true);
    }
}

QTreeWidgetItem* MetricsTree::itemOf(const QString& name) const {
    QTreeWidgetItem* found = nullptr;
    each([&](QTreeWidgetItem& item) {
        if (nameOf(item) == name) found = &item;
    });
    return found;
}

QStringList MetricsTree::shown() const {
    QStringList names;
    each([&](QTreeWidgetItem& item) {
        if (item.parent() && !item.isHidden()) names << nameOf(item);
    });
    return names;
}

}  // namespace orrery
