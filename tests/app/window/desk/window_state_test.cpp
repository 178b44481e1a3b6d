// SPDX-License-Identifier: GPL-3.0-or-later
// The window's parts that only follow: what is enabled, its title, undo, its size and layouts.
#include "app/window/desk/window_state.h"

#include <QFile>
#include <QLineEdit>
#include <QMainWindow>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QVBoxLayout>

#include "app/window/desk/run_lifecycle.h"
#include "app/window/desk/undo_actions.h"
#include "app/window/desk/window_memory.h"
#include "app/window/run_controller.h"
#include "app/window/window_actions.h"
#include "app/window/window_settings.h"
#include "app/window/workspace.h"
#include "core/config/yaml.h"
#include "tests/app/window/clean_desk.h"
#include "tests/app/window/desk/desk_tests.h"
#include "tests/app/window/desk/said.h"
#include "tests/app/window/tiny_run.h"
#include "tests/widgets/fake_run_source.h"
#include "widgets/browser/run_browser.h"
#include "widgets/config/config_document.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"
#include "widgets/status/status_strip.h"

namespace orrery {

class WindowStateTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        cleanDesk();
        folder_ = std::make_unique<QTemporaryDir>();
        parts_ = std::make_unique<Parts>(runs());
    }
    void cleanup() { parts_.reset(); }

    void withoutARunOnlyTrainingCanBegin() {
        parts_->state.setViewsShown(true);
        QVERIFY(actions().train->isEnabled());
        for (const QAction* action :
             {actions().pause, actions().step, actions().stop, actions().stop_now,
              actions().checkpoint, actions().evaluate, actions().resume, actions().apply_live,
              actions().adopt_config, actions().export_figure, actions().view_table})
            QVERIFY2(!action->isEnabled(), qPrintable(action->objectName()));
        QCOMPARE(parts_->status.stateText(), QString("No run is open"));
    }

    void aFigureNeedsARunAndAView() {
        give(RunState::finished);
        QVERIFY(!actions().export_figure->isEnabled());
        parts_->state.setViewsShown(true);
        QVERIFY(actions().export_figure->isEnabled() && actions().export_data->isEnabled());
        parts_->state.setViewsShown(false);
        QVERIFY(!actions().export_figure->isEnabled());
        QVERIFY(actions().adopt_config->isEnabled());
    }

    void whatARunSaysOfItselfDecidesWhetherItIsResumed() {
        give(RunState::finished);
        QVERIFY(!actions().resume->isEnabled());
        give(RunState::interrupted);
        QVERIFY(actions().resume->isEnabled());
        give(RunState::running);  // by another process
        QVERIFY(!actions().resume->isEnabled());
        parts_->run.data()->setSource(nullptr);
        parts_->state.update();
        QVERIFY(!actions().resume->isEnabled());
    }

    void startingAndStoppingAreSaidAtOnce() {
        parts_->controller.start(parseConfig(tinyConfig(1'000'000).toStdString(), "tiny.yaml"),
                                 runs());
        QCOMPARE(parts_->status.stateText(), QString("Starting"));
        QVERIFY(!actions().train->isEnabled() && actions().stop->isEnabled());
        QVERIFY(!actions().pause->isEnabled());
        QTRY_VERIFY(actions().pause->isEnabled());
        parts_->document.setText(tinyConfig(1'000'000));
        QVERIFY(!actions().apply_live->isEnabled());
        parts_->document.setFieldText(*findField("keys.alpha"), "0.05");
        QVERIFY(actions().apply_live->isEnabled());
        parts_->controller.stop(true);
        QCOMPARE(parts_->status.stateText(), QString("Stopping"));
        QTRY_VERIFY(!parts_->controller.isBusy());
        QVERIFY(parts_->status.stateText() != QString("Stopping"));
        QVERIFY(actions().train->isEnabled());
    }

    void aStartThatFailsIsOverAtOnce() {
        QFile file(folder_->filePath("runs"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        parts_->controller.start(parseConfig(tinyConfig(3).toStdString(), "tiny.yaml"), runs());
        QCOMPARE(parts_->status.stateText(), QString("Starting"));
        QTRY_COMPARE(parts_->status.stateText(), QString("No run is open"));
        QVERIFY(actions().train->isEnabled());
    }

    void theTitleNamesRunAndConfiguration() {
        parts_->document.setText("name: a\n", "mine.yaml");
        QCOMPARE(parts_->window.windowTitle(), QString("mine.yaml[*]"));
        QVERIFY(!parts_->window.isWindowModified());
        parts_->document.edit("name: b\n");
        QVERIFY(parts_->window.isWindowModified());
        parts_->document.saveAs((folder_->path() + "/other.yaml").toStdString());
        QCOMPARE(parts_->window.windowTitle(), QString("other.yaml[*]"));
        QVERIFY(!parts_->window.isWindowModified());
    }

    void undoMeansTheListOfRunsWhileThatHasTheFocus() {
        QWidget window;
        auto* layout = new QVBoxLayout(&window);
        auto* runs = new RunBrowser;
        auto* line = new QLineEdit;
        layout->addWidget(runs);
        layout->addWidget(line);
        ConfigDocument document;
        QAction redo;
        auto undo = std::make_unique<QAction>();
        new UndoActions(undo.get(), &redo, document.textDocument(), runs);
        QVERIFY(!undo->isEnabled() && !redo.isEnabled());
        document.edit("name: mine\n");
        QVERIFY(undo->isEnabled());
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window, kPatience));
        runs->table()->setFocus();
        QTRY_VERIFY(!undo->isEnabled());  // nothing was done in the list
        line->setFocus();
        QTRY_VERIFY(undo->isEnabled());
        undo->trigger();
        QCOMPARE(document.text(), QString());
        QVERIFY(!undo->isEnabled() && redo.isEnabled());
        redo.trigger();
        QCOMPARE(document.text(), QString("name: mine\n"));
        undo.reset();  // as with a window that goes: the focus may move on
        runs->table()->setFocus();
        line->setFocus();
    }

    void whatIsStoredOfALayoutMayBeNonsense() {
        parts_->settings.saveGeometry("nonsense");
        parts_->settings.saveLayout("train", "nonsense");
        parts_->settings.savePerspective("dreaming");
        Workspace workspace(&parts_->document, &parts_->run);
        restoreLayouts(parts_->window, workspace, parts_->settings);
        QCOMPARE(workspace.perspective(), Perspective::train);
        const QSize screen = parts_->window.screen()->availableSize();
        QVERIFY(parts_->window.width() <= screen.width());
        QVERIFY(parts_->window.height() <= screen.height());
        workspace.setPerspective(Perspective::compare);
        saveLayouts(parts_->window, workspace, parts_->settings);
        QCOMPARE(parts_->settings.perspective(), QString("compare"));
        Workspace again(&parts_->document, &parts_->run);
        restoreLayouts(parts_->window, again, parts_->settings);
        QCOMPARE(again.perspective(), Perspective::compare);
    }

private:
    struct Parts {
        explicit Parts(const std::filesystem::path& runs)
            : lifecycle(&controller, run.data(), &said.messages, runs) {
            status.setRun(run.data());
        }
        WindowSettings settings;
        QMainWindow window;
        WindowActions actions{&window};
        ConfigDocument document;
        RunContext run;
        RunController controller{run.data()};
        StatusStrip status;
        Said said;
        RunLifecycle lifecycle;
        WindowState& state = *new WindowState({&document, run.data(), &controller, &lifecycle},
                                              &actions, &status, &window);
    };
    WindowActions& actions() const { return parts_->actions; }
    std::filesystem::path runs() const { return folder_->filePath("runs").toStdString(); }
    void give(RunState state) const {
        auto source = std::make_unique<FakeRunSource>();
        source->run_info.state = state;
        Progress progress;
        progress.state = state;
        source->events.push_back(progress);
        parts_->run.data()->setSource(std::move(source));
        parts_->run.data()->poll();
        parts_->state.update();
    }

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Parts> parts_;
};

std::unique_ptr<QObject> makeWindowStateTest() {
    return std::make_unique<WindowStateTest>();
}

}  // namespace orrery

#include "window_state_test.moc"
