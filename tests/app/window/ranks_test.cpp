// SPDX-License-Identifier: GPL-3.0-or-later
// The window starts a run of two processes, follows it, and opens it again.
#include <QTemporaryDir>
#include <QTest>

#include "app/window/main_window.h"
#include "app/window/run_controller.h"
#include "app/window/workspace.h"
#include "core/events/commands.h"
#include "tests/app/window/clean_desk.h"
#include "tests/app/window/tiny_run.h"
#include "widgets/config/config_document.h"
#include "widgets/playground/play_words.h"
#include "widgets/playground/playground_view.h"
#include "widgets/ranks/ranks_view.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"

namespace orrery {

class RanksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        nameProgram();
        cleanDesk();
    }

    void twoProcessesTrainAndAreSeen() {
        MainWindow window(folder_.filePath("runs").toStdString());
        window.show();
        window.document()->setText(tinyConfig(60));
        window.document()->setFieldText(*findField("train.processes"), "2");
        window.actions().train->trigger();
        QVERIFY(window.controller()->isBusy());
        expectTwoRanks(window);
        QTRY_COMPARE_WITH_TIMEOUT(window.run()->data()->progress().state, RunState::finished,
                                  kLong);
        run_ = QString::fromStdString(window.controller()->folder().string());
        QTRY_VERIFY_WITH_TIMEOUT(!window.controller()->isBusy(), kLong);
    }

    void thePlaygroundAsksThemBetweenTheirSteps() {
        MainWindow window(folder_.filePath("asked").toStdString());
        window.show();
        window.document()->setText(tinyConfig(1'000'000));
        window.document()->setFieldText(*findField("train.processes"), "2");
        window.actions().train->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(window.controller()->phase(), RunController::Phase::live, kLong);
        auto* playground = qobject_cast<PlaygroundView*>(window.workspace()->view("playground"));
        QVERIFY(playground);
        playground->setPrompt("The bird sang.");
        playground->generate();
        QTRY_VERIFY_WITH_TIMEOUT(playground->current() && playground->current()->end, kLong);
        QVERIFY2(playground->current()->failure.isEmpty(),
                 qPrintable(playground->current()->failure));
        const std::int32_t expert = playground->current()->tokens.back().experts.front();

        // A live intervention reaches both: keys that differed would end the run.
        const std::string text = "knock-out 0:" + std::to_string(expert) + "; freeze-key 1:0";
        window.controller()->send(command::Set{"some.interventions", "'" + text + "'"});
        const std::int64_t before = window.run()->data()->progress().step;
        QTRY_VERIFY_WITH_TIMEOUT(window.run()->data()->progress().step > before + 20, kLong);
        playground->score();
        QTRY_VERIFY_WITH_TIMEOUT(playground->current()->end, kLong);
        for (const TokenReading& token : playground->current()->tokens)
            for (const std::int32_t one : routeOf(token, 0).experts)
                QVERIFY(one != expert);
        window.controller()->stop();
        QTRY_COMPARE_WITH_TIMEOUT(window.controller()->phase(), RunController::Phase::idle, kLong);
        QTRY_COMPARE(window.run()->data()->progress().state, RunState::stopped);  // with its poll
    }

    void theyAreSeenInTheStoredRun() {
        MainWindow window(folder_.filePath("runs").toStdString());
        window.show();
        QVERIFY(window.openRun(run_));
        expectTwoRanks(window);
    }

private:
    static constexpr int kLong = 120'000;  // ms

    static void expectTwoRanks(MainWindow& window) {
        auto* ranks = qobject_cast<RanksView*>(window.workspace()->view("ranks"));
        QVERIFY(ranks);
        QTRY_VERIFY_WITH_TIMEOUT(ranks->hint().isEmpty(), kLong);
        const QStringList lines = ranks->dataAsCsv().split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), qsizetype(3));
        for (int rank = 0; rank < 2; ++rank) {
            const QStringList fields = lines[rank + 1].split(u',');
            QCOMPARE(fields[0].toInt(), rank);
            QCOMPARE(fields[1], QSysInfo::machineHostName());
            QCOMPARE(fields[2], QString("cpu"));
            QCOMPARE(fields[3], QString("1"));
            const double waiting = fields[4].toDouble();
            QVERIFY2(waiting > 0 && waiting < 1, qPrintable(lines[rank + 1]));
        }
    }

    QTemporaryDir folder_;
    QString run_;
};

}  // namespace orrery

QTEST_MAIN(orrery::RanksTest)
#include "ranks_test.moc"
