// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSet>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <algorithm>

#include "core/analysis/ablation/ablation_tables.h"
#include "tests/widgets/figure_texts.h"
#include "tests/widgets/inspect/analysis_tables.h"
#include "tests/widgets/synthetic_run.h"
#include "widgets/inspect/inspect_view.h"
#include "widgets/inspect/pairs_view.h"
#include "widgets/inspect/token_contexts.h"

namespace orrery {

namespace {

/// Counts how often it is drawn anew, each time slowly.
class SlowInspector : public InspectView {
public:
    int refreshed = 0;

protected:
    void refresh() override {
        ++refreshed;
        QTest::qSleep(10);
        InspectView::refresh();
    }
};

}  // namespace

class InspectTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        giveSyntheticRun(model_);
        view_ = std::make_unique<InspectView>();
        view_->resize(700, 700);
        view_->setRun(&model_);
        view_->show();
        QVERIFY(QTest::qWaitForWindowExposed(view_.get(), kPatience));
    }
    void cleanup() { view_.reset(); }

    void newDataWaitsForItsShareOfTheTimeAndTheUserDoesNot() {
        FakeRunSource* source = giveSyntheticRun(model_);
        SlowInspector view;
        view.setRun(&model_);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view, kPatience));
        model_.selection()->markExpert(ExpertId{2, 5});
        QTRY_VERIFY(view.refreshed > 0);
        QTest::qWait(50);
        const int before = view.refreshed;
        source->events.push_back(syntheticKeys({}, 2, 620, 0.4));
        source->events.push_back(syntheticUsage({}, 2, 620));
        model_.data()->poll();
        QTest::qWait(100);  // of a second, since drawing takes a hundredth
        QCOMPARE(view.refreshed, before);
        model_.selection()->markExpert(ExpertId{2, 6});
        QTRY_COMPARE_WITH_TIMEOUT(view.refreshed, before + 1, 500);
    }

    void showsWhatTheRunItselfKnowsOfTheSelectedExpert() {
        QVERIFY(view_->headline().contains("No expert"));
        model_.selection()->markExpert(ExpertId{2, 5});
        QTRY_COMPARE(view_->headline(), QString("Expert 5 of layer 2"));
        const QString facts =
            expertFacts(*model_.data(), model_.requests()->analysis(), {2, 5}).join('\n');
        QVERIFY2(facts.contains("of 64"), qPrintable(facts));
        QVERIFY2(facts.contains("key norm"), qPrintable(facts));
        const FactTable tokens =
            tokensOfExpert(*model_.data(), model_.requests()->analysis(), {2, 5});
        QCOMPARE(tokens.rows[0][1], QString("120"));
        // Keys of one clump: the nearest are those whose number is the same modulo 5.
        for (const auto& experts : neighborsOfExpert(*model_.data(), {2, 5}).experts)
            QCOMPARE(experts.front() % 5, 0);
        QCOMPARE(usageHistory(*model_.data(), {2, 5}).steps, (std::vector<double>{200, 400, 600}));
    }

    void theButtonAsksAndTheAnswerFillsThePages() {
        QSignalSpy asked(model_.requests(), &Requests::analysisRequested);
        auto* button = view_->findChild<QPushButton*>();
        button->click();
        QCOMPARE(asked.count(), 1);
        QVERIFY(!button->isEnabled());
        model_.requests()->deliverAnalysis(test::analysisTables());
        QVERIFY(button->isEnabled());
        const ExpertId expert{1, 0};
        QVERIFY(expertFacts(*model_.data(), model_.requests()->analysis(), expert)
                    .join('\n')
                    .contains("specialization 1.50 bits"));
        QVERIFY(expertFacts(*model_.data(), model_.requests()->analysis(), expert)
                    .join('\n')
                    .contains("70.0 % of the layer's gate mass; weight norm 4.50"));
        QVERIFY(expertFacts(*model_.data(), model_.requests()->analysis(), expert)
                    .join('\n')
                    .contains("In guild 0 (NOUN): experts 0 2"));
        QCOMPARE(tokensOfExpert(*model_.data(), model_.requests()->analysis(), expert).rows[0],
                 (QStringList{QStringLiteral("\u2423fox"), "20", "50.0 %", "75.0 %"}));
        const FactTable partners = partnersOfExpert(model_.requests()->analysis(), expert);
        QCOMPARE(partners.rows.size(), std::size_t(1));  // a pair of two tokens says nothing
        QCOMPARE(partners.experts[0], std::vector<int>{2});
    }

    void tokensStandInTheirText() {
        auto made = std::make_shared<RunTables>(*test::analysisTables());
        RoutedText text;
        text.experts = 3;
        text.top_k = 2;
        text.pieces = {"<0x0A>", "\u2581the", "\u2581fox", ".", "\u2581red"};
        text.token_ids = {1, 4, 2, 3, 0, 1, 2, 3};
        text.layers.resize(2);
        text.layers[0].selected = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1};
        text.layers[1].selected = {0, 1, 0, 1, 2, 1, 0, 1, 0, 1, 0, 1, 0, 2, 0, 1};
        for (RoutedLayer& layer : text.layers)
            layer.gates = {.5F, .5F, .5F, .5F, .6F, .4F, .5F, .5F,
                           .5F, .5F, .5F, .5F, .7F, .3F, .5F, .5F};
        made->text = std::make_shared<RoutedText>(text);
        model_.requests()->deliverAnalysis(made);
        const FactTable places =
            occurrencesOfToken(model_.requests()->analysis(), QStringLiteral("\u2423fox"));
        QCOMPARE(places.title, QString("Occurrences: 2"));
        QCOMPARE(
            places.rows[0],
            (QStringList{"2", QStringLiteral("the red \u00abfox\u00bb.\u21b5 the fox."), "0, 2"}));
        QCOMPARE(places.rows[1][0], QString("6"));
        const FactTable contexts = contextsOfExpert(model_.requests()->analysis(), {1, 2});
        QCOMPARE(contexts.rows.size(), std::size_t(2));
        QCOMPARE(contexts.rows[0].mid(2), (QStringList{"1", "0.600"}));
        QVERIFY(contexts.rows[1][1].contains(QStringLiteral("\u00abfox\u00bb")));
        QVERIFY(contextsOfExpert(model_.requests()->analysis(), {9, 0}).rows.empty());
        model_.selection()->markExpert(ExpertId{1, 2});
        view_->findChild<QTabWidget*>()->setCurrentIndex(3);
        QTRY_VERIFY(view_->dataAsCsv().contains("Highest gates,2,"));
        view_->showToken(QStringLiteral("\u2423fox"));
        QTRY_VERIFY(view_->dataAsCsv().contains("Occurrences: 2,6,"));
        view_->showToken("fox");  // as a person types it
        QTRY_VERIFY(view_->dataAsCsv().contains("Occurrences: 2,6,"));
        view_->showToken("ox");
        QTRY_VERIFY(!view_->dataAsCsv().contains("Occurrences: 2"));
    }

    void anOlderCheckpointIsCalledSo() {
        auto older = std::make_shared<RunTables>(*test::analysisTables());
        older->stand_in = "The checkpoint step-000060 is damaged.";
        model_.requests()->deliverAnalysis(older);
        bool said = false;
        for (const QLabel* label : view_->findChildren<QLabel*>())
            said |= label->text().contains("step-000060 is damaged");
        QVERIFY(said);
    }

    void tablesOfAFigureHaveTheirHeads() {
        model_.requests()->deliverAnalysis(test::analysisTables());
        QCOMPARE(view_->setLook({"guilds"}), QString());
        for (const int width : {85, 180}) {
            FigureOptions options;
            options.width_mm = width;
            options.height_mm = 80;
            options.font_point = 7;
            QString all;
            for (const FigureText& text : textsOf(*view_, options))
                all += text.text + u'\n';
            for (const char* head : {"Guild", "Strength"})
                QVERIFY2(all.contains(head), qPrintable(all));
            QCOMPARE(faultsOfTexts(*view_, options), QStringList());
        }
    }

    void partsOfADictionaryAreCalledSo() {
        const ExpertId expert{1, 0};
        const auto said = [&] {
            return expertFacts(*model_.data(), model_.requests()->analysis(), expert).join('\n') +
                   partsOfExpert(model_.requests()->analysis(), expert).title +
                   guildsOfRun(model_.requests()->analysis()).heads.join('\n');
        };
        model_.requests()->deliverAnalysis(test::analysisTables());
        QVERIFY(!said().contains("dictionary"));
        const FactTable guilds = guildsOfRun(model_.requests()->analysis());
        QCOMPARE(guilds.heads.value(1), QString("Guild"));
        QVERIFY(guilds.heads.contains("Strength (bits over chance)"));
        auto guessed = std::make_shared<RunTables>(*test::analysisTables());
        guessed->tables.push_back({"layers",
                                   {"layer", "parts_from"},
                                   {{Cell(std::int64_t{1}), Cell(std::string("dictionary"))}}});
        model_.requests()->deliverAnalysis(guessed);
        QVERIFY(said().contains("In guild 0 (NOUN (dictionary tags))"));
        QCOMPARE(said().count("dictionary tags"), 4);
    }

    void aTokenHasItsRouteAndHowStableItIs() {
        model_.requests()->deliverAnalysis(test::analysisTables());
        QCOMPARE(knownTokens(model_.requests()->analysis()).front(), QStringLiteral("\u2423fox"));
        const FactTable route =
            routeOfToken(model_.requests()->analysis(), QStringLiteral("\u2423fox"));
        QCOMPARE(route.rows.size(), std::size_t(1));
        QCOMPARE(route.rows[0], (QStringList{"1", "0 (75.0 %), 2 (25.0 %)", "75.0 %"}));
        QVERIFY(routeOfToken(model_.requests()->analysis(), "nothing").rows.empty());
    }

    void aGuildSelectsItsExpertsEverywhere() {
        model_.requests()->deliverAnalysis(test::analysisTables());
        QTableView* table = shownGuilds();
        Q_EMIT table->activated(table->model()->index(0, 0));
        QCOMPARE(model_.selection()->chosen().layer, 1);
        QCOMPARE(model_.selection()->chosen().experts, (std::vector<int>{0, 2}));
        QVERIFY(view_->dataAsCsv().contains(
            QStringLiteral("Guilds,1,0,1 3,\"any: 6.5 kinds, 31 words\",80,\u2265 9.0,< 0.001,")));
        QVERIFY2(view_->dataAsCsv().contains("Guilds,1,0,0 2,NOUN,25,4.0,0.005,0.010,"),
                 qPrintable(view_->dataAsCsv()));
    }

    void aGuildSaysWhetherItsRemovalHurtsItsOwnTokensMore() {
        auto* knock = view_->findChild<QPushButton*>("guildRemoval");
        model_.requests()->deliverAnalysis(test::analysisTables());
        QTableView* table = shownGuilds();
        table->setCurrentIndex(table->model()->index(0, 0));
        QSignalSpy asked(model_.requests(), &Requests::guildRemovalRequested);
        knock->click();
        QCOMPARE(asked.at(0).at(1).value<std::vector<int>>(), (std::vector<int>{0, 2}));
        QCOMPARE(asked.at(0).at(2).toString(), QString("NOUN"));
        QVERIFY(!knock->isEnabled());
        model_.requests()->failAnalysis("The text is gone.");
        QVERIFY(knock->isEnabled());
        auto more = std::make_shared<RunTables>(*test::analysisTables());
        AblationResult result;
        result.experts = {{1, 0}, {1, 2}};
        result.groups = {{"all", "all tokens", 100, 3, {0.01, 0, 0, 0, 0.4}}};
        result.own_minus_others = {0.25, 0.125, 0.5};
        result.own_minus_others_random.p_value = 0.02;
        addGuildRemoval(more->tables, result, "VERB");  // of the same experts, another guild
        addGuildRemoval(more->tables, result, "NOUN");
        result.own_minus_others.value = 0.375;  // takes the place of the second
        addGuildRemoval(more->tables, result, "NOUN");
        model_.requests()->deliverAnalysis(more);
        QTRY_COMPARE(table->model()->columnCount(), 10);
        QCOMPARE(table->model()->index(0, 9).data().toString(),
                 QString("0.375 (0.125 to 0.500), p = 0.020"));
        QCOMPARE(table->model()->index(1, 9).data().toString(), QString());
        QCOMPARE(table->currentIndex().row(), 0);
        QVERIFY(knock->isEnabled());
        QTRY_VERIFY(
            table->viewport()->rect().intersects(table->visualRect(table->model()->index(0, 9))));
        QVERIFY(view_->dataAsCsv().contains("\"0.375 (0.125 to 0.500), p = 0.020\"\n"));
    }

    void aGuildAsksForTheFilmOfItsKeys() {
        auto* film = view_->findChild<QPushButton*>("guildFilm");
        view_->findChild<QTabWidget*>()->setCurrentIndex(2);
        QVERIFY(!film->isEnabled());
        model_.requests()->deliverAnalysis(test::analysisTables());
        QTableView* table = shownGuilds();
        table->setCurrentIndex(table->model()->index(0, 0));
        Q_EMIT table->activated(table->currentIndex());
        // The selection goes around and back: the row stays chosen.
        QTest::qWait(20);
        QVERIFY(film->isEnabled());
        int layer = -1;
        std::vector<int> experts;
        connect(view_.get(), &InspectView::filmRequested, this,
                [&](int of, const std::vector<int>& keys) {
                    layer = of;
                    experts = keys;
                });
        film->click();
        QCOMPARE(layer, 1);
        QCOMPARE(experts, (std::vector<int>{0, 2}));
        giveSyntheticRun(model_);
        QTRY_VERIFY(!film->isEnabled());
    }

    void aFailureIsSaidAndLetsTryAgain() {
        view_->findChild<QPushButton*>()->click();
        model_.requests()->failAnalysis("no checkpoint yet");
        QVERIFY(view_->findChild<QPushButton*>()->isEnabled());
        bool said = false;
        for (const auto* label : view_->findChildren<QLabel*>())
            said |= label->text().contains("no checkpoint yet");
        QVERIFY(said);
    }

    void anotherRunForgetsTheAnalysis() {
        model_.requests()->deliverAnalysis(test::analysisTables());
        giveSyntheticRun(model_);
        QVERIFY(!model_.requests()->analysis());
    }

    void thePairsStandBesideTheirPartners() {
        QVERIFY(pairsOf(model_.requests()->analysis(), 1, PairMeasure::share).order.empty());
        model_.requests()->deliverAnalysis(test::analysisTables());
        const PairMatrix matrix = pairsOf(model_.requests()->analysis(), 1, PairMeasure::share);
        QCOMPARE(matrix.order, (std::vector<int>{0, 2, 1}));
        QCOMPARE(matrix.values[0], (std::vector<double>{0, 0.4, 0.1}));
        QCOMPARE(matrix.values[1][0], 0.8);
        QCOMPARE(matrix.usage_share, (std::vector<double>{0.6, 0.3, 0.1}));
        QCOMPARE(matrix.gate_share, (std::vector<double>{0.7, 0.2, 0.1}));
        QCOMPARE(pairsOf(model_.requests()->analysis(), 1, PairMeasure::lift).values[0][1], 3.5);
    }

    void aMatrixNamesAsManyExpertsAsHaveRoomAndPairsOfNoTokenAreNoWarning() {
        PairMatrix matrix;
        for (int expert = 0; expert < 64; ++expert) {
            matrix.order.push_back(expert);
            matrix.values.emplace_back(64, 0.0);
            matrix.values.back()[std::size_t(63 - expert)] = 0.5;
            matrix.usage_share.push_back(1.0 / 64);
        }
        PairsChart chart;
        chart.resize(700, 300);
        chart.setMatrix(matrix, PairMeasure::share, {});
        const auto names = [&] {
            return chart.yAxis->ticker().staticCast<QCPAxisTickerText>()->ticks().size();
        };
        chart.replot();
        QVERIFY2(names() >= 2 && names() * chart.fontMetrics().height() < 300, "low");
        chart.prepare({700, 1400});
        QVERIFY(names() > 30);
        const QImage picture = chart.grab().toImage();
        const QPoint none(int(chart.xAxis->coordToPixel(5)), int(chart.yAxis->coordToPixel(5)));
        const QPoint some(int(chart.xAxis->coordToPixel(58)), int(chart.yAxis->coordToPixel(5)));
        const QColor empty = picture.pixelColor(none), full = picture.pixelColor(some);
        QVERIFY(empty.saturation() < 40);
        QVERIFY(contrastRatio(full, empty) > 3);
    }

    void theLegendOfThePairsCoversNoCurve() {
        model_.requests()->deliverAnalysis(test::analysisTables());
        PairsView view;
        view.setRun(&model_);
        view.setLayer(1);
        PairsChart& chart = view.chart();
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view, kPatience));
        QTRY_COMPARE(chart.xAxis->range().upper, 2.5);
        for (const QSize size : {QSize(420, 300), QSize(900, 700)}) {
            view.resize(size);
            QTest::qWait(50);
            chart.replot();
            QVERIFY(chart.legend->visible() && chart.legend->itemCount() == 2);
            for (QCPAxisRect* rect : chart.axisRects())
                QVERIFY(!rect->rect().intersects(chart.legend->outerRect()));
            QVERIFY(chart.viewport().contains(chart.legend->rect()));
        }
    }

    void theTablesOfAnExpertHaveTheRoom() {
        const auto analysed = test::analysisTables();
        model_.requests()->deliverAnalysis(analysed);
        model_.selection()->markExpert(ExpertId{1, 0});
        view_->resize(780, 430);  // a quarter of a window of 1600 x 1000
        QTRY_COMPARE(view_->headline(), QString("Expert 0 of layer 1"));
        const auto tables = [&](const auto& holds) {
            const auto all = view_->findChildren<QTableView*>();
            return std::ranges::count_if(
                all, [&](const auto* table) { return table->isVisible() && holds(table); });
        };
        const auto with_room = [&] {
            view_->resize(780, 430);  // again, where an X server was late with an earlier size
            return tables([](const QTableView* table) {
                return table->viewport()->height() >=
                           5 * table->verticalHeader()->defaultSectionSize() &&
                       table->horizontalScrollBar()->maximum() == 0;
            });
        };
        QTRY_COMPARE(with_room(), 4);
        // Where they stand is the same whatever they hold: here, words as long as a line.
        const auto places = [this] {
            QTest::qWait(50);
            QList<QRect> found;
            for (const auto* table : view_->findChildren<QTableView*>())
                if (table->isVisible())
                    found << QRect(table->mapTo(view_.get(), QPoint()), table->size());
            return found;
        };
        const QList<QRect> before = places();
        auto wordy = std::make_shared<RunTables>(*analysed);
        for (Table& table : wordy->tables)
            if (table.name == "expert_tokens")
                for (auto& row : table.rows)
                    row[3] = std::string(120, 'w');
        model_.requests()->deliverAnalysis(wordy);
        QTRY_VERIFY(view_->dataAsCsv().contains(QString(120, u'w')));
        QCOMPARE(places(), before);
        view_->resize(400, 700);  // narrow: two beside each other
        QTRY_COMPARE(tables([](const QTableView* table) { return table->width() > 150; }), 4);
    }

    void aClickOnAPairSelectsBoth() {
        model_.requests()->deliverAnalysis(test::analysisTables());
        PairsView view;
        view.resize(600, 600);
        view.setRun(&model_);
        view.setLayer(1);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view, kPatience));
        PairsChart& chart = view.chart();
        chart.replot();
        QTRY_COMPARE(chart.xAxis->range().upper, 2.5);
        const QPoint place(int(chart.xAxis->coordToPixel(1)), int(chart.yAxis->coordToPixel(0)));
        QTest::mouseClick(&chart, Qt::LeftButton, {}, place);
        QCOMPARE(model_.selection()->chosen().experts, (std::vector<int>{0, 2}));
        QCOMPARE(view.dataAsCsv().count(u'\n'), 4);
    }

    /// What it says of the analysis, however long, leaves the buttons in one line.
    void theButtonsStandInOneLine() {
        QSet<int> lines;
        int seen = 0;
        for (const auto* button : view_->findChildren<QAbstractButton*>())
            if (button->parentWidget() == view_.get() && button->isVisible()) {
                lines << button->geometry().center().y();
                ++seen;
            }
        QVERIFY(seen >= 3);
        QVERIFY2(*std::ranges::max_element(lines) - *std::ranges::min_element(lines) < 6,
                 qPrintable(QString::number(lines.size())));
        const auto* said = view_->findChild<QLabel*>("inspectState");
        QVERIFY(said && said->width() > 0.9 * view_->width());
    }

    void figuresNeedNoVisibleView() {
        model_.requests()->deliverAnalysis(test::analysisTables());
        model_.selection()->markExpert(ExpertId{1, 0});
        InspectView inspect;
        inspect.setRun(&model_);
        PairsView pairs;
        pairs.setRun(&model_);
        pairs.setLayer(1);
        for (const View* view : std::initializer_list<View*>{&inspect, &pairs}) {
            QImage image(800, 500, QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::transparent);
            QPainter painter(&image);
            view->paintFigure(painter, QSizeF(800, 500));
            painter.end();
            int ink = 0;
            for (int x = 0; x < 800; ++x)
                for (int y = 0; y < 500; ++y)
                    ink += image.pixelColor(x, y).lightness() < 200;
            QVERIFY2(ink > 800, qPrintable(view->viewName()));
        }
    }

private:
    /// On its page, filled.
    QTableView* shownGuilds() const {
        view_->findChild<QTabWidget*>()->setCurrentIndex(2);
        for (auto* each : view_->findChildren<QTableView*>())
            if (each->isVisible() &&
                QTest::qWaitFor([&] { return each->model()->rowCount() == 2; }))
                return each;
        return nullptr;
    }

    RunContext model_;
    std::unique_ptr<InspectView> view_;
};

}  // namespace orrery

QTEST_MAIN(orrery::InspectTest)
#include "inspect_test.moc"
