// SPDX-License-Identifier: GPL-3.0-or-later
// What a study says of itself, and its pictures, without a view around them.
#include <QComboBox>
#include <QImage>
#include <QPainter>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <QTranslator>
#include <cmath>

#include "core/error.h"
#include "tests/widgets/study/made_study.h"
#include "widgets/compare/compare_chart.h"
#include "widgets/figure/flow_row.h"
#include "widgets/study/finding_words.h"
#include "widgets/study/study_pictures_panel.h"
#include "widgets/study/study_status.h"
#include "widgets/study/trial_table.h"
#include "widgets/study/verdict_table.h"

namespace orrery {

class StudyPartsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName(QStringLiteral("orrery-tests"));
        QCoreApplication::setApplicationName(QStringLiteral("study-parts"));
    }
    void init() {
        QSettings().clear();
        made_ = std::make_unique<MadeStudy>();
    }

    void aDamagedStudyIsNotReadInPart() {
        const char* damages[] = {"UPDATE trials SET labels = '[\"0.001\", \"small\", \"third\"]'",
                                 "UPDATE trials SET labels = '[7, 8]'",
                                 "UPDATE meta SET value = 'huge' WHERE key = 'scale'",
                                 "UPDATE meta SET value = '' WHERE key = 'text'",
                                 "PRAGMA user_version = 99"};
        for (const char* damage : damages) {
            made_ = std::make_unique<MadeStudy>();
            made_->begin();
            QVERIFY(!StudyReading().read(made_->out()).trials.empty());
            made_->damage(damage);
            QVERIFY_EXCEPTION_THROWN(StudyReading().read(made_->out()), Error);
        }
        QVERIFY_EXCEPTION_THROWN(StudyReading().read(made_->path()), Error);
    }

    void ofTrialsWhoseRunIsGoneThereIsNoCurve() {
        StudyStore store = made_->begin();
        made_->addCurve(store, 1, 2);
        MadeStudy::finish(store, 2, 4, "gone");
        MadeStudy::run(store, 3);  // it has not written anything yet
        const StudySnapshot study = snapshot();
        QCOMPARE(study.curves.size(), std::size_t(1));
        QVERIFY(study.curves[0]->low.empty());  // of one seed there is no band
        QCOMPARE(study.cells_with_curves, std::size_t(2));
    }

    void aStudyIsOverWhenNothingWaits() {
        StudyStore store = made_->begin();
        QVERIFY(!isOver(snapshot()));
        for (int trial = 1; trial <= 11; ++trial)
            MadeStudy::finish(store, trial, 2);
        MadeStudy::run(store, 12);
        QVERIFY(!isOver(snapshot()) && !canRetry(snapshot()));
        MadeStudy::fail(store, 12, "no disk");
        QVERIFY(isOver(snapshot()) && canRetry(snapshot()));
        MadeStudy::finish(store, 12, 2);
        QVERIFY(isOver(snapshot()) && !canRetry(snapshot()));
        StudySnapshot nothing;
        QVERIFY(!isOver(nothing));  // a search before its first trial
        StudySnapshot plan = StudyReading::plan(made_->file(), "tiny", made_->out());
        QVERIFY(plan.planned && !isOver(plan));
        QVERIFY_EXCEPTION_THROWN(StudyReading::plan(made_->file(), "huge", made_->out()), Error);
    }

    void itsStateCountsWhatBecameOfTheTrials() {
        StudyStore store = made_->begin();
        QCOMPARE(studyStateText(snapshot(), 0), QString("study (tiny): 0 of 12 trials done"));
        for (int trial = 1; trial <= 3; ++trial)
            MadeStudy::finish(store, trial, 2);
        MadeStudy::fail(store, 4, "no disk");
        QCOMPARE(studyStateText(snapshot(), 0),
                 QString("study (tiny): 3 of 12 trials done, 1 failed"));
        MadeStudy::run(store, 5);
        const double now = static_cast<double>(QDateTime::currentSecsSinceEpoch());
        const QString state = studyStateText(snapshot(), now);
        QVERIFY2(state.startsWith("study (tiny): 3 of 12 trials done, 1 training, 1 failed; "),
                 qPrintable(state));
        QVERIFY(state.endsWith("left"));
        TrialRecord pruned = MadeStudy::record(store, 6);
        pruned.state = TrialState::pruned;
        store.update(pruned);
        QVERIFY(studyStateText(snapshot(), now).contains(", 1 pruned"));
    }

    void thereIsNoVerdictBeforeAnythingIsTrained() {
        const StudySnapshot plan = StudyReading::plan(made_->file(), "tiny", made_->out());
        QCOMPARE(studyVerdictText(plan), QString("does it matter?"));
        QCOMPARE(studyVerdictText({}), QString());
        StudyStore store = made_->begin();
        MadeStudy::finish(store, 1, 2.5);
        const QString verdict = studyVerdictText(snapshot());
        QVERIFY2(verdict.startsWith("does it matter?\n") && verdict.contains("2.5"),
                 qPrintable(verdict));
    }

    void whatARuleFoundIsGerman() {
        QTranslator words;
        QVERIFY(words.load(QStringLiteral(ORRERY_TRANSLATIONS "/orrery_de.qm")));
        const std::string english =
            "val/loss at beta = 0.01 against beta = 0: -0.01 ± 0.02 over 9 pairs in 3 cells, "
            "within seed noise, no more than 0.05 larger (one-sided tests: ± 0.01)";
        QCOMPARE(findingText(english), QString::fromStdString(english));
        QCoreApplication::installTranslator(&words);
        QCOMPARE(findingText(english),
                 QString("val/loss bei beta = 0.01 gegen beta = 0: -0.01 ± 0.02 über 9 Paare in 3 "
                         "Zellen, innerhalb des Rauschens der Startwerte, nicht mehr als 0.05 "
                         "größer (einseitige Tests: ± 0.01)"));
        QCOMPARE(findingText("gini along E: rank correlation 0.9, p = 0.01"),
                 QString("gini entlang E: Rangkorrelation 0.9, p = 0.01"));
        QCoreApplication::removeTranslator(&words);
    }

    void theVerdictIsATable() {
        Study study;
        study.verdict = {{.rule = "difference",
                          .of = "val/loss",
                          .at = {{"b", "y"}},
                          .than = {{"b", "x"}},
                          .expect = "smaller"},
                         {.rule = "trend", .of = "gini", .along = "E", .expect = "rises"},
                         {.rule = "best", .of = "val/loss", .along = "E", .expect = "64"}};
        using enum Finding::Judgement;
        Finding held{"smaller", "it is", as_predicted},
            failed{"falls", "it does", not_as_predicted},
            unknown{"", "too few", Finding::Judgement::open};
        held.value = -0.125;
        held.low = -0.25;
        held.high = -0.0625;
        failed.value = -0.5;
        failed.p_value = 0.01;
        VerdictTable table;
        table.setFindings(study, {held, failed, unknown});
        const auto text = [&](int row, int column) {
            return table.index(row, column).data().toString();
        };
        QCOMPARE(text(0, VerdictTable::prediction),
                 QString("difference: val/loss at b = y against b = x → smaller"));
        QCOMPARE(text(0, VerdictTable::result), QString("held"));
        QCOMPARE(text(0, VerdictTable::value), QString("-0.125"));
        QCOMPARE(text(0, VerdictTable::interval), QString("-0.25 to -0.0625"));
        QCOMPARE(text(1, VerdictTable::result), QString("failed"));
        QCOMPARE(text(1, VerdictTable::interval), QString("p = 0.01"));
        QCOMPARE(text(2, VerdictTable::result), QString("open"));
        QCOMPARE(text(2, VerdictTable::value), QString("–"));
        QCOMPARE(table.summary(), QString("Predictions: 1 held, 1 failed, 1 open"));
        QVERIFY2(table.csv().contains("→ smaller,held,-0.125,-0.25,-0.0625,,it is\n"),
                 qPrintable(table.csv()));
    }

    void aRuleIsWrittenWithAllItsPartsAndWhatWasFoundWhereNothingWasPredicted() {
        Study study;
        study.verdict = {{.rule = "interaction",
                          .of = "val/loss",
                          .at = {{"init", "sparse"}},
                          .than = {{"init", "default"}},
                          .under = {{"router", "mlp"}},
                          .against = {{"router", "linear"}},
                          .expect = "smaller"},
                         {.rule = "boundary", .of = "collapsed"},
                         {.rule = "difference",
                          .of = "val/loss",
                          .with = "other",
                          .interest = 0.02,
                          .expect = "not larger"}};
        VerdictTable table;
        table.setFindings(study, {{"smaller", "it is", Finding::Judgement::as_predicted},
                                  {"all", "in 3 of 3 cells", Finding::Judgement::no_prediction},
                                  {"", "too few", Finding::Judgement::no_prediction}});
        const auto text = [&](int row, int column) {
            return table.index(row, column).data().toString();
        };
        QCOMPARE(text(0, VerdictTable::prediction),
                 QString("interaction: val/loss at init = sparse against init = default, under "
                         "router = mlp against router = linear → smaller"));
        QCOMPARE(text(1, VerdictTable::result), QString("all"));
        QCOMPARE(text(2, VerdictTable::prediction),
                 QString("difference: val/loss against other → not larger (interest: 0.02)"));
        QCOMPARE(text(2, VerdictTable::result), QString("–"));
    }

    void whatIsNotKnownIsAHint() {
        const auto panel = makePanel();
        panel->showStudy(nullptr, "nothing is here");
        QVERIFY(!panel->canvas().drawing().map && !panel->canvas().drawing().parallel);
        QCOMPARE(panel->canvas().drawing().hint, QString("nothing is here"));
        QCOMPARE(panel->csv(nullptr), QString("trial,seed,state\n"));
        QCOMPARE(panel->canvas().trialAt({10, 10}), std::int64_t(0));
        QCOMPARE(panel->canvas().describe({10, 10}), QString());
        for (const auto picture :
             {StudyPicture::map, StudyPicture::parallel, StudyPicture::curves, StudyPicture::stream,
              StudyPicture::seeds, StudyPicture::keys, StudyPicture::xy}) {
            panel->setPicture(picture);
            QVERIFY(inkOf(*panel, nullptr) > 20);  // the hint is written
        }
    }

    void aBaseThatWasChainedIsToldFromWhere() {
        QCOMPARE(studyBaseText(StudyReading::plan(made_->file(), "tiny", made_->out())), QString());
        StudyStore store = StudyStore::create(made_->path() / "study-tiny",
                                              atScale(loadStudy(made_->file()), "tiny"), "tiny",
                                              planTrials(loadStudy(made_->file()), "tiny"));
        for (int trial = 1; trial <= 12; ++trial)
            MadeStudy::finish(store, trial, trial);
        const auto second = made_->path() / "second.yaml";
        std::ofstream(second)
            << "base: {study: study, pick: best val/loss}\n"
               "axes: [{key: keys.beta, values: [0, 0.01]}]\nscales: {tiny: {}}\n";
        const QString text =
            studyBaseText(StudyReading::plan(second, "tiny", made_->path() / "second-tiny"));
        QVERIFY2(text.startsWith("Base: the winner of ") && text.contains("by val/loss (1.5"),
                 qPrintable(text));
    }

    void aPlanHasAMapButNoLinesAndNoCurves() {
        const auto plan = std::make_shared<StudySnapshot>(
            StudyReading::plan(made_->file(), "tiny", made_->out()));
        const auto panel = makePanel();
        panel->showStudy(plan, "press Start");
        QCOMPARE(panel->canvas().drawing().map->values.size(), std::size_t(6));
        panel->setPicture(StudyPicture::parallel);
        panel->showStudy(plan, "press Start");
        QVERIFY(!panel->canvas().drawing().parallel);
        panel->setPicture(StudyPicture::curves);
        panel->showStudy(plan, "press Start");
        QVERIFY(panel->chart().curves().empty());
        QCOMPARE(panel->csv(plan.get()), QString("cell,step,mean,low,high\n"));
    }

    void aCurveOfOneSeedIsItsOwnBand() {
        StudyStore store = made_->begin();
        made_->addCurve(store, 1, 2);
        const StudySnapshot study = snapshot();
        const auto panel = makePanel();
        panel->setPicture(StudyPicture::curves);
        QVERIFY2(panel->csv(&study).contains(",1,2,2,2\n"), qPrintable(panel->csv(&study)));
        QVERIFY(inkOf(*panel, &study) > 20);
    }

    void thePictureIsRememberedAndNonsenseIsTheFirst() {
        const auto panel = makePanel();
        QSignalSpy chosen(panel.get(), &StudyPicturesPanel::chosen);
        panel->setPicture(StudyPicture::curves);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(makePanel()->picture(), StudyPicture::curves);
        for (const QVariant& nonsense : {QVariant(-4), QVariant("curves"), QVariant()}) {
            QSettings().setValue("views/study/picture", nonsense);
            QCOMPARE(makePanel()->picture(), StudyPicture::map);
        }
        QSettings().setValue("views/study/picture", 77);
        QCOMPARE(makePanel()->picture(), StudyPicture::verdict);
    }

    void choicesOfTheMapAreOfferedWhereThereIsOne() {
        const auto study = std::make_shared<StudySnapshot>(
            StudyReading::plan(made_->file(), "tiny", made_->out()));
        const auto panel = makePanel();
        panel->showStudy(study, {});
        const QList<QComboBox*> boxes = host_->findChildren<QComboBox*>();
        QCOMPARE(boxes.size(), 3);
        QCOMPARE(boxes[1]->count(), 1);
        QVERIFY(boxes[1]->isHidden() && boxes[2]->isHidden());  // one objective, two axes
    }

    void objectivesArePartsOfTheChoice() {
        std::ofstream(made_->file(), std::ios::app)
            << "objectives: [val/loss, {name: used, value: val/bits_per_byte}]\n";
        const auto study = std::make_shared<StudySnapshot>(
            StudyReading::plan(made_->file(), "tiny", made_->out()));
        const auto panel = makePanel();
        QVERIFY(!panel->setObjective(nullptr, 0));
        QVERIFY(panel->setObjective(study.get(), 1));
        QVERIFY(!panel->setObjective(study.get(), 2));
        QVERIFY(!panel->setPart(study.get(), 0));  // there is but one map of each
        QCOMPARE(panel->choice().objective, std::size_t(1));
        panel->showStudy(study, {});
        QVERIFY(panel->canvas().drawing().map->title.find("used") != std::string::npos);
    }

    void theTableTellsEveryTrialAndItsCause() {
        StudyStore store = made_->begin();
        MadeStudy::finish(store, 1, 2.5);
        MadeStudy::fail(store, 2, "the disk is full");
        TrialTable table;
        QCOMPARE(table.rowCount(), 0);
        QCOMPARE(table.rowOf(1), -1);
        table.setSnapshot(std::make_shared<StudySnapshot>(snapshot()));
        QCOMPARE(table.rowCount(), 12);
        QCOMPARE(table.rowCount(table.index(0, 0)), 0);
        QCOMPARE(table.rowOf(2), 1);
        QCOMPARE(table.rowOf(13), -1);
        QString failed;
        for (int column = 0; column < table.columnCount(); ++column)
            failed += table.data(table.index(1, column), Qt::DisplayRole).toString() + u'|';
        QVERIFY2(failed.contains("the disk is full"), qPrintable(failed));
        table.setSnapshot(nullptr);
        QCOMPARE(table.rowCount(), 0);
    }

    void theTimeThatIsLeftIsNotGuessedFromNothing() {
        StudyStore store = made_->begin();
        MadeStudy::run(store, 1);
        const TrialRecord running = snapshot().trials[0];
        QVERIFY(std::isnan(secondsLeft(snapshot(), running, running.started + 10)));
        MadeStudy::finish(store, 2, 2);  // in 60 s
        QCOMPARE(secondsLeft(snapshot(), running, running.started + 10), 50.0);
        QVERIFY(!(secondsLeft(snapshot(), running, running.started + 1000) < 0));
    }

private:
    StudySnapshot snapshot() const { return StudyReading().read(made_->out()); }
    std::unique_ptr<StudyPicturesPanel> makePanel() {
        host_ = std::make_unique<QWidget>();
        auto* row = new FlowRow;
        host_->setLayout(row);
        auto panel = std::make_unique<StudyPicturesPanel>(row, host_.get());
        panel->setParent(nullptr);
        panel->resize(500, 400);
        return panel;
    }
    /// Pixels that are not of the paper's background.
    static int inkOf(const StudyPicturesPanel& panel, const StudySnapshot* study) {
        QImage image(400, 300, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        panel.paint(painter, image.size(), {paperTheme()}, study, "nothing is known");
        painter.end();
        int ink = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                ink += image.pixelColor(x, y) != paperTheme().background;
        return ink;
    }

    std::unique_ptr<MadeStudy> made_;
    std::unique_ptr<QWidget> host_;
};

}  // namespace orrery

QTEST_MAIN(orrery::StudyPartsTest)
#include "study_parts_test.moc"
