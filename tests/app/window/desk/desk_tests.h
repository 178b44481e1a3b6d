// SPDX-License-Identifier: GPL-3.0-or-later
// The owners of what the window does, each made without a window. One program tries them all: each
// has a main of its own to link otherwise.
#pragma once
#include <QObject>
#include <memory>

namespace orrery {

std::unique_ptr<QObject> makeConfigDeskTest();
std::unique_ptr<QObject> makeGuardedApplicationTest();
std::unique_ptr<QObject> makeOpenDeskTest();
std::unique_ptr<QObject> makeRunLifecycleTest();
std::unique_ptr<QObject> makeStudyDeskTest();
std::unique_ptr<QObject> makeWindowClosingTest();
std::unique_ptr<QObject> makeWindowStateTest();

}  // namespace orrery
