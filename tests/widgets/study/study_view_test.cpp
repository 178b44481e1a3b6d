// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/study/study_view.h"

#include <QImage>
#include <QPainter>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>
#include <chrono>
#include <filesystem>
#include <fstream>

#include "core/error.h"
#include "tests/widgets/study/made_study.h"
#include "widgets/compare/compare_chart.h"
#include "widgets/figure/figure_export.h"
#include "widgets/python_plot.h"
#include "widgets/study/parallel_painter.h"
#include "widgets/study/study_map_painter.h"
#include "widgets/study/trial_table.h"
#include "widgets/study/verdict_table.h"

namespace orrery {

class StudyViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName(QStringLiteral("orrery-tests"));
        QCoreApplication::setApplicationName(QStringLiteral("study"));
    }
    void init() {
        QSettings().clear();
        made_ = std::make_unique<MadeStudy>();
        view_ = std::make_unique<StudyView>();
        view_->setStudiesFolder(path() / "studies");
        view_->resize(900, 800);
    }
    void cleanup() { view_.reset(); }

    void withoutAStudyItSaysWhatToDo() {
        show();
        QTRY_VERIFY(view_->canvas().drawing().hint.contains("Open a study file"));
        QVERIFY(!button().isEnabled());
    }

    void whatIsNoStudyIsRefusedAndTheOpenOneStays() {
        show();
        open(file());
        QVERIFY(!view_->open(path()).isEmpty());
        std::ofstream(path() / "bad.yaml") << "base: base.yaml\naxes:\n  - {key: keys.alhpa}\n";
        QVERIFY(view_->open(path() / "bad.yaml").contains("keys.alhpa"));
        QTRY_VERIFY(view_->stateText().contains("keys.alhpa"));
        QCOMPARE(view_->feed().snapshot()->trials.size(), std::size_t(12));
    }

    void aFileShowsItsPlanAndAsksToBeStarted() {
        show();
        open(file());
        QCOMPARE(view_->trials().rowCount(), 12);
        QVERIFY(view_->feed().snapshot()->planned);
        QTRY_VERIFY(view_->stateText().contains("0 of 12 trials done"));
        QSignalSpy started(view_.get(), &StudyView::startRequested);
        button().click();
        QCOMPARE(started.size(), 1);
        const auto start = started[0][0].value<StudyStart>();
        QCOMPARE(start.folder, path() / "studies" / "study-tiny");
        QCOMPARE(start.scale, std::string("tiny"));
        view_->setActivity(StudyActivity::running);
        QSignalSpy paused(view_.get(), &StudyView::pauseRequested);
        button().click();
        QCOMPARE(paused.size(), 1);
    }

    void theMapFillsInWhileTrialsEnd() {
        StudyStore store = begin();
        show();
        open(out());
        const StudyMap empty = *view_->canvas().drawing().map;
        QCOMPARE(empty.rows.size(), std::size_t(3));
        QCOMPARE(empty.columns, (std::vector<std::string>{"small", "large"}));
        QVERIFY(std::isnan(empty.values[0]));
        finish(store, 1, 2.5);
        run(store, 3);
        QTRY_COMPARE(view_->canvas().drawing().map->values[0], 2.5);
        QTRY_COMPARE(view_->canvas().drawing().map->texts[1], std::string("training"));
        QTRY_VERIFY(view_->stateText().contains("1 of 12 trials done, 1 training"));
        QVERIFY2(view_->stateText().contains("left"), qPrintable(view_->stateText()));
        finish(store, 2, 3.5);
        QTRY_COMPARE(view_->canvas().drawing().map->values[0], 3.0);
        fail(store, 12, "the disk is full");
        QTRY_COMPARE(view_->canvas().drawing().map->texts[5], std::string("failed"));
        QVERIFY(view_->verdictText().contains("Best val/loss"));
        QCOMPARE(view_->verdicts().rowCount(), 1);  // no prediction: the best point
        QVERIFY(view_->tables().isTabVisible(1));
        view_->tables().setCurrentIndex(1);
        QVERIFY(view_->dataAsCsv().startsWith("prediction,result,value,low,high,p,finding\n"));
    }

    void aSecondWriteAtTheSameTimeIsSeenToo() {
        StudyStore store = begin();
        const auto now = std::filesystem::file_time_type::clock::now() + std::chrono::minutes(1);
        const auto tick = [&] {
            for (const char* file : {"study.db", "study.db-wal"})
                if (std::filesystem::exists(out() / file))
                    std::filesystem::last_write_time(out() / file, now);
        };
        finish(store, 1, 2.5);
        tick();
        show();
        open(out());
        QTRY_COMPARE(view_->canvas().drawing().map->values[0], 2.5);
        finish(store, 2, 3.5);
        tick();
        QTRY_COMPARE(view_->canvas().drawing().map->values[0], 3.0);
    }

    void aHiddenViewReadsNothing() {
        StudyStore store = begin();
        show();
        open(out());
        view_->hide();
        QTRY_VERIFY(!view_->feed().reading());
        const auto before = view_->feed().snapshot();
        finish(store, 1, 2.5);
        QTest::qWait(1300);
        QCOMPARE(view_->feed().snapshot(), before);
        view_->show();
        QTRY_VERIFY(view_->feed().snapshot() != before);
    }

    void logAxesAreLogarithmicAndFailedTrialsHaveTheirLane() {
        StudyStore store = begin();
        for (int trial = 1; trial <= 11; ++trial)
            finish(store, trial, 2 + 0.1 * trial);
        fail(store, 12, "it broke");
        show();
        open(out());
        view_->setPicture(StudyPicture::parallel);
        QTRY_VERIFY(view_->canvas().drawing().parallel.has_value());
        const ParallelPicture& picture = *view_->canvas().drawing().parallel;
        QVERIFY(picture.axes[0].logarithmic && !picture.axes[1].logarithmic);
        QCOMPARE(picture.lines.size(), std::size_t(12));
        const ParallelLayout layout(picture, view_->canvas().size(), view_->canvas().font());
        const double low = layout.axes[0].place(0.001), middle = layout.axes[0].place(0.01),
                     high = layout.axes[0].place(0.1);
        QVERIFY(std::abs((low + high) / 2 - middle) < 1e-6);
        QVERIFY(picture.lines[11].failed);
        QCOMPARE(layout.line(picture.lines[11]).back().y(), layout.lane);
        for (const UprightAxis& axis : layout.axes)
            QVERIFY(axis.foot < layout.lane);
        // The lane is drawn, and only when something failed.
        const QImage with = figureImage(*view_, {});
        QVERIFY(countOf(with, paperTheme().warning) > 20);
        store.requeueFailed();
        QVERIFY(countOf(figureImage(*view_, {}), paperTheme().warning) == 0);
    }

    void failedTrialsCanBeTriedAgainWhenAllAreOver() {
        StudyStore store = begin();
        for (int trial = 1; trial <= 11; ++trial)
            finish(store, trial, 2);
        fail(store, 12, "it broke");
        show();
        open(out());
        QTRY_VERIFY(button().text().contains("Retry"));
        QSignalSpy started(view_.get(), &StudyView::startRequested);
        button().click();
        QVERIFY(started[0][0].value<StudyStart>().retry_failed);
        finish(store, 12, 2);
        QTRY_VERIFY(!button().isEnabled());
    }

    void aDoubleClickOnATrialOpensItsRun() {
        StudyStore store = begin();
        const RunFolder folder = createRunFolder(out() / "runs", "trial-0003");
        run(store, 3);
        show();
        open(out());
        QSignalSpy opened(view_.get(), &StudyView::openRequested);
        const StudyMapLayout layout(*view_->canvas().drawing().map, view_->canvas().size(),
                                    view_->canvas().font());
        QTest::mouseDClick(&view_->canvas(), Qt::LeftButton, {}, layout.cell(1).center().toPoint());
        QCOMPARE(opened.size(), 1);
        QCOMPARE(opened[0][0].toString(), QString::fromStdString(folder.path.string()));
        QVERIFY(view_->canvas().describe(layout.cell(1).center()).contains("Trial 3, seed 1"));
        QTest::mouseDClick(&view_->canvas(), Qt::LeftButton, {}, layout.cell(0).center().toPoint());
        QCOMPARE(opened.size(), 1);
    }

    void curvesShowTheSpreadOverSeeds() {
        StudyStore store = begin();
        addCurve(store, 1, 2);
        addCurve(store, 2, 4);
        show();
        open(out());
        view_->setPicture(StudyPicture::curves);
        QTRY_COMPARE(view_->chart().curves().size(), std::size_t(1));
        const CompareCurve& curve = *view_->chart().curves()[0];
        QCOMPARE(curve.title, QString("alpha = 0.001, size = small"));
        QCOMPARE(curve.y[0], 3.0);
        QCOMPARE(curve.low[0], 2.0);
        QCOMPARE(curve.high[0], 4.0);
        QVERIFY(view_->dataAsCsv().contains("\n\"alpha = 0.001, size = small\",1,3,2,4\n"));
    }

    void everyPictureIsAFigureWithItsNumbersAlsoWhileNobodyLooks() {
        StudyStore store = begin();
        for (int trial = 1; trial <= 4; ++trial)
            finish(store, trial, 2 + 0.1 * trial);
        addCurve(store, 5, 2);
        QVERIFY(view_->open(out()).isEmpty());
        for (const auto picture :
             {StudyPicture::map, StudyPicture::parallel, StudyPicture::curves}) {
            view_->setPicture(picture);
            const QByteArray pdf = figureBytes(*view_, FigureFormat::pdf, {});
            QVERIFY(pdf.startsWith("%PDF"));
            QVERIFY2(!pdf.contains("/Subtype /Image"), "vectors only");
            QVERIFY(view_->dataAsCsv().count('\n') > 4);
        }
        view_->setPicture(StudyPicture::map);
        QVERIFY(view_->dataAsCsv().contains("0.001,small,2.150000,0.070711,2,0,0"));
        view_->setPicture(StudyPicture::parallel);
        QVERIFY(view_->dataAsCsv().contains("1,0.001,small,1,done,2.1,"));
    }

    void theVerdictIsAFigureToo() {
        std::ofstream(made_->file(), std::ios::app)
            << "verdict:\n  - {rule: difference, of: val/loss, at: {size: large}, than: {size: "
               "small},"
               " expect: smaller}\n  - {rule: best, of: val/loss, along: keys.alpha, expect: "
               "inside}\n";
        QCOMPARE(view_->open(made_->file()), QString());
        QCOMPARE(view_->setLook({"verdict"}), QString());
        QVERIFY2(!view_->figureFault().isEmpty(), "nothing was trained");
        StudyStore store = begin();
        for (int trial = 1; trial <= 12; ++trial)
            finish(store, trial, 2 + 0.1 * (trial % 3));
        QVERIFY(view_->open(out()).isEmpty());
        QCOMPARE(view_->figureFault(), QString());
        QCOMPARE(view_->figureArguments(), QStringList({"--look", "verdict"}));
        QVERIFY(figureBytes(*view_, FigureFormat::pdf, {}).startsWith("%PDF"));
        const QByteArray svg = figureBytes(*view_, FigureFormat::svg, {});
        for (const char* word : {"Prediction", "size = large", "95 % interval"})
            QVERIFY2(svg.contains(word), word);
        QVERIFY(figureBytes(*view_, FigureFormat::png, {}).size() > 1000);
        const QStringList rows = view_->dataAsCsv().split('\n', Qt::SkipEmptyParts);
        QCOMPARE(rows.size(), 3);
        QCOMPARE(rows[0], QString("prediction,result,value,low,high,p,finding"));
        QCOMPARE(view_->pythonPlot().script, QString("tables"));
        QCOMPARE(view_->pythonPlot().csv.count('\n'), 3);
    }

    void ofAStudyThatCannotBeReadThereIsNoFigure_data() {
        QTest::addColumn<QByteArray>("damage");
        QTest::newRow("labels") << QByteArray("UPDATE trials SET labels = '[]' WHERE number = 2");
        QTest::newRow("no labels") << QByteArray("UPDATE trials SET labels = 'x'");
        QTest::newRow("state") << QByteArray("UPDATE trials SET state = 'dozing'");
        QTest::newRow("text") << QByteArray("UPDATE meta SET value = 'axes: [' WHERE key = 'text'");
        QTest::newRow("table") << QByteArray("DROP TABLE trials");
    }
    void ofAStudyThatCannotBeReadThereIsNoFigure() {
        QFETCH(QByteArray, damage);
        begin();
        QCOMPARE(view_->open(out()), QString());
        QCOMPARE(view_->figureFault(), QString());
        made_->damage(damage.constData());
        QVERIFY(!view_->figureFault().isEmpty());
        const auto png = path() / "x.png";
        QVERIFY_EXCEPTION_THROWN(exportFigure(*view_, png, {}), Error);
        QVERIFY_EXCEPTION_THROWN(exportData(*view_, path() / "x.csv"), Error);
        QVERIFY_EXCEPTION_THROWN(figureImage(*view_, {}), Error);
        QVERIFY(!std::filesystem::exists(png));
        QVERIFY(!std::filesystem::exists(path() / "x.csv"));
        show();
        QTRY_COMPARE(view_->stateText(), view_->figureFault());
    }

    void whatHasNothingToDrawYetIsNoFigureEither() {
        begin();
        QCOMPARE(view_->open(out()), QString());
        QCOMPARE(view_->figureFault(), QString());  // a map of cells that wait
        const std::pair<StudyPicture, QString> reasons[] = {
            {StudyPicture::parallel, "No trial has finished yet"},
            {StudyPicture::curves, "No trial has a training curve yet"},
            {StudyPicture::stream, "no stream"},
            {StudyPicture::seeds, "No trial has finished yet"},
            {StudyPicture::keys, "No trial has finished yet"}};
        for (const auto& [picture, reason] : reasons) {
            view_->setPicture(picture);
            QVERIFY2(view_->figureFault().contains(reason), qPrintable(view_->figureFault()));
            QVERIFY_EXCEPTION_THROWN(exportFigure(*view_, path() / "x.svg", {}), Error);
        }
        QVERIFY(!std::filesystem::exists(path() / "x.svg"));
    }

    void keysAreProjectedWhenTheirPictureIsChosenAndOnce() {
        StudyStore store = begin();
        finish(store, 1, 2);
        show();
        open(out());
        QVERIFY(!view_->feed().snapshot()->keys);
        view_->setPicture(StudyPicture::keys);
        QTRY_VERIFY(view_->feed().snapshot()->keys);
        QTRY_VERIFY(view_->canvas().drawing().hint.contains("No trial has key snapshots"));
    }

    void theControlsOfAConfigurationOpenToo() {
        std::filesystem::create_directories(path() / "controls");
        std::ofstream(path() / "controls/controls.csv")
            << "control,seed,loss,bits_per_byte\nitself,1,3,1.1\nno_experts,1,5,1.3\n";
        show();
        open(path() / "controls");
        QVERIFY(view_->stateText().contains("2 of 2 trials done"));
        QVERIFY(!button().isEnabled());
        view_->setPicture(StudyPicture::seeds);
        QTRY_VERIFY(view_->canvas().drawing().dots.has_value());
        QVERIFY(view_->dataAsCsv().contains("no_experts"));
    }

    void aStudyThatCanBeReadAgainTakesTheReasonAway() {
        begin();
        made_->damage("UPDATE trials SET state = 'dozing' WHERE number = 1");
        show();
        QCOMPARE(view_->open(out()), QString());
        QTRY_VERIFY(view_->stateText().contains("dozing"));
        QVERIFY(!button().isEnabled());
        made_->damage("UPDATE trials SET state = 'queued' WHERE number = 1");
        QTRY_VERIFY(view_->stateText().contains("0 of 12 trials done"));
        QVERIFY(button().isEnabled());
    }

    void whyItCouldNotGoOnStaysWhileItIsReadOn() {
        StudyStore store = begin();
        show();
        open(out());
        view_->setFault("no program");
        QTRY_COMPARE(view_->stateText(), QString("no program"));
        finish(store, 1, 2.5);
        QTRY_COMPARE(view_->canvas().drawing().map->values[0], 2.5);
        QCOMPARE(view_->stateText(), QString("no program"));
        button().click();  // and goes with the next start
        QTRY_VERIFY(view_->stateText().contains("1 of 12 trials done"));
    }

    void aTrialWithoutARunSaysSo() {
        begin();
        show();
        open(out());
        QSignalSpy opened(view_.get(), &StudyView::openRequested);
        Q_EMIT view_->canvas().trialActivated(4);
        QTRY_VERIFY(view_->stateText().contains("Trial 4 has no run yet"));
        Q_EMIT view_->canvas().trialActivated(99);
        QVERIFY(opened.isEmpty());
    }

    void itsPictureHasAWordForTheCommandLine() {
        QVERIFY(view_->figureArguments().isEmpty());
        QCOMPARE(view_->setLook({"curves"}), QString());
        QCOMPARE(view_->picture(), StudyPicture::curves);
        QCOMPARE(view_->figureArguments(), QStringList({"--look", "curves"}));
        QCOMPARE(view_->setLook({"pretty"}), QString("pretty"));
        QCOMPARE(view_->picture(), StudyPicture::curves);
        for (const char* word : {"objective=1", "objective=0", "objective=x", "part=1", "part"})
            QCOMPARE(view_->setLook({word}), QString(word));  // no study is open
        begin();
        QCOMPARE(view_->open(out()), QString());
        QCOMPARE(view_->setLook({"seeds", "objective=1"}), QString());
        QCOMPARE(view_->figureArguments(), QStringList({"--look", "seeds"}));
        QCOMPARE(view_->setLook({"map", "objective=2"}), QString("objective=2"));
    }

    void theLastStudyIsOpenAgainAfterARestart() {
        begin();
        QVERIFY(view_->open(out()).isEmpty());
        view_ = std::make_unique<StudyView>();
        show();
        QTRY_VERIFY(view_->feed().snapshot());
        QCOMPARE(view_->folder(), out());
    }

private:
    std::filesystem::path path() const { return made_->path(); }
    std::filesystem::path file() const { return made_->file(); }
    std::filesystem::path out() const { return made_->out(); }
    QPushButton& button() const { return *view_->findChild<QPushButton*>("studyStart"); }
    StudyStore begin() const { return made_->begin(); }
    static void finish(StudyStore& store, int trial, double loss) {
        MadeStudy::finish(store, trial, loss);
    }
    static void run(StudyStore& store, int trial) { MadeStudy::run(store, trial); }
    static void fail(StudyStore& store, int trial, const char* why) {
        MadeStudy::fail(store, trial, why);
    }
    void addCurve(StudyStore& store, int trial, double loss) const {
        made_->addCurve(store, trial, loss);
    }
    void show() const {
        view_->show();
        QVERIFY(QTest::qWaitForWindowExposed(view_.get(), kPatience));
    }
    void open(const std::filesystem::path& what) const {
        QCOMPARE(view_->open(what), QString());
        QTRY_VERIFY(view_->feed().snapshot() && view_->trials().rowCount() > 0);
        QTRY_VERIFY(view_->canvas().drawing().map.has_value());
    }
    static int countOf(const QImage& image, const QColor& color) {
        int count = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                count += image.pixelColor(x, y) == color;
        return count;
    }

    std::unique_ptr<MadeStudy> made_;
    std::unique_ptr<StudyView> view_;
};

}  // namespace orrery

QTEST_MAIN(orrery::StudyViewTest)
#include "study_view_test.moc"
