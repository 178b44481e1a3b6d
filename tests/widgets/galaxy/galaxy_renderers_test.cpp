// SPDX-License-Identifier: GPL-3.0-or-later
// Who draws the galaxy: VTK where a graphics card is, else the painter.
#include "widgets/galaxy/render/galaxy_renderers.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "tests/widgets/galaxy/owner_tests.h"

namespace orrery {

class GalaxyRenderersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aCardIsARenderNode() {
        const QTemporaryDir folder;
        const std::filesystem::path devices = folder.path().toStdString();
        QVERIFY(!hasGraphicsCard(devices / "none"));
        QVERIFY(!hasGraphicsCard(devices));
        std::ofstream(devices / "card0") << "";
        QVERIFY(!hasGraphicsCard(devices));
        std::ofstream(devices / "renderD128") << "";
        QVERIFY(hasGraphicsCard(devices));
    }

    void vtkDrawsWhereACardDoes() {
        const QString card = "AMD Radeon Graphics", software = "llvmpipe (LLVM 15, 256 bits)";
        const auto automatic = RendererChoice::automatic;
        QVERIFY(drawsWithVtk(automatic, {true, true, card}));
        QVERIFY(!drawsWithVtk(automatic, {false, true, card}));
        QVERIFY(!drawsWithVtk(automatic, {true, false, card}));
        QVERIFY(!drawsWithVtk(automatic, {true, true, software}));
        QVERIFY(!drawsWithVtk(automatic, {true, true, {}}));
        // Asked for.
        QVERIFY(drawsWithVtk(RendererChoice::vtk, {true, false, software}));
        QVERIFY(!drawsWithVtk(RendererChoice::vtk, {true, true, {}}));
        QVERIFY(!drawsWithVtk(RendererChoice::vtk, {false, true, card}));
        QVERIFY(!drawsWithVtk(RendererChoice::painter, {true, true, card}));
    }
};

std::unique_ptr<QObject> makeGalaxyRenderersTest() {
    return std::make_unique<GalaxyRenderersTest>();
}

}  // namespace orrery

#include "galaxy_renderers_test.moc"
