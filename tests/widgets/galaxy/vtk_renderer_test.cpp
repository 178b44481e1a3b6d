// SPDX-License-Identifier: GPL-3.0-or-later
// The galaxy drawn by VTK, on OpenGL in software, against the projection that the painter uses.
#include <QOpenGLWidget>
#include <QSettings>
#include <QTest>

#include "tests/widgets/synthetic_run.h"
#include "widgets/galaxy/galaxy_beside.h"
#include "widgets/galaxy/galaxy_view.h"
#include "widgets/galaxy/galaxy_words.h"
#include "widgets/galaxy/render/galaxy_renderer.h"
#include "widgets/galaxy/render/galaxy_renderers.h"
#include "widgets/galaxy/render/galaxy_scene.h"
#include "widgets/galaxy/render/painter_renderer.h"
#include "widgets/galaxy/render/scene_shade.h"
#include "widgets/galaxy/scene_maker.h"

namespace orrery {
namespace {

const QColor kColors[] = {QColor(255, 0, 0), QColor(0, 170, 0), QColor(0, 0, 255),
                          QColor(200, 0, 200)};

/// Far from each other, a shape each.
std::shared_ptr<GalaxyScene> fourPoints() {
    auto scene = std::make_shared<GalaxyScene>();
    const Vec3 places[] = {{0.7, 0.1, 0.2}, {-0.6, 0.5, -0.4}, {0.1, -0.6, 0.5}, {-0.5, -0.3, 0.6}};
    const PointShape shapes[] = {PointShape::ball, PointShape::diamond, PointShape::square,
                                 PointShape::ball};
    for (int i = 0; i < 4; ++i)
        scene->points.push_back({places[i], kColors[i], 1.5, shapes[i]});
    return scene;
}

struct Blob {
    QPointF center;
    int pixels = 0;
};

/// Pixels that are of the hue of `color`, faded or shaded as they may be.
Blob blobOf(const QImage& image, const QColor& color) {
    double x = 0, y = 0;
    Blob blob;
    for (int row = 0; row < image.height(); ++row)
        for (int column = 0; column < image.width(); ++column) {
            const QColor pixel = image.pixelColor(column, row);
            const int apart = std::abs(pixel.hue() - color.hue());
            if (pixel.saturation() < 90 || std::min(apart, 360 - apart) > 12) continue;
            x += column + 0.5, y += row + 0.5;
            ++blob.pixels;
        }
    blob.center = QPointF(x, y) / std::max(blob.pixels, 1);
    return blob;
}

}  // namespace

class VtkRendererTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName(QStringLiteral("orrery-tests"));
        QCoreApplication::setApplicationName(QStringLiteral("vtk-renderer"));
        QVERIFY2(hasVtkRenderer(), "the module is not beside this test");
        QVERIFY2(!openGlName().isEmpty(), "the X server has no OpenGL");
    }
    void init() {
        setRendererChoice(RendererChoice::vtk);
        window_ = std::make_unique<QWidget>();
        renderer_ = makeGalaxyRenderer(window_.get());
        canvas_ = qobject_cast<QOpenGLWidget*>(renderer_->widget());
    }
    void cleanup() {
        window_.reset();
        QSettings().clear();
    }

    void softwareIsDrawnByThePainterUnlessAskedFor() {
        QVERIFY(canvas_ != nullptr);
        setRendererChoice(RendererChoice::automatic);
        QVERIFY(openGlName().contains(QStringLiteral("llvmpipe")));
        QWidget parent;
        QVERIFY(dynamic_cast<PainterRenderer*>(makeGalaxyRenderer(&parent)) != nullptr);
        setRendererChoice(RendererChoice::painter);
        QVERIFY(dynamic_cast<PainterRenderer*>(makeGalaxyRenderer(&parent)) != nullptr);
    }

    void theChoiceIsKept() {
        QCOMPARE(rendererChoice(), RendererChoice::vtk);
        setRendererChoice(RendererChoice::painter);
        QCOMPARE(rendererChoice(), RendererChoice::painter);
        QSettings().setValue(QStringLiteral("galaxy/renderer"), QStringLiteral("chalk"));
        QCOMPARE(rendererChoice(), RendererChoice::automatic);
    }

    void aViewIsUsedAsWithThePainter() {
        RunContext model;
        giveSyntheticRun(model);
        GalaxyView view;
        view.setRun(&model);
        view.resize(640, 520);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view, kPatience));
        QWidget* canvas = view.renderer().widget();
        QVERIFY(qobject_cast<QOpenGLWidget*>(canvas) != nullptr);
        view.compute();
        QTRY_VERIFY(view.shown());
        const OrbitCamera before = view.camera();
        QTest::keyClick(canvas, Qt::Key_Left);
        QVERIFY(view.camera().yaw != before.yaw);
        const GalaxyScene scene =
            makeScene(*view.shown(), {.layer_title = {}, .warning = {}, .theme = lightTheme()});
        const QPointF at =
            Projector(view.camera(), canvas->size())(scene.points[7].position).position();
        const auto front = pickPoint(scene, view.camera(), canvas->size(), at);
        QVERIFY(front.has_value());
        QTest::mouseClick(canvas, Qt::LeftButton, {}, at.toPoint());
        QCOMPARE(model.selection()->chosen().experts, std::vector<int>{*front});
        view.grab().save(qEnvironmentVariable("ORRERY_TEST_HOME") + QStringLiteral("/vtk.png"));
    }

    void halvesLookAsWithThePainter_data() {
        QTest::addColumn<bool>("flat");
        QTest::newRow("in space") << false;
        QTest::newRow("flat") << true;
    }
    void halvesLookAsWithThePainter() {
        const bool flat = fetched<bool>("flat");
        QList<QImage> pictures;
        for (const RendererChoice choice : {RendererChoice::vtk, RendererChoice::painter}) {
            setRendererChoice(choice);
            RunContext model;
            giveSyntheticRun(model);
            GalaxyView view;
            view.setRun(&model);
            GalaxyOptions options = view.options();
            options.request.options.dimensions = flat ? 2 : 3;
            options.token_labels = true;
            view.setOptions(options);
            view.resize(900, 520);
            view.show();
            QVERIFY(QTest::qWaitForWindowExposed(&view, kPatience));
            QTRY_VERIFY(view.shown() && !view.computing());
            view.showStepBeside();
            QTRY_VERIFY(view.beside().layout() && !view.beside().computing());
            QTest::qWait(300);  // until the painter's picture is at rest
            QCOMPARE(qobject_cast<QOpenGLWidget*>(view.renderer().widget()) != nullptr,
                     choice == RendererChoice::vtk);
            pictures << view.grab().toImage().convertToFormat(QImage::Format_RGB32);
            pictures.last().save(qEnvironmentVariable("ORRERY_TEST_HOME") +
                                 QStringLiteral("/halves-%1-%2.png").arg(flat).arg(int(choice)));
        }
        const auto far = [](const QImage& image) {
            return image.scaled(90, 52, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
        };
        const double apart = difference(far(pictures[0]), far(pictures[1]));
        QImage white = far(pictures[0]);
        white.fill(lightTheme().background);
        const double all = difference(far(pictures[0]), white);
        qInfo("mean difference of a channel: %.2f, to an empty picture %.2f", apart, all);
        QVERIFY2(apart < 0.25 * all, qPrintable(QString::number(apart / all)));
    }

    void pointsLieWhereThePainterPutsThem_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<double>("yaw");
        QTest::addColumn<double>("pitch");
        QTest::addColumn<double>("distance");
        QTest::addColumn<QPointF>("pan");
        QTest::addColumn<bool>("flat");
        QTest::addColumn<bool>("apart");
        const bool no = false, yes = true;
        QTest::newRow("wide") << QSize(700, 400) << 32.0 << 22.0 << 4.2 << QPointF() << no << no;
        QTest::newRow("tall") << QSize(360, 600) << -70.0 << -35.0 << 4.2 << QPointF() << no << no;
        QTest::newRow("moved") << QSize(600, 400) << 150.0 << 60.0 << 6.0 << QPointF(0.2, -0.15)
                               << no << no;
        QTest::newRow("near") << QSize(600, 600) << 5.0 << -5.0 << 3.4 << QPointF(-0.05, -0.05)
                              << no << no;
        QTest::newRow("flat") << QSize(640, 400) << 70.0 << 50.0 << 4.0 << QPointF() << yes << no;
        QTest::newRow("flat, tall, moved")
            << QSize(360, 600) << 70.0 << 50.0 << 5.0 << QPointF(0.1, -0.2) << yes << no;
        QTest::newRow("beside words")
            << QSize(520, 500) << 32.0 << 22.0 << 4.2 << QPointF() << no << yes;
        QTest::newRow("flat beside words")
            << QSize(420, 560) << 0.0 << 0.0 << 4.2 << QPointF(0.05, 0.05) << yes << yes;
    }
    void pointsLieWhereThePainterPutsThem() {
        QFETCH(QSize, size);
        OrbitCamera camera;
        camera.yaw = fetched<double>("yaw");
        camera.pitch = fetched<double>("pitch");
        camera.distance = fetched<double>("distance");
        camera.pan = fetched<QPointF>("pan");
        const auto scene = fourPoints();
        scene->flat = fetched<bool>("flat");
        scene->apart = fetched<bool>("apart");
        if (scene->apart) scene->title = QStringLiteral("A title over the whole picture");
        if (scene->apart) scene->legend.entries = {{Qt::gray, QStringLiteral("keys"), {}}};
        const QImage image = shown(scene, camera, {}, size);
        const OrbitCamera seen = cameraOf(*scene, camera, size, {canvas_->font(), canvas_});
        QCOMPARE(seen.share < 1 || seen.pan != camera.pan, scene->apart);
        const Projector project(seen, size);
        for (int i = 0; i < 4; ++i) {
            const ScreenPoint at = project(scene->points[static_cast<std::size_t>(i)].position);
            const Blob blob = blobOf(image, kColors[i]);
            const double apart = QLineF(blob.center, at.position()).length();
            QVERIFY2(
                blob.pixels > 20 && apart < 1.5,
                qPrintable(QStringLiteral("point %1: %2 pixels, %3 apart, at %4 %5, drawn %6 %7")
                               .arg(i)
                               .arg(blob.pixels)
                               .arg(apart)
                               .arg(at.x)
                               .arg(at.y)
                               .arg(blob.center.x())
                               .arg(blob.center.y())));
        }
        const double radius =
            screenRadius(scene->points[0], project(scene->points[0].position).size);
        const int pixels = blobOf(image, kColors[0]).pixels;
        const double ideal = 3.14159 * radius * radius;
        QVERIFY2(pixels > 0.75 * ideal && pixels < 1.3 * ideal,
                 qPrintable(QStringLiteral("%1 pixels of %2").arg(pixels).arg(ideal)));
    }

    void whatIsNearerCoversWhatIsFarther() {
        auto scene = std::make_shared<GalaxyScene>();
        OrbitCamera camera;
        camera.yaw = camera.pitch = 0;  // looks along z
        scene->points.push_back({{0, 0, 0.8}, kColors[0], 3, PointShape::ball});
        scene->points.push_back({{0, 0, -0.8}, kColors[2], 3, PointShape::ball});
        const QImage image = shown(scene, camera, {}, {400, 400});
        QVERIFY(blobOf(image, kColors[0]).pixels > 100);
        QCOMPARE(blobOf(image, kColors[2]).pixels, 0);
        camera.yaw = 180;
        const QImage behind = shown(scene, camera, {}, {400, 400});
        QCOMPARE(blobOf(behind, kColors[0]).pixels, 0);
        QVERIFY(blobOf(behind, kColors[2]).pixels > 100);
    }

    void whatIsNotSelectedIsGreyed() {
        const auto scene = fourPoints();
        GalaxyMarks marks;
        marks.selected = {0};
        const QImage image = shown(scene, {}, marks, {500, 400});
        const Projector project(OrbitCamera(), image.size());
        for (const std::size_t flat : {1U, 2U}) {  // which are not shaded
            const ScreenPoint at = project(scene->points[flat].position);
            const QColor pixel = image.pixelColor(at.position().toPoint());
            const QColor expected = shownColor(*scene, flat, at, {}, marks);
            QVERIFY2(std::abs(pixel.red() - expected.red()) < 4 &&
                         std::abs(pixel.green() - expected.green()) < 4 &&
                         std::abs(pixel.blue() - expected.blue()) < 4,
                     qPrintable(pixel.name() + u' ' + expected.name()));
            QVERIFY(expected != shownColor(*scene, flat, at, {}, {}));
        }
    }

    void theBackgroundIsTheThemesAndAnEmptySceneDrawsNothing() {
        auto scene = std::make_shared<GalaxyScene>();
        scene->theme.background = QColor(20, 30, 40);
        const QImage image = shown(scene, {}, {}, {300, 200});
        QCOMPARE(image.pixelColor(150, 100), QColor(20, 30, 40));
        QCOMPARE(image.pixelColor(5, 5), QColor(20, 30, 40));
    }

    void aFloatingDockKeepsThePicture() {
        const auto scene = fourPoints();
        const QImage before = shown(scene, {}, {}, {400, 300});
        window_->hide();
        canvas_->setParent(nullptr);  // another top-level window: another context
        canvas_->resize(400, 300);
        canvas_->show();
        QVERIFY(QTest::qWaitForWindowExposed(canvas_, kPatience));
        const Blob was = blobOf(before, kColors[0]);
        const Blob is = blobOf(canvas_->grabFramebuffer(), kColors[0]);
        QVERIFY(QLineF(was.center, is.center).length() < 1);
        canvas_->setParent(window_.get());
    }

private:
    /// Mean over pixels and channels.
    static double difference(const QImage& one, const QImage& other) {
        double sum = 0;
        for (int y = 0; y < one.height(); ++y)
            for (int x = 0; x < one.width(); ++x) {
                const QColor a = one.pixelColor(x, y), b = other.pixelColor(x, y);
                sum += std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) +
                       std::abs(a.blue() - b.blue());
            }
        return sum / (3.0 * one.width() * one.height());
    }

    template <typename T>
    static T fetched(const char* name) {
        return *static_cast<T*>(QTest::qData(name, qMetaTypeId<T>()));
    }
    QImage shown(const std::shared_ptr<GalaxyScene>& scene, const OrbitCamera& camera,
                 const GalaxyMarks& marks, const QSize& size) {
        renderer_->setScene(scene);
        renderer_->setCamera(camera);
        renderer_->setMarks(marks);
        window_->resize(size);
        canvas_->resize(size);
        window_->show();
        if (!QTest::qWaitForWindowExposed(window_.get(), kPatience)) return {};
        return canvas_->grabFramebuffer().convertToFormat(QImage::Format_RGB32);
    }

    std::unique_ptr<QWidget> window_;
    GalaxyRenderer* renderer_ = nullptr;
    QOpenGLWidget* canvas_ = nullptr;
};

}  // namespace orrery

QTEST_MAIN(orrery::VtkRendererTest)
#include "vtk_renderer_test.moc"
