// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"

#include <QDockWidget>
#include <QFile>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>

#include "app/window/workspace.h"
#include "tests/app/window/clean_desk.h"
#include "tests/app/window/dialog_robot.h"
#include "widgets/config/config_document.h"
#include "widgets/config/config_form.h"
#include "widgets/config/config_panel.h"
#include "widgets/config/fault_list.h"
#include "widgets/config/field_editor.h"
#include "widgets/config/field_row.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"
#include "widgets/status/message_bar.h"
#include "widgets/status/status_strip.h"
#include "widgets/view.h"

namespace orrery {

class MainWindowTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { nameProgram(); }

    void init() {
        cleanDesk();
        window_ = open();
    }

    void cleanup() { window_.reset(); }

    void startsWithTheStartPageAndNoRun() {
        QVERIFY(window_->showsStartPage());
        QVERIFY(window_->actions().train->isEnabled());
        for (QAction* action :
             {window_->actions().pause, window_->actions().step, window_->actions().stop,
              window_->actions().checkpoint, window_->actions().evaluate, window_->actions().resume,
              window_->actions().export_figure})
            QVERIFY2(!action->isEnabled(), qPrintable(action->objectName()));
        QCOMPARE(window_->statusStrip()->stateText(), QString("No run is open"));
    }

    void everyCommandHasTextTipAndMostAShortcut() {
        QSet<QString> shortcuts;
        for (const QAction* action : window_->actions().all()) {
            QVERIFY2(action->text().contains('&'), qPrintable(action->objectName()));
            QVERIFY2(!action->toolTip().isEmpty(), qPrintable(action->objectName()));
            if (action->shortcut().isEmpty()) continue;
            QVERIFY2(!shortcuts.contains(action->shortcut().toString()),
                     qPrintable(action->objectName()));
            shortcuts << action->shortcut().toString();
        }
        QVERIFY(shortcuts.size() > 18);
    }

    void whatCannotBeOpenedLeavesTheWindowAsItWas_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("missing") << "missing.yaml" << QByteArray();
        QTest::newRow("binary") << "binary.yaml" << QByteArray("\0\1\2\3", 4);
        QTest::newRow("a folder that is no run") << "." << QByteArray();
    }

    void whatCannotBeOpenedLeavesTheWindowAsItWas() {
        QFETCH(QString, name);
        QFETCH(QByteArray, bytes);
        if (!bytes.isEmpty()) write(name, bytes);
        const QString text = window_->document()->text();
        QVERIFY(!window_->openPath(folder_.filePath(name)));
        QVERIFY(window_->showsStartPage());
        QCOMPARE(window_->document()->text(), text);
        QVERIFY(!window_->run()->data()->hasSource());
        QVERIFY(window_->messageBar()->isVisible());
        QVERIFY(window_->messageBar()->severity() == Severity::error);
    }

    void aFaultyConfigurationOpensListsItsFaultsAndIsNotTrained() {
        write("faulty.yaml", "name: a\nkeys:\n  alpha: abc\n  beat: 1\n");
        QVERIFY(window_->openPath(folder_.filePath("faulty.yaml")));
        QVERIFY(!window_->showsStartPage());
        FaultList* faults = window_->workspace()->config()->faultList();
        QCOMPARE(faults->count(), 2);
        window_->train();
        QVERIFY(!window_->controller()->isBusy());
        QVERIFY(window_->messageBar()->isVisible());
        QTRY_VERIFY(window_->workspace()
                        ->config()
                        ->form()
                        ->row("keys.alpha")
                        ->editor()
                        ->input()
                        ->hasFocus());
    }

    void aMissingCorpusIsFoundBeforeTheStart() {
        window_->document()->setText("name: a\ndata:\n  corpus: /no/such/corpus.txt\n");
        window_->train();
        QVERIFY(!window_->controller()->isBusy());
        ConfigPanel* config = window_->workspace()->config();
        QCOMPARE(config->faultList()->count(), 1);
        QTRY_VERIFY(config->form()->row("data.corpus")->editor()->input()->hasFocus());
        QVERIFY(config->form()->row("data.corpus")->editor()->isEnabled());
    }

    void undoAndRedoAreTheDocuments() {
        window_->showWorkspace();
        window_->activateWindow();
        QVERIFY(!window_->actions().undo->isEnabled());
        const QString before = window_->document()->text();
        ConfigForm* form = window_->workspace()->config()->form();
        form->revealField("keys.alpha");
        auto* line = qobject_cast<QLineEdit*>(form->row("keys.alpha")->editor()->input());
        QTRY_VERIFY(line->hasFocus());
        line->selectAll();
        QTest::keyClicks(line, "0.25");
        QCOMPARE(window_->document()->config().keys.alpha, 0.25);
        QTest::keyClick(line, Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(window_->document()->text(), before);
        QTRY_COMPARE(line->text(), QString("0.01"));
    }

    void closingWithEditsAsks() {
        window_->document()->setFieldText(*findField("keys.alpha"), "0.5");
        QVERIFY(window_->isWindowModified());
        DialogRobot robot([](QWidget* dialog) { QTest::keyClick(dialog, Qt::Key_Escape); });
        QVERIFY(!window_->close());
        QVERIFY(robot.met());
        QVERIFY(window_->isVisible());
        DialogRobot discard([](QWidget* dialog) {
            qobject_cast<QMessageBox*>(dialog)->button(QMessageBox::Discard)->click();
        });
        QVERIFY(window_->close());
    }

    void theLayoutIsRemembered() {
        window_->showWorkspace();
        auto* log = window_->workspace()->findChild<QDockWidget*>("dock.log");
        QVERIFY(log->isVisible());
        log->hide();
        // What is larger than the screen is not restored as it was.
        const QSize size = window_->screen()->availableSize() - QSize(20, 60);
        window_->resize(size);
        QVERIFY(window_->close());
        window_ = open();
        window_->showWorkspace();
        QVERIFY(!window_->workspace()->findChild<QDockWidget*>("dock.log")->isVisible());
        QCOMPARE(window_->size(), size);
        window_->actions().reset_layout->trigger();
        QVERIFY(window_->workspace()->findChild<QDockWidget*>("dock.log")->isVisible());
    }

    void everyDockIsReachedByItsKey() {
        window_->showWorkspace();
        window_->activateWindow();
        QTRY_VERIFY(window_->isActiveWindow());
        int number = 2;
        for (View* view : window_->workspace()->views()) {
            if (number == 12) number = 14;  // between them the runs and the levers
            if (number > 16) break;         // docks without a key
            if (number <= 10)
                QTest::keyClick(window_.get(), Qt::Key(Qt::Key_0 + number % 10),
                                Qt::ControlModifier);
            else
                QTest::keyClick(window_.get(), Qt::Key(Qt::Key_4 + number - 11),
                                Qt::ControlModifier | Qt::AltModifier);
            ++number;
            QTRY_VERIFY(view->isVisible());
            QTRY_COMPARE(window_->workspace()->currentView(), view);
        }
    }

    void theDemoIsComplete() {
        window_->loadDemo();
        QVERIFY(!window_->document()->hasFaults());
        QCOMPARE(window_->document()->config().name, std::string("demo"));
    }

private:
    std::unique_ptr<MainWindow> open() {
        auto window = std::make_unique<MainWindow>((folder_.path() + "/runs").toStdString());
        window->show();
        if (!QTest::qWaitForWindowExposed(window.get(), kPatience)) qWarning("not exposed");
        window->activateWindow();
        return window;
    }

    void write(const QString& name, const QByteArray& bytes) {
        QFile file(folder_.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }

    QTemporaryDir folder_;
    std::unique_ptr<MainWindow> window_;
};

}  // namespace orrery

QTEST_MAIN(orrery::MainWindowTest)
#include "main_window_test.moc"
