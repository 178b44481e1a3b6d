// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/compare_view.h"

#include <QElapsedTimer>
#include <QMenu>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <ctime>
#include <set>

#include "core/runs/database/run_database.h"
#include "core/runs/run_folder.h"
#include "widgets/compare/compare_chart.h"
#include "widgets/compare/compare_tables.h"
#include "widgets/compare/routing_table.h"
#include "widgets/compare/scalar_menu.h"
#include "widgets/status/run_words.h"

namespace orrery {

namespace {

std::filesystem::path addRun(const std::filesystem::path& root, const std::string& name,
                             const Config& config, double loss, int steps = 50) {
    const RunFolder folder = createRunFolder(root, name);
    writeRunConfig(folder, config, {"2026-11-27T14:05:00+0100", "cpu", ""});
    RunDatabase database({folder.databaseFile(), {}, {}});
    database.setMeta("program_version", "0.1.0");
    database.setMeta("corpus_hash", name == "other-data" ? "bbbb" : "aaaa");
    for (int step = 1; step <= steps; ++step)
        database.publish(Scalars{step,
                                 0.5 * step,
                                 {{"train/loss", loss + 1.0 / step},
                                  {"train/real_tokens", 64.0 * step},
                                  {"time/wall", 0.5 * step}}});
    for (int step = 10; step <= steps; step += 10)
        database.publish(Scalars{step, 0.5 * step, {{"val/loss", loss + 10.0 / step}}});
    return folder.path;
}

QString asText(const std::filesystem::path& path) {
    return QString::fromStdString(path.string());
}

ComparedRun known(const std::string& name, std::uint64_t seed, std::vector<double> values) {
    ComparedRun run;
    run.folder = "/runs/" + name;
    run.known = true;
    run.identity.config.train.seed = static_cast<std::int64_t>(seed);
    run.identity.config.name = "recipe";
    run.identity.finals["val/loss"] = values.back();
    RunCurve curve;
    for (std::size_t i = 0; i < values.size(); ++i) {
        curve.steps.push_back(static_cast<double>(i + 1));
        curve.tokens.push_back(100.0 * static_cast<double>(i + 1));
        curve.seconds.push_back(2.0 * static_cast<double>(i + 1));
    }
    curve.values = std::move(values);
    run.curve = std::make_shared<RunCurve>(std::move(curve));
    return run;
}

}  // namespace

class CompareViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName(QStringLiteral("orrery-tests"));
        QCoreApplication::setApplicationName(QStringLiteral("compare"));
    }
    void init() { QSettings().clear(); }

    void seedsOfOneRecipeAreJoinedWithTheirSpread() {
        const std::vector<ComparedRun> runs{known("a", 1, {4, 2, 1}), known("b", 2, {6, 4, 2, 9})};
        const auto apart = compareCurves(runs, {});
        QCOMPARE(apart.size(), std::size_t(2));
        CompareOptions options;
        options.by_seeds = true;
        options.axis = LossAxis::tokens;
        const auto joined = compareCurves(runs, options);
        QCOMPARE(joined.size(), std::size_t(1));
        QCOMPARE(joined[0]->members.size(), std::size_t(2));
        QCOMPARE(values(joined[0]->x), (std::vector<double>{100, 200, 300}));
        QCOMPARE(values(joined[0]->y), (std::vector<double>{5, 3, 1.5}));
        QCOMPARE(joined[0]->low, (std::vector<double>{4, 2, 1}));
        QCOMPARE(joined[0]->high, (std::vector<double>{6, 4, 2}));
        auto other = runs;
        other[1].identity.config.keys.beta = 0.5;
        QCOMPARE(compareCurves(other, options).size(), std::size_t(2));
    }

    void aDoubleOfASeedIsNoFurtherSeed() {
        const std::vector<ComparedRun> runs{known("a", 1, {4, 3}), known("b", 1, {4, 3}),
                                            known("c", 2, {6, 5}), known("d", 2, {6, 5})};
        const auto groups = groupsOf(runs, true);
        QCOMPARE(groups.size(), std::size_t(2));
        QCOMPARE(groups[0], (std::vector<std::size_t>{0, 2}));
        QCOMPARE(groups[1], (std::vector<std::size_t>{1, 3}));
        const auto doubles = endRows({runs[0], runs[1]}, true, {});
        QCOMPARE(doubles.size(), std::size_t(2));
        QCOMPARE(doubles[0].runs, 1);
    }

    void seedsMayDrawDocumentsOfTheirOwnButOtherDataStaysApart() {
        std::vector<ComparedRun> runs{known("a", 1, {4}), known("b", 2, {6}), known("c", 1, {5})};
        runs[0].identity.corpus_hash = "drawn by 1";
        runs[1].identity.corpus_hash = "drawn by 2";
        runs[2].identity.corpus_hash = "another file";
        const auto groups = groupsOf(runs, true);
        QCOMPARE(groups.size(), std::size_t(2));
        QCOMPARE(groups[0], (std::vector<std::size_t>{0, 1}));
        QCOMPARE(groups[1], (std::vector<std::size_t>{2}));
        QCOMPARE(groupsOf(runs, false).size(), std::size_t(3));
    }

    void theEndsAreComparedWithABaseline() {
        const std::vector<ComparedRun> runs{known("a", 1, {2.5}), known("b", 2, {2.75}),
                                            known("c", 3, {3.0})};
        auto rows = endRows(runs, false, {});
        QVERIFY(rows[0].baseline);
        QCOMPARE(rows[1].delta, 0.25);
        rows = endRows(runs, false, "/runs/c");
        QVERIFY(rows[2].baseline && !rows[0].baseline);
        QCOMPARE(rows[0].delta, -0.5);
        rows = endRows(runs, true, {});
        QCOMPARE(rows.size(), std::size_t(1));
        QCOMPARE(rows[0].loss, 2.75);
        QCOMPARE(rows[0].loss_spread, 0.25);
    }

    void runsAreReadFromTheirFoldersAndDifferencesListed() {
        CompareView view;
        open(view);
        Config config;
        const auto a = addRun(path(), "a", config, 2);
        config.keys.alpha = 0.5;
        const auto b = addRun(path(), "other-data", config, 3);
        view.setFolders({asText(a), asText(b)});
        QTRY_COMPARE(view.chart().curves().size(), std::size_t(2));
        QTRY_COMPARE(view.differences().rowCount(), 2);
        QCOMPARE(view.differences().item(0, 0)->text(), QString("keys.alpha"));
        QCOMPARE(view.differences().item(1, 0)->text(), QString("corpus sha256"));
        QCOMPARE(view.ends().item(1, 2)->text(), QString("+1.0000"));
        QCOMPARE(values(view.chart().curves()[0]->x), (std::vector<double>{10, 20, 30, 40, 50}));
        view.setScalar("train/loss");
        QTRY_COMPARE(view.dataAsCsv().count(u'\n'), 101);
    }

    void anyScalarThatARunStoredCanBePlotted() {
        CompareView view;
        open(view);
        const auto a = addRun(path(), "a", {}, 2);
        {
            RunDatabase database({RunFolder{a}.databaseFile(), {}, {}});
            for (const int layer : {10, 9})
                database.publish(
                    Scalars{50, 25, {{"layer" + std::to_string(layer) + "/gini", 0.25}}});
        }
        view.setFolders({asText(a)});
        QTRY_COMPARE(view.compared().scalars(),
                     QStringList({"layer9/gini", "layer10/gini", "time/wall", "train/loss",
                                  "train/real_tokens", "val/loss"}));
        QMenu menu;
        QString heard;
        fillScalarMenu(menu, view.compared().scalars(), [&](const QString& name) { heard = name; });
        QCOMPARE(menu.actions().size(), 4);
        QCOMPARE(menu.actions()[0]->text(), QString("gini (by layer)"));
        menu.actions()[0]->menu()->actions()[1]->trigger();
        QCOMPARE(heard, QString("layer10/gini"));
        view.setScalar(heard);
        QCOMPARE(view.scalarTitle(), heard);
        QVERIFY2(view.dataAsCsv().contains(",layer10/gini,50,"), qPrintable(view.dataAsCsv()));
        QVERIFY(view.figureFault().isEmpty());
        QVERIFY(view.figureArguments().join(u' ').contains("metric=layer10"));
        QCOMPARE(view.setLook({"metric=loss"}), QString("metric=loss"));
        QCOMPARE(view.setLook({"run=0:" + asText(a), "metric=no/such"}), QString());
        QVERIFY2(view.figureFault().contains("no/such"), qPrintable(view.figureFault()));
    }

    void figuresOfOneTextAreATableAndCurvesByLayerAndShare() {
        QTemporaryDir root;
        const std::filesystem::path folder = root.path().toStdString();
        QStringList runs;
        for (const int layers : {2, 3}) {
            runs << asText(addRun(folder, "run" + std::to_string(layers), Config(), 2));
            MeasuredRouting measured{"sea.txt", "abc", 100, 30, false, 8, 2, {}};
            measured.steps = {{10, .2, {}}, {50, 1, {}}};
            for (int layer = 0; layer < layers; ++layer) {
                measured.steps[0].layers.push_back({{"saturation", .5}});
                measured.steps[1].layers.push_back({{"gini", .1 * layer}, {"saturation", 1.0}});
            }
            storeMeasuredRouting(runs.back().toStdString(), measured);
        }
        CompareView view;
        view.resize(900, 600);
        view.setFolders(runs);
        view.compared().readNow();
        view.show();
        QTRY_COMPARE(view.routing().rowCount(), 1 + 2 + 1 + 3);
        QCOMPARE(view.routing().columnCount(), 4);  // run, layer, Gini, saturation
        QCOMPARE(view.routing().index(0, 2).data().toString(), decimalText(.05, 'f', 3));
        QCOMPARE(view.routing().index(6, 2).data().toString(), decimalText(.2, 'f', 3));
        view.setScalar(QStringLiteral("by_layer/gini"));
        QVERIFY(view.scalarTitle().contains("Gini"));
        CompareOptions options;
        options.axis = LossAxis::share;
        view.setOptions(options);
        view.compared().readNow();
        auto curves = compareCurves(view.compared().runs(), options);
        QCOMPARE(curves.size(), std::size_t(2));
        QCOMPARE(values(curves[1]->x), (std::vector<double>{0, .5, 1}));
        QCOMPARE(values(curves[1]->y), (std::vector<double>{0, .1, .2}));
        view.setScalar(QStringLiteral("text/saturation"));
        view.compared().readNow();
        curves = compareCurves(view.compared().runs(), options);
        QCOMPARE(values(curves[0]->x), (std::vector<double>{.2, 1}));
        QCOMPARE(values(curves[0]->y), (std::vector<double>{.5, 1}));
        QVERIFY(view.figureArguments().join(u' ').contains("share"));
        QVERIFY(routingTextNote(view.compared().runs()).contains("sea.txt"));
        QStringList asked;
        connect(&view, &CompareView::measureRequested, this,
                [&asked](const QStringList& folders) { asked = folders; });
        for (QToolButton* button : view.findChildren<QToolButton*>())
            if (button->text() == "Measure") button->click();
        QCOMPARE(asked, runs);
        MeasuredRouting other{"land.txt", "xyz", 100, 30, false, 8, 2, {}};
        other.steps = {{50, 1, {{{"gini", .3}}, {{"gini", .3}}}}};
        storeMeasuredRouting(runs[0].toStdString(), other);
        view.setMeasuring({});  // it is done: they are read again
        view.compared().readNow();
        QVERIFY(routingTextNote(view.compared().runs()).contains("different texts"));
        QTRY_COMPARE(view.routing().index(1, 2).data().toString(), decimalText(.3, 'f', 3));
    }

    void aPlotWithoutCurvesIsAsWideAsOneWithThem() {
        CompareView view;
        open(view);
        QTRY_VERIFY(view.chart().axisRect()->width() > 0.7 * view.chart().width());
    }

    void thePointerReadsTheValuesOfEveryCurve() {
        CompareChart chart;
        CompareCurves curves;
        const CompareOptions options;
        const std::vector<ComparedRun> runs{known("a", 1, {3, 2, 1}), known("b", 2, {6, 5, 4})};
        curves = compareCurves(runs, options);
        chart.setCurves(curves, options);
        const QString at = chart.valuesAt(2.2);
        QVERIFY2(at.contains(">2<") && at.contains(">5<"), qPrintable(at));
        QVERIFY(at.contains(curves[0]->title) && at.contains(curves[1]->title));
        QVERIFY(chart.valuesAt(4).isEmpty());  // beyond the ends
        QVERIFY(chart.valuesAt(0.5).isEmpty());
    }

    void coloursBelongToRunsAlsoWhenOthersGo() {
        CompareView view;
        Config config;
        const auto a = addRun(path(), "a", config, 2), b = addRun(path(), "b", config, 2),
                   c = addRun(path(), "c", config, 2);
        view.setFolders({asText(a), asText(b), asText(c)});
        const int color = view.compared().runs()[2].color;
        view.setFolders({asText(c), asText(a)});
        QCOMPARE(view.compared().runs()[0].color, color);
        view.add({asText(b)});
        std::set<int> colors;
        for (const ComparedRun& run : view.compared().runs())
            colors.insert(run.color);
        QCOMPARE(colors.size(), std::size_t(3));
        CompareView again;  // after a restart
        QCOMPARE(again.compared().folders(), view.compared().folders());
        QCOMPARE(again.compared().runs()[0].color, color);
    }

    void thirtyTwoRunsDifferInColourOrDash() {
        std::set<std::pair<QRgb, int>> looks;
        for (int i = 0; i < 32; ++i)
            looks.insert({runColor(i, false).rgb(), static_cast<int>(runDash(i))});
        QCOMPARE(looks.size(), std::size_t(32));
        QVERIFY(runDash(0) != runDash(1));
    }

    void aHiddenViewReadsNothingButItsFigureIsWhole() {
        const auto a = addRun(path(), "a", Config{}, 2);
        CompareView view;
        view.setFolders({asText(a)});
        QTest::qWait(100);
        QVERIFY(view.compared().runs()[0].curve->values.empty());
        QImage image(600, 400, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        view.paintFigure(painter, QSizeF(600, 400));
        painter.end();
        QCOMPARE(view.compared().runs()[0].curve->values.size(), std::size_t(5));
        int blue = 0;
        for (int x = 0; x < 600; ++x)
            for (int y = 0; y < 400; ++y)
                blue += image.pixelColor(x, y) == runColor(0, false);
        QVERIFY(blue > 20);
    }

    void aRunThatIsGoneIsNamedAndTheOthersStay() {
        CompareView view;
        open(view);
        const auto a = addRun(path(), "a", Config{}, 2);
        view.setFolders({asText(a), QStringLiteral("/nowhere/gone")});
        QTRY_COMPARE(view.chart().curves().size(), std::size_t(1));
        QTRY_VERIFY(!view.compared().runs()[1].failure.isEmpty());
    }

    void aSpikeAmongManyPointsIsKept() {
        const auto folder = addLongRun("long", 20'000);
        CompareView view;
        open(view);
        view.setScalar("train/loss");
        view.setFolders({asText(folder)});
        QTRY_VERIFY(!view.compared().reading() && !view.chart().curves().empty());
        const auto values = view.chart().curves()[0]->y;
        QVERIFY(std::ranges::find(values, 99.0) != values.end());
        QCOMPARE(values.size(), std::size_t(20'000));
    }

    void theLabelOfAFlatChartHasTwoLinesOrIsShortened() {
        CompareChart chart;
        chart.setTexts("Validation loss (nats per token)", {}, {});
        chart.prepare({600, 500});
        QCOMPARE(chart.yAxis->label(), QString("Validation loss (nats per token)"));
        chart.prepare({600, 200});
        QCOMPARE(chart.yAxis->label().count(u'\n'), 1);
        QCOMPARE(chart.yAxis->label().replace(u'\n', u' '),
                 QString("Validation loss (nats per token)"));
        chart.prepare({600, 110});
        QVERIFY(chart.yAxis->label().endsWith(QChar(0x2026)));
    }

    void curvesThatStayAreNotMadeAnew() {
        std::vector<ComparedRun> runs{known("a", 1, {4, 2, 1}), known("b", 2, {6, 4, 2})};
        const CompareCurves first = compareCurves(runs, {});
        runs[1] = known("b", 2, {6, 4, 2, 1});
        const CompareCurves second = compareCurves(runs, {}, first);
        QCOMPARE(second[0], first[0]);
        QVERIFY(second[1] != first[1]);
        CompareOptions smooth;
        smooth.smoothing = 0.9;
        QVERIFY(compareCurves(runs, smooth, second)[0] != second[0]);
    }

    void aHundredRunsFromDiskAreSeenWithinASecond() {
        constexpr int kRuns = 100, kSteps = 100'000;
        const auto first = addLongRun("first", kSteps);
        QStringList folders{asText(first)};
        for (int i = 1; i < kRuns; ++i) {  // names of one folder: a hundred would be gigabytes
            const std::filesystem::path name = path() / ("run-" + std::to_string(i));
            std::filesystem::create_directory_symlink(first, name);
            folders << asText(name);
        }
        CompareView view;
        open(view);
        view.setScalar("train/loss");
        QElapsedTimer clock;
        clock.start();
        const std::clock_t start = std::clock();
        view.setFolders(folders);
        QTRY_COMPARE(view.chart().graphCount(), kRuns);
        // Processor time, of the reading too: other programs on the machine do not count.
        const double spent = 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        qInfo("a hundred runs are seen after %lld ms, %.0f of the processor",
              static_cast<long long>(clock.elapsed()), spent);
        QVERIFY(view.compared().complete() < kRuns);
        QVERIFY(view.chart().curves()[7]->y.size() >= 60);
        QTRY_VERIFY(!view.compared().reading());
        const double whole = 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        qInfo("and read in full after %lld ms, %.0f of the processor",
              static_cast<long long>(clock.elapsed()), whole);
        QVERIFY2(spent < whole / 3, qPrintable(QStringLiteral("%1 of %2").arg(spent).arg(whole)));
        QCOMPARE(view.compared().complete(), std::size_t(kRuns));
        const auto last = view.chart().curves()[99]->y;
        QVERIFY2(std::ranges::find(last, 99.0) != last.end(), "the spike");
    }

    void howItIsDrawnIsRemembered() {
        {
            CompareView view;
            CompareOptions options;
            options.axis = LossAxis::time;
            options.log_y = true;
            options.by_seeds = true;
            options.smoothing = 0.97;
            view.setOptions(options);
            view.setScalar("train/loss");
        }
        CompareView view;
        QCOMPARE(view.options().axis, LossAxis::time);
        QVERIFY(view.options().log_y && view.options().by_seeds);
        QCOMPARE(view.options().smoothing, 0.97);
        QCOMPARE(view.compared().scalar(), std::string("train/loss"));
    }

    void curvesStayTallInALowViewAndAmongManyRuns() {
        CompareView view;
        open(view);
        QStringList folders;
        for (int i = 0; i < 40; ++i)
            folders << asText(addRun(path(), "run-" + std::to_string(i), Config{}, 2 + 0.1 * i));
        view.setFolders(folders);
        QTRY_COMPARE(view.ends().rowCount(), 40);
        QVERIFY2(view.chart().height() >= 350, "the tables below");
        QVERIFY(view.chart().width() > 900);
        view.resize(1300, 420);
        QTRY_VERIFY2(view.chart().height() >= 340, "the tables beside");
        QVERIFY(view.chart().width() >= 600);
        view.resize(700, 800);
        QTRY_VERIFY(view.chart().width() > 600);
        QVERIFY(view.chart().height() >= 400);
    }

private:
    static std::vector<double> values(std::span<const double> column) {
        return {column.begin(), column.end()};
    }
    static void open(CompareView& view) {
        view.resize(1000, 700);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view, kPatience));
    }
    std::filesystem::path addLongRun(const std::string& name, int steps) {
        const RunFolder folder = createRunFolder(path(), name);
        writeRunConfig(folder, Config{}, {"2026-11-27T14:05:00+0100", "cpu", ""});
        RunDatabase database({folder.databaseFile(), {}, {}});
        for (int step = 1; step <= steps; ++step)
            database.publish(Scalars{step,
                                     1.0 * step,
                                     {{"train/loss", step == 7'777 ? 99.0 : 2.0 + 1.0 / step},
                                      {"train/real_tokens", 512.0 * step},
                                      {"time/wall", 0.5 * step}}});
        return folder.path;
    }
    std::filesystem::path path() {
        if (folders_.empty() || folder_of_ != QTest::currentTestFunction()) {
            folders_.push_back(std::make_unique<QTemporaryDir>());
            folder_of_ = QTest::currentTestFunction();
        }
        return folders_.back()->path().toStdString();
    }

    std::vector<std::unique_ptr<QTemporaryDir>> folders_;
    QByteArray folder_of_;
};

}  // namespace orrery

QTEST_MAIN(orrery::CompareViewTest)
#include "compare_view_test.moc"
