// SPDX-License-Identifier: GPL-3.0-or-later
// Command palette, preferences, the tour and the glossary: what is found and set beside the views.
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QSettings>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>

#include "app/window/command/command_palette.h"
#include "app/window/desk/help_desk.h"
#include "app/window/handbook.h"
#include "app/window/main_window.h"
#include "app/window/preferences/preferences_dialog.h"
#include "app/window/presets.h"
#include "app/window/tour/explanations.h"
#include "app/window/tour/tour.h"
#include "app/window/workspace.h"
#include "core/error.h"
#include "core/study/study.h"
#include "tests/app/window/clean_desk.h"
#include "tests/app/window/dialog_robot.h"
#include "widgets/config/config_document.h"
#include "widgets/config/config_form.h"
#include "widgets/config/config_panel.h"
#include "widgets/config/field_editor.h"
#include "widgets/config/field_row.h"
#include "widgets/config/glossary_terms.h"
#include "widgets/model/model_view.h"
#include "widgets/view.h"

namespace orrery {

class ToolsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        nameProgram();
        QCoreApplication::setApplicationName("orrery-tools-test");
        QApplication::setQuitOnLastWindowClosed(false);
    }
    void init() {
        QSettings().clear();
        cleanDesk();
        folder_ = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir(folder_->path()).mkpath("runs/2026-11-29-0900-sea"));
        QFile config(folder_->filePath("runs/2026-11-29-0900-sea/config.yaml"));
        QVERIFY(config.open(QIODevice::WriteOnly));
        config.write("name: sea\n");
        config.close();
        window_ = std::make_unique<MainWindow>(folder_->filePath("runs").toStdString());
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get(), kPatience));
    }
    void cleanup() {
        applyTheme(WindowTheme::system);
        window_->closeWithoutAsking();
        window_.reset();
    }

    void thePaletteFindsCommandsViewsSettingsAndRuns() {
        CommandPalette* palette = openPalette();
        const auto finds = [&](const QString& typed, const QString& text) {
            palette->search(typed);
            return palette->shown().contains(text);
        };
        QVERIFY(finds("train", "Train"));
        QVERIFY(finds("galaxy", "Galaxy"));
        QVERIFY(finds("levers", "Levers"));
        QVERIFY(finds("keys.alp", "keys.alpha"));
        QVERIFY(finds("attraction query", "keys.alpha"));  // words of its help
        QVERIFY(finds("sea", "2026-11-29-0900-sea"));
        QVERIFY(finds("demo", "demo"));  // a preset
        palette->search("no such thing");
        QVERIFY(palette->shown().isEmpty());
        QTest::keyClick(palette, Qt::Key_Escape);
    }

    void whatIsDisabledIsNotOffered() {
        CommandPalette* palette = openPalette();
        palette->search("Pause");
        QVERIFY(!palette->shown().contains("Pause"));
        QTest::keyClick(palette, Qt::Key_Escape);
    }

    void theKeyboardChoosesAndTheFieldIsShown() {
        CommandPalette* palette = openPalette();
        auto* search = palette->findChild<QLineEdit*>();
        QTest::keyClicks(search, "keys.beta");
        QCOMPARE(palette->shown().front(), QString("keys.beta"));
        QTest::keyClick(search, Qt::Key_Down);
        QTest::keyClick(search, Qt::Key_Up);
        QTest::keyClick(search, Qt::Key_Return);
        QWidget* input =
            window_->workspace()->config()->form()->row("keys.beta")->editor()->input();
        QTRY_COMPARE(window_->focusWidget(), input);
        QVERIFY(!window_->showsStartPage());
    }

    void preferencesAreStoredAndTheThemeAppliesAtOnce() {
        const DialogRobot robot([](QWidget* dialog) {
            dialog->findChild<QComboBox*>("theme")->setCurrentIndex(2);
            dialog->findChild<QComboBox*>("language")->setCurrentIndex(2);
            dialog->findChild<QSpinBox*>("threads")->setValue(3);
            auto* runs = dialog->findChild<QLineEdit*>("runsFolder");
            QVERIFY(runs->width() >
                    runs->fontMetrics().horizontalAdvance(runs->placeholderText()) + 4);
            runs->setText("/data/runs");
            dialog->findChild<QDoubleSpinBox*>("figureWidth")->setValue(85);
            QMetaObject::invokeMethod(dialog, "accept");
        });
        window_->actions().preferences->trigger();
        QVERIFY(robot.met());
        const Preferences now = storedPreferences();
        QCOMPARE(now.theme, WindowTheme::dark);
        QCOMPARE(now.language, QString("de"));
        QCOMPARE(now.threads, 3);
        QCOMPARE(now.runs_folder, QString("/data/runs"));
        QCOMPARE(now.figure.width_mm, 85.0);
        QCOMPARE(localeOf(now).language(), QLocale::German);
        QVERIFY(QApplication::palette().color(QPalette::Base).lightness() < 80);
        QVERIFY(QApplication::palette().color(QPalette::Text).lightness() > 200);
    }

    void cancelledPreferencesChangeNothing() {
        const DialogRobot robot([](QWidget* dialog) {
            dialog->findChild<QComboBox*>("theme")->setCurrentIndex(2);
            QTest::keyClick(dialog, Qt::Key_Escape);
        });
        window_->actions().preferences->trigger();
        QVERIFY(robot.met());
        QCOMPARE(storedPreferences().theme, WindowTheme::system);
    }

    void panelsOfMetricsComeBackWithTheLayout() {
        const QByteArray panels = R"([{"left":["train/loss"],"right":["layer*/gini"]}])";
        window_->workspace()->setMetricPanels(panels);
        QVERIFY(window_->close());
        window_ = std::make_unique<MainWindow>(folder_->filePath("runs").toStdString());
        QCOMPARE(window_->workspace()->metricPanels(), panels);
    }

    void aBlockOfTheModelGoesToItsFields() {
        window_->showWorkspace();
        auto* model = qobject_cast<ModelView*>(window_->workspace()->view("model"));
        QVERIFY(model);
        window_->document()->setText("model: {num_layers: 5}\n");
        QCOMPARE(model->config().model.num_layers, 5);  // live
        Q_EMIT model->fieldRequested("some.router");
        QTRY_COMPARE(window_->focusWidget(),
                     window_->workspace()->config()->form()->row("some.router")->editor()->input());
    }

    void shippedStudiesAreStudiesThatCanBeOpened() {
        QVERIFY(shippedStudies().size() > 20);
        for (const ShippedStudy& study : shippedStudies()) {
            QVERIFY2(!study.question.isEmpty(), qPrintable(study.name));
            const Study read = loadStudy(shippedStudyFile(study.name).toStdString());
            QVERIFY(QString::fromStdString(read.question).startsWith(study.question.left(20)));
        }
        QVERIFY_EXCEPTION_THROWN(shippedStudyFile("none"), Error);
    }

    void everyDockSaysWhatIsSeenInIt() {
        for (const QDockWidget* dock : window_->workspace()->findChildren<QDockWidget*>())
            QVERIFY2(!explanationOf(dock->objectName().mid(5)).text.isEmpty(),
                     qPrintable(dock->objectName()));
        QVERIFY(explanationOf("nothing").text.isEmpty());
        window_->showWorkspace();
        auto* tour = window_->findChild<Tour*>();
        for (View* view : window_->workspace()->views()) {
            auto* button = view->findChild<QToolButton*>("explain");
            QVERIFY2(button, qPrintable(view->viewName()));
            button->click();
            QCOMPARE(tour->dock(), view->viewName());
        }
        tour->close();
    }

    void theTourGoesThroughTheViewsAndEnds() {
        window_->actions().tour->trigger();
        auto* tour = window_->findChild<Tour*>();
        auto* next = tour->findChild<QPushButton*>("tourNext");
        QStringList seen;
        for (int i = 0; i < 30 && tour->isVisible(); ++i) {
            seen << tour->dock();
            const auto* dock =
                window_->workspace()->findChild<QDockWidget*>("dock." + tour->dock());
            QVERIFY2(dock->isVisible(), qPrintable(tour->dock()));
            QTRY_VERIFY(tour->isActiveWindow());
            const QRect screen = tour->screen()->availableGeometry();
            const auto about = [&] { return QRect(dock->mapToGlobal(QPoint()), dock->size()); };
            const auto covers = [&] {
                const int room = tour->frameGeometry().width() + 16;
                const bool has_room = about().left() - screen.left() > room ||
                                      screen.right() - about().right() > room;
                return has_room && about().contains(tour->frameGeometry().center());
            };
            QTRY_VERIFY2(!covers(), qPrintable(tour->dock()));
            next->click();
        }
        QCOMPARE(seen, tourStops());
        window_->actions().tour->trigger();
        QCOMPARE(tour->dock(), QString("config"));
        next->click();
        tour->findChild<QPushButton*>("tourBack")->click();
        QCOMPARE(tour->dock(), QString("config"));
        tour->close();
    }

    void everyTermThatIsLinkedIsInTheGlossary() {
        Handbook handbook;
        QStringList terms = glossaryTerms();
        for (const QDockWidget* dock : window_->workspace()->findChildren<QDockWidget*>())
            terms << explanationOf(dock->objectName().mid(5)).terms;
        for (const QString& term : terms)
            QVERIFY2(handbook.showTerm(term), qPrintable(term));
        QVERIFY(!handbook.showTerm("no such term"));
        for (const Field& field : fields())
            if (!glossaryTermOf(field.key).isEmpty())
                QVERIFY(fieldToolTip(field).contains("press F1"));
    }

    void f1OpensTheGlossaryAtTheSettingThatHasTheFocus() {
        window_->showWorkspace();
        window_->workspace()->config()->showField("keys.alpha");
        window_->activateWindow();
        QTRY_VERIFY(QApplication::focusWidget() != nullptr);
        window_->actions().handbook->trigger();
        auto* handbook = window_->findChild<Handbook*>();
        QVERIFY(handbook && handbook->page().endsWith("glossary.md"));
        QVERIFY(handbook->text()->textCursor().selectedText().contains("alpha, attraction"));
        handbook->close();
    }

    void tabLeavesEveryBox() {
        for (const QTableView* table : window_->findChildren<QTableView*>())
            QVERIFY2(!table->tabKeyNavigation(), qPrintable(table->objectName()));
        for (const QPlainTextEdit* text : window_->findChildren<QPlainTextEdit*>())
            QVERIFY2(text->isReadOnly() || text->tabChangesFocus(), qPrintable(text->objectName()));
        for (const QTextEdit* text : window_->findChildren<QTextEdit*>())
            QVERIFY2(text->isReadOnly() || text->tabChangesFocus(), qPrintable(text->objectName()));
    }

private:
    CommandPalette* openPalette() {
        window_->actions().palette->trigger();
        return window_->findChild<CommandPalette*>();
    }

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<MainWindow> window_;
};

}  // namespace orrery

QTEST_MAIN(orrery::ToolsTest)
#include "tools_test.moc"
