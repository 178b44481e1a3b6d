// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/galaxy_view.h"

#include <QAction>
#include <QLineEdit>
#include <QMouseEvent>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <algorithm>

#include "tests/widgets/figure_svg.h"
#include "tests/widgets/synthetic_run.h"

namespace orrery {

namespace {

/// Counts how often it is drawn anew, each time slowly.
class SlowGalaxy : public GalaxyView {
public:
    int refreshed = 0;

protected:
    void refresh() override {
        ++refreshed;
        QTest::qSleep(10);
        GalaxyView::refresh();
    }
};

}  // namespace

class GalaxyViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName(QStringLiteral("orrery-tests"));
        QCoreApplication::setApplicationName(QStringLiteral("galaxy-view"));
    }
    void init() { QSettings().clear(); }

    void pcaComesByItselfAndFollowsTheRun() {
        RunContext model;
        FakeRunSource* source = giveSyntheticRun(model);
        GalaxyView view;
        open(view, model);
        QTRY_VERIFY(view.shown());
        QCOMPARE(view.shown()->keys->layer, 2);
        QCOMPARE(view.shown()->keys->step, std::int64_t(600));
        QVERIFY(!view.outOfDate());
        source->snapshots[{2, 620}] = syntheticKeys({}, 2, 620, 0.4);
        source->events.push_back(source->snapshots[{2, 620}]);
        model.data()->poll();
        QTRY_COMPARE(view.shown()->keys->step, std::int64_t(620));
    }

    void aFinishedPictureIsDrawnOnce() {
        RunContext model;
        giveSyntheticRun(model);
        SlowGalaxy view;
        open(view, model);
        QTRY_VERIFY(view.shown() && !view.computing());
        QTest::qWait(50);
        const auto first = view.shown();
        const int before = view.refreshed;
        view.compute();
        QTRY_VERIFY(view.shown() != first && !view.computing());
        QTest::qWait(50);
        QCOMPARE(view.refreshed, before);
    }

    void newDataWaitsForItsShareOfTheTimeAndTheUserDoesNot() {
        RunContext model;
        FakeRunSource* source = giveSyntheticRun(model);
        SlowGalaxy view;
        open(view, model);
        QTRY_VERIFY(view.shown() && !view.computing());
        QTest::qWait(50);
        const int before = view.refreshed;
        source->snapshots[{2, 620}] = syntheticKeys({}, 2, 620, 0.4);
        source->events.push_back(source->snapshots[{2, 620}]);
        source->events.push_back(ExpertTokens{620, 2, {}});
        source->events.push_back(Respawned{620, 1, 2, {3}});
        model.data()->poll();
        QTest::qWait(100);  // of a second, since drawing takes a hundredth
        QCOMPARE(view.refreshed, before);
        GalaxyOptions options = view.options();
        options.step = 200;
        view.setOptions(options);
        QTRY_COMPARE_WITH_TIMEOUT(view.refreshed, before + 1, 500);
    }

    void aHiddenGalaxyComputesNothing() {
        RunContext model;
        giveSyntheticRun(model);
        GalaxyView view;
        view.setRun(&model);
        QTest::qWait(50);
        QVERIFY(!view.computing());
        QVERIFY(!view.shown());
    }

    void otherMethodsWaitToBeAsked() {
        RunContext model;
        giveSyntheticRun(model);
        GalaxyView view;
        open(view, model);
        QTRY_VERIFY(view.shown());
        GalaxyOptions options = view.options();
        options.request.options.method = ProjectionMethod::umap;
        view.setOptions(options);
        QTest::qWait(50);
        QVERIFY(view.outOfDate());
        QVERIFY(!view.computing());
        QTest::mouseClick(view.findChild<QToolButton*>("runProjection"), Qt::LeftButton);
        QTRY_VERIFY(!view.computing() && !view.outOfDate());
        options.request.options.neighbors = 5;
        view.setOptions(options);
        QVERIFY(view.outOfDate());
    }

    void cancelKeepsThePictureThatWas() {
        RunContext model;
        giveSyntheticRun(model, {.layers = 1, .experts = 1500});
        GalaxyView view;
        open(view, model);
        QTRY_VERIFY(view.shown() && !view.computing());
        const auto before = view.shown();
        GalaxyOptions options = view.options();
        options.request.options.method = ProjectionMethod::tsne;
        view.setOptions(options);
        view.compute();
        QVERIFY(view.computing());
        view.cancel();
        QVERIFY(!view.computing());
        QVERIFY(view.outOfDate());
        QCOMPARE(view.shown(), before);
    }

    void thePastIsASliderAway() {
        RunContext model;
        giveSyntheticRun(model);
        GalaxyView view;
        open(view, model);
        QTRY_VERIFY(view.shown());
        GalaxyOptions options = view.options();
        options.step = 200;
        view.setOptions(options);
        QTRY_COMPARE(view.shown()->keys->step, std::int64_t(200));
    }

    void aFilmShowsEverySnapshotInOrderAndEnds() {
        RunContext model;
        giveSyntheticRun(model);
        GalaxyView view;
        open(view, model);
        QTRY_VERIFY(view.shown());
        view.startFilm();
        QTRY_COMPARE(view.film().frames().size(), std::size_t(3));
        std::int64_t step = -1;
        for (const auto& frame : view.film().frames()) {
            QVERIFY(frame->keys->step > step);
            step = frame->keys->step;
        }
        QTRY_COMPARE(view.shown()->keys->step, std::int64_t(600));  // it plays by itself
        view.showFrame(1);
        QCOMPARE(view.shown()->keys->step, view.film().frames()[1]->keys->step);
        QVERIFY(view.shown()->keys->step < 600);
        view.endFilm();
        QVERIFY(!view.hasFilm());
        QTRY_COMPARE(view.shown()->keys->step, std::int64_t(600));
        QVERIFY(!view.outOfDate());
    }

    void theColoursOfAFilmMeanTheSameInEachFrame() {
        RunContext model;
        giveSyntheticRun(model);
        GalaxyView view;
        open(view, model);
        QTRY_VERIFY(view.shown());
        auto later = std::make_shared<GalaxyLayout>(*view.shown());
        Keys more = *later->keys;
        for (float& usage : more.usage)
            usage *= 30;
        later->keys = std::make_shared<const Keys>(std::move(more));
        SceneOptions options;
        options.film = {view.shown(), later};
        const GalaxyScene first = makeScene(*view.shown(), options);
        const GalaxyScene last = makeScene(*later, options);
        QCOMPARE(first.legend.low, last.legend.low);
        QCOMPARE(first.legend.high, last.legend.high);
        QVERIFY(first.points[0].color != last.points[0].color);
        // Of one that is no film, the most used has the end of the scale.
        QVERIFY(makeScene(*view.shown(), {}).points[0].color == last.points[0].color);
    }

    void aFilmTellsWhatMovedMost() {
        RunContext model;
        giveSyntheticRun(model);
        GalaxyView view;
        open(view, model);
        QTRY_VERIFY(view.shown());
        view.selectMoved();  // without a film it does nothing
        QVERIFY(view.film().moved().empty() && model.selection()->chosen().experts.empty());
        view.startFilm();
        QTRY_COMPARE(view.film().frames().size(), std::size_t(3));
        const auto& frames = view.film().frames();
        const std::vector<double> moved = view.film().moved();
        const auto first = cosineDrift(*frames[0]->keys, *frames[1]->keys);
        const auto second = cosineDrift(*frames[1]->keys, *frames[2]->keys);
        QCOMPARE(moved.size(), std::size_t(64));
        for (std::size_t e = 0; e < moved.size(); ++e)
            QCOMPARE(moved[e], first[e] + second[e]);
        view.selectMoved();
        const auto& most = model.selection()->chosen().experts;
        QCOMPARE(most.size(), std::size_t(6));
        double least = 2;
        for (const int expert : most)
            least = std::min(least, moved[std::size_t(expert)]);
        QVERIFY(least > 0);
        QCOMPARE(std::ranges::count_if(moved, [&](double m) { return m > least; }), 5);
    }

    void anotherLayerEndsTheFilm() {
        RunContext model;
        giveSyntheticRun(model);
        GalaxyView view;
        open(view, model);
        QTRY_VERIFY(view.shown());
        view.startFilm();
        QVERIFY(view.hasFilm());
        GalaxyOptions options = view.options();
        options.layer = 1;
        view.setOptions(options);
        QVERIFY(!view.hasFilm());
        QTRY_VERIFY(view.shown() && view.shown()->keys->layer == 1);
    }

    void theFilmIsExportedAsPictures() {
        RunContext model;
        giveSyntheticRun(model);
        GalaxyView view;
        open(view, model);
        QTRY_VERIFY(view.shown());
        view.startFilm();
        QTRY_COMPARE(view.film().frames().size(), std::size_t(3));
        QTemporaryDir folder;
        view.exportFilm(folder.path().toStdString(), {320, 240});
        const QImage first(folder.filePath("frame-0000.png")),
            last(folder.filePath("frame-0002.png"));
        QCOMPARE(first.size(), QSize(320, 240));
        QVERIFY(first != last);
        QVERIFY(!QFile::exists(folder.filePath("frame-0003.png")));
        QVERIFY_EXCEPTION_THROWN(view.exportFilm("/dev/null/film", {320, 240}), std::exception);
    }

    void driftIsOneMinusTheCosine() {
        const Keys from{0, 0, 3, 2, {1, 0, 0, 1, 1, 1}, {1, 1, 1}};
        const Keys to{9, 0, 3, 2, {0, 2, 0, 5, -1, -1}, {1, 1, 1}};
        const std::vector<double> drift = cosineDrift(from, to);
        QCOMPARE(drift.size(), std::size_t(3));
        QVERIFY(std::abs(drift[0] - 1) < 1e-12 && std::abs(drift[1]) < 1e-12 &&
                std::abs(drift[2] - 2) < 1e-12);
        QVERIFY(cosineDrift(from, {9, 0, 1, 2, {1, 0}, {1}}).empty());
        QCOMPARE(spreadSteps({0, 1, 2, 3, 4, 5, 6}, 3), (std::vector<std::int64_t>{0, 3, 6}));
        QCOMPARE(spreadSteps({0, 1}, 3), (std::vector<std::int64_t>{0, 1}));
    }

    void theDriftLegendNamesWhatTurnedFarthest() {
        RunContext model;
        giveSyntheticRun(model);
        GalaxyView view;
        open(view, model);
        GalaxyOptions options = view.options();
        options.coloring = GalaxyColoring::drift;
        view.setOptions(options);
        QTRY_VERIFY(view.shown());
        const Keys first = *model.data()->keysAt(2, model.data()->keySteps(2).front());
        SceneOptions scene;
        scene.coloring = GalaxyColoring::drift;
        scene.drift = cosineDrift(first, *view.shown()->keys);
        const GalaxyScene made = makeScene(*view.shown(), scene);
        const auto farthest = std::max_element(scene.drift.begin(), scene.drift.end());
        const QString name = QStringLiteral("Expert %1:").arg(farthest - scene.drift.begin());
        QVERIFY(made.legend.entries.front().text.startsWith(name));
        QVERIFY(made.legend.title.contains("cosine"));
    }

    void aClickMarksAnExpertAndAMarkTurnsToItsLayer() {
        RunContext model;
        giveSyntheticRun(model);
        GalaxyView view;
        open(view, model);
        QTRY_VERIFY(view.shown());
        QWidget* canvas = view.renderer().widget();
        const GalaxyScene scene =
            makeScene(*view.shown(), {.layer_title = {}, .warning = {}, .theme = lightTheme()});
        const Projector project(view.camera(), canvas->size());
        const QPointF at = project(scene.points[7].position).position();
        const int front = pickPoint(scene, view.camera(), canvas->size(), at).value_or(-1);
        QVERIFY(front >= 0);
        QTest::mouseClick(canvas, Qt::LeftButton, {}, at.toPoint());
        QCOMPARE(*model.selection()->markedExpert(), (ExpertId{2, front}));
        QTest::keyClick(canvas, Qt::Key_PageDown);
        QCOMPARE(*model.selection()->markedExpert(), (ExpertId{2, (front + 1) % 64}));
        QTest::keyClick(canvas, Qt::Key_Escape);
        QVERIFY(!model.selection()->markedExpert());
        model.selection()->markExpert(ExpertId{1, 3});
        QTRY_VERIFY(view.shown() && view.shown()->keys->layer == 1);
    }

    void mouseAndKeyboardMoveTheCamera() {
        RunContext model;
        giveSyntheticRun(model);
        GalaxyView view;
        open(view, model);
        QWidget* canvas = view.renderer().widget();
        const OrbitCamera before = view.camera();
        QTest::keyClick(canvas, Qt::Key_Left);
        QVERIFY(view.camera().yaw != before.yaw);
        QTest::keyClick(canvas, Qt::Key_Plus);
        QVERIFY(view.camera().distance < before.distance);
        QTest::keyClick(canvas, Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(view.camera().pan.x() > 0);
        QTest::keyClick(canvas, Qt::Key_Home);
        QVERIFY(view.camera() == OrbitCamera{});
        QTest::mousePress(canvas, Qt::LeftButton, {}, {100, 100});
        QMouseEvent move(QEvent::MouseMove, QPointF(140, 100),
                         canvas->mapToGlobal(QPoint(140, 100)), Qt::NoButton, Qt::LeftButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(canvas, &move);
        QVERIFY(view.camera().yaw != OrbitCamera{}.yaw);
        QTest::mouseRelease(canvas, Qt::LeftButton, {}, {140, 100});
        QVERIFY(!model.selection()->markedExpert());
    }

    void aLassoAndASearchSelectSeveralExperts() {
        RunContext model;
        giveSyntheticRun(model);
        GalaxyView view;
        open(view, model);
        QTRY_VERIFY(view.shown());
        QWidget* canvas = view.renderer().widget();
        const QRect all = canvas->rect().adjusted(2, 2, -2, -2);
        QTest::mousePress(canvas, Qt::LeftButton, Qt::ControlModifier, all.topLeft());
        for (const QPoint& corner : {all.topRight(), all.bottomRight(), all.bottomLeft()}) {
            QMouseEvent move(QEvent::MouseMove, corner, canvas->mapToGlobal(corner), Qt::NoButton,
                             Qt::LeftButton, Qt::ControlModifier);
            QCoreApplication::sendEvent(canvas, &move);
        }
        QTest::mouseRelease(canvas, Qt::LeftButton, Qt::ControlModifier, all.bottomLeft());
        QCOMPARE(model.selection()->chosen().experts.size(), std::size_t(64));
        QCOMPARE(model.selection()->chosen().layer, 2);
        auto* search = view.findChild<QLineEdit*>();
        QTest::keyClicks(search, "17");
        QCOMPARE(model.selection()->chosen().experts, std::vector<int>{17});
        search->clear();
        QTest::keyClicks(search, "fox");
        QCOMPARE(model.selection()->chosen().experts.size(), std::size_t(64));
        search->clear();
        QTest::keyClicks(search, "zebra");
        QVERIFY(model.selection()->chosen().experts.empty());
    }

    void hoverNamesUsageClusterAndTokens() {
        RunContext model;
        giveSyntheticRun(model);
        GalaxyView view;
        GalaxyOptions options = view.options();
        options.coloring = GalaxyColoring::cluster;
        options.request.with_clusters = true;
        view.setOptions(options);
        open(view, model);
        QTRY_VERIFY(view.shown());
        const QString text = describeKey(*view.shown(), 0, model.data()->expertTokens(2));
        QVERIFY(text.contains("Expert 0 of layer 2"));
        QVERIFY(text.contains("rank 1 of 64"));
        QVERIFY(text.contains("Cluster "));
        QVERIFY2(text.contains(QStringLiteral("\u2423the (120)")), qPrintable(text));
        QVERIFY(describeKey(*view.shown(), 63, nullptr).contains("Never selected"));
        QVERIFY(describeKey(*view.shown(), 64, nullptr).isEmpty());
    }

    /// Equal keys lie on one another and would look like one.
    void saysAtHowManyPlacesEqualKeysLie() {
        Keys keys = *syntheticKeys({}, 0, 40, 1);
        const auto note = [&] {
            return makeScene(layOut(std::make_shared<const Keys>(keys), {}),
                             {.layer_title = {}, .warning = {}, .theme = lightTheme()})
                .note;
        };
        QVERIFY2(!note().contains("distinct points"), qPrintable(note()));
        for (std::size_t expert = 8; expert < 64; ++expert)
            std::copy_n(keys.keys.begin() + (expert % 8) * 32, 32, keys.keys.begin() + expert * 32);
        QVERIFY2(note().contains("; at 8 distinct points"), qPrintable(note()));
    }

    void saysNOfNAndTheVariance() {
        GalaxyLayout layout;
        layout.keys = syntheticKeys({}, 0, 40, 1);
        layout.projection = project(layout.keys->keys, 64, 32, {});
        const GalaxyScene scene =
            makeScene(layout, {.layer_title = "Layer 0", .warning = {}, .theme = lightTheme()});
        QVERIFY2(scene.note.contains("64 of 64 keys"), qPrintable(scene.note));
        QVERIFY2(scene.note.contains("% of the variance"), qPrintable(scene.note));
        const double share = 100 * layout.projection.explained_variance[0];
        QVERIFY(share > 10);
        QCOMPARE(scene.axes[0], QStringLiteral("PC1 (%1 %)").arg(share, 0, 'f', 0));
        QCOMPARE(scene.points.size(), std::size_t(64));
        QCOMPARE(scene.points[63].shape, PointShape::cross);
        QCOMPARE(scene.points[0].shape, PointShape::ball);
        QVERIFY(scene.points[0].radius > scene.points[50].radius);
    }

    void theFigureIsDrawnInVectors() {
        RunContext model;
        giveSyntheticRun(model);
        GalaxyView view;
        open(view, model);
        QTRY_VERIFY(view.shown());
        const QByteArray svg = svgOf(view, {400, 300});
        QVERIFY(!svg.contains("<image"));
        QVERIFY(svg.count("<circle") + svg.count("<ellipse") + svg.count("<path") >= 62);
        QVERIFY(svg.contains("64 of 64 keys"));
    }

    void theLegendCanBeLeftOutAndThatIsRemembered() {
        RunContext model;
        giveSyntheticRun(model);
        {
            GalaxyView view;
            open(view, model);
            QTRY_VERIFY(view.shown());
            QVERIFY(svgOf(view, {400, 300}).contains("Usage (log scale)"));
            const auto actions = view.findChildren<QAction*>();
            const auto legend = std::ranges::find_if(
                actions, [](const QAction* each) { return each->text() == "Show the l&egend"; });
            QVERIFY(legend != actions.end() && (*legend)->isChecked());
            (*legend)->trigger();
            QVERIFY(!svgOf(view, {400, 300}).contains("Usage (log scale)"));
            QVERIFY(svgOf(view, {400, 300}).contains("64 of 64 keys"));
        }
        QVERIFY(!GalaxyView().options().legend);
    }

    void csvHoldsEveryKeyAlsoOfAViewNeverSeen() {
        RunContext model;
        giveSyntheticRun(model);
        GalaxyView view;
        QCOMPARE(view.dataAsCsv().count(u'\n'), 1);
        view.setRun(&model);
        QCOMPARE(view.dataAsCsv().count(u'\n'), 65);
    }

    void theCameraAndColoursAreRemembered() {
        {
            GalaxyView view;
            OrbitCamera camera = view.camera();
            camera.rotate(20, 10);
            view.setCamera(camera);
            GalaxyOptions options = view.options();
            options.coloring = GalaxyColoring::cluster;
            view.setOptions(options);
        }
        GalaxyView view;
        QCOMPARE(view.options().coloring, GalaxyColoring::cluster);
        QVERIFY(std::abs(view.camera().pitch - (OrbitCamera{}.pitch + 10)) < 1e-9);
    }

private:
    static void open(GalaxyView& view, RunContext& model) {
        view.setRun(&model);
        view.resize(640, 520);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view, kPatience));
    }
};

}  // namespace orrery

QTEST_MAIN(orrery::GalaxyViewTest)
#include "galaxy_view_test.moc"
