// SPDX-License-Identifier: GPL-3.0-or-later
// The real window trains, pauses, exports every figure for real readers, closes, and opens the run
// again.
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "app/window/automation.h"
#include "app/window/main_window.h"
#include "app/window/resources.h"
#include "app/window/workspace.h"
#include "core/events/commands.h"
#include "core/runs/checkpoint_folder.h"
#include "tests/app/window/dialog_robot.h"
#include "tests/app/window/tiny_run.h"
#include "widgets/config/config_document.h"
#include "widgets/config/config_panel.h"
#include "widgets/config/pending_bar.h"
#include "widgets/galaxy/galaxy_view.h"
#include "widgets/inspect/inspect_view.h"
#include "widgets/levers/levers_panel.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"
#include "widgets/run/selection.h"
#include "widgets/status/message_bar.h"
#include "widgets/status/status_strip.h"
#include "widgets/view.h"

namespace orrery {

namespace {

constexpr int kLong = 120'000;  // ms

struct Ran {
    int code = -1;
    QByteArray output;
};

Ran runTool(const QString& tool, const QStringList& arguments) {
    QProcess process;
    process.start(tool, arguments);
    if (!process.waitForFinished(kLong)) return {};
    return {process.exitCode(), process.readAllStandardOutput()};
}

/// How many colours there are beside the background: an empty page has none.
int colours(const QImage& image) {
    QSet<QRgb> seen;
    for (int y = 0; y < image.height(); y += 2)
        for (int x = 0; x < image.width(); x += 2)
            seen << image.pixel(x, y);
    return static_cast<int>(seen.size()) - 1;
}

}  // namespace

class TrainingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName("Orrery");
        QCoreApplication::setApplicationName("orrery");
        QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        QApplication::setQuitOnLastWindowClosed(false);
        initResources();
        WindowSettings().savePerspective({});
        for (const char* name : {"train", "explore", "compare"})
            WindowSettings().saveLayout(QLatin1String(name), {});
        window_ = open();
    }

    void cleanupTestCase() { window_.reset(); }

    void trainsWhatTheFormShowsAndPauses() {
        window_->document()->setText(tinyConfig(100'000));
        window_->document()->setFieldText(*findField("keys.alpha"), "0.03");
        window_->actions().train->trigger();
        QVERIFY(window_->controller()->isBusy());
        QTRY_VERIFY_WITH_TIMEOUT(window_->run()->data()->progress().step >= 30, kLong);
        QVERIFY(!window_->showsStartPage());
        window_->actions().pause->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(window_->controller()->isPaused(), kLong);
        QTRY_COMPARE(window_->statusStrip()->stateText(), QString("Paused"));
        QCOMPARE(window_->actions().pause->icon().cacheKey(),
                 window_->actions().train->icon().cacheKey());
        folder_ = window_->controller()->folder();
        QCOMPARE(window_->run()->data()->info()->config.keys.alpha, 0.03);
        QFile effective(QString::fromStdString((folder_ / "config.yaml").string()));
        QVERIFY(effective.open(QIODevice::ReadOnly));
        QVERIFY(effective.readAll().contains("alpha: 0.03"));
        QVERIFY(window_->run()->data()->series("train/loss").values.size() >= 30);
        QVERIFY(window_->run()->data()->keys(1));
        QVERIFY(window_->run()->data()->usage(0));
        QVERIFY(!window_->run()->data()->messages().empty());
    }

    void oneStepIsOneStep() {
        // What the window knows lags behind: the pause comes after the last step before it.
        const auto& progress = window_->run()->data()->progress();
        QTRY_COMPARE(progress.state, RunState::paused);
        const std::int64_t before = progress.step;
        window_->actions().step->trigger();
        QTRY_COMPARE(progress.step, before + 1);
        QTRY_COMPARE(progress.state, RunState::paused);
        QCOMPARE(progress.step, before + 1);
        QTRY_VERIFY(window_->controller()->isPaused());
    }

    void liveKeysAreAppliedWhileTrainingAndOthersAreNot() {
        QVERIFY(!window_->actions().apply_live->isEnabled());
        window_->document()->setFieldText(*findField("model.d_model"), "64");
        QVERIFY(!window_->actions().apply_live->isEnabled());
        window_->document()->setFieldText(*findField("keys.alpha"), "0.05");
        QVERIFY(window_->actions().apply_live->isEnabled());
        const auto before = window_->run()->data()->messages().size();
        window_->activateWindow();
        QTRY_VERIFY(window_->isActiveWindow());
        QTest::keyClick(window_.get(), Qt::Key_Return, Qt::ControlModifier);
        window_->actions().step->trigger();
        const auto said = [&] {
            std::string all;
            for (auto i = before; i < window_->run()->data()->messages().size(); ++i)
                all += window_->run()->data()->messages()[i].text + '\n';
            return all;
        };
        QTRY_VERIFY_WITH_TIMEOUT(said().find("keys.alpha") != std::string::npos, kLong);
        QVERIFY2(said().find("0.05") != std::string::npos, said().c_str());
        QVERIFY(!window_->actions().apply_live->isEnabled());
    }

    void whatDiffersFromTheRunIsSaidInTheForm() {
        ConfigPanel* form = window_->workspace()->config();
        const QString said = form->pendingBar()->text();
        QVERIFY2(said.contains("Needs a new run") && said.contains("model.d_model"),
                 qPrintable(said));
        QVERIFY(!said.contains("keys.alpha"));
        window_->document()->setFieldText(*findField("keys.beta"), "0.04");
        QVERIFY(form->pendingBar()->text().contains("Not applied yet: keys.beta"));
        form->findChild<QPushButton*>("revertPending")->click();
        QVERIFY(window_->document()->config().keys.beta != 0.04);
        QVERIFY(!form->pendingBar()->text().contains("keys.beta"));
        window_->document()->setFieldText(*findField("keys.beta"), "0.03");
        form->findChild<QPushButton*>("applyPending")->click();
        QVERIFY(!form->pendingBar()->text().contains("keys.beta"));
        window_->actions().step->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(lastChange().key == "keys.beta" && lastChange().value == "0.03",
                                 kLong);
    }

    void aLeverChangesTheRunAndTheFormAndIsUndone() {
        LeversPanel* levers = window_->workspace()->levers();
        QTRY_VERIFY(levers->changes() > 0);
        const int before = levers->changes();
        levers->findChild<QSlider*>("slider.train.temperature")->setValue(20);
        const double asked = window_->document()->config().train.temperature;
        QVERIFY(asked < 0.5);  // the form goes along
        QCOMPARE(window_->controller()->liveConfig()->train.temperature, asked);
        window_->actions().step->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(levers->changes(), before + 1, kLong);
        QCOMPARE(lastChange().key, std::string("train.temperature"));
        const std::string first = lastChange().previous;
        levers->findChild<QPushButton*>("leverUndo")->click();
        window_->actions().step->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(levers->changes(), before + 2, kLong);
        QCOMPARE(lastChange().value, first);
        QVERIFY(window_->document()->config().train.temperature > asked);
        QVERIFY(!window_->workspace()->config()->pendingBar()->text().contains("temperature"));
    }

    void tracesTheLiveRun() {
        window_->run()->requests()->requestTrace("One morning the boat");
        QTRY_VERIFY_WITH_TIMEOUT(window_->run()->requests()->trace().has_value(), kLong);
        QCOMPARE(window_->run()->requests()->trace()->layers, 2);
        QVERIFY(!window_->run()->requests()->trace()->pieces.empty());
    }

    void savesAndEvaluatesOnCommand() {
        window_->actions().checkpoint->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!checkpointSteps(folder_).empty(), kLong);
        window_->actions().evaluate->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!window_->run()->data()->series("val/loss").values.empty(), kLong);
    }

    void exportsEveryFigureForRealReaders() {
        for (const char* tool : {"pdftoppm", "pdffonts", "rsvg-convert"})
            QVERIFY2(!QStandardPaths::findExecutable(tool).isEmpty(), tool);
        if (!window_->run()->requests()->trace())
            window_->run()->requests()->requestTrace("One morning the boat");
        QTRY_VERIFY_WITH_TIMEOUT(window_->run()->requests()->trace().has_value(), kLong);
        // The first projection is made in the background.
        const auto* galaxy = qobject_cast<GalaxyView*>(window_->workspace()->view("galaxy"));
        QTRY_VERIFY(galaxy->shown());
        const QString figures = temporary_.filePath("figures");
        exportViews(window_->workspace()->views(), figures.toStdString());
        for (const View* view : window_->workspace()->views()) {
            const QString base = figures + u'/' + view->viewName();
            readsPdf(base);
            readsSvg(base);
            const QImage png(base + ".png");
            QVERIFY2(colours(png) > 0, qPrintable(base));
            QFile csv(base + ".csv");
            QVERIFY(csv.open(QIODevice::ReadOnly));
            const QList<QByteArray> lines = csv.readAll().split('\n');
            // Nothing is compared or analysed yet; the views of the run itself have numbers.
            const bool live =
                QStringList{"loss", "experts", "galaxy", "traces"}.contains(view->viewName());
            QVERIFY2(lines.size() > (live ? 2 : 1) && lines[0].contains(','), qPrintable(base));
        }
    }

    void clicksAreAnsweredWhileTraining() {
        window_->actions().pause->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(window_->controller()->state() == RunState::running, kLong);
        std::vector<qint64> delays;
        QElapsedTimer whole;
        whole.start();
        while (whole.elapsed() < 5000) {
            QElapsedTimer clock;
            clock.start();
            bool answered = false;
            QTimer::singleShot(0, [&] { answered = true; });
            while (!answered)
                QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 50);
            delays.push_back(clock.elapsed());
            QTest::qWait(5);
        }
        std::sort(delays.begin(), delays.end());
        const qint64 late = delays[delays.size() * 95 / 100];
        qInfo("event loop: 95 %% within %lld ms, longest %lld ms", late, delays.back());
        QVERIFY2(late < 100, qPrintable(QString::number(late)));
    }

    void closingWhileTrainingAsksAndCanBeCancelled() {
        DialogRobot robot([](QWidget* dialog) { QTest::keyClick(dialog, Qt::Key_Escape); });
        discardEdits();
        QVERIFY(!window_->close());
        QVERIFY(robot.met());
        QVERIFY(window_->isVisible());
        QCOMPARE(window_->controller()->phase(), RunController::Phase::live);
    }

    void stopSaysSoAtOnceAndIsQuick() {
        QElapsedTimer clock;
        clock.start();
        window_->actions().stop->trigger();
        QCOMPARE(window_->statusStrip()->stateText(), QString("Stopping"));
        QTRY_VERIFY_WITH_TIMEOUT(!window_->controller()->isBusy(), kLong);
        QVERIFY2(clock.elapsed() < 10'000, qPrintable(QString::number(clock.elapsed())));
        QCOMPARE(window_->controller()->state(), RunState::stopped);
        QTRY_COMPARE(window_->statusStrip()->stateText(), QString("Stopped"));
        QVERIFY(window_->messageBar()->isVisible());
        QTRY_VERIFY(window_->actions().resume->isEnabled());
        QVERIFY(!checkpointSteps(folder_).empty());
    }

    void theWholeHistoryIsBackAfterReopening() {
        discardEdits();
        // Called on its own (acceptance) the run still waits where it was paused.
        if (window_->controller()->isBusy()) window_->actions().stop->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!window_->controller()->isBusy(), kLong);
        QTRY_COMPARE(window_->run()->data()->progress().state,
                     RunState::stopped);  // all of it is read
        const auto loss = window_->run()->data()->series("train/loss").values;
        const auto usage = window_->run()->data()->usage(0)->total;
        const auto messages = window_->run()->data()->messages().size();
        QVERIFY(window_->close());
        window_ = open();
        QVERIFY(window_->openPath(QString::fromStdString(folder_.string())));
        QTRY_VERIFY_WITH_TIMEOUT(window_->run()->data()->isCaughtUp(), kLong);
        QCOMPARE(window_->run()->data()->series("train/loss").values.size(), loss.size());
        QVERIFY(window_->run()->data()->series("train/loss").values == loss);
        QVERIFY(window_->run()->data()->usage(0)->total == usage);
        QVERIFY(window_->run()->data()->messages().size() >= messages);
        QVERIFY(window_->run()->data()->keys(1));
        QCOMPARE(window_->statusStrip()->stateText(), QString("Stopped"));
        QCOMPARE(window_->document()->config().name, std::string("tiny"));
        QCOMPARE(window_->document()->config().model.d_model, 32);
    }

    void tracesTheStoredRun() {
        window_->run()->requests()->requestTrace("One morning the boat");
        QTRY_VERIFY_WITH_TIMEOUT(window_->run()->requests()->trace().has_value(), kLong);
        QCOMPARE(window_->run()->requests()->trace()->top_k, 2);
    }

    void asksTheCheckpointForTheQueriesOfAText() {
        QSignalSpy failed(window_->run()->requests(), &Requests::queriesFailed);
        window_->run()->requests()->requestQueries("One morning the boat");
        QTRY_VERIFY_WITH_TIMEOUT(window_->run()->requests()->queries() || failed.count() > 0,
                                 kLong);
        QVERIFY2(failed.isEmpty(), qPrintable(failed.value(0).value(0).toString()));
        const TextQueries& queries = *window_->run()->requests()->queries();
        QCOMPARE(queries.text.layers.size(), std::size_t(2));
        QCOMPARE(queries.text.layers[1].queries.size(), queries.text.token_ids.size() * 32);
        window_->run()->requests()->requestQueries({});
        QVERIFY(!window_->run()->requests()->queries());
    }

    void theFilmOfAGuildIsShownByTheGalaxy() {
        auto* inspect =
            qobject_cast<InspectView*>(window_->workspace()->view(QStringLiteral("inspect")));
        auto* galaxy =
            qobject_cast<GalaxyView*>(window_->workspace()->view(QStringLiteral("galaxy")));
        Q_EMIT inspect->filmRequested(0, {1, 3});
        QVERIFY(galaxy->hasFilm());
        QCOMPARE(window_->run()->selection()->chosen().experts, (std::vector<int>{1, 3}));
        galaxy->endFilm();
        window_->run()->selection()->select({});
    }

    void resumesWhereItStopped() {
        const auto before = window_->run()->data()->series("train/loss").values.size();
        QVERIFY(window_->messageBar()->isVisible());
        window_->messageBar()->findChild<QPushButton*>()->click();
        QTRY_VERIFY_WITH_TIMEOUT(
            window_->run()->data()->series("train/loss").values.size() > before + 5, kLong);
        QCOMPARE(window_->controller()->folder(), folder_);
    }

    void stopAndSaveThenClose() {
        DialogRobot robot([](QWidget* dialog) {
            for (QAbstractButton* button : qobject_cast<QMessageBox*>(dialog)->buttons())
                if (button->text().contains("Stop")) return button->click();
        });
        QVERIFY(!window_->close());  // it closes once the run has ended
        QVERIFY(robot.met());
        QTRY_VERIFY_WITH_TIMEOUT(!window_->isVisible(), kLong);
        QVERIFY(!window_->controller()->isBusy());
    }

    void editsAreKeptWhenARunIsOpened() {
        window_ = open();
        window_->document()->setFieldText(*findField("keys.alpha"), "0.07");
        QVERIFY(window_->openPath(QString::fromStdString(folder_.string())));
        QCOMPARE(window_->document()->config().keys.alpha, 0.07);
        discardEdits();
    }

    void trainingGoesOnWithoutItsWindow() {
        window_ = open();
        window_->document()->setText(tinyConfig(300));
        // It waits until the window has closed: 300 steps may take less than a look at the run.
        connect(window_->controller(), &RunController::started, this,
                [this] { window_->controller()->send(command::Pause{}); });
        window_->actions().train->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(window_->controller()->isPaused(), kLong);
        DialogRobot robot([](QWidget* dialog) {
            for (QAbstractButton* button : qobject_cast<QMessageBox*>(dialog)->buttons())
                if (button->text().contains("Keep")) return button->click();
        });
        QVERIFY(window_->close());
        QVERIFY(robot.met());
        QVERIFY(window_->controller()->isBusy());
        window_->controller()->send(command::Resume{});
        QTRY_VERIFY_WITH_TIMEOUT(!window_->controller()->isBusy(), kLong);
        QCOMPARE(window_->controller()->state(), RunState::finished);
        QTRY_COMPARE_WITH_TIMEOUT(window_->run()->data()->progress().step, 300, kLong);
    }

    void aRunThatCannotStartLeavesTheWindowAlive() {
        window_ = open();
        window_->document()->setText(tinyConfig(10));
        window_->document()->setFieldText(*findField("data.corpus"), "/dev/null");
        window_->train();
        QTRY_VERIFY_WITH_TIMEOUT(!window_->controller()->isBusy(), kLong);
        // Its last words are read after it has ended.
        QTRY_VERIFY_WITH_TIMEOUT(window_->messageBar()->isVisible(), kLong);
        QVERIFY(window_->messageBar()->severity() == Severity::error);
        QVERIFY(window_->actions().train->isEnabled());
        QCOMPARE(window_->document()->config().data.corpus, std::string("/dev/null"));
        discardEdits();
    }

    void aRunThatFailsBeforeItsFirstStepIsSaidAndLeavesNothing() {
        QTRY_VERIFY_WITH_TIMEOUT(!window_->controller()->isBusy(), kLong);
        QFile empty(temporary_.filePath("empty.txt"));
        QVERIFY(empty.open(QIODevice::WriteOnly));
        empty.close();
        window_->document()->setText(tinyConfig(5));
        window_->document()->setFieldText(*findField("data.corpus"), empty.fileName());
        QSignalSpy ended(window_->controller(), &RunController::ended);
        window_->actions().train->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, kLong);
        QTRY_VERIFY(window_->messageBar()->text().contains("contains no text"));
        QVERIFY(!std::filesystem::exists(window_->controller()->folder()));
        QVERIFY(!window_->actions().resume->isEnabled());
        for (const auto& recent : WindowSettings().recent())
            QVERIFY(recent.path !=
                    QString::fromStdString(window_->controller()->folder().string()));
    }

private:
    const SettingChanged& lastChange() const { return window_->run()->data()->settings().back(); }
    std::unique_ptr<MainWindow> open() {
        auto window = std::make_unique<MainWindow>(temporary_.filePath("runs").toStdString());
        window->show();
        if (!QTest::qWaitForWindowExposed(window.get(), kPatience)) qWarning("not exposed");
        return window;
    }

    void discardEdits() { window_->document()->textDocument()->setModified(false); }

    void readsPdf(const QString& base) {
        const Ran pages = runTool("pdftoppm", {"-r", "60", "-png", base + ".pdf", base + "-pdf"});
        QCOMPARE(pages.code, 0);
        QVERIFY2(colours(QImage(base + "-pdf-1.png")) > 0, qPrintable(base));
        const Ran fonts = runTool("pdffonts", {base + ".pdf"});
        QCOMPARE(fonts.code, 0);
        const QList<QByteArray> lines = fonts.output.split('\n').mid(2);
        for (const QByteArray& line : lines) {
            if (line.trimmed().isEmpty()) continue;
            QVERIFY2(line.contains("TrueType"), line.constData());
            QVERIFY2(line.contains("yes"), line.constData());
        }
    }

    void readsSvg(const QString& base) {
        const QString png = base + "-svg.png";
        const Ran drawn = runTool("rsvg-convert", {"-o", png, base + ".svg"});
        QVERIFY2(drawn.code == 0, qPrintable(base));
        QVERIFY2(colours(QImage(png)) > 0, qPrintable(base));
    }

    QTemporaryDir temporary_;
    std::filesystem::path folder_;
    std::unique_ptr<MainWindow> window_;
};

}  // namespace orrery

QTEST_MAIN(orrery::TrainingTest)
#include "training_test.moc"
