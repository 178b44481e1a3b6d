// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/galaxy_halves.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "core/error.h"
#include "tests/widgets/galaxy/owner_tests.h"
#include "tests/widgets/synthetic_run.h"
#include "widgets/galaxy/galaxy_beside.h"
#include "widgets/galaxy/scene_maker.h"

namespace orrery {
namespace {

std::shared_ptr<const GalaxyScene> twoKeysAndAQuery() {
    auto scene = std::make_shared<GalaxyScene>();
    for (const double x : {-0.5, 0.5, 0.0})
        scene->points.push_back({{x, 0, 0}, Qt::red, 1, PointShape::ball});
    scene->queries = 1;
    scene->title = "Layer 0";
    return scene;
}

std::shared_ptr<const QueryCloud> oneQuery() {
    auto cloud = std::make_shared<QueryCloud>();
    cloud->places = {{0, 0, 0}};
    cloud->pieces = {"fox"};
    cloud->experts = {{0, 1}};
    return cloud;
}

}  // namespace

class GalaxyHalvesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aFolderThatIsNoRunChangesNothing() {
        QTemporaryDir folder;
        GalaxyHalves halves;
        QSignalSpy changed(&halves, &GalaxyHalves::comparisonChanged);
        QVERIFY_EXCEPTION_THROWN(halves.compareWithRun(folder.path().toStdString()), Error);
        QVERIFY(!halves.compares());
        halves.endComparison();
        QCOMPARE(changed.count(), 0);
    }

    void aComparisonBeginsAndEnds() {
        GalaxyHalves halves;
        QSignalSpy changed(&halves, &GalaxyHalves::comparisonChanged);
        halves.compareWithStep();
        QVERIFY(halves.compares());
        halves.endComparison();
        QVERIFY(!halves.compares());
        QCOMPARE(changed.count(), 2);
    }

    void bothHaveOneCamera() {
        GalaxyHalves halves;
        halves.compareWithStep();
        QSignalSpy turned(&halves, &GalaxyHalves::cameraChanged);
        OrbitCamera camera;
        camera.yaw = 77;
        halves.setCamera(camera);
        QVERIFY(halves.beside().picture().camera() == camera);
        camera.yaw = -5;
        halves.beside().setCamera(camera);
        QVERIFY(halves.camera() == camera);
        QCOMPARE(turned.count(), 2);
    }

    void theSecondMakesItsOwnProjectionOfTheRun() {
        RunContext run;
        giveSyntheticRun(run);
        GalaxyHalves halves;
        QSignalSpy changed(&halves, &GalaxyHalves::besideChanged);
        halves.compareWithStep();
        GalaxyOptions options;
        options.layer = 1;
        halves.beside().follow(run.data(), options, nullptr);
        QTRY_COMPARE(changed.count(), 1);
        QCOMPARE(halves.beside().layout()->keys->step, std::int64_t(200));
        QCOMPARE(halves.beside().layout()->keys->layer, 1);
    }

    void aPointIsTheExpertsThatItStandsFor() {
        QCOMPARE(expertsOfPoint(1, 2, nullptr), std::vector<int>{1});
        QVERIFY(expertsOfPoint(2, 2, nullptr).empty());
        const auto query = oneQuery();
        QCOMPARE(expertsOfPoint(2, 2, query.get()), (std::vector<int>{0, 1}));
        QVERIFY(expertsOfPoint(3, 2, query.get()).empty());
        QCOMPARE(pointsOfExperts({1}, 2, query.get()), (std::vector<int>{1, 2}));
        QVERIFY(pointsOfExperts({}, 2, query.get()).empty());
    }

    void aClickOnAQuerySelectsItsExpertsInEitherHalf() {
        GalaxyHalves halves;
        halves.resize(640, 300);
        halves.setScene(twoKeysAndAQuery(), oneQuery(), "a run");
        halves.compareWithStep();
        halves.setBesideScene(twoKeysAndAQuery(), oneQuery());
        halves.show();
        QVERIFY(QTest::qWaitForWindowExposed(&halves));
        for (QWidget* canvas : {halves.first().widget(), halves.beside().canvas()}) {
            QSignalSpy selected(&halves, &GalaxyHalves::selected);
            const Projector project(halves.camera(), canvas->size());
            QTest::mouseClick(canvas, Qt::LeftButton, {}, project({0, 0, 0}).position().toPoint());
            QCOMPARE(selected.count(), 1);
            QCOMPARE(selected.at(0).at(0).value<std::vector<int>>(), (std::vector<int>{0, 1}));
        }
    }
};

std::unique_ptr<QObject> makeGalaxyHalvesTest() {
    return std::make_unique<GalaxyHalvesTest>();
}

}  // namespace orrery

#include "galaxy_halves_test.moc"
