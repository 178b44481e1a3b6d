// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/loss_view.h"

#include <QLabel>
#include <QPainter>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <ctime>
#include <limits>

#include "core/config/yaml.h"
#include "tests/widgets/plots/given_losses.h"
#include "widgets/figure/figure_export.h"
#include "widgets/plots/loss_readout.h"

namespace orrery {
namespace {

QString legendText(LossChart& chart) {
    QStringList lines;
    for (int i = 0; i < chart.legend->itemCount(); ++i)
        if (auto* item = qobject_cast<QCPPlottableLegendItem*>(chart.legend->item(i)))
            lines << item->plottable()->name();
    return lines.join(u'\n');
}

}  // namespace

class LossViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName(QStringLiteral("orrery-tests"));
        QCoreApplication::setApplicationName(QStringLiteral("loss-view"));
    }
    void init() { QSettings().clear(); }

    void saysWhatToDoWhileThereIsNothing() {
        LossView view;
        open(view);
        QCOMPARE(view.chart().graphCount(), 0);
        QVERIFY(!view.chart().legend->visible());
        QCOMPARE(view.dataAsCsv().count(u'\n'), 1);
    }

    void theLegendSaysHowItIsSmoothedAndShowsBitsPerByte() {
        RunContext model;
        giveSyntheticRun(model);
        LossView view;
        view.setRun(&model);
        open(view);
        const QString legend = legendText(view.chart());
        QVERIFY2(legend.contains("EMA 0.9"), qPrintable(legend));
        QVERIFY2(legend.contains("over raw"), qPrintable(legend));
        QVERIFY2(legend.contains("1.020 bits per byte"), qPrintable(legend));
        QVERIFY(!legend.contains("padding"));
        LossOptions options = view.options();
        options.with_pads = true;
        options.smoothing = 0;
        view.setOptions(options);
        view.chart().replot();
        QVERIFY(legendText(view.chart()).contains("padding"));
        QVERIFY(!legendText(view.chart()).contains("EMA"));
    }

    void csvHoldsEveryPoint() {
        RunContext model;
        giveSyntheticRun(model);
        LossView view;
        view.setRun(&model);
        const QStringList lines = view.dataAsCsv().split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.first(), QStringLiteral("series,step,seconds,value,smoothed"));
        QCOMPARE(lines.filter(QStringLiteral("train/loss,")).size(), 600);
        QCOMPARE(lines.filter(QStringLiteral("train/loss_with_pads,")).size(), 600);
        QCOMPARE(lines.filter(QStringLiteral("val/loss,")).size(), 12);
    }

    void aZoomIntoALongRunReadsWhatIsStored() {
        RunContext model;
        std::vector<double> losses(200'000);
        for (std::size_t i = 0; i < losses.size(); ++i)
            losses[i] = 2 + 0.3 * ((i * 2654435761U % 1000) / 1000.0);
        FakeRunSource* source = giveLosses(model, losses);
        QVERIFY(model.data()->series("train/loss").values.size() < 33'000);
        for (std::size_t i = 0; i < losses.size(); ++i)
            source->stored["train/loss"].emplace_back(std::int64_t(i), losses[i]);
        LossView view;
        view.setRun(&model);
        const auto train = [&] { return view.chart().currentCurves().curves().front(); };
        const std::vector<double> average = smoothed(losses, 0.9);
        const LossCurve whole = train();
        const std::size_t all = whole.raw.size();
        QVERIFY(all < 33'000);
        for (std::size_t i = 0; i < all; i += 97)
            QVERIFY2(std::abs(whole.average[i] - average[std::size_t(whole.x[i])]) < 0.16,
                     "the mean of a bucket against nine points");
        QVERIFY(std::abs(train().average.back() - average.back()) < 1e-9);
        view.chart().setDataWindow({ValueRange{50'000, 50'400}, std::nullopt});
        const LossCurve near = train();
        QVERIFY(near.raw.size() >= 401 && near.raw.size() < 1000);
        for (std::size_t i = 0; i < near.raw.size(); ++i) {
            const auto step = std::size_t(near.x[i]);
            QCOMPARE(near.raw[i], losses[step]);
            if (step >= 50'000) QVERIFY(std::abs(near.average[i] - average[step]) < 1e-3);
        }
        QVERIFY(std::abs(train().last - average.back()) < 1e-9);
        // Over the border between what is stored and what is kept, each point once.
        view.chart().setDataWindow({ValueRange{150'000, 199'999}, std::nullopt});
        const LossCurve both = train();
        QVERIFY(both.raw.size() >= 50'000);
        for (std::size_t i = 0; i < both.x.size(); ++i) {
            QCOMPARE(both.x[i], both.x[0] + double(i));
            QCOMPARE(both.raw[i], losses[std::size_t(both.x[i])]);
        }
        // Too much to read at once: the envelope stays until the points are there.
        QSignalSpy read(model.data(), &RunData::storedRead);
        view.chart().setDataWindow({ValueRange{10'000, 100'000}, std::nullopt});
        QVERIFY(train().raw.size() <= all);
        QVERIFY(read.wait(kPatience));
        const auto exact = [&](double low, double high) {
            view.chart().setDataWindow({ValueRange{low, high}, std::nullopt});
            const LossCurve curve = train();
            std::size_t in = 0;
            for (std::size_t i = 0; i < curve.x.size(); ++i) {
                const auto step = std::size_t(curve.x[i]);
                if (curve.x[i] != curve.x[0] + double(i) || curve.raw[i] != losses[step] ||
                    std::abs(curve.average[i] - average[step]) > (step < 10'000 ? 0.16 : 1e-3))
                    return false;
                in += curve.x[i] >= low && curve.x[i] <= high;
            }
            return in == std::size_t(high - low) + 1;
        };
        QVERIFY(exact(10'000, 100'000));
        QVERIFY(exact(12'000, 105'000));  // beside it, and within it, there is nothing to wait for
        QVERIFY(exact(20'000, 90'000));
        QCOMPARE(read.count(), 1);
        // A figure waits.
        LossChart figure;
        figure.setRun(model.data());
        figure.setWaiting(true);
        figure.setDataWindow({ValueRange{30'000, 140'000}, std::nullopt});
        QVERIFY(figure.currentCurves().curves().front().raw.size() > 110'000);
    }

    void aLogAxisCountsWhatALongRunHides() {
        RunContext model;
        std::vector<double> losses(100'000);
        for (std::size_t i = 0; i < losses.size(); ++i)
            losses[i] = i % 10 == 0 ? -1 : 2;
        giveLosses(model, losses);
        LossView view;
        view.setRun(&model);
        LossOptions options = view.options();
        options.log_y = true;
        view.setOptions(options);
        view.chart().replot();
        QVERIFY2(view.chart().note().contains("10000 values"), qPrintable(view.chart().note()));
    }

    void csvOfALongRunHoldsEveryPoint() {
        RunContext model;
        std::vector<double> losses(40'000);
        for (std::size_t i = 0; i < losses.size(); ++i)
            losses[i] = 1.0 / double(i + 1);
        FakeRunSource* source = giveLosses(model, losses);
        for (std::size_t i = 0; i < losses.size(); ++i)
            source->stored["train/loss"].emplace_back(std::int64_t(i), losses[i]);
        LossView view;
        view.setRun(&model);
        const QStringList lines = view.dataAsCsv().split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 40'001);
        QVERIFY(lines[12'346].startsWith("train/loss,12345,"));
    }

    void whatIsPublishedIsDrawnBesideARunOfThatNameAndSaysWhatItCounts() {
        RunContext model;
        FakeRunSource* source = giveLosses(model, {3, 2, 1});
        source->run_info.name = "mvp_v3";  // reported: validation after the last of two epochs
        source->run_info.config = loadConfig(ORRERY_SOURCE_DIR "/configs/published/mvp_v3.yaml",
                                             {{"data.corpus", "/texts/tinystories.txt"}});
        source->run_info.total_steps = 100;
        LossView view;
        view.setRun(&model);
        open(view);
        const QString legend = legendText(view.chart());
        QVERIFY2(legend.contains("mvp_v3 as published, validation"), qPrintable(legend));
        QVERIFY2(legend.contains("padding included, no causal mask"), qPrintable(legend));
        QVERIFY2(!legend.contains("as published, training"), qPrintable(legend));
        QVERIFY(view.dataAsCsv().contains("published/val/loss,100,,0.1017,\n"));
        LossOptions options = view.options();
        options.axis = LossAxis::time;
        view.setOptions(options);
        view.chart().replot();
        QVERIFY(!legendText(view.chart()).contains("as published"));
        options.axis = LossAxis::step;
        options.published = false;
        view.setOptions(options);
        view.chart().replot();
        QVERIFY(!legendText(view.chart()).contains("as published"));
        QVERIFY(publishedSummary(*findPublishedRun("series_a1")).contains("Gini 0.791"));
    }

    void whatIsPublishedOfAnotherConfigurationIsNotDrawnButSaidWhy() {
        RunContext model;
        FakeRunSource* source = giveLosses(model, {3, 2, 1});
        source->run_info.name = "mvp_v3";
        source->run_info.total_steps = 100;
        source->run_info.config =
            loadConfig(ORRERY_SOURCE_DIR "/configs/published/mvp_v3.yaml",
                       {{"data.corpus", "/texts/tinystories.txt"}, {"some.top_k", "8"}});
        LossView view;
        view.setRun(&model);
        open(view);
        QVERIFY(!legendText(view.chart()).contains("as published"));
        QStringList notes;
        for (const QLabel* label : view.findChildren<QLabel*>())
            if (label->isVisible()) notes << label->text();
        const QString all = notes.join(u'\n');
        QVERIFY2(all.contains("not drawn: some.top_k is 8, published 4."), qPrintable(all));
    }

    void gapsAreMarkedAndInfinityKeepsTheScale() {
        RunContext model;
        const double nan = std::numeric_limits<double>::quiet_NaN();
        giveLosses(model, {3, 2.5, nan, 2, std::numeric_limits<double>::infinity(), 1.5});
        LossView view;
        view.setRun(&model);
        open(view);
        QVERIFY(view.chart().yAxis->range().upper < 4);
        QVERIFY2(view.chart().note().contains("2 values"), qPrintable(view.chart().note()));
    }

    void aLogAxisCountsWhatItHides() {
        RunContext model;
        giveLosses(model, {3, 0, -1, 2, 1});
        LossView view;
        view.setRun(&model);
        LossOptions options = view.options();
        options.log_y = true;
        view.setOptions(options);
        open(view);
        QVERIFY(view.chart().note().contains("2 values"));
        QCOMPARE(view.chart().yAxis->scaleType(), QCPAxis::stLogarithmic);
        QVERIFY(view.chart().yAxis->range().lower > 0);
    }

    void everyAxisOfDistanceKnowsItsUnit() {
        RunContext model;
        giveSyntheticRun(model);
        LossView view;
        view.setRun(&model);
        open(view);
        QCOMPARE(view.chart().xAxis->range().upper, 600.0);
        LossOptions options = view.options();
        options.axis = LossAxis::time;
        view.setOptions(options);
        view.chart().replot();
        QCOMPARE(view.chart().xAxis->range().upper, 600 * 0.31);
        options.axis = LossAxis::tokens;
        view.setOptions(options);
        view.chart().replot();
        QCOMPARE(view.chart().xAxis->range().upper, 600.0 * 16 * 256);
    }

    void tokensAreThoseTheTrainerCounted() {
        RunContext model;
        FakeRunSource* source = giveLosses(model, {});
        for (int step = 1; step <= 40; ++step)
            source->events.push_back(Scalars{
                step, 1.0 * step, {{"train/loss", 2}, {"train/real_tokens", 1000.0 * step}}});
        source->events.push_back(Scalars{40, 40, {{"val/loss", 2}}});
        model.data()->poll();
        LossView view;
        view.setRun(&model);
        LossOptions options = view.options();
        options.axis = LossAxis::tokens;
        view.setOptions(options);
        open(view);
        QCOMPARE(view.chart().xAxis->range().upper, 40'000.0);
        QVERIFY(view.chart().xAxis->label().contains("real"));
    }

    void theWheelZoomsAndADoubleClickShowsEverything() {
        RunContext model;
        giveSyntheticRun(model);
        LossView view;
        view.setRun(&model);
        open(view);
        const QPointF center = view.chart().axisRect()->rect().center();
        QWheelEvent wheel(center, view.chart().mapToGlobal(center.toPoint()), {}, {0, 240},
                          Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        const QCPRange y = view.chart().yAxis->range();
        QCoreApplication::sendEvent(&view.chart(), &wheel);
        QTRY_VERIFY(view.chart().xAxis->range().size() < 590);
        view.chart().replot();
        QVERIFY(view.chart().xAxis->range().size() < 590);
        QVERIFY(std::abs(view.chart().yAxis->range().upper - y.upper) < 8);
        QTest::mouseDClick(&view.chart(), Qt::LeftButton, {}, center.toPoint());
        QTRY_COMPARE(view.chart().xAxis->range().upper, 600.0);
    }

    void theKeyboardZoomsAndGoesHome() {
        RunContext model;
        giveSyntheticRun(model);
        LossView view;
        view.setRun(&model);
        open(view);
        QTest::keyClick(&view.chart(), Qt::Key_Plus);
        QTRY_VERIFY(view.chart().xAxis->range().size() < 500);
        const double from = view.chart().xAxis->range().lower;
        QTest::keyClick(&view.chart(), Qt::Key_Right);
        QTRY_VERIFY(view.chart().xAxis->range().lower > from);
        QTest::keyClick(&view.chart(), Qt::Key_Home);
        QTRY_COMPARE(view.chart().xAxis->range().upper, 600.0);
    }

    void thePointerReadsValues() {
        RunContext model;
        giveLosses(model, {3, 2.5, 2.25});
        LossView view;
        view.setRun(&model);
        open(view);
        LossChart& chart = view.chart();
        view.readout().showAt(
            {chart.xAxis->coordToPixel(1.1), double(chart.axisRect()->center().y())});
        QVERIFY(view.readout().visible());
        QVERIFY2(view.readout().text().contains("2.5"), qPrintable(view.readout().text()));
        view.readout().showAt({1, 1});
        QVERIFY(!view.readout().visible());
    }

    void howItIsDrawnIsRemembered() {
        {
            LossView view;
            LossOptions options;
            options.log_y = true;
            options.smoothing = 0.5;
            options.range = RangeMode::manual;
            options.manual = {1, 4};
            view.setOptions(options);
        }
        LossView view;
        QVERIFY(view.options().log_y);
        QCOMPARE(view.options().smoothing, 0.5);
        QCOMPARE(view.options().manual, (ValueRange{1, 4}));
    }

    void anotherRunLeavesNothingOfTheFirst() {
        RunContext model;
        giveLosses(model, std::vector<double>(50, 9.0));
        LossView view;
        view.setRun(&model);
        open(view);
        giveLosses(model, std::vector<double>(80, 1.0));
        view.chart().replot();
        QVERIFY(view.chart().yAxis->range().upper < 3);
    }

    void aMillionPointsAreFastAndTheirSpikeIsSeen() {
        RunContext model;
        std::vector<double> losses(1'000'000);
        for (std::size_t i = 0; i < losses.size(); ++i)
            losses[i] = 2 + 0.3 * ((i * 2654435761U % 1000) / 1000.0);
        losses[777'777] = 6;
        giveLosses(model, losses);
        LossView view;
        view.setRun(&model);
        open(view);
        view.chart().replot();
        double best = 1e9;
        for (int i = 0; i < 5; ++i) {
            // Processor time: other programs on the machine do not count.
            const std::clock_t start = std::clock();
            view.chart().replot();
            best =
                std::min(best, 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
        }
        qInfo("a million points: %.1f ms a replot", best);
        QVERIFY2(best < 60, qPrintable(QString::number(best)));
        const QImage picture = view.chart().grab().toImage();
        const auto at =
            QPointF(view.chart().xAxis->coordToPixel(777'777), view.chart().yAxis->coordToPixel(5));
        bool seen = false;
        const QColor background = view.chart().theme().background;
        for (int x = int(at.x()) - 2; x <= int(at.x()) + 2; ++x)
            seen |= std::abs(picture.pixelColor(x, int(at.y())).red() - background.red()) > 40;
        QVERIFY(seen);
    }

    void aFigureNeedsNoVisibleView() {
        RunContext model;
        giveSyntheticRun(model);
        LossView view;
        view.setRun(&model);
        QImage image(640, 400, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        view.paintFigure(painter, QSizeF(640, 400));
        painter.end();
        QCOMPARE(image.pixelColor(2, 2), QColor(Qt::white));
        int coloured = 0;
        for (int x = 0; x < 640; ++x)
            for (int y = 0; y < 400; ++y)
                coloured += image.pixelColor(x, y).saturation() > 80;
        QVERIFY(coloured > 500);
    }

private:
    static void open(LossView& view) {
        view.resize(760, 440);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view, kPatience));
        view.chart().replot();
    }
};

}  // namespace orrery

QTEST_MAIN(orrery::LossViewTest)
#include "loss_view_test.moc"
