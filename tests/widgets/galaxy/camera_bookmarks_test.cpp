// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/camera_bookmarks.h"

#include <QAction>
#include <QMenu>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QWidget>
#include <fstream>

#include "core/error.h"
#include "tests/widgets/galaxy/owner_tests.h"
#include "widgets/figure/flow_row.h"
#include "widgets/galaxy/controls/galaxy_menus.h"

namespace orrery {

class CameraBookmarksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aCameraIsKeptUnderItsNameWithTheRun() {
        const QTemporaryDir folder;
        const std::filesystem::path run = folder.path().toStdString();
        QVERIFY(readBookmarks(run).empty());
        keepBookmark(run, {"front", {10, 20, 3, {0.5, -0.25}}});
        keepBookmark(run, {"back, from above", {-170, 60, 4, {}}});
        keepBookmark(run, {"front", {12, 20, 3, {0.5, -0.25}}});  // instead of the first
        const auto kept = readBookmarks(run);
        QCOMPARE(kept.size(), std::size_t(2));
        QCOMPARE(kept[0].name, QString("front"));
        QVERIFY(kept[0].camera == (OrbitCamera{12, 20, 3, {0.5, -0.25}}));
        removeBookmark(run, "front");
        removeBookmark(run, "nobody");
        QCOMPARE(readBookmarks(run).size(), std::size_t(1));
        QCOMPARE(readBookmarks(run)[0].name, QString("back, from above"));
    }

    void aRunWithoutAFolderKeepsNoneAndADamagedFileHasNone() {
        keepBookmark({}, {"front", {}});
        QVERIFY(readBookmarks({}).empty());
        QVERIFY_EXCEPTION_THROWN(keepBookmark("/dev/null/run", {"front", {}}), Error);
        const QTemporaryDir folder;
        const std::filesystem::path run = folder.path().toStdString();
        std::filesystem::create_directories(run / "views");
        std::ofstream(run / "views" / "cameras.json")
            << R"([{"name": "a", "distance": 1e9}, {}, 3])";
        QCOMPARE(readBookmarks(run).size(), std::size_t(1));
        QCOMPARE(readBookmarks(run)[0].camera.distance, 40.0);
        std::ofstream(run / "views" / "cameras.json") << "[{";
        QVERIFY(readBookmarks(run).empty());
    }

    void aNameInALookStandsForItsNumbers() {
        const QTemporaryDir folder;
        const std::filesystem::path run = folder.path().toStdString();
        keepBookmark(run, {"left, low", {10, -20, 3, {0.5, 0}}});
        QCOMPARE(withNamedCamera({"layer=1", "camera=left%2C%20low"}, run),
                 QStringList({"layer=1", "camera=10:-20:3:0.5:0"}));
        QCOMPARE(withNamedCamera({"camera=1%3A2%3A3%3A4%3A5"}, run),
                 QStringList({"camera=1:2:3:4:5"}));
        QCOMPARE(withNamedCamera({"camera=right"}, run), QStringList({"camera=right"}));
    }

    void theMenuGoesToACamera() {
        const QTemporaryDir folder;
        const std::filesystem::path run = folder.path().toStdString();
        keepBookmark(run, {"front & back", {10, 20, 3, {}}});
        QWidget window;
        auto* row = new FlowRow;
        OrbitCamera shown;
        addCameraMenu(*row, {[&] { return run; }, [&] { return shown; },
                             [&](const OrbitCamera& camera) { shown = camera; }, &window});
        window.setLayout(row);
        QMenu* menu = window.findChild<QToolButton*>("galaxyCameras")->menu();
        Q_EMIT menu->aboutToShow();
        QAction* first = menu->actions().constFirst();
        QCOMPARE(first->text(), QString("front && back"));
        first->trigger();
        QVERIFY(shown == (OrbitCamera{10, 20, 3, {}}));
        for (QAction* action : menu->actions())
            if (action->menu()) action->menu()->actions().constFirst()->trigger();
        QVERIFY(readBookmarks(run).empty());
    }
};

std::unique_ptr<QObject> makeCameraBookmarksTest() {
    return std::make_unique<CameraBookmarksTest>();
}

}  // namespace orrery

#include "camera_bookmarks_test.moc"
