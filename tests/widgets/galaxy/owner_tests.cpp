// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/galaxy/owner_tests.h"

#include <QApplication>
#include <QTest>

int main(int count, char** arguments) {
    QApplication application(count, arguments);
    QApplication::setQuitOnLastWindowClosed(false);
    QCoreApplication::setOrganizationName(QStringLiteral("orrery-tests"));
    QCoreApplication::setApplicationName(QStringLiteral("galaxy-owners"));
    int failed = 0;
    for (const auto make :
         {orrery::makeCameraBookmarksTest, orrery::makeCurrentLayoutTest,
          orrery::makeFilmPlayerTest, orrery::makeGalaxyControlsTest, orrery::makeGalaxyHalvesTest,
          orrery::makeGalaxyPictureTest, orrery::makeGalaxyRenderersTest,
          orrery::makeGalaxySearchTest, orrery::makeLookMemoryTest, orrery::makeRefinementPaceTest,
          orrery::makeSceneFactsTest})
        failed += QTest::qExec(make().get(), count, arguments);
    return failed;
}
