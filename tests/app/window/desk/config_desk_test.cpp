// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/desk/config_desk.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMessageBox>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "app/window/document_files.h"
#include "app/window/window_settings.h"
#include "tests/app/window/desk/desk_tests.h"
#include "tests/app/window/desk/said.h"
#include "tests/app/window/dialog_robot.h"
#include "widgets/config/config_document.h"
#include "widgets/config/config_panel.h"

namespace orrery {

class ConfigDeskTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        QDir(DraftKeeper::folder()).removeRecursively();
        folder_ = std::make_unique<QTemporaryDir>();
        parts_ = std::make_unique<Parts>();
        shown_ = std::make_unique<QSignalSpy>(&parts_->desk, &ConfigDesk::shown);
    }
    void cleanup() {
        shown_.reset();
        parts_.reset();
    }

    void beginsWithAConfigurationThatCanBeTrained() {
        QVERIFY(!document().hasFaults() && !document().isModified());
        const auto checked = desk().check(runs());
        QVERIFY(checked.faults.empty());
        QCOMPARE(checked.config.name, std::string("run"));
        QVERIFY(shown_->isEmpty());
        QCOMPARE(said().text(), QString());
    }

    void editsThatAreKeptAreNotReplaced() {
        document().edit("name: mine\n");
        const auto refuse = [](QWidget* dialog) { QTest::keyClick(dialog, Qt::Key_Escape); };
        for (int way = 0; way < 3; ++way) {
            const DialogRobot robot(refuse);
            QVERIFY(!(way == 0   ? desk().createNew()
                      : way == 1 ? desk().show(Config(), "other.yaml")
                                 : desk().openPreset("demo.yaml")));
            QVERIFY(robot.met());
            QCOMPARE(document().text(), QString("name: mine\n"));
        }
        QVERIFY(shown_->isEmpty());
        const DialogRobot discard([](QWidget* dialog) {
            qobject_cast<QMessageBox*>(dialog)->button(QMessageBox::Discard)->click();
        });
        QVERIFY(desk().createNew());
        QVERIFY(document().text().contains("name: run"));
        QVERIFY(!document().isModified());
        QCOMPARE(shown_->size(), 1);
    }

    void aPresetThatIsNotThereIsSaidAndChangesNothing() {
        const QString before = document().text();
        for (const char* name : {"none.yaml", "rules/none.yaml", ""}) {
            QVERIFY(!desk().openPreset(name));
            QVERIFY2(!said().text().isEmpty(), name);
            QVERIFY(said().bar.severity() == Severity::error);
            said().bar.hide();
        }
        QCOMPARE(document().text(), before);
        QVERIFY(shown_->isEmpty());
        QVERIFY(said().logged().contains("error"));
    }

    void rulesGoIntoTheConfigurationThatIsThere() {
        document().setText("name: mine\n");
        QVERIFY(desk().openPreset("rules/generation5.yaml"));
        QCOMPARE(document().config().name, std::string("mine"));
        QCOMPARE(document().config().keys.alpha, 0.005);
        QCOMPARE(shown_->size(), 1);
    }

    void faultsOfTheTextAreShownAndGiven() {
        document().setText("name: a\nkeys:\n  alpha: abc\n  beat: 1\n");
        const auto checked = desk().check(runs());
        QCOMPARE(checked.faults.size(), std::size_t(2));
        QCOMPARE(checked.faults[0].key, std::string("keys.alpha"));
        QCOMPARE(shown_->size(), 1);
        QVERIFY(said().bar.severity() == Severity::warning);
        QVERIFY(said().text().contains("errors"));
    }

    void whatOnlyTheMachineKnowsIsAFaultToo() {
        document().setText("name: a\ndata:\n  corpus: /no/such/corpus.txt\n");
        const auto checked = desk().check(runs());
        QCOMPARE(checked.faults.size(), std::size_t(1));
        QCOMPARE(checked.faults[0].key, std::string("data.corpus"));
        QVERIFY(parts_->panel.hasFaults());
        document().setText("name: a\n");
        QFile file(folder_->filePath("file"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(desk().check(file.fileName().toStdString() + "/runs").faults.size(),
                 std::size_t(1));
        QVERIFY(desk().check(runs()).faults.empty());
    }

    void faultsThatTheRunFindsAreShownWhereTheyAre() {
        desk().showFaults({{"", 0, 0, "train.batch_size", "too large"}});
        QVERIFY(parts_->panel.hasFaults());
    }

    void aFileThatCannotBeReadIsSaid() {
        QVERIFY(!parts_->files.open(folder_->filePath("none.yaml")));
        QVERIFY(said().text().contains("none.yaml"));
        QVERIFY(said().logged().contains("none.yaml"));
    }

    void aDraftWhoseFileIsGoneIsStillRecovered() {
        leaveDraft(folder_->filePath("gone.yaml"), "gone.yaml", "name: kept\n");
        desk().offerDrafts();
        QVERIFY(said().text().contains("gone.yaml"));
        said().button("Recover")->click();
        QCOMPARE(document().text(), QString("name: kept\n"));
        QCOMPARE(document().title(), QString("gone.yaml"));
        QVERIFY(document().isModified() && !document().hasFile());
        QCOMPARE(said().text(), QString());
        QCOMPARE(shown_->size(), 1);
        QVERIFY(DraftKeeper::abandoned().isEmpty());
    }

    void aDraftIsNotRecoveredOverEditsThatAreKept() {
        leaveDraft({}, "left.yaml", "name: left\n");
        desk().offerDrafts();
        document().edit("name: mine\n");
        const DialogRobot robot([](QWidget* dialog) { QTest::keyClick(dialog, Qt::Key_Escape); });
        said().button("Recover")->click();
        QVERIFY(robot.met());
        QCOMPARE(document().text(), QString("name: mine\n"));
        QCOMPARE(DraftKeeper::abandoned().size(), 1);
    }

    void ofSeveralDraftsTheNextIsOfferedWhenOneIsThrownAway() {
        leaveDraft({}, "first.yaml", "name: first\n");
        leaveDraft({}, "second.yaml", "name: second\n");
        desk().offerDrafts();
        const QString first = said().text();
        said().button("Discard")->click();
        QVERIFY(!said().text().isEmpty() && said().text() != first);
        said().button("Discard")->click();
        QCOMPARE(said().text(), QString());
        desk().offerDrafts();
        QCOMPARE(said().text(), QString());
    }

    void editsAreLeftToTheNextStartOrForgotten() {
        document().edit("name: left\n");
        desk().leaveDraft();
        QCOMPARE(DraftKeeper::abandoned().size(), 1);
        document().edit("name: forgotten\n");
        desk().forgetDraft();
        QCOMPARE(DraftKeeper::abandoned().size(), 1);
    }

private:
    struct Parts {
        WindowSettings settings;
        ConfigDocument document;
        ConfigPanel panel{&document};
        QWidget window;
        DocumentFiles files{&document, &settings, &window};
        Said said;
        ConfigDesk desk{&document, &panel, &files, &said.messages};
    };
    ConfigDesk& desk() const { return parts_->desk; }
    ConfigDocument& document() const { return parts_->document; }
    Said& said() const { return parts_->said; }
    std::filesystem::path runs() const { return folder_->path().toStdString() + "/runs"; }
    void leaveDraft(const QString& file, const QString& title, const QString& text) const {
        QVERIFY(QDir().mkpath(DraftKeeper::folder()));
        QFile draft(DraftKeeper::folder() + u'/' + title + QStringLiteral(".json"));
        QVERIFY(draft.open(QIODevice::WriteOnly));
        draft.write(
            QJsonDocument(QJsonObject{{"file", file}, {"title", title}, {"text", text}}).toJson());
    }

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Parts> parts_;
    std::unique_ptr<QSignalSpy> shown_;
};

std::unique_ptr<QObject> makeConfigDeskTest() {
    return std::make_unique<ConfigDeskTest>();
}

}  // namespace orrery

#include "config_desk_test.moc"
