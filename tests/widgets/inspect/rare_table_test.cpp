// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspect/rare_table.h"

#include <QTableView>
#include <QTest>
#include <algorithm>

#include "tests/widgets/synthetic_run.h"
#include "widgets/inspect/fact_pane.h"
#include "widgets/inspect/inspect_view.h"

namespace orrery {

class RareTableTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void expertsBelowThetaAreListedSinceWhen() {
        RunContext model;
        giveSyntheticRun(model);
        InspectView view;
        view.setRun(&model);
        QCOMPARE(view.setLook({"rare"}), QString());
        QVERIFY2(!view.needsAnalysis(), "snapshots of the run tell it");
        const FactTable table = rareExpertsOfRun(*model.data());
        // In each layer the last two experts have no usage, and 5 % of the others are below theta:
        // at all three snapshots, of which the first is of step 200.
        QVERIFY(table.rows.size() >= std::size_t(2 * model.data()->layerCount()));
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            QCOMPARE(table.rows[row][2], QString("200"));
            QCOMPARE(table.rows[row][3], QString("now"));
            QCOMPARE(table.rows[row][4], QString("3"));
        }
        const auto has = [&](const QString& layer, const QString& expert) {
            return std::ranges::any_of(table.rows, [&](const QStringList& row) {
                return row[0] == layer && row[1] == expert;
            });
        };
        QVERIFY(has("1", "63") && has("1", "62") && !has("1", "0"));
        QVERIFY(view.dataAsCsv().contains(",1,63,200,now,3,0,"));
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view, kPatience));
        FactPane* pane = nullptr;
        for (auto* each : view.findChildren<FactPane*>())
            if (each->isVisible()) pane = each;
        QTRY_VERIFY(pane && pane->facts().rows.size() == table.rows.size());
        Q_EMIT pane->table().clicked(pane->model().index(0, 1));
        QCOMPARE(model.selection()->chosen().experts, table.experts[0]);
        QCOMPARE(model.selection()->chosen().layer, table.rows[0][0].toInt());
        QVERIFY(rareExpertsOfRun(RunData()).rows.empty());
    }
};

}  // namespace orrery

QTEST_MAIN(orrery::RareTableTest)
#include "rare_table_test.moc"
