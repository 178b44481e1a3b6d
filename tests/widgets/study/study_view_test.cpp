// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/study/study_view.h"

#include <QImage>
#include <QPainter>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <chrono>
#include <filesystem>
#include <fstream>

#include "core/runs/run_database.h"
#include "core/runs/run_folder.h"
#include "core/study/trial_files.h"
#include "widgets/compare/compare_chart.h"
#include "widgets/figure/figure_export.h"
#include "widgets/study/parallel_painter.h"
#include "widgets/study/study_map_painter.h"
#include "widgets/study/trial_table.h"

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
        folder_ = std::make_unique<QTemporaryDir>();
        std::ofstream(path() / "base.yaml") << "model: {d_model: 32, num_heads: 2}\n";
        write("");
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

    void theLastStudyIsOpenAgainAfterARestart() {
        begin();
        QVERIFY(view_->open(out()).isEmpty());
        view_ = std::make_unique<StudyView>();
        show();
        QTRY_VERIFY(view_->feed().snapshot());
        QCOMPARE(view_->folder(), out());
    }

private:
    std::filesystem::path path() const { return folder_->path().toStdString(); }
    std::filesystem::path file() const { return path() / "study.yaml"; }
    std::filesystem::path out() const { return path() / "out"; }
    QPushButton& button() const { return *view_->findChild<QPushButton*>("studyStart"); }

    /// Three points of a logarithmic axis, two sizes, two seeds: twelve trials.
    void write(const std::string& more) const {
        std::ofstream(file())
            << "question: does it matter?\nbase: base.yaml\naxes:\n"
               "  - {key: keys.alpha, log_range: [0.001, 0.1], points: 3}\n"
               "  - {name: size, points: {small: {some: {num_experts: 8}}, large: {some: "
               "{num_experts: 16}}}}\nseeds: 2\nscales:\n  tiny: {train: {max_steps: 5}}\n"
            << more;
    }
    StudyStore begin() const {
        const Study study = loadStudy(file());
        std::filesystem::create_directories(out() / "runs");
        return StudyStore::create(out(), atScale(study, "tiny"), "tiny", planTrials(study, "tiny"));
    }
    static TrialRecord record(StudyStore& store, int trial) {
        TrialRecord found = store.trials()[static_cast<std::size_t>(trial - 1)];
        found.attempts = 1;
        found.started = static_cast<double>(QDateTime::currentSecsSinceEpoch());
        return found;
    }
    static void finish(StudyStore& store, int trial, double loss, const std::string& run = {}) {
        TrialRecord done = record(store, trial);
        done.state = TrialState::done;
        done.objective = done.metrics["val/loss"] = loss;
        done.seconds = 60;
        done.run = run;
        store.update(done);
    }
    static void run(StudyStore& store, int trial) {
        TrialRecord running = record(store, trial);
        running.state = TrialState::running;
        store.update(running);
    }
    static void fail(StudyStore& store, int trial, const std::string& why) {
        TrialRecord failed = record(store, trial);
        failed.state = TrialState::failed;
        failed.problem = why;
        store.update(failed);
    }
    void addCurve(StudyStore& store, int trial, double loss) const {
        const RunFolder folder = createRunFolder(out() / "runs", "trial");
        writeRunConfig(folder, Config{}, {"2026-11-27T14:05:00+0100", "cpu", ""});
        {
            RunDatabase database({folder.databaseFile(), {}, {}});
            for (int step = 1; step <= 20; ++step)
                database.publish(Scalars{step, 1.0 * step, {{"train/loss", loss / step}}});
        }
        finish(store, trial, loss, folder.path.filename().string());
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

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<StudyView> view_;
};

}  // namespace orrery

QTEST_MAIN(orrery::StudyViewTest)
#include "study_view_test.moc"
