// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/study/open_study.h"

#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <chrono>

#include "tests/widgets/study/made_study.h"

namespace orrery {

class OpenStudyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName(QStringLiteral("orrery-tests"));
        QCoreApplication::setApplicationName(QStringLiteral("open-study"));
    }
    void init() {
        QSettings().clear();
        made_ = std::make_unique<MadeStudy>();
        study_ = std::make_unique<OpenStudy>();
        study_->setStudiesFolder(made_->path() / "studies");
    }
    void cleanup() { study_.reset(); }

    void whatIsNoStudyIsRefusedWithAReason_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("reason");
        QTest::newRow("nothing") << "none.yaml" << QByteArray() << "none.yaml";
        QTest::newRow("a folder") << "." << QByteArray() << "no study.db";
        QTest::newRow("a wrong key")
            << "a.yaml" << QByteArray("base: base.yaml\naxes:\n  - {key: keys.alhpa}\n")
            << "keys.alhpa";
        QTest::newRow("no axes") << "b.yaml" << QByteArray("axes: []\n") << "axes";
        QTest::newRow("no YAML") << "c.yaml" << QByteArray("base: [\n") << "c.yaml";
    }
    void whatIsNoStudyIsRefusedWithAReason() {
        QFETCH(QString, name);
        QFETCH(QByteArray, text);
        QFETCH(QString, reason);
        const auto path = made_->path() / name.toStdString();
        if (!text.isEmpty()) std::ofstream(path) << text.toStdString();
        QSignalSpy chosen(study_.get(), &OpenStudy::chosen);
        const QString said = study_->open(path);
        QVERIFY2(said.contains(reason), qPrintable(said));
        QVERIFY(chosen.isEmpty());
        QVERIFY(!study_->isOpen());
        QVERIFY(study_->scales().isEmpty());
        QVERIFY(!study_->feed().snapshot() && !study_->feed().reading());
        // What was open stays, with what is known of it.
        QCOMPARE(study_->open(made_->file()), QString());
        QTRY_VERIFY(study_->feed().snapshot());
        QVERIFY(!study_->open(path).isEmpty());
        QCOMPARE(study_->file(), made_->file());
        QVERIFY(study_->feed().snapshot());
    }

    void aFileHasItsScalesAndOneMore() {
        QSignalSpy chosen(study_.get(), &OpenStudy::chosen);
        QCOMPARE(study_->open(made_->file()), QString());
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(study_->scales(), QStringList({"tiny", "full"}));
        QCOMPARE(study_->scale(), QString("tiny"));
        QCOMPARE(study_->folder(), made_->path() / "studies" / "study-tiny");
        QCOMPARE(study_->setScale("full"), QString());
        QCOMPARE(study_->folder(), made_->path() / "studies" / "study-full");
        QCOMPARE(chosen.size(), 2);
        QTRY_VERIFY(study_->feed().snapshot());
        QCOMPARE(study_->feed().snapshot()->table.scale, std::string("full"));
        // A scale that the study doesn't have changes nothing.
        QCOMPARE(study_->setScale("huge"), QString());
        QCOMPARE(study_->scale(), QString("full"));
        QCOMPARE(chosen.size(), 2);
        // The same file again keeps the scale.
        QCOMPARE(study_->open(made_->file()), QString());
        QCOMPARE(study_->scale(), QString("full"));
    }

    void aFileThatIsGoneSaysSoWhenAnotherScaleIsWanted() {
        QCOMPARE(study_->open(made_->file()), QString());
        std::filesystem::remove(made_->file());
        QVERIFY(study_->setScale("full").contains("study.yaml"));
    }

    void aFolderHasNoScales() {
        made_->begin();
        QCOMPARE(study_->open(made_->file()), QString());
        QCOMPARE(study_->open(made_->out()), QString());
        QVERIFY(study_->file().empty());
        QVERIFY(study_->scales().isEmpty());
        QCOMPARE(study_->folder(), made_->out());
        QTRY_VERIFY(study_->feed().snapshot());
        QVERIFY(!study_->feed().snapshot()->planned);
        QCOMPARE(study_->setScale("full"), QString());
        QCOMPARE(study_->folder(), made_->out());
    }

    void theLastOneIsOpenedOnceAndOnlyIntoNothing() {
        made_->begin();
        QCOMPARE(study_->open(made_->out()), QString());
        OpenStudy later;
        QVERIFY(!later.isOpen());  // not before it is asked for
        QCOMPARE(later.openLast(), QString());
        QCOMPARE(later.folder(), made_->out());
        OpenStudy chosen;
        QCOMPARE(chosen.open(made_->file()), QString());
        QCOMPARE(chosen.openLast(), QString());
        QCOMPARE(chosen.file(), made_->file());
    }

    void theLastOneThatIsGoneIsToldOnce() {
        made_->begin();
        QCOMPARE(study_->open(made_->out()), QString());
        std::filesystem::remove_all(made_->out());
        OpenStudy later;
        QVERIFY(later.openLast().contains("out"));
        QCOMPARE(later.openLast(), QString());
        QVERIFY(!later.isOpen());
    }

    void whatNobodyWroteSinceIsNotReadTwice() {
        made_->begin();
        const auto long_ago = std::filesystem::file_time_type::clock::now() - std::chrono::hours(1);
        const auto age = [&] {
            for (const char* file : {"study.db", "study.db-wal"})
                if (std::filesystem::exists(made_->out() / file))
                    std::filesystem::last_write_time(made_->out() / file, long_ago);
        };
        age();
        QCOMPARE(study_->open(made_->out()), QString());
        study_->feed().readNow();  // and what is under way is taken, not begun anew
        age();
        study_->feed().readNow();
        const auto before = study_->feed().snapshot();
        QVERIFY(before);
        study_->feed().readNow();
        study_->feed().read();
        QVERIFY(!study_->feed().reading());
        QCOMPARE(study_->feed().snapshot(), before);
        made_->damage("UPDATE trials SET state = 'failed' WHERE number = 1");
        study_->feed().readNow();
        QCOMPARE(study_->feed().snapshot()->trials[0].state, TrialState::failed);
    }

    void aDamagedStudyFailsAndIsReadAgain() {
        made_->begin();
        made_->damage("UPDATE trials SET labels = '[\"0.001\"]' WHERE number = 2");
        QSignalSpy failed(&study_->feed(), &StudyFeed::failed);
        QCOMPARE(study_->open(made_->out()), QString());
        QTRY_COMPARE(failed.size(), 1);
        QVERIFY(study_->feed().failure().contains("trial 2 has 1 labels"));
        QVERIFY(!study_->feed().snapshot());
        made_->damage("UPDATE trials SET labels = '[\"0.001\", \"small\"]' WHERE number = 2");
        study_->feed().read();
        QTRY_VERIFY(study_->feed().snapshot());
        QCOMPARE(study_->feed().failure(), QString());
        // Another study begins without what was wrong with the former one.
        made_->damage("UPDATE trials SET state = 'dozing'");
        study_->feed().readNow();
        QVERIFY(study_->feed().failure().contains("dozing"));
        QCOMPARE(study_->open(made_->file()), QString());
        QCOMPARE(study_->feed().failure(), QString());
    }

private:
    std::unique_ptr<MadeStudy> made_;
    std::unique_ptr<OpenStudy> study_;
};

}  // namespace orrery

QTEST_MAIN(orrery::OpenStudyTest)
#include "open_study_test.moc"
