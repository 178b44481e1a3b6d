// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QTest>
#include <QToolButton>
#include <algorithm>

#include "tests/widgets/synthetic_run.h"
#include "widgets/plots/experts_view.h"
#include "widgets/run/layer_choice.h"

namespace orrery {

class LayerLinkTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aLayerIsOneChoiceUntilItIsUnlinked() {
        RunContext model;
        giveSyntheticRun(model, {.layers = 4, .experts = 6, .dimensions = 8});
        ExpertsView one, other;
        one.setRun(&model);
        other.setRun(&model);
        QCOMPARE(one.options().layer, 2);
        choose(one, 3);
        QCOMPARE(other.options().layer, 3);
        QCOMPARE(model.layers()->layer(), 3);
        unlink(other)->setChecked(true);
        choose(one, 0);
        QCOMPARE(other.options().layer, 3);
        choose(other, 1);
        QCOMPARE(one.options().layer, 0);
        unlink(other)->setChecked(false);
        QCOMPARE(other.options().layer, 0);
    }

    void theSelectionSurvivesAndLeads() {
        RunContext model;
        giveSyntheticRun(model, {.layers = 4, .experts = 6, .dimensions = 8});
        ExpertsView one, other;
        one.setRun(&model);
        other.setRun(&model);
        unlink(other)->setChecked(true);
        model.selection()->select({1, {2, 4}});
        QCOMPARE(one.options().layer, 1);
        QCOMPARE(other.options().layer, 2);
        choose(one, 3);
        QCOMPARE(model.selection()->chosen(), (ExpertSelection{1, {2, 4}}));
        unlink(other)->setChecked(false);
        QCOMPARE(model.selection()->chosen(), (ExpertSelection{1, {2, 4}}));
        // Another run begins in its own middle.
        giveSyntheticRun(model, {.layers = 2, .experts = 6, .dimensions = 8});
        QCOMPARE(one.options().layer, 1);
        QCOMPARE(model.layers()->layer(), 1);
    }

private:
    static QToolButton* unlink(ExpertsView& view) {
        return view.findChild<QToolButton*>(QStringLiteral("unlinkLayer"));
    }
    static void choose(ExpertsView& view, int layer) {
        const auto boxes = view.findChildren<QComboBox*>();
        const auto found = std::ranges::find(boxes, QString("Layer"), &QComboBox::accessibleName);
        QVERIFY(found != boxes.end());
        QComboBox* box = *found;
        box->setCurrentIndex(layer);
        Q_EMIT box->activated(layer);
    }
};

}  // namespace orrery

QTEST_MAIN(orrery::LayerLinkTest)
#include "layer_link_test.moc"
