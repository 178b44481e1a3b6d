// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config/config_panel.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>

#include "widgets/config/config_document.h"
#include "widgets/config/config_form.h"
#include "widgets/config/fault_list.h"
#include "widgets/config/field_editor.h"
#include "widgets/config/field_row.h"
#include "widgets/config/pending_bar.h"
#include "widgets/config/yaml_editor.h"

namespace orrery {

class ConfigPanelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void listsFaultsAndLinksThemToFieldAndLine() {
        ConfigDocument document;
        ConfigPanel panel(&document);
        panel.resize(420, 800);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel, kPatience));
        panel.activateWindow();
        QVERIFY(!panel.faultList()->isVisible());
        document.setText("name: a\nkeys:\n  alpha: abc\nmodel:\n  nonsense: 1\n");
        QVERIFY(panel.faultList()->isVisible());
        QCOMPARE(panel.faultList()->count(), 2);
        QVERIFY(panel.faultList()->item(0)->text().startsWith("Untitled:3:"));

        click(panel, 0);
        auto* alpha = panel.form()->row("keys.alpha")->editor()->input();
        QTRY_VERIFY(alpha->hasFocus());

        click(panel, 1);  // no field of that name: the line of the text
        QCOMPARE(panel.tabs()->currentWidget(), panel.editor());
        QTRY_VERIFY(panel.editor()->hasFocus());
        QCOMPARE(panel.editor()->textCursor().blockNumber(), 4);

        click(panel, 0);  // the text is on top now, so its line
        QCOMPARE(panel.editor()->textCursor().blockNumber(), 2);
    }

    void marksFaultyLines() {
        ConfigDocument document;
        ConfigPanel panel(&document);
        document.setText("name: a\nkeys:\n  alpha: abc\n");
        QCOMPARE(panel.editor()->marks().size(), std::size_t(1));
        QCOMPARE(panel.editor()->marks().begin()->first, 3);
        document.setText("name: a\n");
        QVERIFY(panel.editor()->marks().empty());
        QVERIFY(!panel.faultList()->isVisibleTo(&panel));
    }

    void faultsOfACheckStayUntilTheNextEdit() {
        ConfigDocument document;
        ConfigPanel panel(&document);
        document.setText("name: a\n");
        panel.setCheckFaults({{"Untitled", 0, 0, "data.corpus", "There is no such file."}});
        QCOMPARE(panel.faultList()->count(), 1);
        panel.showFirstFault();
        QCOMPARE(panel.tabs()->currentWidget(), panel.form());
        document.setFieldText(*findField("keys.alpha"), "0.4");
        QCOMPARE(panel.faultList()->count(), 0);
    }

    void theDevicesOfTheMachineAreOffered() {
        ConfigDocument document;
        ConfigPanel panel(&document);
        document.setText("name: a\ntrain:\n  device: cuda:2\n");
        FieldRow* row = panel.form()->row("train.device");
        auto* box = qobject_cast<QComboBox*>(row->editor()->input());
        QVERIFY(box->findText("cuda:7") >= 0);  // nobody knows yet what is there
        panel.setCheckFaults({});
        QCOMPARE(panel.faultList()->count(), 0);

        panel.setDevices({{"cpu", "Some CPU", "", 16'000'000'000, 9'000'000'000},
                          {"cuda:0", "Large GPU", "9.0", 80'000'000'000, 79'000'000'000},
                          {"cuda:1", "Small GPU", "8.6", 8'000'000'000, -1}});
        const QStringList offered{"auto",
                                  "cpu · Some CPU · 9.0 GB of 16.0 GB free",
                                  "cuda",
                                  "cuda:0 · Large GPU · 79.0 GB of 80.0 GB free",
                                  "cuda:1 · Small GPU · 8.0 GB",
                                  "cuda:2"};
        for (int i = 0; i < offered.size(); ++i)
            QCOMPARE(box->itemText(i), offered[i]);
        QCOMPARE(box->count(), 6);
        QCOMPARE(row->editor()->text(), QString("cuda:2"));  // which is not there
        bool told = false;
        for (const QLabel* label : row->findChildren<QLabel*>())
            told |= label->text().startsWith("train.device is cuda:2, but this machine has cpu");
        QVERIFY(told);
        panel.setCheckFaults({});
        QCOMPARE(panel.faultList()->count(), 1);
        QCOMPARE(panel.faultList()->faults().front().key, std::string("train.device"));

        box->setCurrentIndex(4);
        Q_EMIT box->activated(4);
        QCOMPARE(document.config().train.device, DeviceChoice::cuda1);
        QCOMPARE(row->editor()->text(), QString("cuda:1"));
        panel.setCheckFaults({});
        QCOMPARE(panel.faultList()->count(), 0);
    }

    void undoInAnEditorIsTheDocuments() {
        ConfigDocument document;
        ConfigPanel panel(&document);
        document.setText("name: a\nkeys:\n  alpha: 0.01\n");
        panel.editor()->setFocus();
        document.setFieldText(*findField("keys.alpha"), "0.4");
        QVERIFY(panel.editor()->toPlainText().contains("alpha: 0.4"));
        panel.editor()->undo();
        QVERIFY(panel.editor()->toPlainText().contains("alpha: 0.01"));
        QTRY_COMPARE(document.config().keys.alpha, 0.01);
    }

    void whatDiffersFromTheRunThatTrainsIsSaid() {
        ConfigDocument document;
        ConfigPanel panel(&document);
        document.setText("name: panel\nkeys:\n  alpha: 0.01\n");
        const Config running = document.config();
        panel.setRunning(&running);
        QVERIFY(panel.pendingBar()->isHidden());
        document.setFieldText(*findField("keys.alpha"), "0.05");
        QCOMPARE(panel.pendingBar()->text(), QString("Not applied yet: keys.alpha"));
        QVERIFY(shownNote(panel, "keys.alpha").contains("the run has 0.01"));
        document.setFieldText(*findField("model.seq_len"), "99");
        QVERIFY(panel.pendingBar()->text().endsWith("Needs a new run: model.seq_len"));
        QVERIFY(shownNote(panel, "model.seq_len").contains("Needs a new run"));
        QSignalSpy applied(&panel, &ConfigPanel::applyRequested);
        panel.findChild<QPushButton*>("applyPending")->click();
        QCOMPARE(applied.count(), 1);
        panel.findChild<QPushButton*>("revertPending")->click();
        QCOMPARE(document.config().keys.alpha, 0.01);
        QCOMPARE(document.config().model.seq_len, 99);  // of the next run
        QVERIFY(panel.findChild<QPushButton*>("applyPending")->isHidden());
        panel.setRunning(nullptr);
        QVERIFY(panel.pendingBar()->isHidden());
        QVERIFY(shownNote(panel, "model.seq_len").isEmpty());
    }

    void theRunsAbsoluteCorpusIsTheFormsRelativeOne() {
        ConfigDocument document;
        ConfigPanel panel(&document);
        document.setText("name: panel\ndata:\n  corpus: stories.txt\n");
        Config running = document.config();
        running.data.corpus = (std::filesystem::current_path() / "stories.txt").string();
        panel.setRunning(&running);
        QVERIFY(panel.pendingBar()->isHidden());
    }

private:
    static QString shownNote(const ConfigPanel& panel, const std::string& key) {
        const auto* note = panel.form()->row(key)->findChild<QLabel*>("fieldNote");
        return note->isHidden() ? QString() : note->text();
    }
    static void click(ConfigPanel& panel, int index) {
        FaultList* list = panel.faultList();
        list->scrollToItem(list->item(index));
        QTest::mouseClick(list->viewport(), Qt::LeftButton, Qt::NoModifier,
                          list->visualItemRect(list->item(index)).center());
    }
};

}  // namespace orrery

QTEST_MAIN(orrery::ConfigPanelTest)
#include "config_panel_test.moc"
