// SPDX-License-Identifier: GPL-3.0-or-later
// The owners of what the galaxy view shows, each made without the view. One program tries them all:
// each has a main of its own to link otherwise.
#pragma once
#include <QObject>
#include <memory>

namespace orrery {

std::unique_ptr<QObject> makeCameraBookmarksTest();
std::unique_ptr<QObject> makeCurrentLayoutTest();
std::unique_ptr<QObject> makeFilmPlayerTest();
std::unique_ptr<QObject> makeGalaxyControlsTest();
std::unique_ptr<QObject> makeGalaxyHalvesTest();
std::unique_ptr<QObject> makeGalaxyPictureTest();
std::unique_ptr<QObject> makeGalaxyRenderersTest();
std::unique_ptr<QObject> makeGalaxySearchTest();
std::unique_ptr<QObject> makeLookMemoryTest();
std::unique_ptr<QObject> makeRefinementPaceTest();
std::unique_ptr<QObject> makeSceneFactsTest();

}  // namespace orrery
