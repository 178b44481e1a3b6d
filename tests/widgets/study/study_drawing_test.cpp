// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn of a study, and of controls.
#include "widgets/study/study_drawing.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QSvgGenerator>
#include <QTest>
#include <fstream>

#include "core/error.h"
#include "tests/widgets/study/made_study.h"
#include "widgets/palette/color_map.h"
#include "widgets/study/study_snapshot.h"

namespace orrery {

class StudyDrawingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ofNothingThereIsAHintAlone() {
        for (const StudyPicture picture : kAll) {
            const StudyDrawing drawing = studyDrawing(nullptr, {picture}, "nothing is here");
            QVERIFY(drawing.isEmpty());
            QVERIFY(svgOf(drawing).contains("nothing is here"));
            QCOMPARE(studyCsv(nullptr, {picture}), QString("trial,seed,state\n"));
        }
    }

    void ofAPlanThereIsAMapAlone() {
        const MadeStudy made;
        const StudySnapshot plan = StudyReading::plan(made.file(), "tiny", made.out());
        for (const StudyPicture picture : kAll)
            QCOMPARE(studyDrawing(&plan, {picture}, {}).isEmpty(), picture != StudyPicture::map);
        QCOMPARE(namesOf(plan), QStringList("map-val-loss"));
    }

    void everyPictureOfAStudyHasTheNameOfItsFile() {
        const MadeStudy made;
        StudyStore store = made.begin();
        made.addCurve(store, 1, 2);
        StudyReading reading;
        StudySnapshot study = reading.read(made.out());
        QCOMPARE(namesOf(study), QStringList({"map-val-loss", "parallel", "curves"}));
        study.keys = twoClouds();
        QCOMPARE(namesOf(study), QStringList({"map-val-loss", "parallel", "curves", "keys"}));
        for (const auto& [name, drawing] : studyDrawings(study)) {
            const QSizeF size = drawing.figureSize();
            QVERIFY2(size.width() >= 100 && size.height() >= 60, name.c_str());
            QVERIFY2(svgOf(drawing).count("<text") >= 3, name.c_str());
        }
    }

    void aParallelPictureNeedsATrialThatIsDone() {
        const MadeStudy made;
        StudyStore store = made.begin();
        MadeStudy::fail(store, 1, "it broke");
        const StudySnapshot study = StudyReading().read(made.out());
        QCOMPARE(namesOf(study), QStringList("map-val-loss"));
    }

    void theStreamShowsActiveAndFrozenKeysOverTheTrials() {
        const MadeStudy made;
        StudyStore store = beginStream(made);
        MadeStudy::finish(store, 1, 2);
        MadeStudy::finish(store, 2, 2);
        MadeStudy::run(store, 3);
        addStream(made, 1, 4);
        addStream(made, 2, 6);
        addStream(made, 3, 100);  // not done: not counted
        const StudySnapshot study = StudyReading().read(made.out());
        QCOMPARE(study.stream.size(), std::size_t(2));
        QCOMPARE(study.stream[0]->title, QString("active keys"));
        QCOMPARE(study.stream[0]->y[0], 5.0);
        QCOMPARE(study.stream[0]->low[0], 4.0);
        QCOMPARE(study.stream[0]->high[0], 6.0);
        const StudyDrawing drawing = studyDrawing(&study, {StudyPicture::stream}, {});
        const QString svg = svgOf(drawing);
        QVERIFY(drawing.chart->caption.contains("before the key update"));
        for (const char* text : {"a stream of sea", "Tokens read", "active keys", "frozen keys"})
            QVERIFY2(svg.contains(text), text);
        QVERIFY(studyCsv(&study, {StudyPicture::stream})
                    .startsWith("keys,tokens,mean,low,high\nactive keys,100,5,4,6\n"));
        QVERIFY(namesOf(study).contains("stream"));
    }

    void aStudyWithoutAStreamReadsNone() {
        const MadeStudy made;
        StudyStore store = made.begin();
        MadeStudy::finish(store, 1, 2);
        addStream(made, 1, 4);
        QVERIFY(StudyReading().read(made.out()).stream.empty());
    }

    void theCurvesOfAFigureSayWhatTheyCount() {
        const MadeStudy made;
        StudyStore store = made.begin();
        made.addCurve(store, 1, 2);
        made.addCurve(store, 2, 4);
        const StudySnapshot study = StudyReading().read(made.out());
        const StudyDrawing drawing = studyDrawing(&study, {StudyPicture::curves}, {});
        const QString svg = svgOf(drawing);
        for (const char* text : {"study: training loss", "padding", "Step"})
            QVERIFY2(svg.contains(text), text);
        for (const char* text : {"padding excluded", "mean over seeds", "2 of 12 trials done"})
            QVERIFY2(drawing.chart->caption.contains(text), text);
    }

    void everySeedIsADotAndTheMeanABar() {
        StudyDots dots{"t", "c", {"itself", "no_experts", "none"}, {}};
        dots.panels = {{"loss", {{1, 2, 3}, {4}, {}}}, {"bits per byte", {{1, 2}, {2, 2}, {}}}};
        StudyDrawing drawing;
        drawing.dots = dots;
        const QString svg = svgOf(drawing);
        QCOMPARE(svg.count("<circle"), 8);
        QVERIFY(svg.contains("no_experts") && svg.contains("bits per byte"));
        QVERIFY(!svg.contains("nan"));
        // The bar of the mean, and the line of the first row's through all rows.
        const QImage picture = imageOf(drawing);
        QVERIFY(countOf(picture, seriesColor(0, false)) > 50);
        dots.panels[0].values.assign(3, {});
        drawing.dots = dots;
        QVERIFY(!svgOf(drawing).contains("nan"));
        drawing.dots = StudyDots{"t", "c", {}, {}};
        QVERIFY(svgOf(drawing).contains("</svg>"));
    }

    void namesOfManyCellsDoNotOverlap() {
        StudyDots dots{"t", "c", {}, {{"loss", {}}}};
        for (int i = 0; i < 300; ++i) {
            dots.rows.push_back("row" + std::to_string(i));
            dots.panels[0].values.push_back({1.0 * i});
        }
        StudyDrawing drawing;
        drawing.dots = dots;
        const auto names = svgOf(drawing).count("row");
        QVERIFY2(names > 5 && names < 40, qPrintable(QString::number(names)));
    }

    void everyKeyIsAPointInTheColorOfItsCluster() {
        StudyDrawing drawing;
        drawing.keys = twoClouds();
        const QString svg = svgOf(drawing);
        QCOMPARE(svg.count("<circle"), 6);
        QVERIFY(svg.contains("0.01 x small") && svg.contains("UMAP"));
        const QImage picture = imageOf(drawing);
        for (const int cluster : {0, 1})
            QVERIFY(countOf(picture, clusterColor(cluster, false)) > 3);
    }

    void keysAreReadWhereTheyAreAskedFor() {
        const MadeStudy made;
        StudyStore store = made.begin();
        MadeStudy::finish(store, 1, 2, "gone");
        StudyReading reading;
        StudySnapshot study = reading.read(made.out());
        QVERIFY(!study.keys);
        reading.addKeys(study);
        QVERIFY(study.keys && study.keys->clouds.empty());
        QVERIFY(studyDrawing(&study, {StudyPicture::keys}, {}).isEmpty());
    }

    void controlsAreAStudyOfOneAxis() {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        std::ofstream(path / "controls.csv")
            << "control,seed,loss,bits_per_byte\nitself,1,3,1.1\nitself,2,4,1.2\n"
               "no_experts,1,5,1.3\n";
        const StudySnapshot study = StudyReading().read(path);
        QVERIFY(study.controls);
        QCOMPARE(namesOf(study), QStringList("controls"));
        const QString svg = svgOf(studyDrawings(study)[0].second);
        QCOMPARE(svg.count("<circle"), 6);  // loss, and bits per byte
        for (const char* text : {"no_experts", "bits per byte", "validation loss"})
            QVERIFY2(svg.contains(text), text);
        QVERIFY(studyCsv(&study, {StudyPicture::seeds}).contains("no_experts,1,done,5,1.3"));
        std::ofstream(path / "controls.csv") << "control,seed\nitself,x\n";
        QVERIFY_EXCEPTION_THROWN(StudyReading().read(path), Error);
    }

    void aMapOfManyCellsGetsALargerFigure() {
        StudyMap map;
        map.columns.assign(3, "c");
        map.rows.assign(2, "r");
        const QSizeF small = StudyDrawing{.map = map}.figureSize();
        map.columns.assign(9, "c");
        map.rows.assign(30, "r");
        const QSizeF large = StudyDrawing{.map = map}.figureSize();
        QVERIFY(large.width() > small.width() && large.height() > small.height());
        QVERIFY(large.width() <= 500 && large.height() <= 500);
    }

private:
    static constexpr StudyPicture kAll[] = {StudyPicture::map,    StudyPicture::parallel,
                                            StudyPicture::curves, StudyPicture::stream,
                                            StudyPicture::seeds,  StudyPicture::keys};

    static QStringList namesOf(const StudySnapshot& study) {
        QStringList names;
        for (const auto& [name, drawing] : studyDrawings(study))
            names << QString::fromStdString(name);
        return names;
    }
    static KeyClouds twoClouds() {
        const auto cloud = std::make_shared<KeyCloud>(KeyCloud{{1, 0, 0, 1, -1, 0}, {0, 1, 0}, 0});
        return {"made: keys", "UMAP of the keys", 2, {{"0.01 x small", cloud}, {"0.1", cloud}}};
    }
    /// The same study, which reads a stream.
    static StudyStore beginStream(const MadeStudy& made) {
        std::ofstream(made.file(), std::ios::app) << "stream: [sea, village]\n";
        return made.begin();
    }
    static void addStream(const MadeStudy& made, int trial, double loss) {
        Trial named;
        named.number = trial;
        const auto file = trialFolder(made.out(), named.name()).streamFile();
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file) << "keys,tokens,domain,loss\nactive,100,sea," << loss
                            << "\nactive,200,village," << loss << "\nfrozen,100,sea," << loss + 1
                            << "\nfrozen,200,village," << loss + 1 << "\n";
    }
    static QString svgOf(const StudyDrawing& drawing) {
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        QSvgGenerator generator;
        generator.setOutputDevice(&buffer);
        generator.setSize({700, 450});
        QPainter painter(&generator);
        drawing.paint(painter, {700, 450}, {paperTheme()});
        painter.end();
        return QString::fromUtf8(bytes);
    }
    static QImage imageOf(const StudyDrawing& drawing) {
        QImage image(700, 450, QImage::Format_RGB32);
        QPainter painter(&image);
        drawing.paint(painter, image.size(), {paperTheme()});
        painter.end();
        return image;
    }
    static int countOf(const QImage& image, const QColor& color) {
        int count = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                count += image.pixelColor(x, y) == color;
        return count;
    }
};

}  // namespace orrery

QTEST_MAIN(orrery::StudyDrawingTest)
#include "study_drawing_test.moc"
