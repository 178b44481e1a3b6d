// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/desk/run_lifecycle.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "app/window/run_controller.h"
#include "app/window/run_notice.h"
#include "core/config/yaml.h"
#include "core/runs/published_runs.h"
#include "core/runs/database/run_database.h"
#include "core/runs/run_folder.h"
#include "tests/app/window/desk/desk_tests.h"
#include "tests/app/window/desk/said.h"
#include "tests/app/window/tiny_run.h"
#include "tests/widgets/fake_run_source.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"

namespace orrery {

class RunLifecycleTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        parts_ = std::make_unique<Parts>(runs());
    }
    void cleanup() { parts_.reset(); }

    void whatIsNoRunIsSaidAndTheOtherStays() {
        const auto first = addRun("first", RunState::finished);
        QVERIFY(lifecycle().open(text(first)));
        QVERIFY(!lifecycle().open(folder_->filePath("none")));
        QVERIFY(said().text().contains("not a run folder"));
        QVERIFY(said().bar.severity() == Severity::error);
        QVERIFY(said().logged().contains("not a run folder"));
        QCOMPARE(parts_->controller.folder(), first);
        QVERIFY(parts_->run.data()->hasSource());
    }

    void aRunThatIsNotCompleteIsOfferedToBeResumed() {
        QVERIFY(lifecycle().open(text(addRun("done", RunState::finished))));
        QCOMPARE(said().text(), QString());
        QVERIFY(!lifecycle().canResume());
        QVERIFY(lifecycle().open(text(addRun("cut", RunState::running))));
        QVERIFY(said().text().contains("incomplete: interrupted at step 5 of 10"));
        QVERIFY(lifecycle().canResume());
        QVERIFY(said().button("Resume"));
        QVERIFY(lifecycle().open(text(addRun("broken", RunState::failed))));
        QVERIFY(said().text().contains("incomplete: failed"));
    }

    void aRunThatCannotBeResumedSaysWhyAndCanBeTriedAgain() {
        const auto cut = addRun("cut", RunState::running);
        QVERIFY(lifecycle().open(text(cut)));
        std::filesystem::remove(cut / "config.yaml");
        said().button("Resume")->click();
        QVERIFY(parts_->controller.isBusy());
        QVERIFY(!lifecycle().canResume());
        QTRY_VERIFY(!parts_->controller.isBusy());
        QVERIFY(said().bar.severity() == Severity::error);
        QVERIFY2(said().text().contains("config.yaml"), qPrintable(said().text()));
        QVERIFY(said().logged().contains("config.yaml"));
        QVERIFY(lifecycle().canResume());
    }

    void nothingCanBeResumedWithoutARun() { QVERIFY(!lifecycle().canResume()); }

    void oneRunTrainsAtATime() {
        parts_->controller.start(parseConfig(tinyConfig(3).toStdString(), "tiny.yaml"), runs());
        QVERIFY(parts_->controller.isBusy());
        lifecycle().start(Config());
        QVERIFY(said().text().contains("already training"));
        QVERIFY(said().bar.severity() == Severity::warning);
        QTRY_VERIFY(!parts_->controller.isBusy());
        QCOMPARE(parts_->controller.state(), RunState::finished);
    }

    void theLastWordsOfARunAreReadAfterItsEnd() {
        QFile file(folder_->filePath("runs"));  // it ends before it begins
        QVERIFY(file.open(QIODevice::WriteOnly));
        lifecycle().start(parseConfig(tinyConfig(3).toStdString(), "tiny.yaml"));
        FakeRunSource* source = give();  // of the run that is starting
        QTRY_VERIFY(!parts_->controller.isBusy());
        said().bar.hide();
        source->events.push_back(Message{3, 1, Severity::error, "log", "the disk is full"});
        parts_->run.data()->poll();
        QCOMPARE(said().text(), QString("the disk is full"));
    }

    void thePastOfAStoredRunIsNoNews() {
        FakeRunSource* source = give();
        source->events.push_back(Message{3, 1, Severity::error, "log", "the disk is full"});
        parts_->run.data()->poll();
        QCOMPARE(said().text(), QString());
    }

    void warningsStayInTheLog() {
        parts_->controller.start(parseConfig(tinyConfig(3).toStdString(), "tiny.yaml"), runs());
        FakeRunSource* source = give();
        source->events.push_back(Message{3, 1, Severity::warning, "log", "it is slow"});
        parts_->run.data()->poll();
        QCOMPARE(said().text(), QString());
        QTRY_VERIFY(!parts_->controller.isBusy());
    }

    void aCollapseOffersWhatTheDocumentsAdvise() {
        const Config config =
            parseConfig(tinyConfig(1'000'000).toStdString(), "tiny.yaml", {{"keys.beta", "0.004"}});
        parts_->controller.start(config, runs());
        QTRY_VERIFY(parts_->controller.state() == RunState::running);
        FakeRunSource* source = give();
        source->events.push_back(
            Message{3, 1, Severity::warning, "probe", "collapse: The routing of layer 1 has ..."});
        parts_->run.data()->poll();
        QVERIFY(said().text().contains("layer 1"));
        QVERIFY(said().button("One expert per token for 10 % of the steps"));
        QAbstractButton* beta = said().button("Raise beta to 0.008");
        QVERIFY(beta);
        beta->click();
        QTRY_COMPARE(parts_->controller.liveConfig()->keys.beta, 0.008);
        parts_->controller.stop(true);
        QTRY_VERIFY(!parts_->controller.isBusy());
    }

    void aRunThatCannotBeReadAnyMoreIsSaid() {
        give()->broken = true;
        parts_->run.data()->poll();
        QVERIFY(said().text().contains("run.db has gone"));
        QVERIFY(said().logged().contains("run.db has gone"));
    }

    void onlyAStoppedRunOffersToGoOn() {
        QWidget window;  // that nobody looks at
        RunNotice notice(&window);
        lifecycle().tellEnd(RunState::finished, notice);
        QCOMPARE(notice.told(), QString("The run has ended. : Finished"));
        QCOMPARE(said().text(), QString());
        lifecycle().tellEnd(RunState::failed, notice);
        QCOMPARE(said().text(), QString());  // why it failed stays
        lifecycle().tellEnd(RunState::stopped, notice);
        QVERIFY(said().text().contains("stopped"));
        QVERIFY(said().button("Resume"));
    }

    void anOfferToResumeGoesWhenAnotherProcessGoesOn() {
        QVERIFY(lifecycle().open(text(addRun("left", RunState::stopped))));
        QVERIFY(said().text().contains("incomplete"));
        FakeRunSource* other = give();
        other->run_info.state = RunState::running;
        QCOMPARE(said().text(), QString());  // another run is on show
    }

    void whatWasPublishedOfARunStandsInTheLog() {
        auto source = std::make_unique<FakeRunSource>();
        source->run_info.name = publishedRuns().front().name;
        parts_->run.data()->setSource(std::move(source));
        QVERIFY(said().logged().contains(QString::fromStdString(publishedRuns().front().document)));
        QCOMPARE(said().text(), QString());
    }

    void pausesAndContinues() {
        parts_->controller.start(parseConfig(tinyConfig(1'000'000).toStdString(), "tiny.yaml"),
                                 runs());
        QTRY_VERIFY(parts_->controller.state() == RunState::running);
        lifecycle().pauseOrContinue();
        QTRY_VERIFY(parts_->controller.isPaused());
        lifecycle().pauseOrContinue();
        QTRY_VERIFY(parts_->controller.state() == RunState::running);
        parts_->controller.stop(true);
        QTRY_VERIFY(!parts_->controller.isBusy());
    }

private:
    struct Parts {
        explicit Parts(const std::filesystem::path& runs)
            : lifecycle((said.log.setRun(&run), &controller), run.data(), &said.messages, runs) {}
        RunContext run;
        RunController controller{run.data()};
        Said said;
        RunLifecycle lifecycle;
    };
    RunLifecycle& lifecycle() const { return parts_->lifecycle; }
    Said& said() const { return parts_->said; }
    std::filesystem::path runs() const { return folder_->filePath("runs").toStdString(); }
    static QString text(const std::filesystem::path& path) {
        return QString::fromStdString(path.string());
    }
    FakeRunSource* give() const {
        auto source = std::make_unique<FakeRunSource>();
        FakeRunSource* given = source.get();
        parts_->run.data()->setSource(std::move(source));
        return given;
    }
    std::filesystem::path addRun(const std::string& name, RunState state) const {
        const RunFolder folder = createRunFolder(folder_->filePath("stored").toStdString(), name);
        Config config;
        config.name = name;
        writeRunConfig(folder, config, {"2026-11-27T14:05:00+0100", "cpu", ""});
        RunDatabase database({folder.databaseFile(), {}, {}});
        Progress progress;
        progress.state = state;
        progress.total_steps = 10;
        progress.step = state == RunState::finished ? 10 : 5;
        database.publish(progress);
        return folder.path;
    }

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Parts> parts_;
};

std::unique_ptr<QObject> makeRunLifecycleTest() {
    return std::make_unique<RunLifecycleTest>();
}

}  // namespace orrery

#include "run_lifecycle_test.moc"
