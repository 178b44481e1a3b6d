// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/desk/study_desk.h"

#include <QDir>
#include <QSignalSpy>
#include <QTest>

#include "app/window/run_notice.h"
#include "app/window/services/study_service.h"
#include "app/window/window_settings.h"
#include "tests/app/window/desk/desk_tests.h"
#include "tests/app/window/desk/said.h"
#include "tests/widgets/study/made_study.h"
#include "widgets/study/study_view.h"

namespace orrery {

class StudyDeskTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        made_ = std::make_unique<MadeStudy>();
        parts_ = std::make_unique<Parts>(made_->path());
    }
    void cleanup() { parts_.reset(); }

    void whatIsNoStudyIsSaidInTheBarAndTheLog() {
        QSignalSpy opened(&parts_->desk, &StudyDesk::opened);
        parts_->settings.setLastFolder("study", QDir::rootPath());
        QVERIFY(!parts_->desk.open(text(made_->path())));
        QVERIFY(said().text().contains("not a study"));
        QVERIFY(said().bar.severity() == Severity::error);
        QVERIFY(said().logged().contains("not a study"));
        QVERIFY(opened.isEmpty());
        QCOMPARE(parts_->settings.lastFolder("study"), QDir::rootPath());
    }

    void aStudyIsOpenedAndItsFolderRemembered() {
        said().messages.show(Severity::error, "of before");
        QSignalSpy opened(&parts_->desk, &StudyDesk::opened);
        QVERIFY(parts_->desk.open(text(made_->file())));
        QCOMPARE(opened.size(), 1);
        QCOMPARE(said().text(), QString());
        QCOMPARE(parts_->settings.lastFolder("study"), text(made_->path()));
        QCOMPARE(parts_->view.folder(), made_->path() / "studies" / "study-tiny");
    }

    void aStudyThatCannotBeTrainedIsSaid() {
        parts_->service.setProgram("/nowhere/orrery-cli");
        QVERIFY(parts_->desk.open(text(made_->file())));
        parts_->view.feed().readNow();
        QSignalSpy ended(&parts_->service, &StudyService::ended);
        Q_EMIT parts_->view.startRequested(
            {made_->file(), parts_->view.folder(), "tiny", 1, false});
        QTRY_COMPARE(ended.size(), 1);
        QVERIFY(!ended[0][0].toBool());
        QVERIFY2(said().text().contains("/nowhere/orrery-cli"), qPrintable(said().text()));
        QVERIFY(!parts_->service.isBusy());
    }

    void withoutAProgramThatTrainsItIsSaidInTheView() {
        parts_->service.setProgram({});
        parts_->service.start({made_->file(), made_->out(), "tiny", 1, false});
        QVERIFY(!parts_->service.isBusy());
        parts_->service.pause();  // of nothing
        QCOMPARE(parts_->view.activity(), StudyActivity::idle);
    }

    void aTrialsRunIsAskedFor() {
        QSignalSpy wanted(&parts_->desk, &StudyDesk::runRequested);
        Q_EMIT parts_->view.openRequested("/a/run");
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].toString(), QString("/a/run"));
    }

    void onlyACompleteStudyIsNews() {
        QWidget window;  // that is not the active one
        RunNotice notice(&window);
        parts_->desk.tellEnd(false, notice);
        QCOMPARE(notice.told(), QString());
        parts_->desk.tellEnd(true, notice);
        QVERIFY(notice.told().contains("study has ended"));
    }

private:
    struct Parts {
        explicit Parts(const std::filesystem::path& folder)
            : desk(*new StudyDesk(&view, &service, &settings, &said.messages, folder / "studies")) {
        }
        WindowSettings settings;
        Said said;
        StudyView view;
        StudyService service{&view};
        StudyDesk& desk;  // belongs to the view
    };
    Said& said() const { return parts_->said; }
    static QString text(const std::filesystem::path& path) {
        return QString::fromStdString(path.string());
    }

    std::unique_ptr<MadeStudy> made_;
    std::unique_ptr<Parts> parts_;
};

std::unique_ptr<QObject> makeStudyDeskTest() {
    return std::make_unique<StudyDeskTest>();
}

}  // namespace orrery

#include "study_desk_test.moc"
