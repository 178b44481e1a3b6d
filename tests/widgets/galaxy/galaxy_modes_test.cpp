// SPDX-License-Identifier: GPL-3.0-or-later
// How the galaxy can be looked at besides turning it: flat, by other components, labeled, and going
// on with a run.
#include <QSettings>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>
#include <algorithm>

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
