// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/window/desk/desk_tests.h"

#include <QTest>

#include "app/window/guarded_application.h"
#include "tests/app/window/clean_desk.h"

int main(int count, char** arguments) {
    orrery::GuardedApplication application(count, arguments);
    QApplication::setQuitOnLastWindowClosed(false);
    orrery::nameProgram();
    QCoreApplication::setApplicationName("orrery-owners-test");
    int failed = 0;
    for (const auto make :
         {orrery::makeConfigDeskTest, orrery::makeGuardedApplicationTest, orrery::makeOpenDeskTest,
          orrery::makeRunLifecycleTest, orrery::makeStudyDeskTest, orrery::makeWindowClosingTest,
          orrery::makeWindowStateTest})
        failed += QTest::qExec(make().get(), count, arguments);
    return failed;
}
