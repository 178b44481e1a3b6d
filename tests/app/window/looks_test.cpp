// SPDX-License-Identifier: GPL-3.0-or-later
// What is read on a dark desktop and in a small window, and figures in the colours that are asked
// for.
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <QTranslator>
#include <algorithm>
#include <map>

#include "app/window/main_window.h"
#include "app/window/palette_keeper.h"
#include "app/window/workspace.h"
#include "tests/app/window/clean_desk.h"
#include "tests/app/window/whole_words.h"
#include "tests/widgets/synthetic_run.h"
#include "widgets/figure/figure_export.h"
#include "widgets/palette/chart_theme.h"
#include "widgets/run/run_context.h"
#include "widgets/run/selection.h"
#include "widgets/view.h"

namespace orrery {
namespace {

constexpr double kReadable = 4.5;

/// As Qt makes it of a dark KDE colour scheme: the placeholder text stays that of a light one.
QPalette darkDesktop() {
    const QColor base(35, 38, 41), window(49, 54, 59), text(239, 240, 241);
    QPalette palette(text, window, window.lighter(), window.darker(), window, text, base);
    palette.setColor(QPalette::AlternateBase, window);
    palette.setColor(QPalette::ButtonText, text);
    palette.setColor(QPalette::PlaceholderText, QColor(0, 0, 0, 128));
    return palette;
}

/// The best contrast that a picture holds against what most of it is; 0 for a plain one.
double contrastIn(const QImage& image) {
    std::map<QRgb, int> counts;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            ++counts[image.pixel(x, y) | 0xff000000U];
    const auto ground =
        std::ranges::max_element(counts, {}, [](const auto& c) { return c.second; });
    double best = 0;
    for (const auto& [color, count] : counts)
        if (color != ground->first)
            best = std::max(best, contrastRatio(QColor(color), QColor(ground->first)));
    return best;
}

}  // namespace

class LooksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        nameProgram();
        light_ = QApplication::palette();
    }
    void init() { cleanDesk(); }
    void cleanup() { QApplication::setPalette(light_); }

    void placeholdersReadWheneverTheDesktopTurnsDark() {
        const PaletteKeeper keeper;
        QApplication::setPalette(darkDesktop());
        const QPalette now = QApplication::palette();
        for (const auto role : {QPalette::Base, QPalette::Window})
            QVERIFY(contrastRatio(now.color(QPalette::PlaceholderText), now.color(role)) >=
                    kReadable);
        QCOMPARE(now.color(QPalette::Base), darkDesktop().color(QPalette::Base));
    }

    void emptyViewsReadOnADarkDesktop() {
        const PaletteKeeper keeper;
        QApplication::setPalette(darkDesktop());
        MainWindow window("runs");
        window.resize(1500, 940);
        window.show();
        window.showWorkspace();
        int seen = 0;
        for (View* view : window.workspace()->views()) {
            window.workspace()->raiseDock(view->viewName());
            QTRY_VERIFY(view->isVisible());
            QTest::qWait(50);
            for (QWidget* part : view->findChildren<QWidget*>()) {
                // Parts that show something of their own: texts, pictures, places for text.
                const auto* label = qobject_cast<QLabel*>(part);
                const auto* line = qobject_cast<QLineEdit*>(part);
                const bool picture = part->width() > 200 && part->height() > 80 &&
                                     part->findChildren<QWidget*>().isEmpty();
                if (!part->isVisible() || !part->isEnabled()) continue;
                if (!picture && !(label && !label->text().isEmpty()) &&
                    !(line && !line->placeholderText().isEmpty()))
                    continue;
                const double contrast = contrastIn(part->grab().toImage());
                if (picture && contrast == 0) continue;  // nothing is drawn on it
                const QString what = view->viewName() + u' ' + part->metaObject()->className() +
                                     u' ' + part->accessibleName();
                QVERIFY2(contrast >= kReadable,
                         qPrintable(QStringLiteral("%1: %2").arg(what).arg(contrast)));
                ++seen;
            }
        }
        QVERIFY2(seen >= 12, qPrintable(QString::number(seen)));
    }

    void aSmallWindowShowsEveryWord_data() {
        QTest::addColumn<QString>("language");
        QTest::addColumn<bool>("arranged_there");  // or when the window was large
        for (const char* language : {"en", "de"})
            for (const bool there : {true, false})
                QTest::addRow("%s %d", language, there) << language << there;
    }

    void aSmallWindowShowsEveryWord() {
        QFETCH(QString, language);
        QFETCH(bool, arranged_there);
        QTranslator words;
        if (language == u"de") {
            if (!words.load("orrery_de", ORRERY_TRANSLATIONS)) QSKIP("Built without lrelease");
            QCoreApplication::installTranslator(&words);
        }
        // German words are longer; by how much is the font's.
        const QSize small(language == u"de" ? 1080 : 1024, 640);
        // A long path may not widen anything.
        MainWindow window("/home/somebody/experiments/of/last/year/" + std::string(80, 'x') +
                          "/runs");
        giveSyntheticRun(*window.run());
        Workspace* workspace = window.workspace();
        window.resize(arranged_there ? small : QSize(1560, 940));
        window.show();
        window.showWorkspace();
        QVERIFY(QTest::qWaitForWindowExposed(&window, kPatience));
        const auto all = {Perspective::train, Perspective::explore, Perspective::compare};
        for (const Perspective each : all) {
            workspace->setPerspective(each);
            workspace->resetLayout();
        }
        window.resize(small);
        for (const Perspective each : all) {
            workspace->setPerspective(each);
            for (const QDockWidget* dock : workspace->findChildren<QDockWidget*>()) {
                if (!dock->toggleViewAction()->isChecked()) continue;
                workspace->raiseDock(dock->objectName().mid(5));
                // Layouts settle with the turns of the loop, however many there are.
                QTRY_VERIFY2(cutWord(window).isEmpty(),
                             qPrintable(dock->objectName() + u' ' + cutWord(window)));
                QCOMPARE(window.size(), small);
                keepShot(window, language + u'-' + QString::number(arranged_there) + u'-' +
                                     dock->objectName());
            }
        }
    }

    void figuresHaveTheColoursThatAreAsked_data() {
        QTest::addColumn<bool>("with_run");
        QTest::newRow("nothing open") << false;
        QTest::newRow("a run") << true;
    }

    void figuresHaveTheColoursThatAreAsked() {
        QFETCH(bool, with_run);
        MainWindow window("runs");
        RunContext* run = window.run();
        if (with_run) {
            giveSyntheticRun(*run);
            run->selection()->markExpert(ExpertId{0, 1});
        }
        FigureOptions options;
        options.dpi = 120;
        for (const View* view : window.workspace()->views()) {
            const QByteArray name = view->viewName().toUtf8();
            options.colors = FigureColors::dark;
            const QImage dark = figureImage(*view, options);
            options.colors = FigureColors::paper;
            const QImage paper = figureImage(*view, options);
            QVERIFY2(dark.pixelColor(1, 1) == darkTheme().background, name);
            QVERIFY2(paper.pixelColor(1, 1) == Qt::white, name);
            QVERIFY2(contrastIn(dark) >= kReadable, name);
            QVERIFY2(contrastIn(paper) >= kReadable, name);
        }
    }

private:
    QPalette light_;
};

}  // namespace orrery

QTEST_MAIN(orrery::LooksTest)
#include "looks_test.moc"
