// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/scalar_menu.h"

#include <QCoreApplication>
#include <QMenu>
#include <map>

#include "widgets/compare/routing_table.h"
#include "widgets/metrics/metric_panels.h"

namespace orrery {

namespace {

struct ScalarMenuWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::CompareView)
};

}  // namespace

void fillScalarMenu(QMenu& menu, const QStringList& scalars,
                    const std::function<void(const QString& name)>& chosen) {
    menu.clear();
    std::map<QString, QMenu*> groups;
    for (const QString& scalar : scalars) {
        const QString kind = kindOf(scalar);
        const bool layered = kind != scalar;
        const QString measured = measuredScalarTitle(scalar);
        const QString title = layered
                                  ? ScalarMenuWords::tr("%1 (by layer)").arg(kind.section(u'/', 1))
                              : measured.isEmpty() ? scalar.section(u'/', 0, 0)
                                                   : ScalarMenuWords::tr("Same text");
        QMenu*& group = groups[title];
        if (!group) group = menu.addMenu(title);
        group->addAction(measured.isEmpty() ? scalar : measured, &menu,
                         [chosen, scalar] { chosen(scalar); });
    }
    if (menu.isEmpty())
        menu.addAction(ScalarMenuWords::tr("No scalars are known yet"))->setEnabled(false);
}

}  // namespace orrery
