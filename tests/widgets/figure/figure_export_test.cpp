// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figure/figure_export.h"
#include "widgets/figure/table_dialog.h"

#include <unistd.h>
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QGuiApplication>
#include <QImageReader>
#include <QPainter>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <ctime>
#include <limits>

#include "core/error.h"
#include "tests/widgets/synthetic_run.h"
#include "widgets/figure/export_actions.h"
#include "widgets/figure/figure_dialog.h"
#include "widgets/plots/experts_view.h"
#include "widgets/plots/loss_view.h"

namespace orrery {
namespace {

struct Ran {
    int code = -1;
    QString out;
};

Ran runTool(const QString& program, const QStringList& arguments) {
    QProcess process;
    process.start(program, arguments);
    process.waitForFinished(30'000);
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput())};
}

#define NEEDS(program)                                                     \
    if (QStandardPaths::findExecutable(QStringLiteral(program)).isEmpty()) \
    QSKIP(program " is not installed")

}  // namespace

class FigureExportTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName(QStringLiteral("orrery-tests"));
        QCoreApplication::setApplicationName(QStringLiteral("figure-export"));
        QVERIFY(folder_.isValid());
        giveSyntheticRun(model_);
        loss_.setRun(&model_);
        experts_.setRun(&model_);
    }
    void init() { QSettings().clear(); }

    void thePdfHasItsSizeItsFontsAndNoImage() {
        NEEDS("pdffonts");
        NEEDS("pdfimages");
        const QString file = path("loss.pdf");
        exportFigure(loss_, file.toStdString(), {.width_mm = 120, .height_mm = 80});
        const QString fonts = runTool("pdffonts", {file}).out;
        QVERIFY2(fonts.contains("DejaVuSans"), qPrintable(fonts));
        for (const QString& line : fonts.split(u'\n', Qt::SkipEmptyParts).mid(2)) {
            QVERIFY2(line.contains("TrueType"), qPrintable(line));
            static const QRegularExpression embedded(QStringLiteral(" yes (yes|no) +yes "));
            QVERIFY2(line.contains(embedded), qPrintable(line));
        }
        QCOMPARE(runTool("pdfimages", {"-list", file}).out.split(u'\n', Qt::SkipEmptyParts).size(),
                 2);
        const QString info = runTool("pdfinfo", {file}).out;
        QVERIFY2(info.contains("340 x 227 pts"), qPrintable(info));
        const QString text = runTool("pdftotext", {file, "-"}).out;
        QVERIFY2(text.contains("Training: "), qPrintable(text));
    }

    void thePdfLooksLikeThePng() {
        NEEDS("pdftoppm");
        const FigureOptions options{.width_mm = 120, .height_mm = 80, .dpi = 100};
        const QString file = path("same.pdf");
        exportFigure(loss_, file.toStdString(), options);
        QCOMPARE(runTool("pdftoppm", {"-r", "100", "-png", "-singlefile", file, path("same")}).code,
                 0);
        compare(QImage(path("same.png")), figureImage(loss_, options));
    }

    void theSvgLooksLikeThePngInAnotherProgram() {
        NEEDS("rsvg-convert");
        const FigureOptions options{.width_mm = 120, .height_mm = 80, .dpi = 100};
        for (const bool paths : {false, true}) {
            FigureOptions variant = options;
            variant.text_as_paths = paths;
            const QString file = path("same.svg");
            exportFigure(experts_, file.toStdString(), variant);
            QFile svg(file);
            QVERIFY(svg.open(QIODevice::ReadOnly));
            const QByteArray bytes = svg.readAll();
            QVERIFY(bytes.contains("width=\"120mm\" height=\"80mm\""));
            QCOMPARE(bytes.contains("<text"), !paths);
            QVERIFY(paths || bytes.contains("font-family=\"DejaVu Sans\""));
            QVERIFY(!bytes.contains("<image"));
            const auto ran =
                runTool("rsvg-convert", {"-d", "100", "-p", "100", "-o", path("svg.png"), file});
            QCOMPARE(ran.code, 0);
            compare(QImage(path("svg.png")), figureImage(experts_, options));
        }
    }

    void thePngHasItsPixelsAndItsResolution() {
        const QString file = path("loss.png");
        exportFigure(loss_, file.toStdString(), {.width_mm = 100, .height_mm = 50, .dpi = 254});
        const QImage image(file);
        QCOMPARE(image.size(), QSize(1000, 500));
        QCOMPARE(qRound(image.dotsPerMeterX() * 0.0254), 254);
        QCOMPARE(image.pixelColor(1, 1), QColor(Qt::white));
    }

    void figuresAreOnWhiteInADarkWindow() {
        QPalette dark;
        dark.setColor(QPalette::Base, QColor(0x101214));
        dark.setColor(QPalette::Text, Qt::white);
        LossView view;
        view.setPalette(dark);
        view.setRun(&model_);
        QVERIFY(view.chart().theme().dark);
        QCOMPARE(figureImage(view, {.width_mm = 80, .height_mm = 60, .dpi = 96}),
                 figureImage(loss_, {.width_mm = 80, .height_mm = 60, .dpi = 96}));
    }

    void aMillionPointsMakeASmallFileSoon() {
        RunContext model;
        auto source = std::make_unique<FakeRunSource>();
        source->run_info = syntheticInfo({});
        std::mt19937 random(4);
        std::normal_distribution<double> normal;
        for (int step = 0; step < 1'000'000; ++step)
            source->events.push_back(
                Scalars{step, step * 0.1, {{"train/loss", 3 + 0.2 * normal(random)}}});
        FakeRunSource* raw = source.get();
        model.data()->setSource(std::move(source));
        while (!raw->events.empty())
            model.data()->poll();
        LossView view;
        view.setRun(&model);
        for (const FigureFormat format :
             {FigureFormat::pdf, FigureFormat::svg, FigureFormat::png}) {
            const std::clock_t start = std::clock();
            const QByteArray bytes = figureBytes(view, format, {});
            const double spent =
                1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
            qInfo("a million points, format %d: %.0f ms, %lld kB", int(format), spent,
                  static_cast<long long>(bytes.size() / 1024));
            // Two seconds on an idle machine; a picture of so many pixels has room for a busy one.
            QVERIFY2(spent < (format == FigureFormat::png ? 4'000 : 2'000),
                     qPrintable(QString::number(spent)));
            QVERIFY2(bytes.size() < 2'000'000, qPrintable(QString::number(bytes.size())));
        }
    }

    void sizesThatCantBeMadeAreRefusedWithAReason() {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const FigureOptions bad[] = {
            {.width_mm = 0},    {.width_mm = -3},
            {.height_mm = 1e6}, {.width_mm = nan},
            {.dpi = 0},         {.dpi = 1e5},
            {.font_point = 0},  {.width_mm = 1500, .height_mm = 1500, .dpi = 1200}};
        for (const FigureOptions& options : bad) {
            QVERIFY(!faultOf(options, FigureFormat::png).isEmpty());
            const QString file = path("refused.png");
            QVERIFY_EXCEPTION_THROWN(exportFigure(loss_, file.toStdString(), options), Error);
            QVERIFY(!QFile::exists(file));
        }
        QVERIFY(faultOf({.dpi = 0}, FigureFormat::pdf).isEmpty());
        QVERIFY(faultOf({}, FigureFormat::png).isEmpty());
    }

    void otherExtensionsAreRefused() {
        for (const char* name : {"a.gif", "a", "a.pdf.bak"})
            QVERIFY_EXCEPTION_THROWN(exportFigure(loss_, path(name).toStdString(), {}), Error);
        QCOMPARE(formatOf("x.PDF"), FigureFormat::pdf);
    }

    void aFileThatCantBeWrittenIsAnErrorAndTheOldOneStays() {
        QVERIFY_EXCEPTION_THROWN(exportFigure(loss_, "/proc/no/such/figure.pdf", {}), Error);
        if (geteuid() == 0) return;
        const QString file = path("old/figure.pdf");
        exportFigure(loss_, file.toStdString(), {});
        QFile::setPermissions(path("old"), QFile::ReadOwner | QFile::ExeOwner);
        QVERIFY_EXCEPTION_THROWN(exportFigure(experts_, file.toStdString(), {}), Error);
        QFile::setPermissions(path("old"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        QVERIFY(QFile(file).size() > 1000);
    }

    void nothingIsLeftBeside() {
        const QString file = path("alone/figure.svg");
        exportFigure(loss_, file.toStdString(), {});
        exportFigure(loss_, file.toStdString(), {});
        QCOMPARE(QDir(path("alone")).entryList(QDir::Files).size(), 1);
    }

    void dataIsWrittenAsTheViewGivesIt() {
        const QString file = path("loss.csv");
        exportData(loss_, file.toStdString());
        QFile csv(file);
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QCOMPARE(csv.readAll(), loss_.dataAsCsv().toUtf8());
    }

    void theDialogRefusesAndSaysWhy() {
        FigureDialog dialog(loss_);
        dialog.setFormat(FigureFormat::png);
        dialog.setOptions({.width_mm = 1500, .height_mm = 1500, .dpi = 2400});
        QVERIFY(!dialog.fault().isEmpty());
        auto* save = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save);
        QVERIFY(!save->isEnabled());
        dialog.accept();
        QCOMPARE(dialog.result(), int(QDialog::Rejected));
        dialog.setOptions({.width_mm = 85, .height_mm = 64, .dpi = 300});
        QVERIFY(save->isEnabled());
        QVERIFY2(dialog.command().endsWith(
                     "--figure loss --out loss.png --size 85x64 --font 8 --dpi 300"),
                 qPrintable(dialog.command()));
        dialog.accept();
        FigureDialog again(loss_);
        QCOMPARE(again.options().width_mm, 85.0);
        QCOMPARE(again.format(), FigureFormat::png);
    }

    void theColumnsOfATableAreAsWideAsTheirNumbers() {
        const QFont before = QApplication::font();
        QFont large = before;
        large.setPointSize(24);
        QApplication::setFont(large);
        ExpertsView view;
        view.setRun(&model_);
        showAsTable(view, &view);
        const auto* table = view.findChild<QTableView*>();
        QApplication::setFont(before);
        QVERIFY(table && table->model()->rowCount() > 60);
        const QFontMetrics metrics(large);
        for (int row = 0; row < 60; ++row)
            for (int column = 0; column < table->model()->columnCount(); ++column)
                QVERIFY(table->columnWidth(column) >=
                        metrics.horizontalAdvance(
                            table->model()->index(row, column).data().toString()) +
                            4);
    }

    void eachViewHasItsActionsOnce() {
        LossView view;
        view.setRun(&model_);
        const auto first = exportActions(view), second = exportActions(view);
        QCOMPARE(first, second);
        QCOMPARE(first.size(), 5);
        QCOMPARE(view.contextMenuPolicy(), Qt::ActionsContextMenu);
        first[3]->trigger();
        QVERIFY(!QGuiApplication::clipboard()->image().isNull());
    }

    void aFigureIsOnWhiteUnlessTheScreensColoursAreAskedFor() {
        ExpertsView view;
        view.setRun(&model_);
        FigureOptions options{.width_mm = 120, .height_mm = 90, .dpi = 60};
        QCOMPARE(figureImage(view, options).pixelColor(2, 2), QColor(Qt::white));
        options.colors = FigureColors::dark;
        const QImage dark = figureImage(view, options);
        QCOMPARE(dark.pixelColor(2, 2), darkTheme().background);
        QCOMPARE(figureImage(view, {}).pixelColor(2, 2), QColor(Qt::white));
        FigureDialog dialog(view);
        dialog.setOptions(options);
        QPalette colors;
        colors.setColor(QPalette::Base, Qt::black);
        view.setPalette(colors);
        QCOMPARE(dialog.options().colors, FigureColors::dark);
        QVERIFY2(dialog.command().contains(" --colors dark"), qPrintable(dialog.command()));
        QCOMPARE(figureColorsOf("dark"), FigureColors::dark);
        QVERIFY_EXCEPTION_THROWN(figureColorsOf("pink"), Error);
    }

private:
    QString path(const QString& name) const { return folder_.filePath(name); }

    // Renderers differ in the grey of an edge: the share of pixels that differ much must be small.
    static void compare(const QImage& read, const QImage& made) {
        QVERIFY(!read.isNull());
        QVERIFY(std::abs(read.width() - made.width()) <= 2 &&
                std::abs(read.height() - made.height()) <= 2);
        const int scale = 4;
        const QSize size(made.width() / scale, made.height() / scale);
        const QImage a = read.convertToFormat(QImage::Format_RGB32)
                             .scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
        const QImage b = made.convertToFormat(QImage::Format_RGB32)
                             .scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
        int differ = 0;
        for (int y = 0; y < size.height(); ++y)
            for (int x = 0; x < size.width(); ++x)
                differ += std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y))) > 60;
        QVERIFY2(differ < size.width() * size.height() / 50, qPrintable(QString::number(differ)));
    }

    QTemporaryDir folder_;
    RunContext model_;
    LossView loss_;
    ExpertsView experts_;
};

}  // namespace orrery

QTEST_MAIN(orrery::FigureExportTest)
#include "figure_export_test.moc"
