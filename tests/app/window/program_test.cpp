// SPDX-License-Identifier: GPL-3.0-or-later
// The window as a program, and beside another process that trains.
#include <signal.h>

#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QScreen>
#include <QTemporaryDir>
#include <QTest>

#include "app/window/bench/training_cost.h"
#include "app/window/main_window.h"
#include "app/window/resources.h"
#include "core/error.h"
#include "core/runs/checkpoint_folder.h"
#include "core/runs/run_source.h"
#include "tests/app/window/tiny_run.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"
#include "widgets/status/message_bar.h"
#include "widgets/status/status_strip.h"

namespace orrery {

namespace {

constexpr int kLong = 60'000;  // ms

}  // namespace

class ProgramTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName("Orrery");
        QCoreApplication::setApplicationName("orrery");
        QApplication::setQuitOnLastWindowClosed(false);
        initResources();
    }

    void init() {
        temporary_ = std::make_unique<QTemporaryDir>();
        runs_ = temporary_->filePath("runs");
        QFile config(temporary_->filePath("tiny.yaml"));
        QVERIFY(config.open(QIODevice::WriteOnly));
        config.write(tinyConfig(1'000'000).toUtf8());
    }

    void quitsAfterTheTimeWithACheckpointAPictureAndNoQuestion() {
        const QString picture = temporary_->filePath("window.png");
        QProcess window;
        window.start(ORRERY_WINDOW, {temporary_->filePath("tiny.yaml"), "--train", "--runs", runs_,
                                     "--quit-after", "6", "--screenshot", picture});
        QVERIFY(window.waitForFinished(kLong));
        QCOMPARE(window.exitStatus(), QProcess::NormalExit);
        QVERIFY2(window.exitCode() == 0, window.readAllStandardError().constData());
        QVERIFY(!QImage(picture).isNull());
        const std::filesystem::path folder = onlyRun();
        QCOMPARE(openStoredRun(folder)->info().state, RunState::stopped);
        QVERIFY(!checkpointSteps(folder).empty());
    }

    void aWindowThatIsToldToEndSavesItsRun() {
        QProcess window;
        window.start(ORRERY_WINDOW,
                     {temporary_->filePath("tiny.yaml"), "--train", "--runs", runs_});
        QTRY_VERIFY_WITH_TIMEOUT(stepOfOnlyRun() > 5, kLong);
        window.terminate();
        QVERIFY(window.waitForFinished(kLong));
        QCOMPARE(window.exitStatus(), QProcess::NormalExit);
        QCOMPARE(window.exitCode(), 0);
        QCOMPARE(openStoredRun(onlyRun())->info().state, RunState::stopped);
        QCOMPARE(checkpointSteps(onlyRun()).back(), openStoredRun(onlyRun())->info().step);
    }

    void theFirstWindowFitsTheScreen() {
        const QSize screen = QGuiApplication::primaryScreen()->size();
        if (screen.width() < 1024) QSKIP("The offscreen platform's screen is too small");
        for (const char* scale : {"1", "1.25", "1.5"}) {
            QProcess window;
            QProcessEnvironment scaled = QProcessEnvironment::systemEnvironment();
            scaled.insert("QT_SCALE_FACTOR", scale);
            scaled.insert("XDG_CONFIG_HOME", temporary_->filePath(scale));  // no window before
            window.setProcessEnvironment(scaled);
            const QString picture = temporary_->filePath("window.png");
            window.start(ORRERY_WINDOW, {temporary_->filePath("tiny.yaml"), "--runs", runs_,
                                         "--quit-after", "1", "--screenshot", picture});
            QVERIFY(window.waitForFinished(kLong));
            const QSize size = QImage(picture).size();
            const QString what =
                QStringLiteral("%1: %2 x %3").arg(scale).arg(size.width()).arg(size.height());
            // A pixel more is the rounding of a screen of 1066.7 pixels.
            QVERIFY2(size.width() <= screen.width() + 1 && size.height() <= screen.height() + 1,
                     qPrintable(what));
        }
    }

    void writesTheFilmOfARun() {
        QProcess trainer;
        trainer.start(ORRERY_CLI, {"train", temporary_->filePath("tiny.yaml"), "--set",
                                   "train.max_steps=12", "--runs", runs_});
        QVERIFY(trainer.waitForFinished(kLong));
        QProcess window;
        window.start(ORRERY_WINDOW, {QString::fromStdString(onlyRun().string()), "--film",
                                     temporary_->filePath("film")});
        QVERIFY(window.waitForFinished(kLong));
        QVERIFY2(window.exitCode() == 0, window.readAllStandardError().constData());
        QVERIFY(!QImage(temporary_->filePath("film/frame-0002.png")).isNull());
    }

    void aFigureIsMadeFromTheCommandLine() {
        train(12);
        const QString run = QString::fromStdString(onlyRun().string());
        // No display at all: a figure needs none.
        QProcess window;
        QProcessEnvironment bare = QProcessEnvironment::systemEnvironment();
        bare.remove("DISPLAY");
        bare.remove("QT_QPA_PLATFORM");
        window.setProcessEnvironment(bare);
        for (const char* view : {"loss", "experts", "galaxy"}) {
            const QString name = QLatin1String(view);
            const QString file = temporary_->filePath(name + ".png");
            window.start(ORRERY_WINDOW, {run, "--figure", name, "--out", file, "--size", "100x60",
                                         "--dpi", "254", "--select", "1:3"});
            QVERIFY(window.waitForFinished(kLong));
            QCOMPARE(window.exitStatus(), QProcess::NormalExit);
            QVERIFY2(window.exitCode() == 0, window.readAllStandardError().constData());
            QCOMPARE(QImage(file).size(), QSize(1000, 600));
        }
        // What needs the run analysed has it analysed, and nobody's last look is of any account.
        QDir(run).mkpath("views");
        QFile look(run + "/views/galaxy.json");
        QVERIFY(look.open(QIODevice::WriteOnly));
        look.write("{\"color\": \"part\"}");
        look.close();
        for (const char* view : {"pairs", "galaxy", "layers", "inspect"}) {
            const QString name = QLatin1String(view);
            const QString file = temporary_->filePath(name + ".svg");
            QStringList words{run, "--figure", name, "--out", file, "--select", "1:3"};
            if (name == u"galaxy")
                words << "--look"
                      << "color=guild";
            window.start(ORRERY_WINDOW, words);
            QVERIFY(window.waitForFinished(kLong));
            QVERIFY2(window.exitCode() == 0, window.readAllStandardError().constData());
            QFile svg(file);
            QVERIFY(svg.open(QIODevice::ReadOnly));
            const QByteArray text = svg.readAll();
            QVERIFY2(!text.contains("Analyze") && !text.contains("nalyzed yet"), view);
        }
        // A text of one's own, or the beginning of the run's.
        const auto tracesOf = [&](const QStringList& text) {
            const QString file = temporary_->filePath("traces.svg");
            window.start(ORRERY_WINDOW,
                         QStringList{run, "--figure", "traces", "--out", file} + text);
            if (!window.waitForFinished(kLong) || window.exitCode() != 0) return QByteArray();
            QFile svg(file);
            return svg.open(QIODevice::ReadOnly) ? svg.readAll() : QByteArray();
        };
        const QByteArray own = tracesOf({"--text", "xyxyxyxyxy"}), usual = tracesOf({});
        QVERIFY(own.contains(">x") && !own.contains("Type a text"));
        QVERIFY(usual.count("<text") > own.count("<text"));
        window.start(ORRERY_WINDOW, {run, "--figure", "nothing", "--out", "/tmp/x.png"});
        QVERIFY(window.waitForFinished(kLong));
        QCOMPARE(window.exitCode(), 1);
        QVERIFY(window.readAllStandardError().contains("no view nothing"));
    }

    void aReportHoldsFiguresCaptionsAndConfigurations() {
        train(12);
        train(14);
        const QStringList runs = allRuns();
        QCOMPARE(runs.size(), 2);
        QProcess window;
        const QString html = temporary_->filePath("report.html");
        window.start(ORRERY_WINDOW, runs + QStringList{"--report", html});
        QVERIFY(window.waitForFinished(kLong));
        QVERIFY2(window.exitCode() == 0, window.readAllStandardError().constData());
        QFile file(html);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QCOMPARE(text.count("data:image/svg+xml"),
                 5);  // the losses together, two views of each run
        QVERIFY(text.contains("Probes at step"));
        QVERIFY(text.contains("validation (a), training (b; debiased EMA 0.9 over raw)"));
        // Each usage figure has the same scales.
        const QStringList scales = scalesOfUsage(text);
        QCOMPARE(scales.size(), 2);
        QVERIFY2(scales[0] == scales[1], qPrintable(scales.join(" / ")));
        QVERIFY(text.contains("train.max_steps"));  // in which they differ
        QVERIFY(text.contains("padding excluded"));
        QVERIFY(text.contains("Corpus (sha256)"));
        window.start(ORRERY_WINDOW, {runs.front(), "--report", html, "--views", "experts,galaxy"});
        QVERIFY(window.waitForFinished(kLong));
        QCOMPARE(window.exitCode(), 0);
        QFile fewer(html);
        QVERIFY(fewer.open(QIODevice::ReadOnly));
        QCOMPARE(fewer.readAll().count("data:image/svg+xml"), 2);
        window.start(ORRERY_WINDOW, {runs.front(), "--report", html, "--views", "layers,pairs"});
        QVERIFY(window.waitForFinished(kLong));
        QVERIFY2(window.exitCode() == 0, window.readAllStandardError().constData());
        QFile analysed(html);
        QVERIFY(analysed.open(QIODevice::ReadOnly));
        const QByteArray found = analysed.readAll();
        QCOMPARE(found.count("data:image/svg+xml"), 2);
        QVERIFY(found.contains("Analysis of the checkpoint at step"));
        window.start(ORRERY_WINDOW, QStringList{runs.front(), "--report", html, "--views", "traces",
                                                "--text", "The bird"});
        QVERIFY(window.waitForFinished(kLong));
        QVERIFY2(window.exitCode() == 0, window.readAllStandardError().constData());
        QFile traced(html);
        QVERIFY(traced.open(QIODevice::ReadOnly));
        const QByteArray traces = traced.readAll();
        QCOMPARE(traces.count("data:image/svg+xml"), 1);
        QVERIFY(traces.contains("by the checkpoint at step"));
        const QString pdf = temporary_->filePath("report.pdf");
        window.start(ORRERY_WINDOW, {runs.front(), "--report", pdf});
        QVERIFY(window.waitForFinished(kLong));
        QVERIFY2(window.exitCode() == 0, window.readAllStandardError().constData());
        QProcess words;
        words.start("pdftotext", {"-layout", pdf, "-"});
        QVERIFY(words.waitForFinished(kLong));
        for (const QString& page : QString::fromUtf8(words.readAllStandardOutput()).split(u'\f'))
            QCOMPARE(page.contains("Number of selections of each"),
                     page.contains("Expert (sorted by usage)"));
        QProcess images;
        images.start("pdfimages", {"-list", pdf});
        QVERIFY(images.waitForFinished(kLong));
        QCOMPARE(images.readAllStandardOutput().count('\n'), 2);  // the head: figures are vectors
        QVERIFY(QFile::remove(pdf));
        window.start(ORRERY_CLI, {"report", runs.front(), "--to", pdf, "--views", "loss"});
        QVERIFY(window.waitForFinished(kLong));
        QVERIFY2(window.exitCode() == 0, window.readAllStandardError().constData());
        QVERIFY(QFile(pdf).size() > 1000);
        QCOMPARE(window.readAllStandardError(), QByteArray());
        window.start(ORRERY_WINDOW, {runs.front(), "--report", temporary_->filePath("x.doc")});
        QVERIFY(window.waitForFinished(kLong));
        QCOMPARE(window.exitCode(), 1);
        QVERIFY(window.readAllStandardError().contains(".html or .pdf"));
    }

    void whatTheWindowCostsATrainingIsMeasured() {
        train(60);
        const QString run = QString::fromStdString(onlyRun().string());
        QVERIFY(trainingSpeed(run) > 0);
        QVERIFY_EXCEPTION_THROWN(trainingSpeed("/no/such/run"), Error);
        const auto costs = windowCosts(tinyConfig(1'000'000), 1, 6);
        QCOMPARE(costs.size(), std::size_t(1));
        QVERIFY2(costs.front().speed < 1 && costs.front().speed > -5,
                 qPrintable(QString::number(costs.front().speed)));
        // Something was counted; a slow machine may not train yet in so short a time.
        QVERIFY2(costs.front().processor >= 0 && costs.front().processor <= 1,
                 qPrintable(QString::number(costs.front().processor)));
        try {
            windowCosts("nonsense: 1", 1, 6);
            QFAIL("It trained nonsense.");
        } catch (const Error& error) {
            QVERIFY2(QString(error.what()).contains("nonsense"), error.what());
        }
    }

    void aWrongCommandLineIsRefusedWithoutAWindow() {
        QProcess window;
        window.start(ORRERY_WINDOW, {"--quit-after", "soon"});
        QVERIFY(window.waitForFinished(kLong));
        QCOMPARE(window.exitCode(), 2);
        QVERIFY(window.readAllStandardError().contains("--quit-after"));
    }

    void whatCannotBeOpenedEndsAnUnattendedWindowWithTheReason_data() {
        QTest::addColumn<QStringList>("arguments");
        const QString missing = temporary_->filePath("none");
        const QString out = temporary_->filePath("out");
        QTest::newRow("film") << QStringList{missing, "--film", out};
        QTest::newRow("export") << QStringList{missing, "--export", out};
        QTest::newRow("export of no run")
            << QStringList{temporary_->filePath("tiny.yaml"), "--export", out};
        QTest::newRow("quit") << QStringList{missing, "--quit-after", "1"};
    }

    void whatCannotBeOpenedEndsAnUnattendedWindowWithTheReason() {
        QFETCH(QStringList, arguments);
        QProcess window;
        window.start(ORRERY_WINDOW, arguments);
        QVERIFY(window.waitForFinished(kLong));
        QCOMPARE(window.exitCode(), 1);
        QVERIFY(window.readAllStandardError().contains("orrery: "));
    }

    void withoutADisplayItSaysSo() {
        QProcess window;
        QProcessEnvironment none = QProcessEnvironment::systemEnvironment();
        none.insert("QT_QPA_PLATFORM", "xcb");
        none.insert("DISPLAY", ":4711");
        window.setProcessEnvironment(none);
        window.start(ORRERY_WINDOW, {});
        QVERIFY(window.waitForFinished(kLong));
        QCOMPARE(window.exitStatus(), QProcess::NormalExit);
        QCOMPARE(window.exitCode(), 1);
        QVERIFY(window.readAllStandardError().contains("orrery-cli"));
        window.start(ORRERY_WINDOW, {"--help"});
        QVERIFY(window.waitForFinished(kLong));
        QCOMPARE(window.exitCode(), 0);
        QVERIFY(window.readAllStandardOutput().contains("--film"));
        window.start(ORRERY_WINDOW, {"--check-display"});
        QVERIFY(window.waitForFinished(kLong));
        QCOMPARE(window.exitCode(), 1);
    }

    /// Such a server starts anew whenever its last client leaves; once in ten no window came.
    void opensOnADisplayThatNothingElseUses() {
        QProcess server;
        server.start("Xvfb", {"-displayfd", "1"});
        QVERIFY(server.waitForReadyRead(kLong));
        QProcessEnvironment alone = QProcessEnvironment::systemEnvironment();
        alone.insert("QT_QPA_PLATFORM", "xcb");
        alone.insert("DISPLAY", ":" + server.readLine().trimmed());
        for (int i = 0; i < 8; ++i) {
            QProcess window;
            window.setProcessEnvironment(alone);
            window.start(ORRERY_WINDOW, {"--quit-after", "0"});
            QVERIFY(window.waitForFinished(kLong));
            QCOMPARE(window.readAllStandardError(), QByteArray());
            QCOMPARE(window.exitStatus(), QProcess::NormalExit);
            QCOMPARE(window.exitCode(), 0);
        }
        server.terminate();
        QVERIFY(server.waitForFinished(kLong));
    }

    void followsARunOfAnotherProcessAndResumesItOnceThatHasEnded() {
        QProcess trainer;
        trainer.start(ORRERY_CLI, {"train", temporary_->filePath("tiny.yaml"), "--runs", runs_});
        QVERIFY(trainer.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(stepOfOnlyRun() > 5, kLong);
        MainWindow window(runs_.toStdString());
        window.show();
        QVERIFY(window.openPath(QString::fromStdString(onlyRun().string())));
        QVERIFY(window.messageBar()->text().contains("Another process"));
        QTRY_VERIFY_WITH_TIMEOUT(window.run()->data()->isCaughtUp(), kLong);
        const auto before = window.run()->data()->series("train/loss").values.size();
        QTRY_VERIFY_WITH_TIMEOUT(
            window.run()->data()->series("train/loss").values.size() > before + 10, kLong);
        QCOMPARE(window.statusStrip()->stateText(), QString("Training"));
        QVERIFY(!window.actions().pause->isEnabled());
        QVERIFY(!window.actions().stop->isEnabled());
        QVERIFY(!window.actions().resume->isEnabled());
        ::kill(static_cast<pid_t>(trainer.processId()), SIGINT);
        QVERIFY(trainer.waitForFinished(kLong));
        QCOMPARE(trainer.exitCode(), 3);
        QTRY_COMPARE_WITH_TIMEOUT(window.statusStrip()->stateText(), QString("Stopped"), kLong);
        QTRY_VERIFY(window.actions().resume->isEnabled());
    }

private:
    void train(int steps) {
        QProcess trainer;
        trainer.start(ORRERY_CLI,
                      {"train", temporary_->filePath("tiny.yaml"), "--set",
                       QStringLiteral("train.max_steps=%1").arg(steps), "--runs", runs_});
        QVERIFY(trainer.waitForFinished(kLong));
        QCOMPARE(trainer.exitCode(), 0);
    }
    /// Of the usage figures of a report, as their commands name them.
    static QStringList scalesOfUsage(const QByteArray& html) {
        static const QRegularExpression image("data:image/svg\\+xml;base64,([A-Za-z0-9+/=]+)");
        static const QRegularExpression scale("y=0:[^,]+,colors=[^,]+,last-step=[0-9.]+");
        QStringList scales;
        for (auto found = image.globalMatch(QString::fromLatin1(html)); found.hasNext();) {
            const QString svg =
                QString::fromUtf8(QByteArray::fromBase64(found.next().captured(1).toLatin1()));
            if (svg.contains("--figure experts")) scales << scale.match(svg).captured();
        }
        return scales;
    }
    QStringList allRuns() const {
        QStringList paths;
        for (const QFileInfo& info :
             QDir(runs_).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name))
            paths << info.filePath();
        return paths;
    }
    std::filesystem::path onlyRun() const {
        const QStringList names = QDir(runs_).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        return names.size() == 1 ? QDir(runs_).filePath(names.constFirst()).toStdString() : "";
    }

    std::int64_t stepOfOnlyRun() const {
        try {
            return openStoredRun(onlyRun())->info().step;
        } catch (const std::exception&) {
            return -1;  // not there yet
        }
    }

    std::unique_ptr<QTemporaryDir> temporary_;
    QString runs_;
};

}  // namespace orrery

QTEST_MAIN(orrery::ProgramTest)
#include "program_test.moc"
