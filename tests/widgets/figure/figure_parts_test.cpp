// SPDX-License-Identifier: GPL-3.0-or-later
// What figures are made with: views that have no picture, tables of numbers, rows of controls.
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QPainter>
#include <QPushButton>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "core/error.h"
#include "widgets/figure/export_actions.h"
#include "widgets/figure/figure_command.h"
#include "widgets/figure/figure_dialog.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/flow_row.h"
#include "widgets/figure/look_words.h"
#include "widgets/figure/path_painter.h"
#include "widgets/figure/table_dialog.h"
#include "widgets/view.h"

namespace orrery {

namespace {

/// A view of something that may be gone.
class MadeUpView : public View {
public:
    QString fault;
    QString csv = QStringLiteral("a,b\n1,2\n");
    mutable int painted = 0;

    QString viewName() const override { return QStringLiteral("made-up"); }
    QString figureFault() const override { return fault; }
    QString dataAsCsv() const override { return csv; }
    void paintFigure(QPainter& painter, const QSizeF& size) const override {
        ++painted;
        painter.drawLine(QPointF(0, 0), QPointF(size.width(), size.height()));
    }

protected:
    void refresh() override {}
};

/// A widget of a fixed size.
QWidget* block(int width, int height) {
    auto* widget = new QWidget;
    widget->setFixedSize(width, height);
    return widget;
}

}  // namespace

class FigurePartsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName(QStringLiteral("orrery-tests"));
        QCoreApplication::setApplicationName(QStringLiteral("figure-parts"));
    }
    void init() { QSettings().clear(); }

    void aViewWithoutAPictureLeavesNoFile() {
        MadeUpView view;
        view.fault = QStringLiteral("it is gone");
        for (const char* name : {"x.png", "x.svg", "x.pdf"}) {
            QCOMPARE(errorOf([&] { exportFigure(view, path(name), {}); }), QString("it is gone"));
            QVERIFY(!std::filesystem::exists(path(name)));
        }
        QCOMPARE(errorOf([&] { exportData(view, path("x.csv")); }), QString("it is gone"));
        QCOMPARE(errorOf([&] { figureImage(view, {}); }), QString("it is gone"));
        QCOMPARE(view.painted, 0);
        view.fault.clear();
        exportFigure(view, path("x.png"), {});
        view.fault = QStringLiteral("it is gone");
        QVERIFY(!errorOf([&] { exportFigure(view, path("x.png"), {}); }).isEmpty());
        QVERIFY(std::filesystem::exists(path("x.png")));  // the older one stays
    }

    void everyFormatTellsTheCommandThatMadeIt() {
        MadeUpView view;
        FigureOptions options;
        options.width_mm = 85;
        options.height_mm = 64;
        const QString png = figureCommand(view, FigureFormat::png, options);
        QVERIFY2(png.contains("--size 85x64") && png.contains("--dpi 300"), qPrintable(png));
        QImage image;
        QVERIFY(image.loadFromData(figureBytes(view, FigureFormat::png, options), "PNG"));
        QCOMPARE(image.text("Command"), png);
        const QByteArray pdf = figureBytes(view, FigureFormat::pdf, options);
        const QByteArray words =
            figureCommand(view, FigureFormat::pdf, options).toHtmlEscaped().toUtf8();
        QVERIFY(pdf.contains(words));
        const QByteArray svg = figureBytes(view, FigureFormat::svg, options);
        QVERIFY(
            svg.contains(figureCommand(view, FigureFormat::svg, options).toHtmlEscaped().toUtf8()));
        options.background = Qt::transparent;
        QVERIFY(figureCommand(view, FigureFormat::svg, options).endsWith(" --transparent"));
    }

    void wordsOfALookAreReadOnceAndTheRestIsUnknown() {
        LookWords words({"log-y", "layer=2", asText("run", "/a b/c,d=e"), "x=1:2.5", "seed=-1"});
        QVERIFY(words.flag("log-y") && !words.flag("log-y"));
        QCOMPARE(words.whole("layer", 0, 0, 3), 2);
        QCOMPARE(words.text("run"), QString("/a b/c,d=e"));
        QCOMPARE(words.range("x"), std::optional(std::pair(1.0, 2.5)));
        QCOMPARE(words.unknown(), QString("seed=-1"));
        QCOMPARE(words.whole("seed", 1, 0, 9), 1);  // not in its range
        QCOMPARE(words.unknown(), QString("seed=-1"));
        QVERIFY(words.rest().isEmpty());
        LookWords bad({"x=2:1", "camera=1:2", "method=magic"});
        QVERIFY(!bad.range("x") && bad.reals("camera", 5).isEmpty());
        QCOMPARE(bad.choice("method", {"pca"}, 0), 0);
        QCOMPARE(bad.unknown(), QString("x=2:1"));
        QVERIFY(LookWords({}).unknown().isEmpty());
        // Commas separate words: no text holds one.
        QVERIFY(!asText("token", "a,b").contains(u','));
        QCOMPARE(asReals("x", {0.1, 1e-7}), QString("x=0.1:1e-07"));
    }

    void theDialogCopiesTheFigureAsSvgAndAsImage() {
        MadeUpView view;
        FigureDialog dialog(view);
        FigureOptions options;
        options.width_mm = 50.8;
        options.height_mm = 25.4;
        options.dpi = 100;
        dialog.setOptions(options);
        for (auto* button : dialog.findChildren<QPushButton*>())
            if (button->text().contains("figure")) button->click();
        const QMimeData* copied = QGuiApplication::clipboard()->mimeData();
        QVERIFY(copied && copied->hasFormat("image/svg+xml") && copied->hasImage());
        QCOMPARE(qvariant_cast<QImage>(copied->imageData()).size(), QSize(200, 100));
        QVERIFY(copied->data("image/svg+xml").contains("width=\"50.8mm\""));
    }

    void theDialogOfSuchAViewSavesNothing() {
        MadeUpView view;
        view.fault = QStringLiteral("it is gone");
        FigureDialog dialog(view);
        QCOMPARE(dialog.fault(), QString("it is gone"));
        QVERIFY(
            !dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save)->isEnabled());
        dialog.accept();
        QCOMPARE(dialog.result(), int(QDialog::Rejected));
        QCOMPARE(view.painted, 0);  // no preview either
        // What is wrong with the options is said first: it is what can be changed here.
        dialog.setOptions({.width_mm = 1});
        QVERIFY(dialog.fault().contains("mm"));
    }

    void anExportThatFailsIsToldInAMessage() {
        MadeUpView view;
        view.fault = QStringLiteral("it is gone");
        view.resize(200, 100);
        QString told;
        QTimer robot;
        robot.setInterval(10);
        connect(&robot, &QTimer::timeout, this, [&] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (!box) return;
            told = box->text();
            robot.stop();
            box->accept();
        });
        robot.start();
        QApplication::clipboard()->clear();
        exportActions(view)[3]->trigger();  // copy the image
        QCOMPARE(told, QString("it is gone"));
        QVERIFY(QApplication::clipboard()->image().isNull());
    }

    void cellsOfCsvAreSplitAtCommasOutsideOfQuotes_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QStringList>("cells");
        QTest::newRow("plain") << "a,b,c" << QStringList{"a", "b", "c"};
        QTest::newRow("empty") << "" << QStringList{""};
        QTest::newRow("empty cells") << ",," << QStringList{"", "", ""};
        QTest::newRow("a comma") << "\"a,b\",c" << QStringList{"a,b", "c"};
        QTest::newRow("a quote") << "\"say \"\"no\"\"\",c" << QStringList{"say \"no\"", "c"};
        QTest::newRow("a line break") << "\"a\nb\",c" << QStringList{"a\nb", "c"};
        QTest::newRow("an open quote") << "a,\"b,c" << QStringList{"a", "b,c"};
        QTest::newRow("quotes alone") << "\"\",\"\"" << QStringList{"", ""};
    }
    void cellsOfCsvAreSplitAtCommasOutsideOfQuotes() {
        QFETCH(QString, line);
        QFETCH(QStringList, cells);
        QCOMPARE(splitCsvLine(line), cells);
    }

    void aTableHasTheRowsOfItsText() {
        const CsvModel empty({});
        QCOMPARE(empty.rowCount(), 0);
        QCOMPARE(empty.columnCount(), 0);
        QVERIFY(!empty.data({}, Qt::DisplayRole).isValid());
        const CsvModel head_alone("a,b");
        QCOMPARE(head_alone.rowCount(), 0);
        QCOMPARE(head_alone.columnCount(), 2);
        const CsvModel table("a,b\n1,\"x\ny\"\n2\n3,4,5");
        QCOMPARE(table.rowCount(), 3);  // a line break within quotes ends no row
        QCOMPARE(table.index(0, 1).data().toString(), QString("x\ny"));
        QCOMPARE(table.index(1, 1).data().toString(), QString());  // a row that is too short
        QCOMPARE(table.index(2, 1).data().toString(), QString("4"));
        QCOMPARE(table.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(), QString("b"));
        QCOMPARE(table.headerData(0, Qt::Vertical, Qt::DisplayRole).toInt(), 1);
        QVERIFY(!table.headerData(7, Qt::Horizontal, Qt::ToolTipRole).isValid());
        QCOMPARE(table.rowCount(table.index(0, 0)), 0);
    }

    void whatIsSelectedIsCopiedInTheOrderOfTheTable() {
        MadeUpView view;
        view.csv = QStringLiteral("a,b,c\n1,2,3\n4,5,6\n");
        showAsTable(view, &view);
        auto* table = view.findChild<QTableView*>();
        QVERIFY(table);
        auto* selection = table->selectionModel();
        for (const auto& [row, column] : {std::pair{1, 2}, {0, 0}, {1, 0}, {0, 2}})
            selection->select(table->model()->index(row, column), QItemSelectionModel::Select);
        table->actions().constFirst()->trigger();
        QCOMPARE(QApplication::clipboard()->text(), QString("1\t3\n4\t6"));
        selection->clear();
        table->actions().constFirst()->trigger();
        QCOMPARE(QApplication::clipboard()->text(), QString());
    }

    void aRowBreaksWhereItIsTooNarrow() {
        QWidget host;
        auto* row = new FlowRow;
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(4);
        host.setLayout(row);
        QWidget* parts[] = {block(100, 20), block(100, 30), block(100, 20)};
        for (QWidget* part : parts)
            row->addWidget(part);
        QCOMPARE(row->heightForWidth(400), 30);
        QCOMPARE(row->heightForWidth(308), 30);
        QCOMPARE(row->heightForWidth(307), 30 + 4 + 20);
        QCOMPARE(row->heightForWidth(100), 20 + 4 + 30 + 4 + 20);
        QCOMPARE(row->heightForWidth(10), 20 + 4 + 30 + 4 + 20);  // narrower than any
        row->setGeometry({0, 0, 210, 100});
        QCOMPARE(parts[0]->geometry(), QRect(0, 5, 100, 20));  // in the middle of its line
        QCOMPARE(parts[1]->x(), 104);
        QCOMPARE(parts[2]->pos(), QPoint(0, 34));
        host.setLayoutDirection(Qt::RightToLeft);
        row->setGeometry({0, 0, 210, 100});
        QCOMPARE(parts[0]->x(), 110);
    }

    void hiddenPartsTakeNoRoomAndWhatExpandsTakesTheRest() {
        QWidget host;
        auto* row = new FlowRow;
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(0);
        host.setLayout(row);
        QWidget* hidden = block(500, 90);
        hidden->hide();
        auto* line = new QLineEdit;
        line->setMaximumWidth(150);
        QWidget* last = block(50, 20);
        row->addWidget(hidden);
        row->addWidget(line);
        row->addStretch();
        row->addWidget(last);
        row->setGeometry({0, 0, 600, 40});
        QCOMPARE(line->width(), 150);
        QCOMPARE(last->x(), 550);
        QVERIFY(row->minimumSize().width() < 500);
        QCOMPARE(row->itemAt(-1), nullptr);
        QCOMPARE(row->itemAt(4), nullptr);
        QCOMPARE(row->takeAt(4), nullptr);
        delete row->takeAt(0);
        QCOMPARE(row->count(), 3);
    }

    void textAsPathsIsDrawnWhereTheTextWas() {
        const auto drawn = [](bool paths) {
            QImage image(200, 60, QImage::Format_RGB32);
            image.fill(Qt::white);
            PathPaintDevice device(image);
            QPainter painter;
            if (!(paths ? painter.begin(&device) : painter.begin(&image))) return image;
            painter.setFont(figureFont(18));
            painter.drawText(QPointF(20, 40), QStringLiteral("Orrery"));
            painter.end();
            return image;
        };
        const auto box = [](const QImage& image) {
            QRect found;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    if (qGray(image.pixel(x, y)) < 128) found |= QRect(x, y, 1, 1);
            return found;
        };
        const QRect text = box(drawn(false)), outlines = box(drawn(true));
        QVERIFY(text.width() > 40);
        QVERIFY(std::abs(text.left() - outlines.left()) <= 2);
        QVERIFY(std::abs(text.right() - outlines.right()) <= 2);
        QVERIFY(std::abs(text.top() - outlines.top()) <= 2);
    }

    void colorsAndFormatsHaveWords() {
        for (const auto colors : {FigureColors::paper, FigureColors::light, FigureColors::dark})
            QCOMPARE(figureColorsOf(wordOf(colors)), colors);
        QVERIFY(errorOf([] { figureColorsOf(""); }).contains("paper, light or dark"));
        for (const char* name : {"", "png", "a.", "a.png.", ".png.gz"})
            QVERIFY2(!errorOf([&] { formatOf(name); }).isEmpty(), name);
        QCOMPARE(formatOf("/a.b/c.PNG"), FigureFormat::png);
    }

private:
    std::filesystem::path path(const char* name) const {
        return folder_.filePath(name).toStdString();
    }
    template <typename Act>
    static QString errorOf(const Act& act) {
        try {
            act();
        } catch (const Error& error) {
            return QString::fromUtf8(error.what());
        }
        return {};
    }

    QTemporaryDir folder_;
};

}  // namespace orrery

QTEST_MAIN(orrery::FigurePartsTest)
#include "figure_parts_test.moc"
