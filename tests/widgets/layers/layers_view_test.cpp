// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layers/layers_view.h"

#include <QPainter>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "tests/widgets/synthetic_run.h"
#include "widgets/figure/figure_export.h"
#include "widgets/layers/chord_painter.h"
#include "widgets/layers/layer_map.h"
#include "widgets/layers/layer_roles.h"
#include "widgets/palette/color_map.h"

namespace orrery {

namespace {

/// Two layers of three experts: the first follows tokens, in the second two form a guild.
RunTables smallAnalysis() {
    using std::int64_t;
    RunTables found;
    found.step = 600;
    found.tokens = 1000;
    found.tables.push_back(
        {"layers",
         {"layer", "entropy_bits", "token_information_bits", "token_information_chance",
          "part_information_bits", "part_information_chance"},
         {{int64_t{0}, 1.5, 1.0, 0.25, 0.3, 0.0},
          {int64_t{1}, 1.5, 0.3, 0.3, std::nan(""), std::nan("")}}});
    found.tables.push_back({"experts",
                            {"layer", "expert", "share", "token_specialization_bits"},
                            {{int64_t{0}, int64_t{0}, 0.5, 2.0},
                             {int64_t{0}, int64_t{1}, 0.5, 2.0},
                             {int64_t{0}, int64_t{2}, 0.0, std::nan("")},
                             {int64_t{1}, int64_t{0}, 0.2, 0.5},
                             {int64_t{1}, int64_t{1}, 0.5, 0.2},
                             {int64_t{1}, int64_t{2}, 0.3, 3.0}}});
    found.tables.push_back(
        {"guilds", {"layer", "guild", "experts"}, {{int64_t{1}, int64_t{0}, std::string("0 2")}}});
    found.tables.push_back({"coactivation",
                            {"layer", "expert", "other", "tokens", "share"},
                            {{int64_t{1}, int64_t{0}, int64_t{1}, int64_t{30}, 0.3},
                             {int64_t{1}, int64_t{1}, int64_t{0}, int64_t{30}, 0.2},
                             {int64_t{1}, int64_t{1}, int64_t{2}, int64_t{70}, 0.4},
                             {int64_t{0}, int64_t{0}, int64_t{1}, int64_t{9}, 0.4}}});
    return found;
}

}  // namespace

class LayersViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QSettings().remove("views/layers"); }

    void thePictureHasAWordForTheCommandLine() {
        LayersView view;
        QVERIFY(view.figureArguments().isEmpty());
        for (const char* word : {"gini", "entropy"}) {  // of all layers
            QCOMPARE(view.setLook({word}), QString());
            QCOMPARE(view.figureArguments(), QStringList({"--look", QString(word)}));
        }
        for (const char* word : {"film", "chords"}) {
            QCOMPARE(view.setLook({word}), QString());
            QCOMPARE(view.figureArguments(), QStringList({"--look", QString(word) + ",layer=0"}));
        }
        QCOMPARE(view.setLook({"pretty"}), QString("pretty"));
        QCOMPARE(view.picture(), LayersPicture::chords);
        QCOMPARE(view.setLook({"roles"}), QString());
        QVERIFY(view.figureArguments().isEmpty());
    }

    void thePictureIsRemembered() {
        QCOMPARE(LayersView().picture(), LayersPicture::roles);
        LayersView().setPicture(LayersPicture::chords);
        QCOMPARE(LayersView().picture(), LayersPicture::chords);
        QSettings().setValue("views/layers/picture", 17);
        QCOMPARE(LayersView().picture(), LayersPicture::entropy);
    }

    void rolesAreCountedByHand() {
        const std::vector<LayerRole> roles = layerRoles(smallAnalysis());
        QCOMPARE(roles.size(), std::size_t(2));
        QCOMPARE(roles[0].token, 0.5);
        QCOMPARE(roles[0].part, 0.2);
        QCOMPARE(roles[0].guild, 0.0);
        QCOMPARE(roles[0].general, 0.0);
        QCOMPARE(roles[1].token, 0.0);
        QVERIFY(std::isnan(roles[1].part));
        QCOMPARE(roles[1].guild, 0.5);
        QCOMPARE(roles[1].general, 0.7);
        QVERIFY(layerRolesCsv(roles).contains("1,0,,0.5,0.7\n"));
        QVERIFY(layerRoles(RunTables{}).empty());
    }

    void usageIsSortedAndSharedByInterval() {
        const UsageFilm film =
            usageFilm({{10, 3, {1, 3, 0}}, {20, 3, {0, 0, 0}}, {30, 3, {0, 5, 5}}}, 3);
        QCOMPARE(film.order, (std::vector<int>{1, 2, 0}));
        QCOMPARE(film.steps, (std::vector<std::int64_t>{10, 30}));  // nothing was counted at 20
        QCOMPARE(film.columns[0], (std::vector<double>{0.75, 0, 0.25}));
        QVERIFY(usageFilmCsv(film).contains("3,30,2,0.5,0\n"));
    }

    void anExpertBelowThetaHasALineWhileItIs() {
        const UsageFilm film = usageFilm(
            {{10, 3, {9, 3, 1}}, {20, 3, {9, 3, 1}}, {30, 3, {9, 3, 1}}}, 3,
            {{.expert = 2, .since = 4, .last = 12, .snapshots = 2},
             {.expert = 1, .since = 18, .last = 18, .snapshots = 1, .usage = 0, .now = true},
             {.expert = 7, .since = 1, .last = 2, .snapshots = 1}});  // no such expert
        using Stretches = std::vector<std::pair<std::size_t, std::size_t>>;
        QCOMPARE(film.rare[2], (Stretches{{0, 1}}));
        QCOMPARE(film.rare[1], (Stretches{{1, 2}}));
        QVERIFY(film.rare[0].empty());
        QVERIFY(film.isRare(2, 1) && !film.isRare(2, 2));
        const QString csv = usageFilmCsv(film);
        QVERIFY(csv.contains("3,10,2,0.0769231,1\n") && csv.contains("3,30,2,0.0769231,0\n"));
    }

    void theFilmMarksWhoIsBelowThetaInTheSnapshots() {
        RunContext model;
        FakeRunSource* source = giveSyntheticRun(model, {.layers = 2, .experts = 3});
        source->counted = {{10, 1, {6, 3, 3}}, {20, 1, {3, 6, 3}}};
        LayersView view;
        open(view, model);
        view.setPicture(LayersPicture::film);
        view.setLayer(1);
        // Of the synthetic keys the last two experts have no usage: below the quantile.
        QVERIFY(view.dataAsCsv().contains("1,20,2,0.25,1\n"));
        QVERIFY(view.dataAsCsv().contains("1,20,0,0.25,0\n"));
        QVERIFY(inkOf(view, paperTheme().text) > 300);
    }

    void theMapHasALayerARowAndAStepAColumn() {
        RunContext model;
        auto made = std::make_unique<FakeRunSource>();
        made->run_info = syntheticInfo({.layers = 2, .experts = 8});
        FakeRunSource* source = made.get();
        model.data()->setSource(std::move(made));
        for (const std::int64_t step : {10, 20, 30})
            source->events.push_back(Scalars{
                step, 0, {{"layer0/gini", 0.01 * double(step)}, {"layer0/entropy_bits", 3}}});
        source->events.push_back(Scalars{30, 0, {{"layer1/gini", 0.5}}});
        model.data()->poll();
        const LayerMap map = layerMap(*model.data(), EvennessMeasure::gini);
        QCOMPARE(map.steps, (std::vector<std::int64_t>{10, 20, 30}));
        QCOMPARE(map.rows[0], (std::vector<double>{0.1, 0.2, 0.3}));
        QVERIFY(std::isnan(map.rows[1][0]));
        QCOMPARE(map.rows[1][2], 0.5);
        // Two columns: the mean of the first two steps, and the last one.
        const LayerMap coarse = layerMap(*model.data(), EvennessMeasure::gini, 2);
        QCOMPARE(coarse.steps, (std::vector<std::int64_t>{20, 30}));
        QVERIFY(std::abs(coarse.rows[0][0] - 0.15) < 1e-12);
        QCOMPARE(coarse.rows[0][1], 0.3);
        LayersView view;
        open(view, model);
        QVERIFY(!view.needsAnalysis() || view.picture() == LayersPicture::roles);
        view.setPicture(LayersPicture::gini);
        QVERIFY(!view.needsAnalysis());
        QCOMPARE(view.dataAsCsv(), QString("layer,step,gini\n0,10,0.1\n0,20,0.2\n0,30,0.3\n"
                                           "1,30,0.5\n"));
        QVERIFY2(inkOf(view, sequentialColor(0.5, false)) > 500, "the cell of layer 1");
        view.setPicture(LayersPicture::entropy);
        QVERIFY(view.dataAsCsv().startsWith("layer,step,entropy_bits\n0,10,3\n"));
        QVERIFY2(inkOf(view, sequentialColor(1, false)) > 500, "three of three bits");
        QCOMPARE(layerMapText({300, 300}, {600, 400}, map, view.font()), QString());
        QVERIFY(layerMapText({500, 300}, {600, 400}, map, view.font())
                    .contains("Layer 1, step 30: Gini 0.500"));
        QVERIFY(layerMapText({2, 2}, {600, 400}, map, view.font()).isEmpty());
        QVERIFY(layerMap(RunData(), EvennessMeasure::gini).isEmpty());
    }

    void chordsHoldEachPairOnceTheStrongestFirst() {
        const ChordPicture picture = chordsOf(smallAnalysis(), 1);
        QCOMPARE(picture.experts, (std::vector<int>{0, 1, 2}));
        QCOMPARE(picture.pairs.size(), std::size_t(2));
        QCOMPARE(picture.pairs[0].tokens, 70.0);
        QCOMPARE(chordsCsv(picture), QString("layer,expert,other,tokens\n1,1,2,70\n1,0,1,30\n"));
        QCOMPARE(chordsOf(smallAnalysis(), 1, 1).all_pairs, std::size_t(2));
        QCOMPARE(chordsOf(smallAnalysis(), 0).experts, (std::vector<int>{0, 1}));
    }

    void asksForAnAnalysisAndSaysWhyThereIsNone() {
        RunContext model;
        giveSyntheticRun(model, {.layers = 2, .experts = 3});
        LayersView view;
        open(view, model);
        QSignalSpy asked(model.requests(), &Requests::analysisRequested);
        auto* button = analyse(view);
        QTRY_VERIFY(button->isEnabled());
        button->click();
        QCOMPARE(asked.count(), 1);
        QTRY_VERIFY(!button->isEnabled());
        model.requests()->failAnalysis("No checkpoint yet.");
        QTRY_COMPARE(view.message(), QString("No checkpoint yet."));
        QVERIFY(button->isEnabled());
        QCOMPARE(inkOf(view, seriesColor(0, false)), 0);
        model.requests()->deliverAnalysis(std::make_shared<RunTables>(smallAnalysis()));
        QTRY_COMPARE(view.message(), QString());
        QVERIFY2(inkOf(view, seriesColor(0, false)) > 100, "the bar of the first layer's tokens");
        view.setPicture(LayersPicture::chords);
        view.setLayer(1);
        QVERIFY(view.dataAsCsv().contains("1,1,2,70"));
        const QByteArray pdf = figureBytes(view, FigureFormat::pdf, {});
        QVERIFY(!pdf.contains("/Subtype /Image"));
    }

    void usageOverTimeComesFromTheRunAndMarksTheSelection() {
        RunContext model;
        FakeRunSource* source = giveSyntheticRun(model, {.layers = 2, .experts = 3});
        source->counted = {{10, 1, {6, 3, 0}}, {20, 1, {3, 6, 0}}};
        LayersView view;
        open(view, model);
        view.setPicture(LayersPicture::film);
        view.setLayer(1);
        QVERIFY(view.dataAsCsv().contains("1,20,1,0.666667,1\n"));
        QVERIFY(inkOf(view, HeatMapDead()) > 500);
        QCOMPARE(inkOf(view, paperTheme().accent), 0);
        model.selection()->markExpert(ExpertId{1, 2});
        QVERIFY(inkOf(view, paperTheme().accent) > 50);
    }

private:
    static QColor HeatMapDead() {
        return mixColors(paperTheme().background, paperTheme().warning, 0.85);
    }
    static QToolButton* analyse(LayersView& view) {
        for (auto* button : view.findChildren<QToolButton*>())
            if (button->text() == "Analyze") return button;
        qFatal("no such button");
    }
    static int inkOf(const LayersView& view, const QColor& color) {
        const QImage image = figureImage(view, {.width_mm = 120, .height_mm = 100, .dpi = 96});
        int count = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                count += image.pixelColor(x, y).rgb() == color.rgb();
        return count;
    }
    static void open(LayersView& view, RunContext& model) {
        view.setRun(&model);
        view.resize(600, 500);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view, kPatience));
    }
};

}  // namespace orrery

QTEST_MAIN(orrery::LayersViewTest)
#include "layers_view_test.moc"
