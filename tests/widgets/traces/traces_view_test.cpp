// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/traces/traces_view.h"

#include <QComboBox>
#include <QLabel>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <ctime>

#include "tests/widgets/figure_svg.h"
#include "tests/widgets/synthetic_run.h"
#include "widgets/figure/figure_dialog.h"
#include "widgets/palette/color_map.h"
#include "widgets/traces/trace_difference.h"
#include "widgets/traces/trace_table.h"

namespace orrery {

class TracesViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cellsAreTheTracesOwn() {
        const Trace trace = syntheticTrace(5, 3, 2, 16);
        const TraceCell cell = cellOf(trace, 4, 1);
        QCOMPARE(cell.experts[0], trace.experts[(4 * 3 + 1) * 2]);
        QCOMPARE(cell.gates[1], trace.gates[(4 * 3 + 1) * 2 + 1]);
        QCOMPARE(cell.rankOf(cell.experts[1]), 1);
        QCOMPARE(cell.rankOf(99), -1);
    }

    void spacesAreVisible() {
        Trace trace = syntheticTrace(1, 1, 1, 4);
        trace.pieces[0] = "\u2581a b\n\tc";
        QCOMPARE(tokenText(trace, 0), QStringLiteral("\u2423a\u2423b\u21b5\u21e5c"));
    }

    void hoverTellsTokenLayerExpertsAndGates() {
        const Trace trace = syntheticTrace(8, 3, 2, 16);
        const QString text = describeCell(trace, 7, 2);
        QVERIFY(text.contains(QStringLiteral("Token 8 \u201c\u2423fox\u201d (id 107), layer 2")));
        QVERIFY(text.contains(
            QStringLiteral("Expert %1, gate 0.550").arg(cellOf(trace, 7, 2).experts[0])));
        QCOMPARE(text.count(u'\n'), 2);
    }

    void asksOnceAndShowsTheAnswer() {
        RunContext model;
        giveSyntheticRun(model);
        TracesView view;
        open(view, model);
        QSignalSpy asked(model.requests(), &Requests::traceRequested),
            told(&view, &TracesView::traceRequested);
        view.setText(QStringLiteral("  "));
        view.requestTrace();
        QCOMPARE(asked.count(), 0);
        view.setText(QStringLiteral("Once upon a time"));
        view.requestTrace();
        view.requestTrace();
        QCOMPARE(asked.count(), 1);
        QCOMPARE(told.at(0).at(0).toString(), QStringLiteral("Once upon a time"));
        QVERIFY(view.waiting());
        model.requests()->deliverTrace(syntheticTrace(20, 4, 2, 64));
        QVERIFY(!view.waiting());
        QVERIFY(view.table().placeAt({150, 40}).token >= 0);
    }

    void uniformGatesAndTheStepAreSaidInTheViewAndInItsFigure() {
        RunContext model;
        giveSyntheticRun(model);
        TracesView view;
        open(view, model);
        Trace trace = syntheticTrace(6, 2, 2, 64);
        for (std::size_t i = 0; i < trace.gates.size(); ++i)
            trace.gates[i] = i % 2 == 0 ? 0.9F : 0.1F;
        model.requests()->deliverTrace(trace);
        QVERIFY(!svgOf(view, {600, 300}).contains("Gates are uniform"));
        std::fill(trace.gates.begin(), trace.gates.end(), 0.5F);
        trace.step = 576;
        model.requests()->deliverTrace(trace);
        bool said = false;
        for (const QLabel* label : view.findChildren<QLabel*>())
            said |= label->text().contains("Gates are uniform in layers 0, 1");
        QVERIFY(said);
        const QByteArray svg = svgOf(view, {600, 300});
        QVERIFY2(svg.contains("Step 576.") && svg.contains("uniform"), svg.right(3000));
    }

    void aFailureIsSaidAndLetsTryAgain() {
        RunContext model;
        giveSyntheticRun(model);
        TracesView view;
        open(view, model);
        view.setText(QStringLiteral("hello"));
        view.requestTrace();
        model.requests()->failTrace(QStringLiteral("No checkpoint yet: save one first."));
        QVERIFY(!view.waiting());
        bool said = false;
        for (const QLabel* label : view.findChildren<QLabel*>())
            said |= label->text().contains("No checkpoint yet");
        QVERIFY(said);
    }

    void itSaysWhyAnOlderCheckpointWasTaken() {
        RunContext model;
        giveSyntheticRun(model);
        TracesView view;
        open(view, model);
        Trace trace = syntheticTrace(20, 4, 2, 64);
        trace.step = 40;
        trace.stand_in = "The checkpoint step-000060 is damaged.";
        model.requests()->deliverTrace(trace);
        bool said = false;
        for (const QLabel* label : view.findChildren<QLabel*>())
            said |= label->text().contains("step 40") && label->text().contains("is damaged");
        QVERIFY(said);
    }

    void aDamagedTraceIsRefused() {
        RunContext model;
        giveSyntheticRun(model);
        TracesView view;
        open(view, model);
        Trace trace = syntheticTrace(20, 4, 2, 64);
        trace.experts.pop_back();
        model.requests()->deliverTrace(trace);
        QCOMPARE(view.table().placeAt({150, 40}).token, -1);
        QCOMPARE(view.dataAsCsv().count(u'\n'), 1);
    }

    void aClickMarksAnExpertEverywhere() {
        RunContext model;
        giveSyntheticRun(model);
        TracesView view;
        open(view, model);
        model.requests()->deliverTrace(syntheticTrace(40, 4, 2, 64));
        const TraceGeometry& cells = view.table().geometryOfCells();
        const QPoint place(int(cells.token_width + 1.5 * cells.cell_width),
                           int(cells.header_height + 2.5 * cells.row_height));
        QCOMPARE(view.table().placeAt(place), (TraceTable::Place{2, 1}));
        QTest::mouseClick(view.table().viewport(), Qt::LeftButton, {}, place);
        const int expert = cellOf(*model.requests()->trace(), 2, 1).experts[0];
        QCOMPARE(*model.selection()->markedExpert(), (ExpertId{1, expert}));
        QTest::keyClick(&view.table(), Qt::Key_Down);
        QTest::keyClick(&view.table(), Qt::Key_Right);
        QTest::keyClick(&view.table(), Qt::Key_Return);
        QCOMPARE(*model.selection()->markedExpert(),
                 (ExpertId{2, cellOf(*model.requests()->trace(), 3, 2).experts[0]}));
        QTRY_VERIFY(
            (QTest::keyClick(&view.table(), Qt::Key_Escape), !model.selection()->markedExpert()));
    }

    void markingGreysTheOthers() {
        const Trace trace = syntheticTrace(1, 1, 2, 16);
        const TraceCell cell = cellOf(trace, 0, 0);
        const auto saturation = [&](std::optional<int> mark, bool greyed) {
            QImage image(60, 24, QImage::Format_RGB32);
            QPainter painter(&image);
            paintTraceCell(painter, QRectF(0, 0, 60, 24), cell, lightTheme(), mark, greyed);
            painter.end();
            return image.pixelColor(6, 5).hslSaturation();
        };
        QVERIFY(saturation(std::nullopt, false) > 80);
        QVERIFY(saturation(cell.experts[1], false) > 80);
        QVERIFY(saturation(99, false) < 40);
        QVERIFY(saturation(std::nullopt, true) < 40);
    }

    void thousandsOfTokensScrollSmoothly() {
        RunContext model;
        giveSyntheticRun(model);
        TracesView view;
        open(view, model);
        view.resize(900, 800);
        model.requests()->deliverTrace(syntheticTrace(4096, 10, 4, 512));
        double worst = 0;
        for (int i = 0; i < 20; ++i) {
            view.table().verticalScrollBar()->setValue(i * 3000);
            const std::clock_t start = std::clock();
            view.table().viewport()->repaint();
            const double spent =
                1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
            if (i > 2) worst = std::max(worst, spent);
        }
        qInfo("4,096 tokens in 10 layers: %.1f ms a repaint at worst", worst);
        QVERIFY2(worst < 100, qPrintable(QString::number(worst)));
        view.table().verticalScrollBar()->setValue(view.table().verticalScrollBar()->maximum());
        const TraceTable::Place last =
            view.table().placeAt({5, double(view.table().viewport()->height() - 2)});
        QCOMPARE(last.token, 4095);
    }

    void theFigureHoldsEveryTokenAsText() {
        RunContext model;
        giveSyntheticRun(model);
        TracesView view;
        open(view, model);
        Trace trace = syntheticTrace(60, 4, 2, 64);
        trace.pieces[59] = "zebra";
        model.requests()->deliverTrace(trace);
        const QByteArray svg = svgOf(view, {1000, 800});
        QVERIFY(svg.contains("zebra"));
        QVERIFY(!svg.contains("<image"));
    }

    void whereTokensWouldBeTooSmallTheFirstAreDrawnAndThatIsSaid() {
        RunContext model;
        giveSyntheticRun(model);
        TracesView view;
        open(view, model);
        Trace trace = syntheticTrace(60, 4, 2, 64);
        trace.pieces[59] = "zebra";
        model.requests()->deliverTrace(trace);
        const QByteArray svg = svgOf(view, {300, 200});
        QVERIFY2(svg.contains("of 60 tokens."), svg.right(2000));
        QVERIFY(!svg.contains("zebra"));
    }

    void itsFigureIsOfItsTextOnTheCommandLineToo() {
        RunContext model;
        giveSyntheticRun(model);
        TracesView view;
        open(view, model);
        QVERIFY(view.figureArguments().isEmpty());
        Trace trace = syntheticTrace(5, 4, 2, 64);
        trace.text = "It's a fox.";
        model.requests()->deliverTrace(trace);
        const FigureDialog dialog(view);
        QVERIFY2(dialog.command().contains(" --text 'It'\\''s a fox.' --look 'step="),
                 qPrintable(dialog.command()));
    }

    void csvHoldsEveryExpertOfEveryCell() {
        RunContext model;
        giveSyntheticRun(model);
        TracesView view;
        open(view, model);
        Trace trace = syntheticTrace(10, 4, 2, 64);
        trace.pieces[0] = "say \"hi\", %1";
        model.requests()->deliverTrace(trace);
        const QStringList lines = view.dataAsCsv().split(u'\n', Qt::SkipEmptyParts);
        QVERIFY(lines[1].startsWith(QStringLiteral("0,\"say \"\"hi\"\", %1\",100,0,0,")));
        QCOMPARE(lines.size(), 1 + 10 * 4 * 2);
    }

    void aDifferenceIsCountedByHand() {
        Trace trace, other;
        trace.layers = other.layers = 2;
        trace.top_k = other.top_k = 2;
        trace.pieces = other.pieces = {"a", "b"};
        trace.experts = {0, 1, 2, 3, 4, 5, 6, 7};
        other.experts = {1, 0, 2, 9, 8, 9, 6, 7};
        trace.gates = other.gates = std::vector<float>(8, 0.5F);
        const TraceDifference difference = differenceOf(trace, other);
        QCOMPARE(difference.cells, (std::vector<float>{0, 0.5F, 1, 0}));
        QCOMPARE(difference.by_layer, (std::vector<double>{0.5, 0.25}));
        QCOMPARE(difference.share, 0.375);
        QCOMPARE(difference.changed_tokens, 2);
        QVERIFY(describeDifference(difference)
                    .contains("38 % of the selections differ (layer 0: "
                              "50 %, layer 1: 25 %)"));
        QCOMPARE(differenceOf(trace, trace).share, 0.0);
        other.pieces[1] = "c";
        QVERIFY(differenceOf(trace, other).problem.contains("tokenize the text differently"));
    }

    void anotherCheckpointStandsBesideTheTraceAndDifferencesAreMarked() {
        RunContext model;
        giveSyntheticRun(model);
        TracesView view;
        open(view, model);
        model.requests()->deliverCheckpoints({300, 600});
        Trace trace = syntheticTrace(20, 4, 2, 64);
        trace.text = "Once upon";
        model.requests()->deliverTrace(trace);
        QSignalSpy asked(model.requests(), &Requests::referenceTraceRequested);
        view.compareWith(TraceReference{{}, 300});
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked[0][0].toString(), QStringLiteral("Once upon"));
        QCOMPARE(asked[0][1].value<TraceReference>().step, std::optional<std::int64_t>(300));
        Trace other = trace;
        other.step = 300;
        std::swap(other.experts[0], other.experts[1]);
        other.experts[9] = 63;
        model.requests()->deliverReferenceTrace(other);
        QVERIFY(view.difference());
        QCOMPARE(view.difference()->share, 1.0 / (20 * 4 * 2));
        bool said = false;
        for (const QLabel* label : view.findChildren<QLabel*>())
            said |=
                label->text().contains("Compared with step 300: 0.6 % of the selections differ");
        QVERIFY(said);
        QVERIFY(view.dataAsCsv().startsWith(
            "token,piece,id,layer,rank,expert,gate,other_expert,other_gate\n"));
        QVERIFY(warningPixels(view) > 5);
        view.compareWith(std::nullopt);
        QVERIFY(!view.difference());
        QCOMPARE(warningPixels(view), 0);
    }

    void theOthersPartIsGreyedUnlessAMarkedExpertIsInIt() {
        const std::vector<std::int32_t> own{1, 2}, its{3, 4};
        const std::vector<float> gates{.5F, .5F};
        const auto bright = [&](const std::optional<TraceMark>& mark) {
            QImage image(100, 20, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            paintComparedCell(painter, QRectF(0, 0, 100, 20), {own, gates}, {its, gates},
                              paperTheme(), mark, 2);
            return image.pixel(62, 5) == expertColor(3, false).rgb();
        };
        QVERIFY(bright(std::nullopt));
        QVERIFY(bright(TraceMark{2, {4}}));
        QVERIFY(!bright(TraceMark{2, {1}}));
        QVERIFY(!bright(TraceMark{0, {4}}));
    }

    void whatTheModelWroteIsAskedForMarkedAndComparedToken() {
        RunContext model;
        giveSyntheticRun(model);
        TracesView view;
        open(view, model);
        QSignalSpy asked(model.requests(), &Requests::traceRequested);
        QSignalSpy compared(model.requests(), &Requests::referenceTraceRequested);
        view.findChild<QSpinBox*>()->setValue(3);
        view.setText("Once upon");
        view.requestTrace();
        QCOMPARE(asked[0][1].toInt(), 3);
        Trace trace = syntheticTrace(8, 3, 2, 16);
        trace.text = "Once upon";
        trace.step = 576;
        trace.text_tokens = 5;
        const QString plain = [&] {
            model.requests()->deliverTrace(trace);
            return view.dataAsCsv();
        }();
        QVERIFY(!plain.contains("written"));
        const QByteArray accent = paperTheme().accent.name().toLatin1();
        QVERIFY(!svgOf(view, {600, 300}).contains(accent));
        trace.written_tokens = 3;
        model.requests()->deliverTrace(trace);
        QVERIFY2(svgOf(view, {600, 300}).contains(accent), "written tokens are in color");
        const QStringList lines = view.dataAsCsv().split(u'\n');
        QCOMPARE(lines[0], QString("token,piece,id,layer,rank,expert,gate,written"));
        QVERIFY(lines[1].endsWith(",0") && lines[lines.size() - 2].endsWith(",1"));
        QVERIFY(view.figureArguments().last().contains("write=3"));
        QVERIFY(svgOf(view, {600, 300}).contains("The model wrote the last 3 tokens."));
        QVERIFY(describeCell(trace, 7, 0).contains("written by the model"));
        QVERIFY(!describeCell(trace, 4, 0).contains("written by the model"));
        view.compareWith(TraceReference{{}, 300});
        const auto reference = compared[0][1].value<TraceReference>();
        QCOMPARE(reference.more_tokens,
                 (std::vector<std::int32_t>{trace.token_ids.end() - 3, trace.token_ids.end()}));
        QCOMPARE(view.setLook({"write=7", "step=5"}), QString());
        QCOMPARE(view.lookWrite(), std::int64_t(7));
        QCOMPARE(view.setLook({"write=1001"}), QString("write=1001"));
    }

    void setsOfTheAnalysisAreCountedAndMarkedAsSets() {
        RunContext model;
        giveSyntheticRun(model);
        TracesView view;
        open(view, model);
        Trace trace = syntheticTrace(3, 2, 2, 16);
        //                layer 0  layer 1
        trace.experts = {1, 2, 3, 4,   // token 0
                         2, 1, 3, 5,   // token 1
                         1, 7, 4, 3};  // token 2
        model.requests()->deliverTrace(trace);
        QCOMPARE(tokensOfSet(trace, 0, {1, 2}), 2);
        QCOMPARE(tokensOfSet(trace, 1, {3, 4}), 2);
        QCOMPARE(tokensOfSet(trace, 1, {3}), 0);  // no set
        QCOMPARE(tokensOfSet(trace, 9, {1, 2}), 0);
        const auto one = [](int value) { return Cell(std::int64_t{value}); };
        auto found = std::make_shared<RunTables>();
        found->tables.push_back({"guilds",
                                 {"layer", "experts", "kind"},
                                 {{one(0), std::string("1 7"), std::string("NOUN")}}});
        found->tables.push_back({"utility_guilds",
                                 {"layer", "experts", "effective_kinds"},
                                 {{one(0), std::string("4 9"), 5.0},
                                  {one(1), std::string("4 3"), 6.5},
                                  {one(1), std::string("3 4 5"), 6.5},   // more than top-k
                                  {one(7), std::string("3 4"), 6.5}}});  // no such layer
        const std::vector<TraceSet> sets = setsOf(trace, found.get());
        QCOMPARE(sets.size(), std::size_t(3));
        QCOMPARE(describeSet(sets[0], 3),
                 QString("Utility guild of layer 1: 3 4 (6.5 kinds): 2 of 3 tokens"));
        QCOMPARE(sets[1].tokens, 0);
        QCOMPARE(describeSet(sets[2], 3), QString("Guild of layer 0: 1 7 (NOUN): 1 of 3 tokens"));
        QVERIFY(setsOf(trace, nullptr).empty());
        model.requests()->deliverAnalysis(found);
        QComboBox* box = nullptr;
        for (auto* each : view.findChildren<QComboBox*>())
            if (each->accessibleName() == "Guilds in this trace") box = each;
        QTRY_COMPARE(box->count(), 4);
        QVERIFY(box->isVisible());
        Q_EMIT box->activated(1);
        QCOMPARE(model.selection()->chosen(), (ExpertSelection{1, {3, 4}}));
        QTRY_COMPARE(box->currentIndex(), 1);
        bool said = false;
        for (const QLabel* label : view.findChildren<QLabel*>())
            said |= label->text().contains(
                "the 2 selected experts of layer 1 serve 3 of them, all together 2");
        QVERIFY(said);
    }

    void anAnswerForAnotherTextIsNotTaken() {
        RunContext model;
        giveSyntheticRun(model);
        TracesView view;
        open(view, model);
        Trace trace = syntheticTrace(20, 4, 2, 64);
        trace.text = "first";
        model.requests()->deliverTrace(trace);
        view.compareWith(TraceReference{{}, 300});
        trace.text = "second";
        model.requests()->deliverReferenceTrace(trace);
        QVERIFY(!view.difference());
    }

    void earlierTextsAreKept() {
        RunContext model;
        giveSyntheticRun(model);
        TracesView view;
        open(view, model);
        for (const char* text : {"one", "two", "one"}) {
            Trace trace = syntheticTrace(4, 4, 2, 64);
            trace.text = text;
            model.requests()->deliverTrace(trace);
        }
        QCOMPARE(view.earlier().size(), std::size_t(2));
        QCOMPARE(view.earlier()[0].text, std::string("one"));
        view.compareWith(TraceReference{{}, std::nullopt});
        QSignalSpy asked(model.requests(), &Requests::referenceTraceRequested);
        view.showEarlier(1);
        QCOMPARE(asked[0][0].toString(), QStringLiteral("two"));
        model.data()->setSource(nullptr);
        QVERIFY(view.earlier().empty());
    }

private:
    static int warningPixels(const TracesView& view) {
        QImage image(700, 500, QImage::Format_RGB32);
        QPainter painter(&image);
        view.paintFigure(painter, QSizeF(700, 500));
        painter.end();
        int count = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                count += image.pixelColor(x, y) == paperTheme().warning;
        return count;
    }
    static void open(TracesView& view, RunContext& model) {
        view.setRun(&model);
        view.resize(560, 480);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view, kPatience));
    }
};

}  // namespace orrery

QTEST_MAIN(orrery::TracesViewTest)
#include "traces_view_test.moc"
