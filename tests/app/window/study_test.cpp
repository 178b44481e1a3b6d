// SPDX-License-Identifier: GPL-3.0-or-later
// A study with real trials, started, paused and watched in the window.
#include <QElapsedTimer>
#include <QFile>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <algorithm>

#include "app/window/main_window.h"
#include "app/window/resources.h"
#include "app/window/study_service.h"
#include "app/window/workspace.h"
#include "core/study/study_runner.h"
#include "tests/app/window/tiny_run.h"
#include "widgets/run/run_model.h"
#include "widgets/status/message_bar.h"

namespace orrery {

class StudyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName("Orrery");
        QCoreApplication::setApplicationName("orrery-study-test");
        QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        initResources();
    }
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        window_ = std::make_unique<MainWindow>((folder_->path() + "/runs").toStdString());
        window_->studies()->setProgram(ORRERY_CLI);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    }
    void cleanup() { window_.reset(); }

    void startsWatchesAndOpensAStudyWithoutEverWaiting() {
        writeStudy(60);
        holdSecondTrial();
        QVERIFY(window_->openPath(folder_->filePath("study.yaml")));
        StudyView& view = *window_->workspace()->study();
        QVERIFY(view.isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(view.feed().snapshot(), 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(view.canvas().drawing().map, 20'000);
        QCOMPARE(view.canvas().drawing().map->values.size(), std::size_t(2));
        QElapsedTimer since;
        since.start();
        qint64 longest = 0;  // between two turns of the event loop
        QTimer turns;
        connect(&turns, &QTimer::timeout, this,
                [&] { longest = std::max(longest, since.restart()); });
        turns.start(5);
        QSignalSpy ended(window_->studies(), &StudyService::ended);
        button().click();
        QCOMPARE(view.activity(), StudyActivity::running);
        // The first cell is known while the second is still to come.
        QTRY_VERIFY_WITH_TIMEOUT(known(view) == 1, 60'000);
        QVERIFY(ended.isEmpty());
        write("go", "");
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 60'000);
        QVERIFY(ended[0][0].toBool());
        QTRY_COMPARE_WITH_TIMEOUT(known(view), 2, 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(view.stateText().contains("2 of 2 trials done"), 20'000);
        QVERIFY(view.verdictText().contains("Best val/loss"));
        turns.stop();
        // Each trial takes seconds; a busy machine may hold the window up for a moment.
        QVERIFY2(longest < 1000, qPrintable(QString::number(longest)));
        QVERIFY(!button().isEnabled());
        Q_EMIT view.canvas().trialActivated(2);
        QVERIFY(window_->run()->hasSource());
        QCOMPARE(window_->run()->info()->config.keys.alpha, 0.05);
    }

    void aPausedStudyGoesOn() {
        writeStudy(4000);
        QVERIFY(window_->openPath(folder_->filePath("study.yaml")));
        StudyView& view = *window_->workspace()->study();
        QTRY_VERIFY_WITH_TIMEOUT(button().isEnabled(), 20'000);
        button().click();
        QTRY_VERIFY_WITH_TIMEOUT(view.stateText().contains("1 training"), 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(hasSteps(view), 30'000);
        QSignalSpy ended(window_->studies(), &StudyService::ended);
        button().click();
        QCOMPARE(view.activity(), StudyActivity::pausing);
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 10'000);
        QVERIFY(!ended[0][0].toBool());
        QCOMPARE(view.activity(), StudyActivity::idle);
        QTRY_VERIFY_WITH_TIMEOUT(view.stateText().contains("0 of 2 trials done"), 20'000);
        QCOMPARE(StudyStore::open(view.folder()).trials()[0].state, TrialState::queued);
        // The folder alone is enough to go on.
        QVERIFY(window_->openPath(QString::fromStdString(view.folder().string())));
        QTRY_VERIFY_WITH_TIMEOUT(button().isEnabled(), 20'000);
        button().click();
        QTRY_VERIFY_WITH_TIMEOUT(view.stateText().contains("1 training"), 20'000);
        // The window closes once its trials have saved.
        window_->closeWithoutAsking();
        QTRY_VERIFY_WITH_TIMEOUT(!window_->isVisible(), 10'000);
        QCOMPARE(StudyStore::open(view.folder()).trials()[0].state, TrialState::queued);
    }

    void aStudyThatCannotRunSaysWhy() {
        writeStudy(20);
        window_->studies()->setProgram("/nowhere/orrery-cli");
        QVERIFY(window_->openPath(folder_->filePath("study.yaml")));
        StudyView& view = *window_->workspace()->study();
        QTRY_VERIFY_WITH_TIMEOUT(button().isEnabled(), 20'000);
        button().click();
        QTRY_COMPARE_WITH_TIMEOUT(view.activity(), StudyActivity::idle, 20'000);
        QVERIFY(window_->messageBar()->text().contains("/nowhere/orrery-cli"));
        QTRY_VERIFY_WITH_TIMEOUT(view.stateText().contains("/nowhere/orrery-cli"), 20'000);
    }

private:
    void write(const QString& name, const QString& text) const {
        QFile file(folder_->filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text.toUtf8());
    }
    void writeStudy(int steps) const {
        write("tiny.yaml", tinyConfig(steps));
        write("study.yaml", "base: tiny.yaml\naxes:\n  - {key: keys.alpha, values: [0, 0.05]}\n");
    }
    /// The second trial begins once there is a file "go": a trial may be over in less time than
    /// lies between two looks at the study.
    void holdSecondTrial() const {
        write("trials",
              "#!/bin/sh\n"
              "[ \"$4\" = trial-0002 ] && until [ -e \"${0%/*}/go\" ]; do sleep .05; done\n"
              "exec '" ORRERY_CLI "' \"$@\"\n");
        const QString program = folder_->filePath("trials");
        QVERIFY(QFile::setPermissions(program, QFile::ReadOwner | QFile::ExeOwner));
        window_->studies()->setProgram(program.toStdString());
    }
    QPushButton& button() const {
        return *window_->workspace()->study()->findChild<QPushButton*>("studyStart");
    }
    static int known(StudyView& view) {
        const auto& map = view.canvas().drawing().map;
        return map ? static_cast<int>(std::ranges::count_if(
                         map->values, [](double value) { return std::isfinite(value); }))
                   : 0;
    }
    static bool hasSteps(StudyView& view) {
        const auto& study = view.feed().snapshot();
        return study && !study->curves.empty() && study->curves[0]->x.back() > 5;
    }

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<MainWindow> window_;
};

}  // namespace orrery

QTEST_MAIN(orrery::StudyTest)
#include "study_test.moc"
