// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/compare_view.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <set>

#include "core/runs/run_database.h"
#include "core/runs/run_folder.h"
#include "widgets/compare/compare_tables.h"

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
    for (std::size_t i = 0; i < values.size(); ++i) {
        run.curve.steps.push_back(static_cast<double>(i + 1));
        run.curve.tokens.push_back(100.0 * static_cast<double>(i + 1));
        run.curve.seconds.push_back(2.0 * static_cast<double>(i + 1));
    }
    run.curve.values = std::move(values);
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
        QCOMPARE(joined[0].runs, 2);
        QCOMPARE(joined[0].x, (std::vector<double>{100, 200, 300}));
        QCOMPARE(joined[0].y, (std::vector<double>{5, 3, 1.5}));
        QCOMPARE(joined[0].low, (std::vector<double>{4, 2, 1}));
        QCOMPARE(joined[0].high, (std::vector<double>{6, 4, 2}));
        auto other = runs;
        other[1].identity.config.keys.beta = 0.5;
        QCOMPARE(compareCurves(other, options).size(), std::size_t(2));
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
        QCOMPARE(view.chart().curves()[0].x, (std::vector<double>{10, 20, 30, 40, 50}));
        view.setScalar("train/loss");
        QTRY_COMPARE(view.dataAsCsv().count(u'\n'), 101);
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
        QVERIFY(view.compared().runs()[0].curve.values.empty());
        QImage image(600, 400, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        view.paintFigure(painter, QSizeF(600, 400));
        painter.end();
        QCOMPARE(view.compared().runs()[0].curve.values.size(), std::size_t(5));
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
        const RunFolder folder = createRunFolder(path(), "long");
        writeRunConfig(folder, Config{}, {"2026-11-27T14:05:00+0100", "cpu", ""});
        {
            RunDatabase database({folder.databaseFile(), {}, {}});
            for (int step = 1; step <= 20'000; ++step)
                database.publish(
                    Scalars{step, 1.0 * step, {{"train/loss", step == 7'777 ? 99.0 : 2.0}}});
        }
        CompareView view;
        open(view);
        view.setScalar("train/loss");
        view.setFolders({asText(folder.path)});
        QTRY_VERIFY(!view.compared().reading() && !view.chart().curves().empty());
        const auto& values = view.chart().curves()[0].y;
        QVERIFY(std::ranges::find(values, 99.0) != values.end());
        QCOMPARE(values.size(), std::size_t(20'000));
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

private:
    static void open(CompareView& view) {
        view.resize(1000, 700);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
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
