// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that are compared without a view: folders that can't be read, colours that stay, curves that
// have nothing in common.
#include "widgets/compare/compared_runs.h"

#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <fstream>
#include <set>

#include "core/runs/database/run_database.h"
#include "core/runs/run_folder.h"
#include "core/runs/run_notes.h"
#include "widgets/compare/compare_curves.h"
#include "widgets/compare/compare_tables.h"

namespace orrery {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

ComparedRun made(const std::string& name, std::int64_t seed, std::vector<double> steps,
                 std::vector<double> values) {
    ComparedRun run;
    run.folder = "/runs/" + name;
    run.known = true;
    run.identity.name = name;
    run.identity.config.train.seed = seed;
    if (!values.empty()) run.identity.finals["val/loss"] = values.back();
    RunCurve curve;
    curve.tokens = curve.seconds = curve.steps = std::move(steps);
    curve.values = std::move(values);
    run.curve = std::make_shared<RunCurve>(std::move(curve));
    return run;
}

}  // namespace

class ComparedRunsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName(QStringLiteral("orrery-tests"));
        QCoreApplication::setApplicationName(QStringLiteral("compared-runs"));
    }
    void init() {
        QSettings().clear();
        root_ = std::make_unique<QTemporaryDir>();
    }

    void groupsOfTheRunListAreAveraged() {
        std::vector<ComparedRun> runs{made("a", 1, {0, 1}, {4, 2}), made("b", 1, {0, 1}, {4, 3}),
                                      made("c", 1, {0, 1}, {4, 8})};
        runs[0].identity.group = runs[2].identity.group = "wide";
        const auto groups = groupsOf(runs, false, true);
        QCOMPARE(groups, (std::vector<std::vector<std::size_t>>{{0, 2}, {1}}));
        QCOMPARE(groupTitle(runs, groups[0], true), QString("wide (2 runs)"));
        CompareOptions options;
        options.by_groups = true;
        const CompareCurves curves = compareCurves(runs, options);
        QCOMPARE(curves.size(), std::size_t(2));
        QCOMPARE(curves[0]->y.back(), 5.0);
        QCOMPARE(curves[0]->high.back(), 8.0);
        QCOMPARE(endRows(runs, false, {}, true)[0].loss, 5.0);
    }

    void aColorThatSomebodyChoseIsKept() {
        const std::filesystem::path root = root_->path().toStdString();
        QStringList folders;
        for (const char* name : {"one", "two", "three"}) {
            std::filesystem::create_directories(root / name);
            folders << QString::fromStdString((root / name).string());
        }
        writeRunNotes(root / "two", {{}, "", "", "", 5});
        writeRunNotes(root / "three", {{}, "", "", "", 5});
        ComparedRuns runs;
        runs.setFolders(folders);
        QCOMPARE(runs.runs()[1].color, 5);
        QCOMPARE(runs.runs()[2].color, 5 + kRunColors);  // the same, dashed
        writeRunNotes(root / "two", {{}, "", "", "", 6});
        runs.setFolders(folders);
        QCOMPARE(runs.runs()[1].color, 6);
    }

    void aLossOfAnotherStepSaysItsStep() {
        std::vector<ComparedRun> runs{made("a", 1, {0}, {8.157}), made("b", 1, {0, 9}, {8, 3})};
        for (ComparedRun& run : runs)
            run.identity.step = 9;
        runs[0].identity.final_steps["val/loss"] = 0;
        runs[1].identity.final_steps["val/loss"] = 9;
        const auto rows = endRows(runs, false, {});
        QStandardItemModel table;
        fillEndTable(table, rows, lightTheme());
        QCOMPARE(table.item(0, 1)->text(), QString("8.1570 (step 0)"));
        QCOMPARE(table.item(1, 1)->text(), QString("3.0000"));
    }

    void whatCannotBeReadSaysWhyAndTheOthersAreRead() {
        const QString good = addRun("good"), broken = addRun("broken"), empty = addRun("empty", 0);
        std::ofstream((broken + "/run.db").toStdString()) << "no database";
        ComparedRuns runs;
        runs.setFolders({broken, good, path("none"), empty});
        runs.readNow();
        QCOMPARE(runs.runs().size(), std::size_t(4));
        QVERIFY2(runs.runs()[0].failure.contains("run.db"), qPrintable(runs.runs()[0].failure));
        QVERIFY(!runs.runs()[0].known && runs.runs()[0].curve->values.empty());
        QCOMPARE(runs.runs()[1].failure, QString());
        QCOMPARE(runs.runs()[1].curve->values.size(), std::size_t(10));
        QVERIFY(runs.runs()[2].failure.contains("none"));
        QCOMPARE(runs.runs()[3].failure, QString());
        QVERIFY(runs.runs()[3].known && runs.runs()[3].curve->values.empty());
        QVERIFY(!runs.reading());
        QCOMPARE(compareCurves(runs.runs(), {}).size(), std::size_t(1));
        const auto rows = endRows(runs.runs(), false, {});
        QCOMPARE(rows.size(), std::size_t(4));
        QVERIFY(rows[0].baseline && !rows[0].failure.isEmpty());
        QVERIFY(std::isnan(rows[1].delta));  // to a run that nothing is known of
        QStandardItemModel table;
        fillEndTable(table, rows, lightTheme());
        QVERIFY(table.item(0, 0)->toolTip().contains("run.db"));
        QCOMPARE(table.item(0, 0)->foreground().color(), lightTheme().warning);
        QCOMPARE(table.item(1, 2)->text(), QString("–"));
    }

    void whatIsMendedIsReadAgain() {
        const QString run = addRun("first");
        QVERIFY(QFile::rename(run + "/config.yaml", run + "/away.yaml"));
        ComparedRuns runs;
        runs.setFolders({run});
        runs.readNow();
        QVERIFY(!runs.runs()[0].failure.isEmpty());
        const int before = runs.identities();
        QVERIFY(QFile::rename(run + "/away.yaml", run + "/config.yaml"));
        runs.reload();
        runs.readNow();
        QCOMPARE(runs.runs()[0].failure, QString());
        QVERIFY(runs.runs()[0].known);
        QVERIFY(runs.identities() > before);
    }

    void nothingIsReadBeforeItIsNeeded() {
        ComparedRuns runs;
        QSignalSpy changed(&runs, &ComparedRuns::changed);
        runs.setFolders({addRun("first")});
        QCOMPARE(changed.size(), 1);
        QVERIFY(!runs.reading() && !runs.runs()[0].known);
        runs.readIfNeeded();
        QVERIFY(runs.reading());
        QTRY_VERIFY(!runs.reading());
        QVERIFY(runs.runs()[0].known && runs.runs()[0].complete);
        const auto times = changed.size();
        runs.readIfNeeded();  // nothing was chosen since
        QVERIFY(!runs.reading());
        QCOMPARE(changed.size(), times);
        runs.setScalar("val/loss");  // the one that it has
        QCOMPARE(changed.size(), times);
        runs.setScalar("no/such/scalar");
        QVERIFY(runs.runs()[0].curve->values.empty() && !runs.runs()[0].complete);
        runs.readNow();
        QVERIFY(runs.runs()[0].curve->values.empty());
        QCOMPARE(runs.runs()[0].failure, QString());
        runs.setFolders({});
        runs.readNow();
        QVERIFY(!runs.reading() && runs.runs().empty());
    }

    void aRunNamedTwiceIsComparedOnce() {
        const QString run = addRun("first");
        ComparedRuns runs;
        runs.setFolders({run, run});
        QCOMPARE(runs.folders(), QStringList{run});
    }

    void aRunKeepsItsColor() {
        ComparedRuns runs;
        runs.setFolders({"/a", "/b", "/c"});
        QCOMPARE(colorsOf(runs), (std::vector<int>{0, 1, 2}));
        runs.setFolders({"/c", "/b"});
        QCOMPARE(colorsOf(runs), (std::vector<int>{2, 1}));
        runs.setFolders({"/d", "/c", "/b"});
        QCOMPARE(colorsOf(runs), (std::vector<int>{0, 2, 1}));
        // As remembered, where nobody else has it.
        ComparedRuns later;
        later.setFolders({"/c"});
        QCOMPARE(colorsOf(later), (std::vector<int>{2}));
        QSettings().setValue("compare/colors", QVariantMap{{"/x", 1}, {"/y", 1}, {"/z", "red"}});
        later.setFolders({"/x", "/y", "/z"});
        QCOMPARE(colorsOf(later), (std::vector<int>{1, 0, 2}));
    }

    void theMemoryOfColorsHasAnEnd() {
        QVariantMap many;
        for (int i = 0; i < 600; ++i)
            many[QStringLiteral("/run-%1").arg(i)] = i;
        QSettings().setValue("compare/colors", many);
        ComparedRuns runs;
        runs.setFolders({"/a"});
        QCOMPARE(QSettings().value("compare/colors").toMap().size(), 1);
    }

    void thirtyTwoRunsCanBeToldApart() {
        std::set<std::pair<QRgb, int>> looks;
        for (int i = 0; i < 32; ++i)
            looks.insert({runColor(i, false).rgb(), static_cast<int>(runDash(i))});
        QCOMPARE(looks.size(), std::size_t(32));
    }

    void seedsThatNeverMeetHaveNoCurve() {
        CompareOptions options;
        options.by_seeds = true;
        const auto curves = compareCurves(
            {made("a", 1, {1, 2, 3}, {4, 3, 2}), made("b", 2, {10, 20}, {5, 4})}, options);
        QCOMPARE(curves.size(), std::size_t(1));
        QVERIFY(curves[0]->x.empty() && curves[0]->y.empty() && curves[0]->low.empty());
        QVERIFY(!(curves[0]->ends_x[0] <= curves[0]->ends_x[1]));  // there is no range
    }

    void seedsAreJoinedAsFarAsAllHaveCome() {
        CompareOptions options;
        options.by_seeds = true;
        const auto curves = compareCurves(
            {made("a", 1, {1, 2, 3, 4}, {8, 6, 4, 2}), made("b", 2, {1, 3}, {4, 2})}, options);
        const std::vector<double> x(curves[0]->x.begin(), curves[0]->x.end());
        const std::vector<double> y(curves[0]->y.begin(), curves[0]->y.end());
        QCOMPARE(x, (std::vector<double>{1, 2, 3}));
        QCOMPARE(y, (std::vector<double>{6, 4.5, 3}));  // between points on straight lines
    }

    void numbersThatAreNoneDoNotSpoilTheRange() {
        const double infinity = std::numeric_limits<double>::infinity();
        const auto curves =
            compareCurves({made("a", 1, {1, 2, 3, 4}, {kNone, 5, infinity, -1})}, {});
        QCOMPARE(curves[0]->ends_y, (std::vector<double>{-1, 5, 5}));
    }

    void whatStaysTheSameIsNotMadeAnew() {
        const std::vector<ComparedRun> runs{made("a", 1, {1, 2}, {4, 3}),
                                            made("b", 2, {1, 2}, {5, 4})};
        const auto before = compareCurves(runs, {});
        auto now = compareCurves(runs, {}, before);
        QVERIFY(now[0] == before[0] && now[1] == before[1]);
        auto longer = runs;
        longer[1] = made("b", 2, {1, 2, 3}, {5, 4, 3});
        now = compareCurves(longer, {}, before);
        QVERIFY(now[0] == before[0] && now[1] != before[1]);
        CompareOptions smooth;
        smooth.smoothing = 0.5;
        QVERIFY(compareCurves(runs, smooth, before)[0] != before[0]);
    }

    void ofUnknownRunsNothingIsGroupedAndNothingDiffers() {
        ComparedRun unknown = made("a", 1, {}, {}), other = made("b", 2, {}, {});
        unknown.known = other.known = false;
        QCOMPARE(groupsOf({unknown, other}, true).size(), std::size_t(2));
        QStandardItemModel table;
        fillDifferences(table, {unknown, other});
        QCOMPARE(table.rowCount(), 0);
        QCOMPARE(table.columnCount(), 1);
        QVERIFY(endRows({}, false, {}).empty());
        QVERIFY(compareCurves({unknown}, {}).empty());
    }

private:
    QString path(const QString& name) const { return root_->filePath(name); }
    QString addRun(const std::string& name, int steps = 10) const {
        const RunFolder folder = createRunFolder(root_->path().toStdString(), name);
        Config config;
        config.name = name;
        writeRunConfig(folder, config, {"2026-11-27T14:05:00+0100", "cpu", ""});
        RunDatabase database({folder.databaseFile(), {}, {}});
        database.setMeta("name", name);
        for (int step = 1; step <= steps; ++step)
            database.publish(Scalars{step, 0.5 * step, {{"val/loss", 3.0 / step}}});
        return QString::fromStdString(folder.path.string());
    }
    static std::vector<int> colorsOf(const ComparedRuns& runs) {
        std::vector<int> colors;
        for (const ComparedRun& run : runs.runs())
            colors.push_back(run.color);
        return colors;
    }

    std::unique_ptr<QTemporaryDir> root_;
};

}  // namespace orrery

QTEST_MAIN(orrery::ComparedRunsTest)
#include "compared_runs_test.moc"
