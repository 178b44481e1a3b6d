// SPDX-License-Identifier: GPL-3.0-or-later
// What is opened by its path, by the list of runs and by the start page.
#include "app/window/desk/open_desk.h"

#include <QAbstractButton>
#include <QFile>
#include <QListWidget>
#include <QMessageBox>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "app/window/desk/config_desk.h"
#include "app/window/desk/run_desk.h"
#include "app/window/desk/run_lifecycle.h"
#include "app/window/desk/start_desk.h"
#include "app/window/desk/study_desk.h"
#include "app/window/document_files.h"
#include "app/window/run_controller.h"
#include "app/window/services/study_service.h"
#include "app/window/window_settings.h"
#include "core/runs/database/run_database.h"
#include "core/runs/run_folder.h"
#include "tests/app/window/clean_desk.h"
#include "tests/app/window/desk/desk_tests.h"
#include "tests/app/window/desk/said.h"
#include "tests/app/window/dialog_robot.h"
#include "widgets/browser/run_browser.h"
#include "widgets/compare/compare_view.h"
#include "widgets/config/config_document.h"
#include "widgets/config/config_panel.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"
#include "widgets/start/start_page.h"
#include "widgets/study/study_view.h"

namespace orrery {

class OpenDeskTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        cleanDesk();
        folder_ = std::make_unique<QTemporaryDir>();
        parts_ = std::make_unique<Parts>(folder_->path().toStdString());
        opened_ = std::make_unique<QSignalSpy>(&desk(), &OpenDesk::opened);
    }
    void cleanup() {
        opened_.reset();
        parts_.reset();
    }

    void whatCannotBeOpenedIsSaidAndNotRemembered() {
        for (const char* name : {"none", "none.yaml", "."}) {
            QVERIFY2(!desk().open(folder_->filePath(name)), name);
            QVERIFY2(said().bar.severity() == Severity::error && !said().text().isEmpty(), name);
        }
        QVERIFY(parts_->settings.recent().isEmpty());
        QVERIFY(opened_->isEmpty());
        QVERIFY(!parts_->run.data()->hasSource());
    }

    void aRunBringsItsConfigurationUnlessTheFormHasEdits() {
        const QString first = addRun("first"), second = addRun("second");
        QVERIFY(desk().open(first));
        QCOMPARE(opened_->size(), 1);
        QCOMPARE(parts_->document.config().name, std::string("first"));
        QVERIFY(!parts_->document.isModified());
        parts_->document.edit("name: mine\n");
        QVERIFY(desk().open(second));
        QCOMPARE(parts_->document.text(), QString("name: mine\n"));
        QVERIFY2(said().text().contains("unsaved edits"), qPrintable(said().text()));
        QVERIFY(said().text().contains("second") && said().text().contains("incomplete"));
        QVERIFY(said().button("Show the run"));
        QCOMPARE(parts_->settings.recent().size(), 2);
        QCOMPARE(parts_->settings.recent()[0].path, second);
    }

    void whatIsSaidOfEditsGoesWithThemAndTheRestStays() {
        QVERIFY(desk().open(addRun("first")));
        parts_->document.edit("name: mine\n");
        QVERIFY(desk().open(addRun("second")));
        QVERIFY(said().text().contains("unsaved edits"));
        parts_->document.textDocument()->undo();
        QTRY_VERIFY(!said().text().contains("unsaved edits"));
        QVERIFY2(said().text().contains("incomplete"), qPrintable(said().text()));
    }

    void theRunsConfigurationIsTakenOverAfterAQuestion() {
        desk().adoptConfiguration();  // of nothing
        QVERIFY(desk().openRun(addRun("first")));
        parts_->document.edit("name: mine\n");
        {
            const DialogRobot robot(&escape);
            desk().adoptConfiguration();
            QVERIFY(robot.met());
        }
        QCOMPARE(parts_->document.text(), QString("name: mine\n"));
        const DialogRobot discard([](QWidget* dialog) {
            qobject_cast<QMessageBox*>(dialog)->button(QMessageBox::Discard)->click();
        });
        desk().adoptConfiguration();
        QCOMPARE(parts_->document.config().name, std::string("first"));
    }

    void aRecentConfigurationIsNotOpenedOverEdits() {
        const QString file = folder_->filePath("a.yaml");
        QFile yaml(file);
        QVERIFY(yaml.open(QIODevice::WriteOnly));
        yaml.write("name: other\n");
        yaml.close();
        parts_->document.edit("name: mine\n");
        const DialogRobot robot(&escape);
        desk().openRecent(file, false);
        QVERIFY(robot.met());
        QCOMPARE(parts_->document.text(), QString("name: mine\n"));
        desk().openRecent(addRun("first"), true);  // a run asks nothing
        QCOMPARE(opened_->size(), 1);
    }

    void ofTheLastSessionNothingIsOpenedByHalf() {
        const QString run = addRun("first");
        parts_->settings.saveSession({run, folder_->filePath("gone.yaml")});
        desk().openLast();
        QVERIFY(opened_->isEmpty() && !parts_->run.data()->hasSource());
        QVERIFY(said().text().contains("gone.yaml"));
        parts_->settings.saveSession({folder_->filePath("gone"), {}});
        desk().openLast();
        QVERIFY(opened_->isEmpty());
        QVERIFY(said().text().contains("gone"));
        parts_->settings.saveSession({run, {}});
        desk().openLast();
        QVERIFY(!opened_->isEmpty());
        QVERIFY(parts_->run.data()->hasSource());
    }

    void theStartPageListsWhatWasOpenAndWhatIsGone() {
        StartPage page;
        addRun("first");
        parts_->settings.addRecent(folder_->filePath("gone.yaml"), false);
        parts_->settings.saveSession({"/runs/last", "/a.yaml"});
        auto* start = new StartDesk(&page, &parts_->settings, folder_->path().toStdString());
        start->update();
        auto* choice = page.findChild<QAbstractButton*>("sessionChoice");
        QVERIFY(choice && !choice->isHidden());
        auto* list = page.findChild<QListWidget*>();
        QTRY_COMPARE(list->count(), 2);
        parts_->settings.saveSession({});
        start->update();
        QVERIFY(choice->isHidden());
    }

    void runsOfTheListThatAreGoneAreSaid() {
        RunBrowser browser;
        CompareView compare;
        const RunDesk runs({&browser, &compare, &desk(), &parts_->config, &parts_->lifecycle,
                            &parts_->said.messages});
        const QString gone = folder_->filePath("gone");
        const std::function<void()> wishes[] = {[&] { Q_EMIT browser.openRequested(gone); },
                                                [&] { Q_EMIT browser.cloneRequested(gone); },
                                                [&] { Q_EMIT browser.rerunRequested(gone); },
                                                [&] { Q_EMIT browser.continueRequested(gone); },
                                                [&] { Q_EMIT compare.openRequested(gone); }};
        for (const auto& wish : wishes) {
            said().bar.hide();
            wish();
            QVERIFY2(said().text().contains("gone"), qPrintable(said().text()));
        }
        QVERIFY(opened_->isEmpty());
    }

    void oneRunJoinsAComparisonAndSeveralBeginAnew() {
        RunBrowser browser;
        CompareView compare;
        const RunDesk runs({&browser, &compare, &desk(), &parts_->config, &parts_->lifecycle,
                            &parts_->said.messages});
        QSignalSpy compared(&runs, &RunDesk::compared);
        Q_EMIT browser.compareRequested({"/a", "/b"});
        Q_EMIT browser.compareRequested({"/c"});
        QCOMPARE(compare.compared().folders(), QStringList({"/a", "/b", "/c"}));
        Q_EMIT browser.compareRequested({"/d", "/e"});
        QCOMPARE(compare.compared().folders(), QStringList({"/d", "/e"}));
        QCOMPARE(compared.size(), 3);
    }

private:
    struct Parts {
        explicit Parts(const std::filesystem::path& folder)
            : lifecycle(&controller, run.data(), &said.messages, folder / "runs"),
              studies(*new StudyDesk(&view, &service, &settings, &said.messages, folder)),
              desk(*new OpenDesk({&settings, files, &config, &lifecycle, &studies}, &window)) {}
        WindowSettings settings;
        ConfigDocument document;
        ConfigPanel panel{&document};
        QWidget window;
        DocumentFiles* files = new DocumentFiles(&document, &settings, &window);
        RunContext run;
        RunController controller{run.data()};
        Said said;
        StudyView view;
        StudyService service{&view};
        ConfigDesk config{&document, &panel, files, &said.messages};
        RunLifecycle lifecycle;
        StudyDesk& studies;  // belongs to its view
        OpenDesk& desk;      // belongs to the window
    };
    OpenDesk& desk() const { return parts_->desk; }
    Said& said() const { return parts_->said; }
    static void escape(QWidget* dialog) { QTest::keyClick(dialog, Qt::Key_Escape); }
    QString addRun(const std::string& name) const {
        const RunFolder folder = createRunFolder(folder_->path().toStdString(), name);
        Config config;
        config.name = name;
        writeRunConfig(folder, config, {"2026-11-27T14:05:00+0100", "cpu", ""});
        RunDatabase database({folder.databaseFile(), {}, {}});
        database.setMeta("name", name);
        return QString::fromStdString(folder.path.string());
    }

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Parts> parts_;
    std::unique_ptr<QSignalSpy> opened_;
};

std::unique_ptr<QObject> makeOpenDeskTest() {
    return std::make_unique<OpenDeskTest>();
}

}  // namespace orrery

#include "open_desk_test.moc"
