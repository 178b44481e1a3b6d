// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/study/study_controls.h"

#include <QComboBox>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

#include "tests/widgets/study/made_study.h"
#include "widgets/figure/flow_row.h"
#include "widgets/study/open_study.h"

namespace orrery {

class StudyControlsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName(QStringLiteral("orrery-tests"));
        QCoreApplication::setApplicationName(QStringLiteral("study-controls"));
    }
    void init() {
        QSettings().clear();
        made_ = std::make_unique<MadeStudy>();
        study_ = std::make_unique<OpenStudy>();
        study_->setStudiesFolder(made_->path() / "studies");
        make();
    }
    void cleanup() {
        parent_.reset();
        study_.reset();
    }

    void withoutAStudyNothingCanBeStarted() {
        QSignalSpy started(controls_, &StudyControls::startRequested);
        QVERIFY(!start().isEnabled());
        start().click();
        QVERIFY(started.isEmpty());
        QVERIFY(scale().isHidden());
    }

    void whileItIsReadNothingCanBeStarted() {
        study_->open(made_->file());
        controls_->update();
        QVERIFY(study_->feed().reading());
        QVERIFY(!start().isEnabled());
        QVERIFY(!scale().isHidden());
    }

    void aPlanIsStartedWithWhatIsChosen() {
        study_->open(made_->file());
        read();
        QVERIFY(start().text().contains("Start"));
        jobs().setValue(3);
        const StudyStart wanted = started();
        QCOMPARE(wanted.file, made_->file());
        QCOMPARE(wanted.folder, study_->folder());
        QCOMPARE(wanted.scale, std::string("tiny"));
        QCOMPARE(wanted.jobs, 3);
        QVERIFY(!wanted.retry_failed);
    }

    void anotherScaleIsAskedFor() {
        study_->open(made_->file());
        read();
        QCOMPARE(scale().count(), 2);
        QSignalSpy wanted(controls_, &StudyControls::scaleRequested);
        QTest::keyClick(&scale(), Qt::Key_Down);
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].toString(), QString("full"));
        study_->setScale("full");
        controls_->update();
        QCOMPARE(scale().currentText(), QString("full"));
        QCOMPARE(wanted.size(), 1);  // what is shown is no wish
    }

    void aFolderGoesOnWithTheFileThatItKnows() {
        StudyStore store = made_->begin();
        MadeStudy::finish(store, 1, 2.5);
        study_->open(made_->out());
        read();
        QVERIFY(scale().isHidden());
        QVERIFY(start().text().contains("Resume"));
        const StudyStart wanted = started();
        QCOMPARE(wanted.file, made_->file());
        QCOMPARE(wanted.folder, made_->out());
    }

    void whatRunsIsPausedOnce() {
        study_->open(made_->file());
        read();
        QSignalSpy paused(controls_, &StudyControls::pauseRequested);
        QSignalSpy begun(controls_, &StudyControls::startRequested);
        controls_->setActivity(StudyActivity::running);
        QVERIFY(!scale().isEnabled() && !jobs().isEnabled());
        start().click();
        QCOMPARE(paused.size(), 1);
        controls_->setActivity(StudyActivity::pausing);
        QVERIFY(!start().isEnabled());
        start().click();
        QCOMPARE(paused.size(), 1);
        controls_->setActivity(StudyActivity::idle);
        QVERIFY(scale().isEnabled() && jobs().isEnabled() && start().isEnabled());
        QVERIFY(begun.isEmpty());
    }

    void whatIsOverCanOnlyBeTriedAgainWhereItFailed() {
        StudyStore store = made_->begin();
        for (int trial = 1; trial <= 11; ++trial)
            MadeStudy::finish(store, trial, 2);
        MadeStudy::fail(store, 12, "no disk");
        study_->open(made_->out());
        read();
        QVERIFY(start().text().contains("Retry"));
        QVERIFY(started().retry_failed);
        MadeStudy::finish(store, 12, 2);
        read();
        QVERIFY(!start().isEnabled());
    }

    void howManyAtATimeIsRememberedWithinReason() {
        jobs().setValue(5);
        make();
        QCOMPARE(jobs().value(), 5);
        const std::pair<QVariant, int> cases[] = {{0, 1}, {-3, 1}, {1000, 64}, {"many", 1}};
        for (const auto& [stored, shown] : cases) {
            QSettings().setValue("views/study/jobs", stored);
            make();
            QCOMPARE(jobs().value(), shown);
        }
    }

private:
    void make() {
        parent_ = std::make_unique<QWidget>();
        auto* row = new FlowRow;
        controls_ = new StudyControls(study_.get(), row, parent_.get());
        parent_->setLayout(row);
    }
    void read() {
        study_->feed().readNow();
        controls_->update();
    }
    StudyStart started() {
        QSignalSpy spy(controls_, &StudyControls::startRequested);
        start().click();
        return spy.size() == 1 ? spy[0][0].value<StudyStart>() : StudyStart{};
    }
    QPushButton& start() const { return *parent_->findChild<QPushButton*>("studyStart"); }
    QComboBox& scale() const { return *parent_->findChild<QComboBox*>(); }
    QSpinBox& jobs() const { return *parent_->findChild<QSpinBox*>(); }

    std::unique_ptr<MadeStudy> made_;
    std::unique_ptr<OpenStudy> study_;
    std::unique_ptr<QWidget> parent_;
    StudyControls* controls_ = nullptr;
};

}  // namespace orrery

QTEST_MAIN(orrery::StudyControlsTest)
#include "study_controls_test.moc"
