// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/widgets/figure_texts.h"
#include "tests/widgets/synthetic_run.h"
#include "widgets/experts/expert_filter.h"
#include "widgets/experts/expert_rows.h"
#include "widgets/experts/expert_table_view.h"

namespace orrery {

class ExpertTableTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void numbersAreThoseOfTheRun() {
        RunContext model;
        FakeRunSource* source = giveSyntheticRun(model, kSize);
        const auto rows = expertRows(*model.data(), nullptr);
        QCOMPARE(rows.size(), std::size_t(2 * 6));
        const ExpertRow& row = rows[6 + 4];  // layer 1, expert 4
        QCOMPARE(row.id, (ExpertId{1, 4}));
        // In a second way: from the events themselves.
        double own = 0, all = 0;
        for (const std::int64_t step : {590, 600})
            for (int expert = 0; expert < 6; ++expert) {
                const double count =
                    syntheticUsage(kSize, 1, step).counts[static_cast<std::size_t>(expert)];
                all += count;
                if (expert == 4) own += count;
            }
        QCOMPARE(row.number(ExpertColumn::selections), own);
        QCOMPARE(row.number(ExpertColumn::share), 100 * own / all);
        const SharedKeys now = source->snapshots[{1, 600}], before = source->snapshots[{1, 400}];
        double norm = 0, moved = 0;
        for (std::size_t d = 4 * 8; d < 5 * 8; ++d) {
            const double a = static_cast<double>(now->keys[d]),
                         b = static_cast<double>(before->keys[d]);
            norm += a * a;
            moved += (a - b) * (a - b);
        }
        QVERIFY(std::abs(row.number(ExpertColumn::key_norm) - std::sqrt(norm)) < 1e-6);
        QVERIFY(std::abs(row.number(ExpertColumn::key_drift) - std::sqrt(moved)) < 1e-6);
        QCOMPARE(row.number(ExpertColumn::usage_state), static_cast<double>(now->usage[4]));
        QCOMPARE(row.token, QString("\u2423the"));
        QVERIFY(std::isnan(row.number(ExpertColumn::mean_gate)));
        QCOMPARE(row.text(ExpertColumn::mean_gate), QString("–"));
        QCOMPARE(row.csv(ExpertColumn::mean_gate), QString());
    }

    void anAnalysisFillsItsColumns() {
        RunContext model;
        giveSyntheticRun(model, kSize);
        const RunTables tables = analysis();
        const auto rows = expertRows(*model.data(), &tables);
        QCOMPARE(rows[1].number(ExpertColumn::mean_gate), 0.5);
        QCOMPARE(rows[1].number(ExpertColumn::gate_share), 12.5);
        QCOMPARE(rows[1].token, QString("dog"));
        QCOMPARE(rows[1].part, QString("NOUN"));
        QCOMPARE(rows[1].guild, QString("2 (NOUN)"));
        QCOMPARE(rows[3].guild, QString("2 (NOUN)"));
        QVERIFY(rows[0].guild.isEmpty());
    }

    void anAblationFillsTheLossEffect() {
        const QTemporaryDir folder;
        const std::filesystem::path run = folder.path().toStdString();
        RunContext model;
        giveSyntheticRun(model, kSize)->run_info.folder = run;
        ExpertTableView view;
        open(view, model);
        QCOMPARE(view.setLook({"x=share", "y=loss_effect"}), QString());
        QTRY_VERIFY(said(view, "orrery-cli ablate RUN --sweep"));
        QVERIFY(view.scatter().picture().empty.contains("orrery-cli ablate"));
        QVERIFY(!view.needsAnalysis());
        storeLossEffects(run, {600, 2000, {{0, 3, 0.125}, {1, 5, -0.25}, {7, 0, 1}}});
        QCOMPARE(view.setLook({"x=share", "y=loss_effect"}), QString());
        QTRY_COMPARE(view.scatter().picture().points.size(), std::size_t(2));
        QCOMPARE(cell(view, 3, ExpertColumn::loss_effect), QString("0.1250"));
        QCOMPARE(cell(view, 11, ExpertColumn::loss_effect), QString("-0.2500"));
        QCOMPARE(cell(view, 0, ExpertColumn::loss_effect), QString("–"));
        QVERIFY(said(view, "Loss effects of step 600"));
        // Of a step that the run has not come to, or no more.
        storeLossEffects(run, {601, 2000, {{0, 3, 0.5}}});
        QCOMPARE(view.setLook({"y=loss_effect"}), QString());
        QTRY_COMPARE(view.scatter().picture().points.size(), std::size_t(0));
    }

    void sortsAndFilters() {
        RunContext model;
        giveSyntheticRun(model, kSize);
        model.requests()->deliverAnalysis(std::make_shared<RunTables>(analysis()));
        ExpertTableView view;
        open(view, model);
        QTRY_COMPARE(view.table()->model()->rowCount(), 12);
        const auto column = static_cast<int>(ExpertColumn::mean_gate);
        view.table()->sortByColumn(column, Qt::DescendingOrder);
        QCOMPARE(cell(view, 0, ExpertColumn::expert), QString("1"));
        QCOMPARE(cell(view, 11, ExpertColumn::mean_gate), QString("–"));
        view.table()->sortByColumn(column, Qt::AscendingOrder);
        QCOMPARE(cell(view, 11, ExpertColumn::mean_gate), QString("–"));  // unknown stays last
        filter(view, "noun");
        QCOMPARE(view.table()->model()->rowCount(), 2);
        filter(view, "-noun layer=1");
        QCOMPARE(view.table()->model()->rowCount(), 6);
        filter(view, "mean_gate>0.4");
        QCOMPARE(view.table()->model()->rowCount(), 1);
        filter(view, "nothing>3");
        QTRY_VERIFY(said(view, "nothing>3"));
        filter(view, "");
        ExpertTableOptions options = view.options();
        options.layer = 1;
        view.setOptions(options);
        QCOMPARE(view.table()->model()->rowCount(), 6);
        QVERIFY(view.dataAsCsv().startsWith("layer,expert,selections,share,"));
        QCOMPARE(view.dataAsCsv().count(u'\n'), 7);
    }

    void selectionIsLinkedBothWays() {
        RunContext model;
        giveSyntheticRun(model, kSize);
        ExpertTableView view;
        open(view, model);
        QTRY_COMPARE(view.table()->model()->rowCount(), 12);
        view.table()->selectRow(8);  // layer 1, expert 2
        QCOMPARE(model.selection()->chosen(), (ExpertSelection{1, {2}}));
        model.selection()->select({0, {1, 5}});
        QCOMPARE(chosenRows(view), (std::vector<int>{1, 5}));
        // Both layers at once: the others know those of one of them, the table keeps both.
        std::vector<ExpertId> wanted{{0, 1}, {1, 3}};
        Q_EMIT view.scatter().chosen(wanted, false);
        QCOMPARE(chosenRows(view), (std::vector<int>{1, 9}));
        QCOMPARE(model.selection()->chosen(), (ExpertSelection{0, {1}}));
        model.selection()->select({});
        QCOMPARE(chosenRows(view), std::vector<int>{});
    }

    void aRectangleInTheScatterSelectsItsPoints() {
        RunContext model;
        giveSyntheticRun(model, kSize);
        ExpertTableView view;
        open(view, model);
        ExpertTableOptions options;
        options.layer = 0;
        options.x = ExpertColumn::usage_state;
        options.y = ExpertColumn::key_norm;
        view.setOptions(options);
        QTRY_COMPARE(view.scatter().picture().points.size(), std::size_t(6));
        ScatterChart& chart = view.scatter();
        chart.replot();
        const auto place = [&](const ScatterPoint& point) {
            return QPoint(static_cast<int>(chart.xAxis->coordToPixel(point.x)),
                          static_cast<int>(chart.yAxis->coordToPixel(point.y)));
        };
        const ScatterPoint point = chart.picture().points[2];
        QTest::mouseClick(&chart, Qt::LeftButton, {}, place(point));
        QCOMPARE(model.selection()->chosen(), (ExpertSelection{0, {point.id.expert}}));
        QTest::mousePress(&chart, Qt::LeftButton, {}, chart.axisRect()->rect().topLeft());
        QTest::mouseMove(&chart, chart.axisRect()->rect().center());
        QTest::mouseRelease(&chart, Qt::LeftButton, {}, chart.axisRect()->rect().bottomRight());
        QCOMPARE(model.selection()->chosen().experts.size(), std::size_t(6));
    }

    void statisticsAreThoseOfTheSelection() {
        const SampleStatistics found = statisticsOf({4, 1, NAN, 7, 2});
        QCOMPARE(found.count, std::size_t(4));
        QCOMPARE(found.sum, 14.0);
        QCOMPARE(found.mean, 3.5);
        QCOMPARE(found.median, 3.0);
        QCOMPARE(found.deviation, std::sqrt((0.25 + 6.25 + 12.25 + 2.25) / 3));
        QVERIFY(std::isnan(statisticsOf({1}).deviation));
        RunContext model;
        giveSyntheticRun(model, kSize);
        ExpertTableView view;
        open(view, model);
        QTRY_COMPARE(view.table()->model()->rowCount(), 12);
        model.selection()->select({0, {0, 1, 2}});
        ExpertTableOptions options;
        options.y = ExpertColumn::key_norm;
        view.setOptions(options);
        const auto rows = expertRows(*model.data(), nullptr);
        double sum = 0, all = 0, norms = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            all += rows[i].number(ExpertColumn::selections);
            if (i < 3) sum += rows[i].number(ExpertColumn::selections);
            if (i < 3) norms += rows[i].number(ExpertColumn::key_norm) / 3;
        }
        const QString text = view.statisticsText();
        QVERIFY2(text.contains("3 of 12 experts"), qPrintable(text));
        QVERIFY2(text.contains(QString::number(100 * sum / all, 'f', 1) + " %"), qPrintable(text));
        QVERIFY2(text.contains("mean " + QString::number(norms, 'g', 4)), qPrintable(text));
    }

    void boxesAreTukeys() {
        // Quartiles of 1..9 by type 7 are 3, 5, 7; 20 lies beyond 7 + 1.5 * 4.
        const BoxStatistics box = boxOf({9, 1, 2, 3, 4, 5, 6, 7, 8});
        QCOMPARE(box.first, 3.0);
        QCOMPARE(box.median, 5.0);
        QCOMPARE(box.third, 7.0);
        QCOMPARE(box.lower, 1.0);
        QCOMPARE(box.upper, 9.0);
        QVERIFY(box.outliers.empty());
        const BoxStatistics far = boxOf({1, 2, 3, 4, 20});
        QCOMPARE(far.upper, 4.0);
        QCOMPARE(far.outliers, std::vector<double>{20});
        QCOMPARE(boxOf({}).count, std::size_t(0));
    }

    void theNoteLiesOnNoPoint() {
        for (const bool log : {false, true}) {
            ScatterChart chart;
            chart.setTheme(lightTheme(), QFont("DejaVu Sans", 9));
            ScatterPicture picture;
            picture.log_y = log;
            for (int i = 1; i <= 10; ++i)
                picture.points.push_back({{0, i}, 1.0 * i, 1.0 * i, false});
            picture.note =
                "Analysis of step 12. Gates are uniform in layers 0, 1: the selected "
                "experts are averaged.";
            chart.setPicture(picture);
            const QSizeF size(320, 240);
            chart.prepare(size);
            const QCPRange range = chart.yAxis->range();
            const double highest =
                log ? std::log(10 / range.lower) / std::log(range.upper / range.lower)
                    : (10 - range.lower) / range.size();
            const double lines = 2 * QFontMetricsF(QFont("DejaVu Sans", 9)).height();
            QVERIFY2(highest < 1 - lines / size.height(), qPrintable(QString::number(highest)));
        }
    }

    void figuresAreWholeAtEverySize() {
        RunContext model;
        giveSyntheticRun(model, {.layers = 4, .experts = 24, .dimensions = 8});
        ExpertTableView view;
        view.setRun(&model);
        for (const QStringList& look : {QStringList{},
                                        {"log-x", "x=selections", "y=key_drift"},
                                        {"layer=1", "x=usage_state"}})
            for (const int width : {85, 120, 180}) {
                QCOMPARE(view.setLook(look), QString());
                FigureOptions options;
                options.width_mm = width;
                options.height_mm = 0.75 * width;
                options.font_point = 7;
                const QStringList faults = faultsOfTexts(view, options);
                QVERIFY2(faults.isEmpty(),
                         qPrintable(QString::number(width) + look.join(u',') + faults.join(u'\n')));
            }
        QCOMPARE(view.setLook({"x=nonsense"}), QString("x=nonsense"));
    }

private:
    static constexpr SyntheticSize kSize{.layers = 2, .experts = 6, .dimensions = 8};

    static RunTables analysis() {
        RunTables tables;
        tables.step = 600;
        const auto whole = [](int value) { return Cell(std::int64_t{value}); };
        const auto text = [](const char* value) { return Cell(std::string(value)); };
        tables.tables.push_back(
            {"experts",
             {"layer", "expert", "gate_share", "mean_gate", "top_tokens", "top_parts"},
             {{whole(0), whole(1), 0.125, 0.5, text("dog|cat"), text("NOUN|VERB")},
              {whole(0), whole(2), 0.25, 0.25, text("ran"), text("VERB")}}});
        tables.tables.push_back({"guilds",
                                 {"layer", "guild", "experts", "kind"},
                                 {{whole(0), whole(2), text("1 3"), text("NOUN")}}});
        return tables;
    }
    static void filter(ExpertTableView& view, const QString& words) {
        view.findChild<QLineEdit*>()->setText(words);
    }
    static QString cell(ExpertTableView& view, int row, ExpertColumn column) {
        return view.table()->model()->index(row, static_cast<int>(column)).data().toString();
    }
    static std::vector<int> chosenRows(ExpertTableView& view) {
        std::vector<int> rows;
        for (const QModelIndex& index : view.table()->selectionModel()->selectedRows())
            rows.push_back(index.row());
        std::ranges::sort(rows);
        return rows;
    }
    static bool said(const ExpertTableView& view, const QString& text) {
        return std::ranges::any_of(view.findChildren<QLabel*>(), [&](const QLabel* label) {
            return label->text().contains(text);
        });
    }
    static void open(ExpertTableView& view, RunContext& model) {
        view.setRun(&model);
        view.resize(900, 700);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view, kPatience));
    }
};

}  // namespace orrery

QTEST_MAIN(orrery::ExpertTableTest)
#include "expert_table_test.moc"
