// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/intervention_menu.h"

#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <cmath>
#include <memory>

#include "tests/widgets/fake_run_source.h"
#include "widgets/run/key_moves.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"
#include "widgets/run/run_tables.h"
#include "widgets/run/selection.h"

namespace orrery {

class InterventionMenuTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        context_ = std::make_unique<RunContext>();
        auto source = std::make_unique<FakeRunSource>();
        source->run_info.config.model.num_layers = 2;
        source->events.push_back(keys());
        context_->data()->setSource(std::move(source));
        context_->data()->poll();
    }

    void nothingSelectedOffersNothing() {
        QVERIFY(interventionMenu(*context_, nullptr) == nullptr);
    }

    void eachActionAsksForItsIntervention() {
        context_->selection()->select({1, {0, 2}});
        QCOMPARE(asked("Knock out"), QString("knock-out 1:0,1:2"));
        QCOMPARE(asked("Force"), QString("force 1:0,1:2"));
        QCOMPARE(asked("by 0.5"), QString("scale-gate 1:0=0.5,1:2=0.5"));
        QCOMPARE(asked("Swap keys"), QString("swap-keys 1:0=1:2"));
        QCOMPARE(asked("Freeze keys while training"), QString("freeze-key 1:0,1:2"));
        QCOMPARE(asked("Move keys toward the text's tokens"), QString());
        context_->selection()->select({1, {2}});
        QCOMPARE(asked("Swap keys"), QString());  // it takes two
    }

    void keysMoveTowardTheTokensThatWereAsked() {
        auto queries = std::make_shared<TextQueries>();
        queries->text.layers.resize(2);
        queries->text.layers[1].queries = {0, 3, 0, 1};
        context_->requests()->deliverQueries(queries);
        context_->selection()->select({1, {0}});
        QCOMPARE(asked("Move keys toward the text's tokens"), QString("move-key 1:0=0/2"));
        queries->text.layers[1].queries = {0, 3, 0};  // of another width
        QCOMPARE(asked("Move keys toward the text's tokens"), QString());
    }

    void aKeyMovesToTheMeanOfOthersAtItsOwnLength() {
        const auto one = moveToKeys(*keys(), 0, {{1, 3.0}, {2, 1.0}});
        QVERIFY(one.has_value());
        // 3 (0, 1) + 1 (-1, 0) = (-1, 3), at length 2
        QVERIFY(std::abs(one->key[0] + 2 / std::sqrt(10.0)) < 1e-6);
        QVERIFY(std::abs(one->key[1] - 6 / std::sqrt(10.0)) < 1e-6);
        QVERIFY(!moveToKeys(*keys(), 0, {}).has_value());
        QVERIFY(!moveToKeys(*keys(), 7, {{1, 1.0}}).has_value());
    }

private:
    static SharedKeys keys() {
        return std::make_shared<const Keys>(Keys{9, 1, 3, 2, {2, 0, 0, 1, -1, 0}, {0, 0, 0}});
    }
    /// What the action asks for; empty where it is disabled.
    QString asked(const QString& text) {
        const std::unique_ptr<QMenu> menu(interventionMenu(*context_, nullptr));
        QList<QAction*> actions = menu->actions();
        for (QMenu* below : menu->findChildren<QMenu*>())
            actions += below->actions();
        QSignalSpy requested(context_->requests(), &Requests::interventionsRequested);
        for (QAction* action : actions)
            if (QString(action->text()).remove(u'&') == text) action->trigger();
        if (requested.isEmpty()) return {};
        return QString::fromStdString(interventionsText(requested[0][0].value<Interventions>()));
    }

    std::unique_ptr<RunContext> context_;
};

}  // namespace orrery

QTEST_MAIN(orrery::InterventionMenuTest)
#include "intervention_menu_test.moc"
