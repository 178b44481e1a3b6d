// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/log/log_panel.h"

#include <QComboBox>
#include <QImage>
#include <QLineEdit>
#include <QPainter>
#include <QTest>

#include "tests/widgets/fake_run_source.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"

namespace orrery {

class LogPanelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        panel_ = std::make_unique<LogPanel>();
        model_ = std::make_unique<RunContext>();
        auto source = std::make_unique<FakeRunSource>();
        source_ = source.get();
        model_->data()->setSource(std::move(source));
        panel_->setRun(model_.get());
        source_->events.push_back(Message{1, 2, Severity::info, "log", "The run began"});
        source_->events.push_back(Message{5, 9, Severity::info, "sample", "Once upon\na time"});
        source_->events.push_back(Message{6, 9, Severity::error, "log", "Disk \"full\""});
    }

    void cleanup() {
        panel_.reset();
        model_.reset();
    }

    void showsWhatTheRunSays() {
        panel_->show();
        model_->data()->poll();
        QTRY_VERIFY(panel_->shownText().contains("The run began"));
        QVERIFY(panel_->shownText().contains("Disk \"full\""));
        panel_->addProgramMessage(Severity::warning, "of the program");
        QTRY_VERIFY(panel_->shownText().contains("of the program"));
    }

    void writesNothingWhileHidden() {
        model_->data()->poll();
        QTest::qWait(50);
        QVERIFY(panel_->shownText().isEmpty());
        panel_->show();
        QTRY_VERIFY(panel_->shownText().contains("The run began"));
    }

    void filtersByKindAndWord() {
        panel_->show();
        model_->data()->poll();
        panel_->findChild<QComboBox*>()->setCurrentIndex(1);
        QTRY_VERIFY(panel_->shownText().contains("full"));
        QVERIFY(!panel_->shownText().contains("began"));
        panel_->findChild<QComboBox*>()->setCurrentIndex(0);
        panel_->findChild<QLineEdit*>()->setText("UPON");
        QTRY_VERIFY(panel_->shownText().contains("Once upon"));
        QVERIFY(!panel_->shownText().contains("full"));
    }

    void exportsEveryMessage() {
        model_->data()->poll();
        const QStringList lines = panel_->dataAsCsv().split(u'\n');
        QCOMPARE(lines[0], QString("step,time,severity,kind,text"));
        QCOMPARE(lines[1], QString("1,2,info,log,The run began"));
        QVERIFY(panel_->dataAsCsv().contains("6,9,error,log,\"Disk \"\"full\"\"\""));
    }

    void showsControlCharactersAsSigns() {
        source_->events.push_back(Message{7, 9, Severity::info, "sample", "bell\x07 end"});
        panel_->show();
        model_->data()->poll();
        QTRY_VERIFY(panel_->shownText().contains(u"bell\uFFFD end"_qs));
    }

    void drawsItsLinesForAFigure() {
        model_->data()->poll();
        QImage image(600, 200, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        panel_->paintFigure(painter, {600, 200});
        painter.end();
        QImage empty = image.copy();
        empty.fill(Qt::white);
        QVERIFY(image != empty);
    }

    void aNarrowLogHasStepAndTimeAboveTheWords() {
        panel_->resize(240, 300);
        panel_->show();
        model_->data()->poll();
        QTRY_VERIFY2(panel_->shownText().contains("5   9 s\nOnce upon"),
                     qPrintable(panel_->shownText()));
        panel_->resize(900, 300);
        QTRY_VERIFY2(panel_->shownText().contains("\t5\t9 s\tOnce upon"),
                     qPrintable(panel_->shownText()));
    }

    void anotherRunStartsAnEmptyLog() {
        panel_->show();
        model_->data()->poll();
        QTRY_VERIFY(!panel_->shownText().isEmpty());
        model_->data()->setSource(std::make_unique<FakeRunSource>());
        QTRY_VERIFY(panel_->shownText().isEmpty());
    }

private:
    std::unique_ptr<LogPanel> panel_;
    std::unique_ptr<RunContext> model_;
    FakeRunSource* source_ = nullptr;
};

}  // namespace orrery

QTEST_MAIN(orrery::LogPanelTest)
#include "log_panel_test.moc"
