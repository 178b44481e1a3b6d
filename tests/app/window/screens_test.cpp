// SPDX-License-Identifier: GPL-3.0-or-later
// Under a window manager with frames: the window is never larger than the screen, and its status
// bar is seen, whatever the scale and the size. Run once for each (CMakeLists.txt).
#include <QApplication>
#include <QDockWidget>
#include <QProcess>
#include <QScreen>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>

#include "app/window/main_window.h"
#include "app/window/workspace.h"
#include "tests/app/window/clean_desk.h"
#include "tests/app/window/whole_words.h"
#include "tests/widgets/synthetic_run.h"
#include "widgets/config/config_panel.h"

namespace orrery {

class ScreensTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        nameProgram();
        QCoreApplication::setApplicationName("orrery-screens-test");
        QApplication::setQuitOnLastWindowClosed(false);
        QVERIFY2(!QStandardPaths::findExecutable("openbox").isEmpty(), "openbox is needed");
        manager_.start("openbox", {});
        QVERIFY(manager_.waitForStarted(kPatience));
        cleanDesk();
        window_ = std::make_unique<MainWindow>(folder_.path().toStdString());
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get(), kPatience));
        // Its frame is there.
        QTRY_VERIFY_WITH_TIMEOUT(window_->frameGeometry().height() > window_->height(), kPatience);
    }
    void cleanupTestCase() {
        window_->closeWithoutAsking();
        window_.reset();
        manager_.terminate();
        manager_.waitForFinished();
    }

    void theStartPageFits() { fits(); }

    /// What is arranged before the window has a size is what it would be with it.
    void theFirstArrangementIsThatOfTheWindow() {
        window_->showWorkspace();
        Workspace* workspace = window_->workspace();
        workspace->setPerspective(Perspective::train);
        QTest::qWait(200);
        const auto together = [&] {
            QStringList names;
            for (const char* each : {"loss", "galaxy", "config"}) {
                auto* dock = workspace->findChild<QDockWidget*>(QLatin1String("dock.") + each);
                for (const QDockWidget* other : workspace->tabifiedDockWidgets(dock))
                    names << each + QStringLiteral(" over ") + other->objectName();
            }
            return names;
        };
        const QStringList first = together();
        for (const char* each : {"loss", "galaxy", "log"}) {
            workspace->raiseDock(each);
            const auto* dock = workspace->findChild<QDockWidget*>(QLatin1String("dock.") + each);
            QVERIFY2(dock->width() >= 330, qPrintable(each + QString::number(dock->width())));
        }
        workspace->resetLayout();
        QCOMPARE(together(), first);
    }

    void everyPerspectiveFits() {
        window_->showWorkspace();
        for (const Perspective each :
             {Perspective::train, Perspective::explore, Perspective::compare}) {
            window_->workspace()->setPerspective(each);
            QTest::qWait(200);  // for the layout and the manager's answer
            fits();
        }
    }

    /// Where the workspace is larger than the screen it is rolled: then words may be outside.
    void everyWordIsWholeInEveryDock() {
        giveSyntheticRun(*window_->run());
        Workspace* workspace = window_->workspace();
        for (const Perspective each :
             {Perspective::train, Perspective::explore, Perspective::compare}) {
            workspace->setPerspective(each);
            QTest::qWait(200);
            for (const QDockWidget* dock : workspace->findChildren<QDockWidget*>()) {
                if (!dock->toggleViewAction()->isChecked()) continue;
                workspace->raiseDock(dock->objectName().mid(5));
                fits();
                const bool rolled = workspace->width() > window_->width() ||
                                    workspace->height() > window_->height();
                if (!rolled)
                    QTRY_VERIFY2(cutWord(*window_).isEmpty(),
                                 qPrintable(dock->objectName() + u' ' + cutWord(*window_)));
                QTest::qWait(keepsShots() ? 300 : 0);
                keepShot(*window_, QStringLiteral("%1-%2-%3")
                                       .arg(window_->screen()->geometry().width())
                                       .arg(window_->devicePixelRatio())
                                       .arg(dock->objectName()));
            }
        }
    }

    void theFormLeavesRoomForTheViews() {
        window_->workspace()->setPerspective(Perspective::train);
        QTest::qWait(200);
        const int width = window_->workspace()->config()->width();
        if (window_->width() >= 1200)
            QVERIFY2(width <= 0.38 * window_->width(),
                     qPrintable(QStringLiteral("%1 of %2").arg(width).arg(window_->width())));
    }

    void maximizedItFits() {
        window_->showMaximized();
        QTRY_VERIFY_WITH_TIMEOUT(window_->isMaximized(), kPatience);
        QTest::qWait(200);
        fits();
    }

private:
    void fits() {
        const QRect screen = window_->screen()->geometry();
        const QString sizes = QStringLiteral("%1x%2 on %3x%4, at least %5x%6")
                                  .arg(window_->frameGeometry().width())
                                  .arg(window_->frameGeometry().height())
                                  .arg(screen.width())
                                  .arg(screen.height())
                                  .arg(window_->minimumSizeHint().width())
                                  .arg(window_->minimumSizeHint().height());
        // The manager's frame has whole pixels, and Qt rounds what they are at the window's scale.
        const QRect rounded = screen.adjusted(0, 0, 1, 1);
        // Of a maximized window's frame Qt may know what it was before: a border and a handle that
        // are gone.
        const auto extent = [&] {
            return window_->isMaximized() ? window_->geometry() : window_->frameGeometry();
        };
        QVERIFY2(QTest::qWaitFor([&] { return rounded.contains(extent()); }, kPatience),
                 qPrintable(sizes));
        const QStatusBar* bar = window_->statusBar();
        QVERIFY(bar->isVisible());
        const QRect seen(bar->mapToGlobal(QPoint(0, 0)), bar->size());
        QVERIFY2(rounded.contains(seen), qPrintable(sizes));
    }

    QTemporaryDir folder_;
    QProcess manager_;
    std::unique_ptr<MainWindow> window_;
};

}  // namespace orrery

QTEST_MAIN(orrery::ScreensTest)
#include "screens_test.moc"
