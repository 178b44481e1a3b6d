// SPDX-License-Identifier: GPL-3.0-or-later
// A study with real trials, started, paused and watched in the window.
#include <QFile>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "app/window/main_window.h"
#include "app/window/resources.h"
#include "app/window/services/study_service.h"
#include "app/window/workspace.h"
#include "core/study/study_runner.h"
#include "tests/app/window/tiny_run.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"
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
        QVERIFY(QTest::qWaitForWindowExposed(window_.get(), kPatience));
    }
    void cleanup() { window_.reset(); }

    void startsWatchesAndOpensAStudyWithoutEverWaiting() {
        writeStudy(60);
        holdTrials();
        QVERIFY(window_->openPath(folder_->filePath("study.yaml")));
        StudyView& view = *window_->workspace()->study();
        QVERIFY(view.isVisible());
        QTRY_VERIFY(view.feed().snapshot());
        QTRY_VERIFY(view.canvas().drawing().map);
        QCOMPARE(view.canvas().drawing().map->values.size(), std::size_t(2));
        QSignalSpy ended(window_->studies(), &StudyService::ended);
        button().click();
        QCOMPARE(view.activity(), StudyActivity::running);
        // The trials begin when they are told to here: a window that waited would never do it.
        QTRY_VERIFY(view.stateText().contains("1 training"));
        write("trial-0001 may begin", "");
        // The first cell is known while the second is still to come.
        QTRY_VERIFY(known(view) == 1);
        QVERIFY(ended.isEmpty());
        write("trial-0002 may begin", "");
        QTRY_COMPARE(ended.size(), 1);
        QVERIFY(ended[0][0].toBool());
        QTRY_COMPARE(known(view), 2);
        QTRY_VERIFY(view.stateText().contains("2 of 2 trials done"));
        QVERIFY(view.verdictText().contains("Best val/loss"));
        QVERIFY(!button().isEnabled());
        Q_EMIT view.canvas().trialActivated(2);
        QVERIFY(window_->run()->data()->hasSource());
        QCOMPARE(window_->run()->data()->info()->config.keys.alpha, 0.05);
    }

    void aPausedStudyGoesOn() {
        writeStudy(1'000'000);
        QVERIFY(window_->openPath(folder_->filePath("study.yaml")));
        StudyView& view = *window_->workspace()->study();
        QTRY_VERIFY(button().isEnabled());
        button().click();
        QTRY_VERIFY(view.stateText().contains("1 training"));
        QTRY_VERIFY(hasSteps(view));
        QSignalSpy ended(window_->studies(), &StudyService::ended);
        button().click();
        QCOMPARE(view.activity(), StudyActivity::pausing);
        QTRY_COMPARE(ended.size(), 1);
        QVERIFY(!ended[0][0].toBool());
        QCOMPARE(view.activity(), StudyActivity::idle);
        QTRY_VERIFY(view.stateText().contains("0 of 2 trials done"));
        QCOMPARE(StudyStore::open(view.folder()).trials()[0].state, TrialState::queued);
        // The folder alone is enough to go on.
        QVERIFY(window_->openPath(QString::fromStdString(view.folder().string())));
        QTRY_VERIFY(button().isEnabled());
        button().click();
        QTRY_VERIFY(view.stateText().contains("1 training"));
        // The window closes once its trials have saved.
        window_->closeWithoutAsking();
        QTRY_VERIFY(!window_->isVisible());
        QCOMPARE(StudyStore::open(view.folder()).trials()[0].state, TrialState::queued);
    }

    void aStudyThatCannotRunSaysWhy() {
        writeStudy(20);
        window_->studies()->setProgram("/nowhere/orrery-cli");
        QVERIFY(window_->openPath(folder_->filePath("study.yaml")));
        StudyView& view = *window_->workspace()->study();
        QTRY_VERIFY(button().isEnabled());
        button().click();
        QTRY_COMPARE(view.activity(), StudyActivity::idle);
        QVERIFY(window_->messageBar()->text().contains("/nowhere/orrery-cli"));
        QTRY_VERIFY(view.stateText().contains("/nowhere/orrery-cli"));
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
    /// Each trial begins once there is a file that says so: it may be over in less time than lies
    /// between two looks at the study.
    void holdTrials() const {
        write("trials",
              "#!/bin/sh\n"
              "until [ -e \"${0%/*}/$4 may begin\" ]; do sleep .05; done\n"
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
