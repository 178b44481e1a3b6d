// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/experts_view.h"
#include "widgets/plots/plot_style.h"

#include <QLabel>
#include <QPainter>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <ctime>

#include "core/config/yaml.h"
#include "tests/widgets/figure_texts.h"
#include "tests/widgets/synthetic_run.h"
#include "widgets/plots/published_curves.h"

namespace orrery {

class ExpertsViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sumsUpALayerInOneLine() {
        const std::vector<double> counts{4, 4, 0, 0};
        QCOMPARE(
            summaryText(summarize(counts, 2), 4),
            QStringLiteral("Layer 2 (middle): Gini 0.50, entropy 1.00 bits, used 2/4 (50.0 %)"));
    }

    void almostAllIsNotAll() {
        std::vector<double> counts(4096, 1.0);
        counts[7] = 0;
        const QString text = summaryText(summarize(counts, 0), 1);
        QVERIFY2(text.endsWith("used 4095/4096 (99.9 %)"), qPrintable(text));
        counts[7] = 1;
        QVERIFY(summaryText(summarize(counts, 0), 1).endsWith("(100 %)"));
    }

    void ordersByUsageAndKeepsTies() {
        QCOMPARE(byUsage({1, 5, 0, 5}), (std::vector<int>{1, 3, 0, 2}));
    }

    void showsTheMiddleLayerFirst() {
        RunContext model;
        giveSyntheticRun(model);
        ExpertsView view;
        view.setRun(&model);
        open(view);
        QCOMPARE(view.options().layer, 2);
        QVERIFY(view.chart().summary().startsWith("Layer 2 (middle): Gini "));
        QVERIFY(view.chart().summary().contains("used 62/64"));
    }

    void showsGiniAndEntropyOverTheRun() {
        RunContext model;
        giveSyntheticRun(model);
        ExpertsView view;
        view.setRun(&model);
        open(view);
        QCOMPARE(view.chart().graphCount(), 2);
        for (int i = 0; i < 2; ++i) {
            QCOMPARE(view.chart().graph(i)->dataCount(), 60);
            QVERIFY(view.chart().graph(i)->valueAxis()->range().upper >= 1);
        }
    }

    void theBarsAreLinearUnlessTheSwitchSaysOtherwise() {
        const auto axisOf = [](std::vector<double> counts, bool log = false) {
            auto source = std::make_unique<FakeRunSource>();
            source->run_info.config.model.num_layers = 1;
            source->events.push_back(Usage{1, 0, std::move(counts)});
            RunContext model;
            model.data()->setSource(std::move(source));
            model.data()->poll();
            ExpertsView view;
            view.setRun(&model);
            if (log) view.setLook({"log-y"});
            view.chart().prepare(QSizeF(600, 400));
            const QCPAxis* axis = view.chart().plottable(0)->valueAxis();
            return std::pair(axis->scaleType(), axis->range());
        };
        const auto [even, range] = axisOf({500, 900, 0, 1500});
        QCOMPARE(even, QCPAxis::stLinear);
        QVERIFY(range.lower == 0 && range.upper > 1500);
        QCOMPARE(axisOf({5, 900, 1500}).first, QCPAxis::stLinear);
        QCOMPARE(axisOf({5, 900, 1500}, true).first, QCPAxis::stLogarithmic);
        QCOMPARE(axisOf({0, 0}, true).first, QCPAxis::stLinear);
    }

    void numbersOfALinearAxisAreAllWrittenOut() {
        ExpertsView view;
        QCPAxis* axis = view.chart().yAxis;
        setAxisScale(*axis, false);
        QVector<double> ticks;
        QVector<QString> labels;
        axis->ticker()->generate({0, 1.8e6}, QLocale::c(), 'g', axis->numberPrecision(), ticks,
                                 nullptr, &labels);
        QVERIFY(labels.contains("500000") && labels.contains("1500000"));
    }

    void theLastIntervalIsNotTheWholeRun() {
        RunContext model;
        giveSyntheticRun(model);
        ExpertsView view;
        view.setRun(&model);
        view.chart().prepare(view.size());
        const double whole = summarize(view.chart().usage().layers[1], 1).selections;
        ExpertsOptions options = view.options();
        options.span = UsageSpan::last_interval;
        view.setOptions(options);
        view.chart().prepare(view.size());
        const double last = summarize(view.chart().usage().layers[1], 1).selections;
        QVERIFY(last > 0 && last < whole);
    }

    void aClickOnABarMarksItsExpert() {
        RunContext model;
        giveSyntheticRun(model);
        ExpertsView view;
        view.setRun(&model);
        open(view);
        QSignalSpy marked(model.selection(), &Selection::changed);
        const QPoint place = barPlace(view, 0);
        const auto expert = view.chart().expertAt(place);
        QVERIFY(expert);
        const auto order = byUsage(view.chart().usage().layers[2]);
        QCOMPARE(expert->expert, order[0]);
        QTest::mouseClick(&view.chart(), Qt::LeftButton, {}, place);
        QCOMPARE(marked.count(), 1);
        QCOMPARE(*model.selection()->markedExpert(), (ExpertId{2, order[0]}));
        QVERIFY(view.chart().describe(*expert).contains("rank 1 of 64"));
    }

    void aMarkFromElsewhereTurnsToItsLayer() {
        RunContext model;
        giveSyntheticRun(model);
        ExpertsView view;
        view.setRun(&model);
        model.selection()->markExpert(ExpertId{0, 5});
        QCOMPARE(view.options().layer, 0);
    }

    void theKeyboardWalksThroughTheExperts() {
        RunContext model;
        giveSyntheticRun(model);
        ExpertsView view;
        view.setRun(&model);
        open(view);
        QTest::keyClick(&view.chart(), Qt::Key_Right);
        QTest::keyClick(&view.chart(), Qt::Key_Right);
        QCOMPARE(*model.selection()->markedExpert(), (ExpertId{2, 1}));
        QTest::keyClick(&view.chart(), Qt::Key_Escape);
        QVERIFY(!model.selection()->markedExpert());
    }

    void deadExpertsHaveTheirOwnMark() {
        RunContext model;
        giveSyntheticRun(model);
        ExpertsView view;
        view.setRun(&model);
        open(view);
        const QImage picture = view.chart().grab().toImage();
        const QPoint dead = barPlace(view, 63);
        QVERIFY(hasColorNear(picture, dead,
                             view.palette().base().color().lightness() < 128
                                 ? darkTheme().warning
                                 : lightTheme().warning));
    }

    void csvHasEveryExpertOfEveryLayer() {
        RunContext model;
        giveSyntheticRun(model);
        ExpertsView view;
        view.setRun(&model);
        const QStringList lines = view.dataAsCsv().split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 1 + 4 * 64);
        QVERIFY(lines[1].startsWith("0,0,"));
    }

    void emptyAndUnknownRunsAreNoTrouble() {
        ExpertsView view;
        open(view);
        QCOMPARE(view.dataAsCsv().count(u'\n'), 1);
        const QImage picture = view.chart().grab().toImage();
        int written = 0;
        for (int x = 0; x < picture.width(); ++x)
            written += picture.pixelColor(x, picture.height() / 2) != picture.pixelColor(1, 1);
        QVERIFY(written > 20);
        QVERIFY(!view.chart().expertAt(QPointF(100, 100)));
        RunContext model;
        auto source = std::make_unique<FakeRunSource>();
        source->run_info = syntheticInfo({});
        view.setRun(&model);
        model.data()->setSource(std::move(source));
        view.chart().replot();
        QVERIFY(view.chart().usage().empty());
    }

    void binsAreThoseOfNumpy() {
        // numpy.histogram([0, 0, 1, 2, 2.5, 10], 5): edges 0 2 4 6 8 10, counts 3 2 0 0 1.
        const std::vector<float> usage{0, 0, 1, 2, 2.5F, 10};
        const UsageHistogram five = usageHistogram(usage, 5);
        QCOMPARE(five.edges, (std::vector<double>{0, 2, 4, 6, 8, 10}));
        QCOMPARE(five.experts[0], (std::vector<int>{0, 1, 2}));
        QCOMPARE(five.experts[1], (std::vector<int>{3, 4}));  // an edge belongs to the bin above
        QCOMPARE(five.experts[4], std::vector<int>{5});       // the last one to the last bin
        QCOMPARE(five.most(), std::size_t(3));
        const UsageHistogram equal = usageHistogram(std::vector<float>{3, 3});
        QCOMPARE(equal.edges.front(), 2.5);
        QCOMPARE(equal.edges.back(), 3.5);
        QCOMPARE(equal.experts[25].size(), std::size_t(2));
        QVERIFY(usageHistogram({}).experts.empty());
        // Every value is between the edges of its bin.
        std::vector<float> many;
        for (int i = 0; i < 1000; ++i)
            many.push_back(0.1F * static_cast<float>(i));
        const UsageHistogram all = usageHistogram(many);
        std::size_t counted = 0;
        for (std::size_t bin = 0; bin < kUsageBins; ++bin)
            for (const int expert : all.experts[bin]) {
                ++counted;
                const auto value = static_cast<double>(many[static_cast<std::size_t>(expert)]);
                QVERIFY(all.edges[bin] <= value);
                QVERIFY(value < all.edges[bin + 1] || bin + 1 == kUsageBins);
            }
        QCOMPARE(counted, many.size());
    }

    void theHistogramIsOfTheNewestUsageState() {
        RunContext model;
        giveSyntheticRun(model);
        ExpertsView view;
        view.setRun(&model);
        QCOMPARE(view.setLook({"histogram"}), QString());
        QVERIFY(view.figureArguments().contains("histogram,layer=2"));
        open(view);
        ExpertsChart& chart = view.chart();
        QVERIFY2(chart.summary().startsWith("Layer 2 (middle): Gini "),
                 qPrintable(chart.summary()));
        QVERIFY(chart.summary().contains("used 62/64 (96.9 %) (usage state at step 600)"));
        // Gini and entropy of each of three snapshots, not of the counts.
        QCOMPARE(chart.graph(0)->dataCount(), 3);
        const auto& usage = model.data()->keys(2)->usage;
        const LayerSummary summary = summarize(std::vector<double>(usage.begin(), usage.end()), 2);
        QCOMPARE(chart.graph(0)->data()->at(2)->value, summary.gini);
        QCOMPARE(chart.graph(1)->data()->at(2)->value, summary.entropy_bits);
        const QStringList lines = view.dataAsCsv().split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 1 + 50 + 2 * 3);
        double experts = 0;
        for (const QString& line : lines)
            if (line.startsWith("experts,")) experts += line.section(u',', -1).toDouble();
        QCOMPARE(experts, 64.0);
        // The bars end at the counts.
        double highest = 0;
        for (int i = 0; i < chart.plottableCount(); ++i)
            if (const auto* bars = qobject_cast<const QCPBars*>(chart.plottable(i)))
                for (auto bar = bars->data()->constBegin(); bar != bars->data()->constEnd(); ++bar)
                    highest = std::max(highest, bars->baseValue() + bar->value);
        QCOMPARE(highest, double(usageHistogram(usage).most()));
        view.setLook({});
        QCOMPARE(view.dataAsCsv().split(u'\n', Qt::SkipEmptyParts).size(), 1 + 4 * 64);
    }

    void aClickOnABinSelectsItsExperts() {
        RunContext model;
        giveSyntheticRun(model);
        ExpertsView view;
        view.setRun(&model);
        view.setLook({"histogram"});
        open(view);
        const QCPAxisRect* rect = nullptr;
        for (const QCPAxisRect* one : view.chart().axisRects())
            if (one->axis(QCPAxis::atLeft)->label() == u"Experts") rect = one;
        const QPoint place(qRound(rect->axis(QCPAxis::atBottom)->coordToPixel(0.001)),
                           rect->bottom() - 3);
        const std::vector<int> experts = view.chart().expertsOfBin(0);
        QVERIFY(experts.size() > 2);
        QTest::mouseClick(&view.chart(), Qt::LeftButton, {}, place);
        QCOMPARE(model.selection()->chosen(), (ExpertSelection{2, experts}));
        QVERIFY(view.chart().describeBin(0).contains("experts with a usage state from 0 to"));
    }

    void publishedEvennessStandsBesideARunThatRepeatsIt() {
        const PublishedRun& a1 = *findPublishedRun("series_a1");
        const UsageEvenness all = publishedEvenness(a1, 1248);
        QCOMPARE(all.steps, (std::vector<double>{312, 624, 936, 1248}));
        QCOMPARE(all.gini, (std::vector<double>{0.841, 0.791, 0.807, 0.7912}));
        QCOMPARE(all.entropy_bits, (std::vector<double>{3.537, 4.096, 3.890, 4.0851}));
        QCOMPARE(publishedEvenness(*findPublishedRun("ablation_v1"), 624).steps,
                 (std::vector<double>{156, 624}));
        QVERIFY(publishedEvenness(*findPublishedRun("mvp_v2"), 624).steps.empty());
        QVERIFY(publishedEvenness(a1, 0).steps.empty());

        RunContext model;
        auto source = std::make_unique<FakeRunSource>();
        source->run_info.config = loadConfig(ORRERY_SOURCE_DIR "/configs/published/series_a1.yaml",
                                             {{"data.corpus", "/texts/tinystories.txt"}});
        source->run_info.name = "series_a1";
        source->run_info.total_steps = 1248;
        FakeRunSource* run = source.get();
        const SyntheticSize size{.layers = 8, .experts = 64, .dimensions = 2};
        model.data()->setSource(std::move(source));
        run->snapshots[{4, 100}] = syntheticKeys(size, 4, 100, 1);
        run->events.push_back(run->snapshots[{4, 100}]);
        run->events.push_back(syntheticUsage(size, 4, 100));
        model.data()->poll();
        ExpertsView view;
        view.setRun(&model);
        view.setLook({"histogram"});
        QVERIFY(view.dataAsCsv().contains("published_gini,4,,,312,0.841\n"));
        QVERIFY(view.dataAsCsv().contains("published_entropy_bits,4,,,1248,4.0851\n"));
        view.setLook({"histogram", "layer=3"});
        QVERIFY2(!view.dataAsCsv().contains("published"), "the middle layer alone was reported");
        run->run_info.config.some.top_k = 8;
        view.setLook({"histogram"});
        QVERIFY2(!view.dataAsCsv().contains("published"), "another configuration");
        view.show();
        QTRY_VERIFY(!noteOf(view).isEmpty());
        QVERIFY2(noteOf(view).contains("some.top_k is 8, published 4"), qPrintable(noteOf(view)));
    }

    void aLowPictureKeepsItsWordsWholeAndLeavesTheHeatMapOut() {
        RunContext model;
        giveSyntheticRun(model);
        ExpertsView view;
        view.setRun(&model);
        for (const double height : {42.0, 46.0, 60.0, 100.0}) {
            const FigureOptions options{.width_mm = 125, .height_mm = height, .font_point = 9};
            const QStringList faults = faultsOfTexts(view, options);
            QVERIFY2(faults.isEmpty(),
                     qPrintable(QString::number(height) + u' ' + faults.join(u'\n')));
            QStringList texts;
            for (const FigureText& text : textsOf(view, options))
                texts << text.text;
            QCOMPARE(texts.filter(QRegularExpression("^Layer 2 .middle.: Gini")).size(), 1);
            if (height < 50 || height > 90) QCOMPARE(texts.contains("Layer"), height > 50);
        }
        // In the window, too, and back.
        const auto seen = [&] {
            view.chart().replot();
            return std::ranges::count_if(view.chart().axisRects(), &QCPAxisRect::visible);
        };
        open(view);
        const auto all = seen();
        view.resize(760, 200);
        QTRY_COMPARE(seen(), all - 2);
        view.resize(760, 560);
        QTRY_COMPARE(seen(), all);
    }

    void manyExpertsAreFast() {
        RunContext model;
        giveSyntheticRun(model, {.layers = 10, .experts = 4096, .dimensions = 4, .steps = 20});
        ExpertsView view;
        view.setRun(&model);
        open(view);
        double best = 1e9;
        for (int i = 0; i < 5; ++i) {
            // Processor time: other programs on the machine do not count.
            const std::clock_t start = std::clock();
            view.chart().replot();
            best =
                std::min(best, 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
        }
        qInfo("4,096 experts in 10 layers: %.1f ms a replot", best);
        QVERIFY2(best < 150, qPrintable(QString::number(best)));
    }

private:
    static void open(ExpertsView& view) {
        view.resize(760, 560);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view, kPatience));
        view.chart().replot();
    }
    static QString noteOf(const ExpertsView& view) {
        for (const auto* label : view.findChildren<QLabel*>())
            if (label->isVisible() && label->text().contains("as published")) return label->text();
        return {};
    }
    // Just above the foot of the bar at this position.
    static QPoint barPlace(ExpertsView& view, int position) {
        const QCPAxisRect* rect = nullptr;
        for (const QCPAxisRect* one : view.chart().axisRects())
            if (one->axis(QCPAxis::atLeft)->label() == u"Selections") rect = one;
        return {qRound(rect->axis(QCPAxis::atBottom)->coordToPixel(position)), rect->bottom() - 3};
    }
    static bool hasColorNear(const QImage& picture, const QPoint& place, const QColor& wanted) {
        for (int x = place.x() - 5; x <= place.x() + 5; ++x)
            for (int y = place.y() - 8; y <= place.y() + 3; ++y) {
                const QColor color = picture.pixelColor(x, y);
                if (std::abs(color.red() - wanted.red()) +
                        std::abs(color.green() - wanted.green()) +
                        std::abs(color.blue() - wanted.blue()) <
                    60)
                    return true;
            }
        return false;
    }
};

}  // namespace orrery

QTEST_MAIN(orrery::ExpertsViewTest)
#include "experts_view_test.moc"
