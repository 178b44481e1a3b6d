// SPDX-License-Identifier: GPL-3.0-or-later
// Figures, films, exports and reports from the command line: what can't be made ends with a reason
// and without a file, and nobody's settings are touched.
#include <signal.h>

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "core/files/sqlite.h"
#include "core/runs/checkpoint_folder.h"
#include "core/runs/database/run_database.h"
#include "core/runs/run_folder.h"
#include "core/runs/run_source.h"
#include "tests/app/window/tiny_run.h"
#include "tests/widgets/study/made_study.h"

namespace orrery {

namespace {

struct Ended {
    bool in_time = false;
    int code = -1;
    QString said;
};

/// Past its middle a database holds its rows: none of them can be read any more.
void overwritePages(const QString& database) {
    QFile file(database);
    QVERIFY(file.open(QIODevice::ReadWrite));
    const qint64 page = 4096, from = file.size() / page / 2 * page;
    QVERIFY(from > 8 * page);
    file.seek(from);
    file.write(QByteArray(static_cast<qsizetype>(file.size() - from), '\xAA'));
}

void addLayer(const QString& run) {
    RunDatabase database({RunFolder{run.toStdString()}.databaseFile(), {}, {}});
    database.publish(Usage{12, 2, std::vector<double>(8, 1)});
}

void copyFolder(const QString& from, const QString& to) {
    std::filesystem::copy(from.toStdString(), to.toStdString(),
                          std::filesystem::copy_options::recursive);
}

}  // namespace

class HeadlessTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        write("tiny.yaml", tinyConfig(12));
        const Ended trained =
            call(ORRERY_CLI, {"train", path("tiny.yaml"), "--runs", path("runs")});
        QVERIFY2(trained.code == 0, qPrintable(trained.said));
        const QStringList names = QDir(path("runs")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        QCOMPARE(names.size(), 1);
        run_ = path("runs/") + names.constFirst();
        copyFolder(run_, path("pages"));
        overwritePages(path("pages/run.db"));
        copyFolder(run_, path("layer"));
        addLayer(path("layer"));
    }
    void init() { QDir(path("out")).removeRecursively(); }

    void ofADamagedRunNothingIsMade_data() {
        QTest::addColumn<QString>("run");
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("reason");
        for (const char* run : {"pages", "layer"}) {
            const QString why =
                run == QString("layer") ? "usage counts of layer 2 (step 12)" : "run.db";
            const auto row = [&](const char* name, const QStringList& arguments) {
                QTest::addRow("%s, %s", run, name) << path(run) << arguments << why;
            };
            for (const char* view : {"loss", "galaxy", "log", "layers"})
                row(view, {"--figure", view, "--out", path("out/x.png")});
            row("film", {"--film", path("out/film")});
            row("export", {"--export", path("out/export")});
            row("html", {"--report", path("out/x.html")});
            row("pdf", {"--report", path("out/x.pdf")});
        }
    }
    void ofADamagedRunNothingIsMade() {
        QFETCH(QString, run);
        QFETCH(QStringList, arguments);
        QFETCH(QString, reason);
        QVERIFY(QDir().mkpath(path("out")));
        const Ended ended = call(ORRERY_WINDOW, QStringList{run} + arguments);
        QVERIFY(ended.in_time);
        QCOMPARE(ended.code, 1);
        QVERIFY2(ended.said.contains("orrery: ") && ended.said.contains(reason),
                 qPrintable(ended.said));
        QCOMPARE(ended.said.count("orrery: "), 1);
        QVERIFY(QDir(path("out")).isEmpty());
    }

    void aReportOfSeveralRunsNamesTheDamagedOne() {
        QVERIFY(QDir().mkpath(path("out")));
        const Ended ended =
            call(ORRERY_WINDOW, {run_, path("pages"), "--report", path("out/x.html")});
        QCOMPARE(ended.code, 1);
        QVERIFY2(ended.said.contains(path("pages")), qPrintable(ended.said));
        QVERIFY(QDir(path("out")).isEmpty());
    }

    void anAnalysisOfOtherLayersIsRefused() {
        const Ended ended = call(ORRERY_CLI, {"analyse", path("layer"), "--tokens", "200"});
        QCOMPARE(ended.code, 1);
        QVERIFY2(ended.said.contains("layer 2") &&
                     ended.said.contains("2 layers, counted from 0, of 8 experts"),
                 qPrintable(ended.said));
    }

    void ofAStudyThatCannotBeReadThereIsNoFigure_data() {
        QTest::addColumn<QByteArray>("damage");
        QTest::addColumn<QString>("reason");
        QTest::newRow("labels") << QByteArray("UPDATE trials SET labels = '[]' WHERE number = 2")
                                << "trial 2 has 0 labels";
        QTest::newRow("more labels")
            << QByteArray("UPDATE trials SET labels = '[\"1\", \"2\", \"3\"]'")
            << "trial 1 has 3 labels";
        QTest::newRow("no labels") << QByteArray("UPDATE trials SET labels = 'x'")
                                   << "trial 1 has labels that can't be read";
        QTest::newRow("no table") << QByteArray("DROP TABLE trials") << "out";
    }
    void ofAStudyThatCannotBeReadThereIsNoFigure() {
        QFETCH(QByteArray, damage);
        QFETCH(QString, reason);
        MadeStudy study;
        {
            StudyStore store = study.begin();
            for (int trial = 1; trial <= 12; ++trial)
                MadeStudy::finish(store, trial, 2 + 0.1 * trial);
        }
        study.damage(damage.constData());
        const QString folder = QString::fromStdString(study.out().string());
        QVERIFY(QDir().mkpath(path("out")));
        for (const char* name : {"x.png", "x.svg", "x.pdf"}) {
            const Ended ended = call(ORRERY_WINDOW, {folder, "--figure", "study", "--out",
                                                     path("out/") + QLatin1String(name)});
            QVERIFY(ended.in_time);
            QCOMPARE(ended.code, 1);
            QVERIFY2(ended.said.contains(reason), qPrintable(ended.said));
        }
        QVERIFY(QDir(path("out")).isEmpty());
        for (const char* command : {"report", "export", "status", "resume"}) {
            const Ended ended = call(ORRERY_CLI, {"study", command, folder});
            QVERIFY2(ended.code == 1 && ended.said.contains(reason),
                     qPrintable(QStringLiteral("%1: %2").arg(command, ended.said)));
        }
    }

    void allPicturesOfARunAreMadeInOneCall() {
        copyFolder(run_, path("drawn"));
        const Ended ended = call(ORRERY_WINDOW, {path("drawn"), "--pictures"});
        QVERIFY2(ended.code == 0, qPrintable(ended.said));
        QCOMPARE(QDir(path("drawn/figures")).entryList(QDir::Files),
                 QStringList({"loss.pdf", "loss.svg", "usage.pdf", "usage.svg"}));
        QVERIFY(contents("drawn/figures/loss.pdf").startsWith("%PDF"));
        QVERIFY(contents("drawn/figures/loss.svg").contains("</svg>"));
    }

    void allPicturesOfAStudyAreMadeInOneCall() {
        const MadeStudy made;
        {
            StudyStore store = made.begin();
            made.addCurve(store, 1, 2);
            made.addCurve(store, 2, 3);
        }
        const QString folder = QString::fromStdString(made.out().string());
        const Ended ended = call(ORRERY_WINDOW, {folder, "--pictures"});
        QVERIFY2(ended.code == 0, qPrintable(ended.said));
        QCOMPARE(QDir(folder).entryList({"*.svg", "*.pdf"}),
                 QStringList({"curves.pdf", "curves.svg", "map-val-loss.pdf", "map-val-loss.svg",
                              "parallel.pdf", "parallel.svg"}));
    }

    void thePicturesOfADamagedOneAreNotMade_data() {
        QTest::addColumn<QString>("folder");
        QTest::newRow("a run") << path("pages");
        QTest::newRow("nothing") << path("none");
        QTest::newRow("a folder") << folder_.path();
    }
    void thePicturesOfADamagedOneAreNotMade() {
        QFETCH(QString, folder);
        const Ended ended = call(ORRERY_WINDOW, {folder, "--pictures"});
        QCOMPARE(ended.code, 1);
        QVERIFY2(ended.said.contains("orrery: "), qPrintable(ended.said));
        QVERIFY(!QFile::exists(folder + "/figures/loss.svg"));
    }

    void thePicturesOfADamagedStudyAreNotMade() {
        const MadeStudy made;
        made.begin();
        made.damage("UPDATE trials SET labels = '[]' WHERE number = 2");
        const QString folder = QString::fromStdString(made.out().string());
        const Ended ended = call(ORRERY_WINDOW, {folder, "--pictures"});
        QCOMPARE(ended.code, 1);
        QVERIFY2(ended.said.contains("trial 2 has 0 labels"), qPrintable(ended.said));
        QVERIFY(QDir(folder).entryList({"*.svg", "*.pdf"}).isEmpty());
    }

    void whatAStudyCannotShowIsNoBlankPicture() {
        makeStudyAndCopy();
        const auto reason = [&](const QString& of, const QString& figure) {
            const Ended ended =
                call(ORRERY_WINDOW, {of, "--figure", figure, "--out", path("out/x.svg")});
            return ended.code == 1 ? ended.said : QStringLiteral("no failure");
        };
        QVERIFY(QDir().mkpath(path("out")));
        QVERIFY2(reason(run_, "study").contains("needs a study"),
                 qPrintable(reason(run_, "study")));
        QVERIFY(reason(path("study"), "study.stream").contains("no stream"));
        QVERIFY(reason(path("study"), "study.curves").contains("No trial"));
        QVERIFY(reason(path("study"), "study.keys").contains("key snapshots"));
        QVERIFY(reason(path("study"), "study.pretty").contains("pretty"));
        QVERIFY(QDir(path("out")).isEmpty());
        for (const char* figure : {"study", "study.map", "study.parallel", "study.seeds"}) {
            const Ended ended = call(
                ORRERY_WINDOW, {path("study"), "--figure", figure, "--out", path("out/x.svg")});
            QVERIFY2(ended.code == 0, qPrintable(ended.said));
        }
    }

    void whatIsNotThereEndsWithTheReason_data() {
        QTest::addColumn<QStringList>("arguments");
        const QString none = path("none"), out = path("out/x.png");
        QTest::newRow("a figure") << QStringList{none, "--figure", "loss", "--out", out};
        QTest::newRow("a figure of a study")
            << QStringList{none, "--figure", "study", "--out", out};
        QTest::newRow("a report") << QStringList{none, "--report", path("out/x.html")};
        QTest::newRow("a picture") << QStringList{none, "--screenshot", out};
        QTest::newRow("a picture of nothing trained")
            << QStringList{path("faulty.yaml"), "--train", "--export", path("out/x")};
        QTest::newRow("a run that cannot begin") << QStringList{
            path("tiny.yaml"), "--train", "--runs", path("tiny.yaml"), "--export", path("out/x")};
    }
    void whatIsNotThereEndsWithTheReason() {
        QFETCH(QStringList, arguments);
        write("faulty.yaml", "name: a\nkeys: {alpha: abc}\n");
        const Ended ended = call(ORRERY_WINDOW, arguments);
        QVERIFY(ended.in_time);
        QCOMPARE(ended.code, 1);
        QVERIFY2(ended.said.contains("orrery: "), qPrintable(ended.said));
        QVERIFY(!QDir(path("out")).exists());
    }

    void faultsOfAConfigurationAreNamed() {
        write("faulty.yaml", "name: a\nkeys: {alpha: abc}\n");
        const Ended ended =
            call(ORRERY_WINDOW, {path("faulty.yaml"), "--train", "--quit-after", "600"});
        QCOMPARE(ended.code, 1);
        QVERIFY2(ended.said.contains("keys.alpha"), qPrintable(ended.said));
    }

    /// What is made of a run depends on the run and the arguments, and leaves no trace elsewhere.
    void nobodysSettingsAreReadOrWritten_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("figure") << QStringList{run_, "--figure", "loss", "--out", path("out.png")};
        QTest::newRow("figure of an analysis")
            << QStringList{run_, "--figure", "layers", "--out", path("out.png")};
        QTest::newRow("figure of a study")
            << QStringList{path("study"), "--figure", "study", "--out", path("out.png")};
        QTest::newRow("pictures of a study") << QStringList{path("study"), "--pictures"};
        QTest::newRow("film") << QStringList{run_, "--film", path("out")};
        QTest::newRow("export") << QStringList{run_, "--export", path("out")};
        QTest::newRow("export of a training") << QStringList{
            path("tiny.yaml"), "--train", "--runs", path("more"), "--export", path("out")};
        QTest::newRow("report") << QStringList{run_, "--report", path("out.html")};
        QTest::newRow("report of two")
            << QStringList{run_, run_ + "/../../copy", "--report", path("out.pdf")};
    }
    void nobodysSettingsAreReadOrWritten() {
        QFETCH(QStringList, arguments);
        makeStudyAndCopy();
        const QTemporaryDir home;
        fillSettings(home.path());
        const auto before = filesUnder(home.path());
        QCOMPARE(before.size(), 1);
        const auto views = filesUnder(run_ + "/views");
        const Ended ended = call(ORRERY_WINDOW, arguments, home.path());
        QVERIFY2(ended.code == 0, qPrintable(ended.said));
        QCOMPARE(filesUnder(home.path()), before);
        QCOMPARE(filesUnder(run_ + "/views"), views);
    }

    void aFigureIsTheSameForEverybody() {
        const QTemporaryDir none, home;
        fillSettings(home.path());
        QByteArray pictures[2];
        for (const bool own : {false, true}) {
            const QString file = path("same.svg");
            const Ended ended = call(ORRERY_WINDOW, {run_, "--figure", "loss", "--out", file},
                                     own ? home.path() : none.path());
            QVERIFY2(ended.code == 0, qPrintable(ended.said));
            QFile svg(file);
            QVERIFY(svg.open(QIODevice::ReadOnly));
            pictures[own] = svg.readAll();
        }
        QCOMPARE(pictures[0], pictures[1]);
        QVERIFY(QDir(none.path()).isEmpty());
    }

    void aFigureIsDrawnAsItsCommandSays() {
        QByteArray pictures[2];
        for (const bool logarithmic : {false, true}) {
            QStringList arguments{run_, "--figure", "loss", "--out", path("look.svg")};
            if (logarithmic)
                arguments << "--look"
                          << "log-x,log-y,smoothing=0";
            QCOMPARE(call(ORRERY_WINDOW, arguments).code, 0);
            QFile svg(path("look.svg"));
            QVERIFY(svg.open(QIODevice::ReadOnly));
            pictures[logarithmic] = svg.readAll();
        }
        QVERIFY(pictures[0] != pictures[1]);
        for (const char* view : {"loss", "layers", "log", "study"}) {
            const QString of = view == QString("study") ? path("study") : run_;
            const Ended ended = call(ORRERY_WINDOW, {of, "--figure", view, "--out",
                                                     path("none.svg"), "--look", "pretty"});
            QCOMPARE(ended.code, 1);
            QVERIFY2(ended.said.contains("pretty"), qPrintable(ended.said));
        }
        QVERIFY(!QFile::exists(path("none.svg")));
    }

    void aTrainingThatIsToldToEndIsSavedAlsoWhereItIsOnlyToBeExported() {
        write("long.yaml", tinyConfig(1'000'000));
        QProcess window;
        window.start(ORRERY_WINDOW, {path("long.yaml"), "--train", "--runs", path("long"),
                                     "--export", path("out")});
        const auto run = [&] {
            const QStringList names =
                QDir(path("long")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
            return (path("long/") + names.value(0)).toStdString();
        };
        const auto stepOfRun = [&] {
            try {
                return openStoredRun(run())->info().step;
            } catch (const std::exception&) {
                return std::int64_t{-1};  // not there yet
            }
        };
        QTRY_VERIFY_WITH_TIMEOUT(stepOfRun() > 5, 2 * kPatience);
        window.terminate();
        QVERIFY(window.waitForFinished(2 * kPatience));
        QCOMPARE(window.exitStatus(), QProcess::NormalExit);
        QCOMPARE(openStoredRun(run())->info().state, RunState::stopped);
        QCOMPARE(checkpointSteps(run()).back(), stepOfRun());
    }

    /// It is busy on the one thread that would hear of it.
    void aSignalEndsAReportThatTakesLong() {
        QStringList arguments;
        for (int i = 0; i < 150; ++i)
            arguments << run_;
        const QString html = path("long.html");
        QProcess window;
        window.start(ORRERY_WINDOW, arguments + QStringList{"--report", html});
        QVERIFY(window.waitForStarted(kPatience));
        QTRY_VERIFY(openRuns(window.processId()) >= 3);
        window.terminate();
        QVERIFY(window.waitForFinished(kPatience));
        QVERIFY(!QFile::exists(html));
        QVERIFY(window.exitStatus() == QProcess::CrashExit || window.exitCode() != 0);
    }

private:
    QString path(const QString& name) const { return folder_.filePath(name); }
    void write(const QString& name, const QString& text) const {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text.toUtf8());
    }
    QByteArray contents(const QString& name) const {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static Ended call(const char* program, const QStringList& arguments,
                      const QString& config_home = {}) {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        if (!config_home.isEmpty()) environment.insert("XDG_CONFIG_HOME", config_home);
        process.setProcessEnvironment(environment);
        process.start(program, arguments);
        Ended ended;
        ended.in_time = process.waitForFinished(2 * kPatience);
        if (!ended.in_time) {
            process.kill();
            process.waitForFinished();
        }
        ended.code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
        ended.said = QString::fromUtf8(process.readAllStandardError());
        return ended;
    }
    void makeStudyAndCopy() const {
        if (QDir(path("study")).exists()) return;
        const MadeStudy study;
        {
            StudyStore store = study.begin();
            MadeStudy::finish(store, 1, 2.5);
        }
        copyFolder(QString::fromStdString(study.out().string()), path("study"));
        copyFolder(run_, path("copy"));
    }
    /// As the window leaves them, of views that are drawn in another way than at first.
    void fillSettings(const QString& home) const {
        QVERIFY(QDir().mkpath(home + "/Orrery"));
        QSettings settings(home + "/Orrery/orrery.conf", QSettings::NativeFormat);
        settings.setValue("session/run", path("pages"));
        settings.setValue("session/config", path("tiny.yaml"));
        settings.setValue("recent", QStringList{"run:" + path("pages")});
        settings.setValue("window/perspective", "compare");
        settings.setValue("views/loss/log_x", true);
        settings.setValue("views/loss/smoothing", 0.0);
        settings.setValue("views/study/open", path("pages"));
        settings.setValue("views/compare/runs", QStringList{path("pages")});
    }
    static std::map<QString, QByteArray> filesUnder(const QString& folder) {
        std::map<QString, QByteArray> files;
        for (QDirIterator each(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
             each.hasNext();) {
            QFile file(each.next());
            if (file.open(QIODevice::ReadOnly)) files[file.fileName()] = file.readAll();
        }
        return files;
    }
    /// How often a process has a run's database open.
    static int openRuns(qint64 process) {
        int count = 0;
        const QString folder = QStringLiteral("/proc/%1/fd").arg(process);
        for (const QFileInfo& each : QDir(folder).entryInfoList(QDir::Files | QDir::System))
            count += each.symLinkTarget().endsWith("/run.db");
        return count;
    }

    QTemporaryDir folder_;
    QString run_;
};

}  // namespace orrery

QTEST_MAIN(orrery::HeadlessTest)
#include "headless_test.moc"
