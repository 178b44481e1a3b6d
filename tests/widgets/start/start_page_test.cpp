// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/start/start_page.h"

#include <QAbstractButton>
#include <QListWidget>
#include <QSignalSpy>
#include <QTest>

namespace orrery {

class StartPageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyChoiceHasAMnemonic() {
        StartPage page;
        page.resize(1200, 800);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page, kPatience));
        page.activateWindow();
        QTRY_VERIFY(page.isActiveWindow());
        QSignalSpy demo(&page, &StartPage::demoRequested);
        QSignalSpy fresh(&page, &StartPage::newConfigurationRequested);
        QSignalSpy open(&page, &StartPage::openConfigurationRequested);
        QSignalSpy run(&page, &StartPage::openRunRequested);
        QTest::keyClick(&page, Qt::Key_D, Qt::AltModifier);
        QTRY_COMPARE(demo.count(), 1);
        QTest::keyClick(&page, Qt::Key_N, Qt::AltModifier);
        QTRY_COMPARE(fresh.count(), 1);
        QTest::keyClick(&page, Qt::Key_C, Qt::AltModifier);
        QTRY_COMPARE(open.count(), 1);
        QTest::keyClick(&page, Qt::Key_R, Qt::AltModifier);
        QTRY_COMPARE(run.count(), 1);
    }

    void shippedStudiesAreListed() {
        StartPage page;
        page.setStudies({{"one", "Does it?"}, {"two", "Why?"}});
        auto* list = page.findChild<QListWidget*>(QStringLiteral("studyList"));
        QCOMPARE(list->count(), 2);
        QVERIFY(list->item(1)->text().contains("Why?"));
        QSignalSpy asked(&page, &StartPage::studyRequested);
        Q_EMIT list->itemActivated(list->item(1));
        QCOMPARE(asked.takeFirst().at(0).toString(), QString("two"));
    }

    void theKeyboardGoesThroughTheChoicesAndIsSeen() {
        StartPage page;
        page.resize(1200, 800);
        page.setRecent({{"/tmp/runs/one", true, "Finished", false}});
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page, kPatience));
        page.activateWindow();
        QTRY_VERIFY(page.isActiveWindow());
        page.setFocus();
        QSignalSpy demo(&page, &StartPage::demoRequested);
        const auto focused = [&page] { return page.window()->focusWidget(); };
        for (int i = 0; i < 4; ++i) {
            auto* choice = qobject_cast<QAbstractButton*>(focused());
            QVERIFY(choice);
            const QImage with = choice->grab().toImage();
            QTest::keyClick(choice, Qt::Key_Tab);
            QVERIFY2(choice->grab().toImage() != with, qPrintable(choice->text()));
        }
        QCOMPARE(focused(), page.findChild<QListWidget*>());
        page.setFocus();
        QTest::keyClick(focused(), Qt::Key_Space);
        QCOMPARE(demo.count(), 1);
        QTest::keyClick(focused(), Qt::Key_Return);
        QCOMPARE(demo.count(), 2);
        QTest::keyClick(focused(), Qt::Key_Enter);
        QCOMPARE(demo.count(), 3);
    }

    void recentItemsOpenOnceByClickAndByEnter() {
        StartPage page;
        page.resize(1200, 800);
        page.setRecent({{"/tmp/a.yaml", false, {}, false},
                        {"/tmp/runs/one", true, "Finished", false},
                        {"/tmp/runs/gone", true, {}, true}});
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page, kPatience));
        auto* list = page.findChild<QListWidget*>();
        QCOMPARE(list->count(), 3);
        QSignalSpy recent(&page, &StartPage::recentRequested);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, Qt::NoModifier,
                          list->visualItemRect(list->item(1)).center());
        QCOMPARE(recent.count(), 1);
        QCOMPARE(recent.at(0).at(0).toString(), QString("/tmp/runs/one"));
        QVERIFY(recent.at(0).at(1).toBool());
        list->setCurrentRow(0);
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(recent.count(), 2);
        QVERIFY(!recent.at(1).at(1).toBool());
        QTest::mouseClick(list->viewport(), Qt::LeftButton, Qt::NoModifier,
                          list->visualItemRect(list->item(2)).center());
        QCOMPARE(recent.count(), 2);
    }
};

}  // namespace orrery

QTEST_MAIN(orrery::StartPageTest)
#include "start_page_test.moc"
