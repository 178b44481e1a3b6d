// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/desk/window_closing.h"

#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "app/window/document_files.h"
#include "app/window/run_controller.h"
#include "app/window/services/study_service.h"
#include "app/window/window_settings.h"
#include "core/config/yaml.h"
#include "core/runs/checkpoint_folder.h"
#include "tests/app/window/desk/desk_tests.h"
#include "tests/app/window/dialog_robot.h"
#include "tests/app/window/tiny_run.h"
#include "widgets/config/config_document.h"
#include "widgets/run/run_context.h"
#include "widgets/study/study_view.h"

namespace orrery {

class WindowClosingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        parts_ = std::make_unique<Parts>();
        parts_->window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&parts_->window, kPatience));
        ready_ = std::make_unique<QSignalSpy>(&closing(), &WindowClosing::ready);
    }
    void cleanup() {
        ready_.reset();
        parts_.reset();
        QApplication::setQuitOnLastWindowClosed(false);
    }

    void withNothingInTheWayItCloses() {
        QVERIFY(closing().mayClose());
        QVERIFY(!closing().endedWhileClosing());
        closing().closeWithoutAsking();
        QCOMPARE(ready_->size(), 1);
    }

    void unsavedEditsAreAskedAboutEachTimeUntilTheyAreGivenUp() {
        parts_->document.edit("name: mine\n");
        for (int i = 0; i < 2; ++i) {
            const DialogRobot robot(&escape);
            QVERIFY(!closing().mayClose());
            QVERIFY(robot.met());
        }
        const DialogRobot discard([](QWidget* dialog) {
            qobject_cast<QMessageBox*>(dialog)->button(QMessageBox::Discard)->click();
        });
        QVERIFY(closing().mayClose());
        QCOMPARE(parts_->document.text(), QString("name: mine\n"));
    }

    void withoutAskingEditsAreNoObstacle() {
        parts_->document.edit("name: mine\n");
        closing().closeWithoutAsking();
        QCOMPARE(ready_->size(), 1);
        QVERIFY(closing().mayClose());
    }

    void aLiveRunIsAskedAboutAndTheAnswerCanBeNo() {
        train();
        parts_->document.edit("name: mine\n");
        QStringList asked;
        const auto next = [&asked](QWidget* dialog) {
            asked << dialog->objectName();
            if (asked.last() == u"unsavedDialog") return click(dialog, "Discard");
            QTest::keyClick(dialog, Qt::Key_Escape);
        };
        std::unique_ptr<DialogRobot> second;
        const DialogRobot first([&](QWidget* dialog) {
            second = std::make_unique<DialogRobot>(next);
            next(dialog);
        });
        QVERIFY(!closing().mayClose());
        QCOMPARE(asked, QStringList({"unsavedDialog", "liveRunDialog"}));
        QVERIFY(!closing().endedWhileClosing());  // its end is news again
        // Who went back is asked about the edits again, too.
        const DialogRobot edits([](QWidget* dialog) {
            QCOMPARE(dialog->objectName(), QString("unsavedDialog"));
            QTest::keyClick(dialog, Qt::Key_Escape);
        });
        QVERIFY(!closing().mayClose());
        QVERIFY(edits.met());
        stop();
    }

    void aRunThatIsStoppedIsWaitedForAndSaved() {
        train();
        press("Stop", [this] { QVERIFY(!closing().mayClose()); });
        QCOMPARE(parts_->controller.phase(), RunController::Phase::stopping);
        QVERIFY(!closing().mayClose());  // a second wish asks nothing
        QVERIFY(ready_->isEmpty());
        QTRY_VERIFY(!parts_->controller.isBusy());
        QVERIFY(closing().endedWhileClosing());
        QCOMPARE(ready_->size(), 1);
        QVERIFY(closing().mayClose());
        QVERIFY(!checkpointSteps(parts_->controller.folder()).empty());
    }

    void aRunMayGoOnWithoutItsWindow() {
        train();
        press("Keep", [this] { QVERIFY(closing().mayClose()); });
        QVERIFY(!QApplication::quitOnLastWindowClosed());
        QVERIFY(parts_->controller.isBusy());
        parts_->window.hide();
        stop();
        QVERIFY(closing().endedWhileClosing());
        QVERIFY(ready_->isEmpty());
    }

    void aStudyIsPausedAndWaitedFor() {
        parts_->view.setActivity(StudyActivity::running);
        {
            const DialogRobot robot([](QWidget* dialog) {
                QCOMPARE(dialog->objectName(), QString("studyDialog"));
                QTest::keyClick(dialog, Qt::Key_Escape);
            });
            QVERIFY(!closing().mayClose());
            QVERIFY(robot.met());
        }
        QCOMPARE(parts_->view.activity(), StudyActivity::running);
        press("Pause", [this] { QVERIFY(!closing().mayClose()); });
        QCOMPARE(parts_->view.activity(), StudyActivity::pausing);
        QVERIFY(!closing().mayClose());  // it is pausing already
        QVERIFY(closing().endedWhileClosing());
        QVERIFY(ready_->isEmpty());
        parts_->view.setActivity(StudyActivity::idle);
        QVERIFY(closing().endedWhileClosing());
        QCOMPARE(ready_->size(), 1);
        QVERIFY(closing().mayClose());
    }

    void aRunAndAStudyAreBothWaitedFor() {
        train();
        parts_->view.setActivity(StudyActivity::running);
        closing().closeWithoutAsking();
        parts_->view.setActivity(StudyActivity::idle);
        QVERIFY(closing().endedWhileClosing());  // the study has
        QTRY_VERIFY(!parts_->controller.isBusy());
        closing().endedWhileClosing();
        QVERIFY(!ready_->isEmpty());
        QVERIFY(closing().mayClose());
    }

private:
    struct Parts {
        WindowSettings settings;
        ConfigDocument document;
        QWidget window;
        DocumentFiles* files = new DocumentFiles(&document, &settings, &window);
        RunContext run;
        RunController controller{run.data()};
        StudyView view;
        StudyService studies{&view};
        WindowClosing* closing = new WindowClosing(files, &controller, &studies, &window);
    };
    WindowClosing& closing() const { return *parts_->closing; }
    static void escape(QWidget* dialog) { QTest::keyClick(dialog, Qt::Key_Escape); }
    static void click(QWidget* dialog, const QString& word) {
        for (QAbstractButton* button : qobject_cast<QMessageBox*>(dialog)->buttons())
            if (button->text().contains(word)) return button->click();
        QFAIL("no such button");
    }
    /// Presses a button of the dialog that `ask` opens.
    static void press(const QString& word, const std::function<void()>& ask) {
        const DialogRobot robot([&](QWidget* dialog) { click(dialog, word); });
        ask();
        QVERIFY(robot.met());
    }
    void train() const {
        parts_->controller.start(parseConfig(tinyConfig(1'000'000).toStdString(), "tiny.yaml"),
                                 folder_->filePath("runs").toStdString());
        QTRY_VERIFY(parts_->controller.state() == RunState::running);
    }
    void stop() const {
        parts_->controller.stop(true);
        QTRY_VERIFY(!parts_->controller.isBusy());
    }

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Parts> parts_;
    std::unique_ptr<QSignalSpy> ready_;
};

std::unique_ptr<QObject> makeWindowClosingTest() {
    return std::make_unique<WindowClosingTest>();
}

}  // namespace orrery

#include "window_closing_test.moc"
