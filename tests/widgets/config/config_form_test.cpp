// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config/config_form.h"
#include "core/config/citations.h"

#include <QtTest/qtestspontaneevent.h>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <QTextCursor>
#include <QToolButton>
#include <QWheelEvent>
#include <algorithm>

#include "core/config/citations.h"
#include "widgets/config/config_document.h"
#include "widgets/config/field_editor.h"
#include "widgets/config/field_row.h"
#include "widgets/config/field_words.h"

namespace orrery {

class ConfigFormTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        document_ = std::make_unique<ConfigDocument>();
        document_->setText("name: form\nkeys:\n  alpha: 0.01 # note\n");
        form_ = std::make_unique<ConfigForm>(document_.get());
        form_->resize(420, 700);
        form_->show();
        QVERIFY(QTest::qWaitForWindowExposed(form_.get(), kPatience));
        form_->activateWindow();
    }

    void cleanup() {
        form_.reset();
        document_.reset();
    }

    void showsEveryFieldWithItsToolTip() {
        QCOMPARE(form_->shownFields(), static_cast<int>(fields().size()));
        for (const Field& field : fields()) {
            const FieldRow* row = form_->row(field.key);
            QVERIFY2(row, field.key.c_str());
            for (const std::string& part : {field.help, field.key, cited(field.source), field.unit})
                QVERIFY2(row->toolTip().contains(QString::fromStdString(part).toHtmlEscaped()),
                         field.key.c_str());
            QCOMPARE(row->editor()->input()->accessibleName(), QString::fromStdString(field.key));
        }
    }

    void everyTextOfTheTableCanBeTranslated() {
        const auto texts = fieldTexts();
        const auto known = [&](const std::string& text) {
            return text.empty() || std::ranges::find(texts, text) != texts.end();
        };
        for (const Field& field : fields())
            QVERIFY2(known(field.help) && known(field.unit), field.key.c_str());
    }

    void theFocusIsNeverWhereItIsNotSeen() {
        form_->findChild<QLineEdit*>("configSearch")->setFocus();
        for (int i = 0; i < 40; ++i) {
            QWidget* now = form_->window()->focusWidget();
            QVERIFY2(!qobject_cast<QScrollArea*>(now), "an area without a frame shows no focus");
            QTest::keyClick(now, Qt::Key_Tab);
        }
    }

    void findsWordsOfHelpAndSource() {
        search()->setText("learning rate");
        QVERIFY(form_->shownFields() > 0);
        QVERIFY(form_->row("train.learning_rate")->isVisible() ||
                form_->row("train.schedule")->isVisible());
        QVERIFY(!form_->row("data.corpus")->isVisible());
        search()->setText("no such words anywhere");
        QCOMPARE(form_->shownFields(), 0);
        search()->clear();
        QCOMPARE(form_->shownFields(), static_cast<int>(fields().size()));
    }

    void showsOnlyWhatDiffersFromTheDefaults() {
        auto* only = form_->findChild<QCheckBox*>("configChangedOnly");
        type("train.max_steps", "12");
        search()->setFocus();
        only->setChecked(true);
        QVERIFY(form_->row("train.max_steps")->isVisible());
        QVERIFY(!form_->row("keys.beta")->isVisible());
        document_->resetField(*findField("train.max_steps"));
        QVERIFY(!form_->row("train.max_steps")->isVisible());
    }

    void editsReachTheTextAndTheTextTheForm() {
        type("keys.alpha", "0.5");
        QVERIFY(document_->text().contains("alpha: 0.5 # note"));
        QTextCursor cursor = document_->textDocument()->find("0.5");
        cursor.insertText("0.75");
        document_->parseNow();
        search()->setFocus();
        document_->parseNow();
        QCOMPARE(form_->row("keys.alpha")->editor()->text(), QString("0.75"));
    }

    void whatIsTypedStaysAsTyped() {
        type("keys.alpha", "0.020");
        QCOMPARE(form_->row("keys.alpha")->editor()->text(), QString("0.020"));
        QCOMPARE(document_->config().keys.alpha, 0.02);
    }

    void aBadNumberStaysIsMarkedAndExplained() {
        type("keys.alpha", "0.x");
        const FieldRow* row = form_->row("keys.alpha");
        QCOMPARE(row->editor()->text(), QString("0.x"));
        QVERIFY(row->isFaulty());
        QVERIFY(document_->hasFaults());
        search()->setFocus();  // leaving the editor reverts nothing
        QCOMPARE(row->editor()->text(), QString("0.x"));
        const QLabel* note = nullptr;
        for (const QLabel* label : row->findChildren<QLabel*>())
            if (label->isVisible() && label->text().contains("not a number")) note = label;
        QVERIFY(note);
    }

    void choicesAndSwitchesWork() {
        auto* box = qobject_cast<QComboBox*>(form_->row("keys.normalize")->editor()->input());
        QVERIFY(box);
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Down);
        QVERIFY(document_->text().contains("normalize: selected"));
        auto* check = qobject_cast<QCheckBox*>(form_->row("keys.use_beta")->editor()->input());
        QVERIFY(check);
        QTest::keyClick(check, Qt::Key_Space);
        QVERIFY(!document_->config().keys.use_beta);
    }

    void aWordThatIsNoChoiceStaysVisible() {
        document_->setText("model:\n  norm: sideways\n");
        const FieldRow* row = form_->row("model.norm");
        QVERIFY(row->isFaulty());
        QCOMPARE(row->editor()->text(), QString("sideways"));
        document_->setText("model:\n  norm: pre\n");
        QCOMPARE(row->editor()->text(), QString("pre"));
        QCOMPARE(qobject_cast<QComboBox*>(row->editor()->input())->count(), 2);
    }

    void theWheelOverAnEditorWithoutFocusScrollsTheForm() {
        search()->setFocus();
        auto* scroll = form_->findChild<QScrollArea*>();
        auto* box = qobject_cast<QComboBox*>(form_->row("model.norm")->editor()->input());
        const QString before = box->currentText();
        const int value = scroll->verticalScrollBar()->value();
        wheel(box);
        QCOMPARE(box->currentText(), before);
        QVERIFY(!box->hasFocus());
        QVERIFY(scroll->verticalScrollBar()->value() > value);
    }

    void greysWhatDoesNotApplyAndSaysWhy() {
        const Field* field = findField("some.sparsity");
        const FieldRow* row = form_->row("some.sparsity");
        QVERIFY(!field->inapplicable(document_->config()).empty());
        QVERIFY(!row->editor()->isEnabled());
        bool told = false;
        for (const QLabel* label : row->findChildren<QLabel*>())
            told |=
                label->isVisible() &&
                label->text() == QString::fromStdString(field->inapplicable(document_->config()));
        QVERIFY(told);
        document_->setFieldText(*findField("some.init"), "sparse");
        QVERIFY(row->editor()->isEnabled());
    }

    void revealsAFieldThroughEveryFilter() {
        search()->setText("no such words anywhere");
        QVERIFY(form_->revealField("snapshots.keys_every"));
        const FieldRow* row = form_->row("snapshots.keys_every");
        QTRY_VERIFY(row->editor()->input()->hasFocus());
        QVERIFY(!row->visibleRegion().isEmpty());
        QVERIFY(!form_->revealField("no.such.key"));
    }

    void resetGoesBackToTheDefault() {
        type("keys.alpha", "0.3");
        auto* button = form_->row("keys.alpha")->findChild<QToolButton*>();
        QVERIFY(button->isVisible());
        search()->setFocus();
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(document_->config().keys.alpha, 0.01);
        QVERIFY(!button->isVisible());
    }

private:
    std::unique_ptr<ConfigDocument> document_;
    std::unique_ptr<ConfigForm> form_;

    QLineEdit* search() { return form_->findChild<QLineEdit*>("configSearch"); }

    void type(const std::string& key, const char* text) {
        auto* line = qobject_cast<QLineEdit*>(form_->row(key)->editor()->input());
        QVERIFY(line);
        form_->revealField(key);
        QTRY_VERIFY(line->hasFocus());
        line->selectAll();
        QTest::keyClicks(line, text);
    }

    static void wheel(QWidget* widget) {
        const QPointF local = widget->rect().center();
        QWheelEvent event(local, widget->mapToGlobal(local), {}, {0, -120}, Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QSpontaneKeyEvent::setSpontaneous(&event);  // only such events go on to parents
        qApp->notify(widget, &event);
    }
};

}  // namespace orrery

QTEST_MAIN(orrery::ConfigFormTest)
#include "config_form_test.moc"
