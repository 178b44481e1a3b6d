// SPDX-License-Identifier: GPL-3.0-or-later
// What the galaxy shows besides the keys of one step: a second galaxy, the queries of a text, and
// the look that is kept with a run.
#include "widgets/galaxy/galaxy_beside.h"

#include <QDir>
#include <QPainter>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "core/error.h"
#include "core/runs/database/run_database.h"
#include "tests/core/runs/run_support.h"
#include "tests/widgets/synthetic_run.h"
#include "widgets/figure/look_words.h"
#include "widgets/galaxy/camera_bookmarks.h"
#include "widgets/galaxy/galaxy_view.h"

namespace orrery {
namespace {

/// As many queries as keys, each on the key of its number, in every layer.
std::shared_ptr<const TextQueries> queriesOnKeys(int count) {
    auto made = std::make_shared<TextQueries>();
    made->step = 600;
    RoutedText& text = made->text;
    text.experts = 64;
    text.top_k = 1;
    text.pieces = {"\u2581fox"};
    text.token_ids.assign(static_cast<std::size_t>(count), 0);
    for (int layer = 0; layer < 4; ++layer) {
        RoutedLayer routed;
        const SharedKeys keys = syntheticKeys({}, layer, 600, 1.6 / 3);
        routed.queries.assign(keys->keys.begin(), keys->keys.begin() + count * 32);
        for (int i = 0; i < count; ++i)
            routed.selected.push_back(i);
        text.layers.push_back(routed);
    }
    return made;
}

}  // namespace

class GalaxyBesideTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName(QStringLiteral("orrery-tests"));
        QCoreApplication::setApplicationName(QStringLiteral("galaxy-beside"));
    }
    void init() {
        QSettings().clear();
        giveSyntheticRun(model_);
        view_ = std::make_unique<GalaxyView>();
        open(*view_);
    }
    void cleanup() { view_.reset(); }

    void anotherStepStandsBesideThroughOneCamera() {
        view_->showStepBeside();
        GalaxyBeside& beside = view_->beside();
        QTRY_VERIFY(beside.layout());
        QCOMPARE(beside.layout()->keys->step, std::int64_t(200));
        QCOMPARE(view_->shown()->keys->step, std::int64_t(600));
        QTest::keyClick(beside.canvas(), Qt::Key_Left);
        QVERIFY(view_->camera().yaw != OrbitCamera{}.yaw);
        QSignalSpy turned(&beside, &GalaxyBeside::cameraChanged);
        QTest::keyClick(view_->renderer().widget(), Qt::Key_Left);
        QCOMPARE(turned.count(), 1);
        // It goes on from the first picture: mirrored onto it.
        double product = 0;
        for (std::size_t i = 0; i < view_->shown()->projection.points.size(); i += 3)
            product += double(view_->shown()->projection.points[i]) *
                       beside.layout()->projection.points[i];
        QVERIFY(product > 0);
        beside.setStep(400);
        QTRY_COMPARE(beside.layout()->keys->step, std::int64_t(400));
        view_->closeBeside();
        QVERIFY(beside.isHidden());
    }

    void bothAreInTheFigureAndInTheData() {
        const QString alone = view_->dataAsCsv();
        const QImage one = figure();
        view_->showStepBeside();
        QTRY_VERIFY(view_->beside().layout());
        QCOMPARE(view_->dataAsCsv().count(u'\n'), 2 * alone.count(u'\n') - 1);
        QVERIFY(view_->dataAsCsv().contains("synthetic,2,200,PCA,0,"));
        QVERIFY(figure() != one);
        SceneOptions options{.theme = lightTheme()};
        QVERIFY(!makeScene(*view_->shown(), options).apart);
        options.apart = true;  // as halves are
        QVERIFY(makeScene(*view_->shown(), options).apart);
    }

    void anotherLayerIsShownOnBothSides() {
        view_->showStepBeside();
        QTRY_VERIFY(view_->beside().layout());
        GalaxyOptions options = view_->options();
        options.layer = 1;
        view_->setOptions(options);
        QTRY_VERIFY(view_->beside().layout() && view_->beside().layout()->keys->layer == 1);
    }

    void anotherRunIsOpenedFromItsFolder() {
        QTemporaryDir folder;
        QVERIFY_EXCEPTION_THROWN(view_->showRunBeside(folder.path().toStdString()), Error);
        QVERIFY(view_->beside().isHidden());
        const std::filesystem::path run = storedRun(folder.path().toStdString());
        view_->showRunBeside(run);
        QTRY_VERIFY(view_->beside().layout());
        QCOMPARE(view_->beside().layout()->keys->experts, 24);
        QVERIFY(view_->beside().isOtherRun());
        // The run on show goes: so does what stood beside it.
        giveSyntheticRun(model_);
        QVERIFY(view_->beside().isHidden());
    }

    void queriesLieAmongTheKeysByTheSameMap() {
        model_.requests()->deliverQueries(queriesOnKeys(5));
        const auto cloud = placeQueries(*view_->shown(), *model_.requests()->queries());
        QVERIFY(cloud);
        for (std::size_t i = 0; i < 5; ++i) {
            const float* key = view_->shown()->projection.points.data() + 3 * i;
            QVERIFY(std::abs(cloud->places[i].x - key[0]) < 1e-4);
            QVERIFY(std::abs(cloud->places[i].z - key[2]) < 1e-4);
        }
        QVERIFY2(cloud->note.contains("5 of 5 tokens") && cloud->note.contains("same map"),
                 qPrintable(cloud->note));
        QVERIFY(describeQuery(*cloud, 3).contains(QStringLiteral("\u2423fox")));
        QVERIFY(describeQuery(*cloud, 3).contains("experts 3"));
        QVERIFY(describeQuery(*cloud, 5).isEmpty());
        QTRY_VERIFY(view_->dataAsCsv().contains(QStringLiteral("\u2423fox\n")));
        QCOMPARE(view_->dataAsCsv().count(u'\n'), 65 + 5);
        SceneOptions options{.theme = lightTheme()};
        options.queries = cloud;
        options.query_labels = true;
        const GalaxyScene scene = makeScene(*view_->shown(), options);
        QCOMPARE(scene.keys(), 64);
        QCOMPARE(scene.points.back().shape, PointShape::square);
        QCOMPARE(scene.labels.size(), std::size_t(5));
        QCOMPARE(scene.legend.entries.back().text, QString("Queries of the text: 5"));
    }

    void aClickOnAQuerySelectsTheExpertsOfItsToken() {
        model_.requests()->deliverQueries(queriesOnKeys(64));
        QTRY_VERIFY(view_->dataAsCsv().count(u'\n') > 65);
        QTest::qWait(20);
        // Page Down goes through the keys alone.
        QTest::keyClick(view_->renderer().widget(), Qt::Key_PageUp);
        QCOMPARE(model_.selection()->chosen().experts, std::vector<int>{63});
        const QWidget* canvas = view_->renderer().widget();
        const float* key = view_->shown()->projection.points.data() + 3 * 9;
        const QPointF at =
            Projector(view_->camera(), canvas->size())({key[0], key[1], key[2]}).position();
        QTest::mouseClick(view_->renderer().widget(), Qt::LeftButton, {}, at.toPoint());
        QCOMPARE(model_.selection()->chosen().experts.size(), std::size_t(1));
        QVERIFY(model_.selection()->chosen().experts.front() < 64);
    }

    void queriesOfAnotherShapeAreNotShownAndTheCaptionTellsTheRule() {
        auto other = std::make_shared<TextQueries>(*queriesOnKeys(2));
        other->text.experts = 32;
        QVERIFY(!placeQueries(*view_->shown(), *other));
        GalaxyLayout layout = *view_->shown();
        layout.projection.explained_variance.clear();  // as of UMAP
        const auto cloud = placeQueries(layout, *queriesOnKeys(2));
        auto older = *queriesOnKeys(2);
        older.stand_in = "step-000060 is damaged";
        QVERIFY(placeQueries(layout, older)->note.endsWith("step-000060 is damaged"));
        QVERIFY2(cloud->note.contains("5 nearest keys"), qPrintable(cloud->note));
    }

    void aFailureToAskIsSaidInThePicture() {
        QSignalSpy asked(model_.requests(), &Requests::queriesRequested);
        model_.requests()->requestQueries("a fox");
        QCOMPARE(asked.count(), 1);
        model_.requests()->requestQueries("  ");
        QCOMPARE(asked.count(), 1);
        model_.requests()->failQueries("no checkpoint yet");
        QVERIFY(!model_.requests()->queries());
    }

    void theLookIsKeptWithTheRun() {
        QTemporaryDir folder;
        GalaxyOptions wanted;
        {
            RunContext model;
            giveSyntheticRun(model)->run_info.folder = folder.path().toStdString();
            GalaxyView view;
            view.setRun(&model);
            wanted = view.options();
            wanted.layer = 1;
            wanted.step = 400;
            wanted.coloring = GalaxyColoring::token;
            wanted.labels = true;
            wanted.token_labels = true;
            wanted.query_labels = false;
            wanted.request.options.dimensions = 2;
            wanted.request.options.components = {1, 4};
            wanted.request.options.metric = DistanceMetric::cosine;
            wanted.request.options.method = ProjectionMethod::tsne;
            wanted.request.options.perplexity = 12;
            view.setOptions(wanted);
            view.setCamera({70, -12, 6, {0.25, -0.5}});
        }
        QVERIFY(QFile::exists(folder.filePath("views/galaxy.json")));
        QSettings().clear();
        RunContext model;
        giveSyntheticRun(model)->run_info.folder = folder.path().toStdString();
        GalaxyView view;
        view.setRun(&model);
        QVERIFY(view.options() == wanted);
        QVERIFY(view.camera() == (OrbitCamera{70, -12, 6, {0.25, -0.5}}));
        // Another run has its own, and looking alone writes nothing.
        QTemporaryDir other;
        auto source = std::make_unique<FakeRunSource>();
        source->run_info = syntheticInfo({});
        source->run_info.folder = other.path().toStdString();
        model.data()->setSource(std::move(source));
        QTest::qWait(10);
        QVERIFY(!QFile::exists(other.filePath("views/galaxy.json")));
    }

    void theWordsOfALookAreReadAgain() {
        GalaxyLook look;
        look.options.step = 40;
        look.options.layer = 1;
        look.options.token_labels = true;
        look.options.query_labels = false;
        look.options.request.options.dimensions = 2;
        look.options.request.options.components = {1, 3};
        look.camera = {70, -12, 0.4, {3.25, -0.5}};
        QVERIFY(lookOf(look).contains("components=1:3") && lookOf(look).contains("flat"));
        const auto again = [](const GalaxyLook& what) {
            LookWords words(lookOf(what));
            const GalaxyLook read = lookFrom(words, 3);
            return words.unknown().isEmpty() && read.options == what.options &&
                   read.camera == what.camera;
        };
        QVERIFY(again(look));
        look.options.request.options = {};
        look.options.request.options.method = ProjectionMethod::umap;
        look.options.request.options.metric = DistanceMetric::cosine;
        QVERIFY(lookOf(look).contains("metric=cosine") && again(look));
        LookWords wrong({"components=1:2"});  // of three axes
        lookFrom(wrong, 3);
        QCOMPARE(wrong.unknown(), QString("components=1:2"));
    }

    void aNamedCameraIsOfTheRun() {
        QTemporaryDir folder;
        RunContext model;
        giveSyntheticRun(model)->run_info.folder = folder.path().toStdString();
        GalaxyView view;
        view.setRun(&model);
        keepBookmark(folder.path().toStdString(), {"from below", {12, -30, 3, {0.1, 0.2}}});
        QCOMPARE(view.setLook({"camera=from%20below"}), QString());
        QVERIFY(view.camera() == (OrbitCamera{12, -30, 3, {0.1, 0.2}}));
        QCOMPARE(view.setLook({"camera=from above"}), QString("camera=from above"));
    }

    void theMetricOfUmapIsInTheCaption() {
        GalaxyLayout layout = *view_->shown();
        layout.request.options.method = ProjectionMethod::umap;
        const auto note = [&] { return makeScene(layout, {.theme = lightTheme()}).note; };
        QVERIFY(!note().contains("cosine"));
        layout.request.options.metric = DistanceMetric::cosine;
        QVERIFY2(note().contains("min. distance 0.1, cosine distance, seed 1"), qPrintable(note()));
        GalaxyRequest other = layout.request;
        other.options.metric = DistanceMetric::euclidean;
        QVERIFY(!(other == layout.request));
    }

    void aDamagedLookIsPassedOver() {
        QTemporaryDir folder;
        const std::filesystem::path run = folder.path().toStdString();
        GalaxyLook look;
        look.camera.yaw = 5;
        QVERIFY(!readLook(run, look));
        std::filesystem::create_directories(run / "views");
        std::ofstream(run / "views" / "galaxy.json") << "{ \"yaw\": ";
        QVERIFY(!readLook(run, look));
        QCOMPARE(look.camera.yaw, 5.0);
        std::ofstream(run / "views" / "galaxy.json")
            << R"({"layer": -3, "distance": 1e9, "color": "of the sky", "clusters": 99})";
        QVERIFY(readLook(run, look));
        QCOMPARE(look.options.layer, 0);
        QCOMPARE(look.camera.distance, 40.0);
        QCOMPARE(look.options.coloring, GalaxyColoring::usage);
        QCOMPARE(look.options.request.clusters, 32);
        QVERIFY_EXCEPTION_THROWN(writeLook("/dev/null/run", look), Error);
    }

    void aGuildHasItsFilm() {
        view_->showFilmOf(1, {4, 9});
        QVERIFY(view_->hasFilm());
        QCOMPARE(view_->options().layer, 1);
        QCOMPARE(model_.selection()->chosen().experts, (std::vector<int>{4, 9}));
        QTRY_COMPARE(view_->film().frames().size(), std::size_t(3));
        QVERIFY(view_->hasFilm());
    }

    void theFilmIsMadeAVideoWhereFfmpegIs() {
        QTemporaryDir tools;
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", tools.path().toUtf8() + ":/usr/bin:/bin");
        view_->startFilm();
        QTRY_COMPARE(view_->film().frames().size(), std::size_t(3));
        program(tools.filePath("ffmpeg"), "for last; do :; done; echo \"$@\" > \"$last\"");
        QTemporaryDir folder;
        view_->exportFilm(folder.path().toStdString(), {320, 240});
        QFile film(folder.filePath("film.mp4"));
        QVERIFY(film.open(QIODevice::ReadOnly));
        QVERIFY(film.readAll().contains("frame-%04d.png"));
        program(tools.filePath("ffmpeg"), "exit 3");
        QVERIFY_EXCEPTION_THROWN(view_->exportFilm(folder.path().toStdString(), {320, 240}), Error);
        QVERIFY(QFile::exists(folder.filePath("frame-0002.png")));
        qputenv("PATH", path);
    }

private:
    void open(GalaxyView& view) {
        view.setRun(&model_);
        view.resize(900, 520);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view, kPatience));
        QTRY_VERIFY(view.shown());
    }
    QImage figure() const {
        QImage image(600, 400, QImage::Format_RGB32);
        QPainter painter(&image);
        view_->paintFigure(painter, image.size());
        return image;
    }
    static void program(const QString& file, const QString& body) {
        QFile script(file);
        QVERIFY(script.open(QIODevice::WriteOnly | QIODevice::Truncate));
        script.write("#!/bin/sh\n" + body.toUtf8() + "\n");
        script.close();
        script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    static std::filesystem::path storedRun(const std::filesystem::path& runs) {
        const RunFolder folder = test::makeRun(runs, "other");
        const SharedKeys keys = syntheticKeys({.experts = 24}, 2, 50, 0.5);
        Config config = readRunConfig(folder);
        config.some.num_experts = keys->experts;
        config.model.d_model = keys->dimensions;
        writeRunConfig(folder, config, {"2026-11-27T14:05:00+0100", "cpu", ""});
        RunDatabase database({folder.databaseFile(), {}, {}});
        database.publish(keys);
        database.flush();
        return folder.path;
    }

    RunContext model_;
    std::unique_ptr<GalaxyView> view_;
};

}  // namespace orrery

QTEST_MAIN(orrery::GalaxyBesideTest)
#include "galaxy_beside_test.moc"
