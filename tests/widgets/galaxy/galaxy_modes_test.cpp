// SPDX-License-Identifier: GPL-3.0-or-later
// How the galaxy can be looked at besides turning it: flat, by other components, labeled, and going
// on with a run.
#include <QMouseEvent>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "core/analysis/pca.h"
#include "tests/widgets/figure_svg.h"
#include "tests/widgets/synthetic_run.h"
#include "widgets/galaxy/galaxy_view.h"

namespace orrery {

class GalaxyModesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName(QStringLiteral("orrery-tests"));
        QCoreApplication::setApplicationName(QStringLiteral("galaxy-modes"));
    }
    void init() { QSettings().clear(); }

    void aSmallStoreIsRefinedWithEachNewSnapshot() {
        RunContext model;
        FakeRunSource* source = giveSyntheticRun(model);
        GalaxyView view;
        open(view, model);
        QTRY_VERIFY(view.shown());
        GalaxyOptions options = view.options();
        options.request.options.method = ProjectionMethod::umap;
        view.setOptions(options);
        view.compute();
        QTRY_VERIFY(!view.computing() && !view.outOfDate());
        const auto first = view.shown();
        QCOMPARE(first->refined, 0);
        for (const std::int64_t step : {620, 640}) {
            source->snapshots[{2, step}] =
                syntheticKeys({}, 2, step, 0.5 - 0.0005 * static_cast<double>(step - 600));
            source->events.push_back(source->snapshots[{2, step}]);
            model.data()->poll();
            QTRY_COMPARE_WITH_TIMEOUT(view.shown()->keys->step, step, 5 * kPatience);
            QTRY_VERIFY(!view.computing());
        }
        QCOMPARE(view.shown()->refined, 2);
        QCOMPARE(view.shown()->refined_from, std::int64_t(600));
        QVERIFY(view.shown()->seconds > 0 && !view.outOfDate());
        // Aligned: a key is where it was, as far as its neighbors are.
        double product = 0, was = 0, is = 0;
        for (std::size_t i = 0; i < first->projection.points.size(); ++i) {
            const double a = first->projection.points[i], b = view.shown()->projection.points[i];
            product += a * b, was += a * a, is += b * b;
        }
        QVERIFY2(product > 0.8 * std::sqrt(was * is), qPrintable(QString::number(product)));
        const QString note = makeScene(*view.shown(), {.theme = lightTheme()}).note;
        QVERIFY2(note.contains("refined 2 times since step 600, aligned"), qPrintable(note));
        // A figure is of one snapshot alone, so that its command makes it again.
        QVERIFY(!svgOf(view, {400, 300}).contains("refined"));
        // Who asks for it has it anew, too.
        QTest::mouseClick(view.findChild<QToolButton*>("runProjection"), Qt::LeftButton);
        QTRY_VERIFY(!view.computing() && view.shown()->refined == 0);
    }

    void aLargeStoreAndASnapshotThatWasChosenAreNotRefined() {
        const auto with = [&](int experts, std::int64_t step) {
            RunContext run;
            giveSyntheticRun(run, {.layers = 1, .experts = experts, .dimensions = 4});
            QWidget window;
            GalaxyPicture made(&window);
            made.setRun(&run);
            GalaxyOptions options;
            options.request.options.method = ProjectionMethod::umap;
            options.request.options.epochs = 10;
            options.request.options.neighbors = 3;
            options.step = step;
            made.setOptions(options);
            made.compute();
            if (!QTest::qWaitFor(
                    [&] { return made.current().get() && !made.current().computing(); }, kPatience))
                return -1;
            return made.refines() ? 1 : 0;
        };
        QCOMPARE(with(most_refined_keys, -1), 1);
        QCOMPARE(with(most_refined_keys + 1, -1), 0);
        QCOMPARE(with(64, 200), 0);
    }

    void aFlatPictureHasTheComponentsThatWereChosen() {
        RunContext model;
        giveSyntheticRun(model);
        GalaxyView view;
        open(view, model);
        QTRY_VERIFY(view.shown());
        view.findChild<QToolButton*>("flatGalaxy")->click();
        QTRY_COMPARE(view.shown()->projection.dimensions, 2);
        view.findChild<QSpinBox*>("componenty")->setValue(3);
        QCOMPARE(view.options().request.options.components, (std::vector<int>{1, 3}));
        QTRY_COMPARE(view.shown()->request.options.components, (std::vector<int>{1, 3}));
        // What another axis has is exchanged.
        view.findChild<QSpinBox*>("componentx")->setValue(3);
        QCOMPARE(view.options().request.options.components, (std::vector<int>{3, 1}));
        QTRY_COMPARE(view.shown()->request.options.components, (std::vector<int>{3, 1}));
        const Keys& keys = *view.shown()->keys;
        const auto all = principalComponents(keys.keys, keys.experts, keys.dimensions, 3);
        const Projection& shown = view.shown()->projection;
        for (std::size_t i = 0; i < 64; ++i) {
            QVERIFY(std::abs(shown.points[2 * i] * shown.radius - all.scores[3 * i + 2]) < 1e-4);
            QVERIFY(std::abs(shown.points[2 * i + 1] * shown.radius - all.scores[3 * i]) < 1e-4);
        }
        const GalaxyScene scene = makeScene(*view.shown(), {.theme = lightTheme()});
        QVERIFY(scene.flat && scene.axes[2].isEmpty());
        const auto percent = [&](std::size_t component) {
            const double value = 100 * all.explained_variance[component];
            return QString::number(value, 'f', value < 9.95 ? 1 : 0);
        };
        QCOMPARE(scene.axes[0], QString("PC3 (%1 %)").arg(percent(2)));
        QCOMPARE(scene.axes[1], QString("PC1 (%1 %)").arg(percent(0)));
        QVERIFY(svgOf(view, {400, 300}).contains(scene.axes[0].toUtf8()));
        // Dragging moves it, and does not turn it.
        QWidget* canvas = view.renderer().widget();
        const OrbitCamera before = view.camera();
        QTest::keyClick(canvas, Qt::Key_Right);
        QVERIFY(view.camera().yaw == before.yaw && view.camera().pan.x() > before.pan.x());
        view.findChild<QToolButton*>("flatGalaxy")->click();
        QCOMPARE(view.options().request.options.components, (std::vector<int>{3, 1, 2}));
        QTRY_COMPARE(view.shown()->projection.dimensions, 3);
    }

    void thePointsAreLabeledByToken() {
        RunContext model;
        giveSyntheticRun(model);
        GalaxyView view;
        open(view, model);
        QTRY_VERIFY(view.shown());
        const QByteArray token = QStringLiteral("\u2423the").toUtf8();
        QVERIFY(!svgOf(view, {400, 300}).contains(token));
        GalaxyOptions options = view.options();
        options.token_labels = true;
        view.setOptions(options);
        const auto count = svgOf(view, {400, 300}).count(token);
        QVERIFY2(count >= 5 && count < 64, qPrintable(QString::number(count)));
    }

    void aKeyIsDraggedBetweenOthers() {
        RunContext model;
        giveSyntheticRun(model);
        GalaxyView view;
        open(view, model);
        QTRY_VERIFY(view.shown());
        QSignalSpy asked(model.requests(), &Requests::interventionsRequested);
        QWidget* canvas = view.renderer().widget();
        // The places of two keys on the screen, found by their tips.
        const auto placeOf = [&](int key) {
            QSignalSpy hovered(&view.canvas(), &GalaxyCanvas::hovered);
            for (int y = 4; y < canvas->height(); y += 3)
                for (int x = 4; x < canvas->width(); x += 3) {
                    QMouseEvent move(QEvent::MouseMove, QPointF(x, y),
                                     canvas->mapToGlobal(QPoint(x, y)), Qt::NoButton, Qt::NoButton,
                                     Qt::NoModifier);
                    QCoreApplication::sendEvent(canvas, &move);
                    if (!hovered.isEmpty() && hovered.back()[0].toInt() == key) return QPoint(x, y);
                }
            return QPoint(-1, -1);
        };
        const QPoint from = placeOf(5), to = placeOf(9);
        QVERIFY(from.x() > 0 && to.x() > 0);
        const auto drag = [&] {
            QTest::mousePress(canvas, Qt::LeftButton, {}, from);
            QMouseEvent move(QEvent::MouseMove, to, canvas->mapToGlobal(to), Qt::NoButton,
                             Qt::LeftButton, Qt::NoModifier);
            QCoreApplication::sendEvent(canvas, &move);
            QTest::mouseRelease(canvas, Qt::LeftButton, {}, to);
        };
        const OrbitCamera camera = view.camera();
        for (QToolButton* button : view.findChildren<QToolButton*>())
            if (button->text() == u"Move keys") button->setChecked(true);
        drag();
        QVERIFY(view.camera() == camera);
        QCOMPARE(asked.size(), 1);
        const auto made = asked[0][0].value<Interventions>();
        QCOMPARE(made.size(), std::size_t(1));
        QCOMPARE(made[0].kind, InterventionKind::moveKey);
        QCOMPARE(made[0].expert, 5);
        QCOMPARE(made[0].layer, view.options().layer);
        // It lies nearer to where it was dropped than before.
        const Keys& keys = *view.shown()->keys;
        const auto width = static_cast<std::size_t>(keys.dimensions);
        double before = 0, after = 0;
        for (std::size_t d = 0; d < width; ++d) {
            const double target = keys.keys[9 * width + d];
            before += std::pow(keys.keys[5 * width + d] - target, 2);
            after += std::pow(made[0].key[d] - target, 2);
        }
        QVERIFY2(after < before, qPrintable(QString("%1 %2").arg(after).arg(before)));
        for (QToolButton* button : view.findChildren<QToolButton*>())
            if (button->text() == u"Move keys") button->setChecked(false);
        drag();
        QVERIFY(view.camera() != camera);
        QCOMPARE(asked.size(), 1);
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

QTEST_MAIN(orrery::GalaxyModesTest)
#include "galaxy_modes_test.moc"
