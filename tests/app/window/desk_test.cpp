// SPDX-License-Identifier: GPL-3.0-or-later
// What the window remembers and recovers, its presets and its list of runs.
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <algorithm>

#include "app/window/draft_keeper.h"
#include "app/window/main_window.h"
#include "app/window/presets.h"
#include "app/window/run_notice.h"
#include "app/window/workspace.h"
#include "core/config/yaml.h"
#include "core/runs/database/run_database.h"
#include "core/runs/run_folder.h"
#include "tests/app/window/clean_desk.h"
#include "tests/app/window/dialog_robot.h"
#include "widgets/browser/rerun_dialog.h"
#include "widgets/browser/run_browser.h"
#include "widgets/browser/run_table_model.h"
#include "widgets/compare/compare_view.h"
#include "widgets/config/config_document.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"
#include "widgets/status/message_bar.h"
#include "widgets/view.h"

namespace orrery {

class DeskTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { nameProgram(); }

    void init() {
        cleanDesk();
        QDir(DraftKeeper::folder()).removeRecursively();
        folder_ = std::make_unique<QTemporaryDir>();
        window_ = open();
    }
    void cleanup() { window_.reset(); }

    void unsavedEditsAreKeptBesideAndGoWhenTheyAreSaved() {
        window_->document()->edit("name: kept\n");
        QTRY_COMPARE(drafts().size(), 1);
        QVERIFY2(DraftKeeper::abandoned().isEmpty(), "the process lives");
        window_->document()->saveAs((folder_->path() + "/a.yaml").toStdString());
        QTRY_VERIFY(drafts().isEmpty());
    }

    void unsavedEditsAreKeptWhenTheSystemEndsTheProgram() {
        window_->document()->edit("name: kept\n");
        window_->closeForTheSystem();
        QVERIFY(!window_->isVisible());
        window_.reset();
        QCOMPARE(DraftKeeper::abandoned().size(), 1);
        QCOMPARE(DraftKeeper::abandoned()[0].text, QString("name: kept\n"));
    }

    void editsOfAProcessThatIsGoneAreRecoveredAndCanBeUndone() {
        QFile original(folder_->filePath("mine.yaml"));
        QVERIFY(original.open(QIODevice::WriteOnly));
        original.write("name: before\n");
        original.close();
        leaveDraft(
            "left.json",
            {{"file", original.fileName()}, {"title", "mine.yaml"}, {"text", "name: after\n"}});
        window_->offerDrafts();
        QVERIFY(window_->messageBar()->isVisible());
        QVERIFY(window_->messageBar()->text().contains("mine.yaml"));
        button("Recover")->click();
        QCOMPARE(window_->document()->text(), QString("name: after\n"));
        QCOMPARE(QString::fromStdString(window_->document()->file().string()), original.fileName());
        QVERIFY(window_->document()->isModified());
        QVERIFY(!window_->showsStartPage());
        QVERIFY(DraftKeeper::abandoned().isEmpty());
        window_->document()->textDocument()->undo();
        QCOMPARE(window_->document()->text(), QString("name: before\n"));
    }

    void aDraftCanBeThrownAwayAndADamagedOneIsPassedOver() {
        leaveDraft("damaged.json", {});
        leaveDraft("left.json", {{"title", "x"}, {"text", "name: x\n"}});
        window_->offerDrafts();
        button("Discard")->click();
        QVERIFY(!window_->messageBar()->isVisible());
        QVERIFY(DraftKeeper::abandoned().isEmpty());
        QVERIFY(!window_->document()->isModified());
    }

    void everyPresetCanBeTrained() {
        QVERIFY(presetNames().size() > 35);
        for (const QString& name : presetNames()) {
            const Config config = presetConfig(name);
            QVERIFY2(validate(config).empty(), qPrintable(name));
        }
        QVERIFY(presetComment("published/series_a1.yaml").contains("Professional (Series A)"));
        QVERIFY_EXCEPTION_THROWN(presetConfig("none.yaml"), Error);
    }

    void rulesArePutIntoTheConfigurationAsOneEdit() {
        window_->document()->setText(
            "name: mine # stays\nkeys:\n  alpha: 0.5\n  update_every: 3\n");
        const QString before = window_->document()->text();
        applyRules(*window_->document(), "rules/generation5.yaml");
        const Config& now = window_->document()->config();
        QCOMPARE(now.keys.alpha, 0.005);
        QCOMPARE(now.keys.update_every, presetConfig("rules/generation5.yaml").keys.update_every);
        QCOMPARE(now.name, std::string("mine"));
        QVERIFY(window_->document()->text().contains("# stays"));
        QVERIFY(!window_->document()->hasFaults());
        window_->document()->textDocument()->undo();
        QCOMPARE(window_->document()->text(), before);
    }

    void aPerspectiveThatIsAskedForIsShownInPlaceOfTheStartPage() {
        QVERIFY(window_->showsStartPage());
        window_->workspace()->perspectiveAction(Perspective::explore)->trigger();
        QVERIFY(!window_->showsStartPage());
        QVERIFY(dock("inspect")->isVisible());
    }

    void aPerspectiveThatIsFirstSeenHasItsShares() {
        Workspace* workspace = window_->workspace();
        workspace->setPerspective(Perspective::compare);  // the start page is seen
        QVERIFY(!workspace->isVisible());
        window_->resize(1400, 900);
        window_->showWorkspace();
        QTRY_VERIFY(2 * dock("compare")->height() > 3 * dock("runs")->height());
        workspace->setPerspective(Perspective::train);
        QTRY_VERIFY(dock("config")->width() < dock("loss")->width());
        QTRY_VERIFY(dock("galaxy")->height() > dock("log")->height());
    }

    void eachPerspectiveKeepsItsLayoutOverARestart() {
        window_->showWorkspace();
        Workspace* workspace = window_->workspace();
        QVERIFY(dock("config")->isVisible());
        QVERIFY(!dock("compare")->isVisible());
        workspace->perspectiveAction(Perspective::compare)->trigger();
        QVERIFY(dock("compare")->isVisible());
        QVERIFY(!dock("config")->isVisible());
        dock("runs")->hide();
        workspace->perspectiveAction(Perspective::train)->trigger();
        QVERIFY(dock("config")->isVisible());
        workspace->perspectiveAction(Perspective::compare)->trigger();
        QVERIFY(!dock("runs")->isVisible());
        QVERIFY(window_->close());
        window_ = open();
        window_->showWorkspace();
        QCOMPARE(window_->workspace()->perspective(), Perspective::compare);
        QVERIFY(dock("compare")->isVisible());
        QVERIFY(!dock("runs")->isVisible());
        window_->workspace()->setPerspective(Perspective::train);
        QVERIFY(dock("config")->isVisible());
        window_->workspace()->setPerspective(Perspective::compare);
        window_->workspace()->resetLayout();
        QVERIFY(dock("runs")->isVisible());
        window_->workspace()->raiseDock("galaxy");
        QVERIFY(dock("galaxy")->isVisible() && !dock("galaxy")->isFloating());
    }

    void whatIsSeenIsExported() {
        window_->showWorkspace();
        Workspace* workspace = window_->workspace();
        workspace->raiseDock("galaxy");
        QCOMPARE(workspace->currentView()->viewName(), QString("galaxy"));
        workspace->setPerspective(Perspective::compare);
        QTRY_COMPARE(workspace->currentView()->viewName(), QString("compare"));
        workspace->setPerspective(Perspective::explore);
        QTRY_COMPARE(workspace->currentView()->viewName(), QString("galaxy"));
        workspace->raiseDock("loss");
        dock("experts")->raise();  // over it, without the focus
        QTRY_VERIFY(workspace->currentView()->viewName() != "loss");
        // A tab that is clicked at is used.
        for (QTabBar* tabs : workspace->findChildren<QTabBar*>())
            for (int i = 0; i < tabs->count(); ++i)
                if (tabs->isVisible() && tabs->tabText(i) == "Pairs")
                    QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(i).center());
        QTRY_COMPARE(workspace->currentView()->viewName(), QString("pairs"));
    }

    void whatFailedBeforeItSavedAnythingIsNotOfferedToGoOn() {
        const auto run = addRun("failed", RunState::failed);
        const auto offers = [&] {
            const auto buttons = window_->messageBar()->findChildren<QPushButton*>();
            return std::ranges::any_of(
                buttons, [](const auto* button) { return button->text().contains("Resume"); });
        };
        QVERIFY(window_->openRun(QString::fromStdString(run.string())));
        QVERIFY(window_->messageBar()->text().contains("incomplete"));
        QVERIFY(!offers());
        std::filesystem::create_directories(RunFolder{run}.checkpointsFolder() / "step-000005");
        QVERIFY(window_->openRun(QString::fromStdString(run.string())));
        QVERIFY(offers());
    }

    void theSessionIsRestored() {
        const auto run = addRun("first");
        QVERIFY(window_->openRun(QString::fromStdString(run.string())));
        window_->workspace()->setPerspective(Perspective::explore);
        QVERIFY(window_->close());
        window_ = open();
        QVERIFY(window_->showsStartPage());
        auto* choice = window_->findChild<QAbstractButton*>("sessionChoice");
        QVERIFY(choice && choice->isVisible());
        choice->click();
        QVERIFY(window_->run()->data()->hasSource());
        QCOMPARE(window_->workspace()->perspective(), Perspective::explore);
    }

    void runsOfTheListAreOpenedComparedAndCloned() {
        const auto first = addRun("first"), second = addRun("second");
        window_->showWorkspace();
        window_->workspace()->raiseDock("runs");
        RunBrowser* browser = window_->workspace()->browser();
        QTRY_COMPARE(browser->model()->rowCount(), 2);
        browser->choose({first});
        browser->action("openRun")->trigger();
        QCOMPARE(window_->controller()->folder(), first);
        browser->choose({first, second});
        browser->action("compareRuns")->trigger();
        QCOMPARE(window_->workspace()->perspective(), Perspective::compare);
        QCOMPARE(window_->workspace()->compare()->compared().folders().size(), 2);
        browser->choose({second});
        browser->action("cloneRun")->trigger();
        QCOMPARE(window_->document()->config().name, std::string("second"));
        QCOMPARE(window_->workspace()->perspective(), Perspective::train);  // a form wants room
        QVERIFY(dock("config")->isVisible() && !dock("compare")->isVisible());
    }

    void aDockIsGoneToWhereItHasAPlace() {
        window_->showWorkspace();
        Workspace* workspace = window_->workspace();
        workspace->raiseDock("inspect");
        QCOMPARE(workspace->perspective(), Perspective::explore);
        workspace->raiseDock("study");
        QCOMPARE(workspace->perspective(), Perspective::compare);
        // Who has put a dock elsewhere finds it there.
        dock("config")->show();
        workspace->raiseDock("config");
        QCOMPARE(workspace->perspective(), Perspective::compare);
        dock("runs")->hide();
        workspace->raiseDock("runs");
        QCOMPARE(workspace->perspective(), Perspective::compare);
        QVERIFY(dock("runs")->isVisible());
    }

    void aReportOfTheChosenRunsIsWritten() {
        const auto first = addRun("first"), second = addRun("second");
        window_->showWorkspace();
        window_->workspace()->raiseDock("runs");
        RunBrowser* browser = window_->workspace()->browser();
        QTRY_COMPARE(browser->model()->rowCount(), 2);
        browser->choose({first, second});
        const QString file = folder_->filePath("both.html");
        std::unique_ptr<DialogRobot> names;
        const DialogRobot robot([&](QWidget* dialog) {
            auto* views = dialog->findChild<QListWidget*>();
            QCOMPARE(views->count(), 6);
            auto* text = dialog->findChild<QLineEdit*>();
            QVERIFY(text && !text->isEnabled());
            QCOMPARE(views->item(3)->checkState(), Qt::Unchecked);
            views->item(2)->setCheckState(Qt::Unchecked);
            names = std::make_unique<DialogRobot>([&](QWidget* asked) {
                // selectFile() leaves a name alone that is being typed.
                asked->findChild<QLineEdit*>("fileNameEdit")->setText(file);
                QMetaObject::invokeMethod(asked, "accept");
            });
            QMetaObject::invokeMethod(dialog, "accept");
        });
        browser->action("reportRuns")->trigger();
        QVERIFY(robot.met() && names && names->met());
        QFile report(file);
        QVERIFY(report.open(QIODevice::ReadOnly));
        QCOMPARE(report.readAll().count("data:image/svg+xml"), 3);  // the losses, the usage of each
        QVERIFY(window_->messageBar()->isVisible());
        QVERIFY(window_->messageBar()->text().contains(file));
        QVERIFY(button("Open"));
    }

    void aRunWithoutACheckpointCannotBeContinuedAndItIsSaid() {
        const auto run = addRun("first");
        window_->showWorkspace();
        window_->workspace()->raiseDock("runs");
        RunBrowser* browser = window_->workspace()->browser();
        QTRY_COMPARE(browser->model()->rowCount(), 1);
        browser->choose({run});
        browser->action("continueRun")->trigger();
        QVERIFY(window_->messageBar()->text().contains("no checkpoint"));
    }

    void undoIsTheListsWhileItHasTheFocus() {
        const auto run = addRun("first");
        window_->showWorkspace();
        window_->activateWindow();
        QTRY_VERIFY(window_->isActiveWindow());
        window_->workspace()->raiseDock("runs");
        RunBrowser* browser = window_->workspace()->browser();
        QTRY_COMPARE(browser->model()->rowCount(), 1);
        browser->table()->setFocus();
        browser->choose({run});
        browser->moveChosenToTrash();
        QVERIFY(!std::filesystem::exists(run));
        QTRY_VERIFY(window_->actions().undo->isEnabled());
        window_->actions().undo->trigger();
        QVERIFY(std::filesystem::exists(run));
    }

    void numbersBehindAViewAreShownAsATable() {
        const auto run = addRun("first");
        QVERIFY(window_->openRun(QString::fromStdString(run.string())));
        QTRY_VERIFY(window_->run()->data()->isCaughtUp());
        window_->workspace()->raiseDock("loss");
        QVERIFY(window_->actions().view_table->isEnabled());
        window_->actions().view_table->trigger();
        auto* dialog = window_->workspace()->view("loss")->findChild<QWidget*>("tableDialog");
        QVERIFY(dialog);
        const QAbstractItemModel* model = dialog->findChild<QTableView*>()->model();
        QCOMPARE(model->headerData(3, Qt::Horizontal).toString(), QString("value"));
        QCOMPARE(model->rowCount(), 10);
        QCOMPARE(model->index(1, 1).data().toString(), QString("2"));
    }

    void theEndOfARunIsToldToWhoLooksElsewhere() {
        QWidget other;
        other.show();
        other.activateWindow();
        QTRY_VERIFY(other.isActiveWindow());
        window_->notice()->tell("The run has ended.", "a: Finished");
        QCOMPARE(window_->notice()->told(), QString("The run has ended. a: Finished"));
        window_->activateWindow();
        QTRY_VERIFY(window_->isActiveWindow());
        window_->notice()->tell("Not", "told");
        QCOMPARE(window_->notice()->told(), QString("The run has ended. a: Finished"));
    }

private:
    std::unique_ptr<MainWindow> open() {
        auto window = std::make_unique<MainWindow>((folder_->path() + "/runs").toStdString());
        window->show();
        if (!QTest::qWaitForWindowExposed(window.get(), kPatience)) qWarning("not exposed");
        return window;
    }
    QStringList drafts() const {
        return QDir(DraftKeeper::folder()).entryList({"*.json"}, QDir::Files);
    }
    void leaveDraft(const QString& name, const QJsonObject& draft) {
        QVERIFY(QDir().mkpath(DraftKeeper::folder()));
        QFile file(DraftKeeper::folder() + '/' + name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(draft.isEmpty() ? QByteArray("{") : QJsonDocument(draft).toJson());
    }
    QAbstractButton* button(const QString& word) const {
        for (auto* button : window_->messageBar()->findChildren<QAbstractButton*>())
            if (button->text().contains(word)) return button;
        qFatal("no such button");
    }
    QDockWidget* dock(const char* name) const {
        return window_->workspace()->findChild<QDockWidget*>(QStringLiteral("dock.") +
                                                             QLatin1String(name));
    }
    std::filesystem::path addRun(const std::string& name, RunState state = RunState::finished) {
        const RunFolder folder = createRunFolder((folder_->path() + "/runs").toStdString(), name);
        Config config;
        config.name = name;
        writeRunConfig(folder, config, {"2026-11-27T14:05:00+0100", "cpu", ""});
        RunDatabase database({folder.databaseFile(), {}, {}});
        database.setMeta("name", name);
        for (int step = 1; step <= 10; ++step)
            database.publish(Scalars{step, 1.0 * step, {{"train/loss", 3.0 / step}}});
        Progress progress;
        progress.state = state;
        progress.step = progress.total_steps = 10;
        database.publish(progress);
        return folder.path;
    }

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<MainWindow> window_;
};

}  // namespace orrery

QTEST_MAIN(orrery::DeskTest)
#include "desk_test.moc"
