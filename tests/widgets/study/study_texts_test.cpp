// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of a study's figures at the widths of a page: whole, apart, as large as asked.
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <numbers>

#include "tests/widgets/figure_texts.h"
#include "widgets/compare/compare_curves.h"
#include "widgets/palette/color_map.h"
#include "widgets/study/study_drawing.h"
#include "widgets/study/study_map_painter.h"

namespace orrery {

namespace {

class Sheet final : public View {
public:
    explicit Sheet(StudyDrawing drawing) : drawing_(std::move(drawing)) {}
    QString viewName() const override { return QStringLiteral("study"); }
    void paintFigure(QPainter& painter, const QSizeF& size) const override {
        drawing_.paint(painter, size, figureStyle());
    }
    QString dataAsCsv() const override { return {}; }

protected:
    void refresh() override {}

private:
    StudyDrawing drawing_;
};

const std::string kCaption =
    "val/loss: mean and standard deviation over seeds, padding excluded; 70 of 70 trials done, 2 "
    "seeds each, scale small, by Orrery 1.2.0. Dashed cells are within seed noise of the best one.";

StudyMap mapOf(int rows, int columns) {
    StudyMap map;
    map.title = "learning_rate_and_experts: val/loss (keys.alpha = 0.01, keys.beta = 0.002)";
    map.x_name = "some.num_experts";
    map.y_name = "train.learning_rate";
    map.value_name = "validation loss (nats per token)";
    map.caption = kCaption;
    for (int column = 0; column < columns; ++column)
        map.columns.push_back(std::to_string(64 << column));
    for (int row = 0; row < rows; ++row)
        map.rows.push_back("0.000" + std::to_string(row + 1));
    for (int i = 0; i < rows * columns; ++i) {
        map.values.push_back(2.5 + 0.01 * i);
        map.texts.push_back(std::to_string(map.values.back()).substr(0, 5) + " ± 0.012");
        map.failed.push_back(false);
        map.sides.push_back(-1);
        map.outlined.push_back(i == 3);
        map.cells.push_back(i);
    }
    return map;
}

ParallelPicture linesOf() {
    ParallelPicture picture{"search of five axes: val/loss", kCaption, {}, {}};
    picture.axes = {{"keys.alpha", true, {}},
                    {"train.learning_rate", true, {}},
                    {"some.num_experts", false, {"64", "256", "1024"}},
                    {"size of the model", false, {"small", "of middle size"}},
                    {"val/loss", false, {}}};
    for (int i = 0; i < 12; ++i)
        picture.lines.push_back(
            {i,
             {0.01 * (i + 1), 1e-4 * (i + 1), 1.0 * (i % 3), 1.0 * (i % 2), 2.5 + 0.1 * i},
             0.05 * i,
             i == 7});
    return picture;
}

StudyDots dotsOf() {
    StudyDots dots{"controls of demo at 900 steps", kCaption, {}, {}};
    for (const char* row :
         {"itself", "random routing", "hash routing", "dense frozen", "no experts"})
        dots.rows.push_back(row);
    for (const char* panel : {"validation loss (nats per token)", "bits per byte"}) {
        dots.panels.push_back({panel, {}});
        for (int row = 0; row < 5; ++row)
            dots.panels.back().values.push_back(
                {2.1 + 0.1 * row, 2.15 + 0.1 * row, 2.2 + 0.1 * row});
    }
    return dots;
}

StudyChart curvesOf(int count) {
    StudyChart chart;
    chart.title = "learning_rate_and_experts: training loss";
    chart.caption = QString::fromStdString(kCaption);
    chart.x_label = "Step";
    chart.y_label = "Training loss (nats per token)";
    for (int i = 0; i < count; ++i) {
        auto curve = std::make_shared<CompareCurve>();
        curve->title =
            QStringLiteral("train.learning_rate = 0.000%1, some.num_experts = 1024").arg(i);
        curve->color = i;
        for (int step = 1; step <= 50; ++step) {
            curve->joined_x.push_back(step);
            curve->joined_y.push_back(6 + 0.2 * i - std::log(step));
            curve->low.push_back(curve->joined_y.back() - 0.2);
            curve->high.push_back(curve->joined_y.back() + 0.2);
        }
        curve->x = curve->joined_x;
        curve->y = curve->joined_y;
        curve->ends_x = {1, 50};
        curve->ends_y = {1, 8};
        chart.curves.push_back(curve);
    }
    return chart;
}

KeyClouds cloudsOf() {
    KeyClouds clouds{
        "learning_rate_and_experts: keys of layer 2",
        "UMAP of the keys (15 neighbors, minimum distance 0.1), unitless axes; colors are "
        "clusters.",
        3,
        {}};
    auto cloud = std::make_shared<KeyCloud>();
    for (int i = 0; i < 40; ++i) {
        const double angle = 2 * std::numbers::pi * i / 40;
        cloud->points.push_back(std::cos(angle));
        cloud->points.push_back(std::sin(angle));
        cloud->clusters.push_back(i % 4);
    }
    for (int i = 0; i < 6; ++i)
        clouds.clouds.push_back({"alpha = 0.0" + std::to_string(i) + ", size = small", cloud});
    return clouds;
}

StudyXy xyOf() {
    StudyXy picture{"backbones: validation loss over parameters",
                    kCaption,
                    "parameters (millions, all of them)",
                    "validation loss (nats per token)",
                    {}};
    for (const char* name : {"some.num_experts = 64", "some.num_experts = 1024"}) {
        picture.series.push_back({name, {}});
        for (int i = 0; i < 5; ++i)
            picture.series.back().points.push_back(
                {"small", 12.5 * (i + 1), 2.5 - 0.1 * i, 0, 0.02, 2});
    }
    return picture;
}

VerdictPicture verdictOf() {
    using enum Finding::Judgement;
    VerdictPicture picture;
    picture.title = "learning_rate_and_experts: verdict";
    picture.caption = QString::fromStdString(kCaption);
    const char* heads[] = {"Prediction", "Result", "Value", "95 % interval"};
    std::ranges::copy(heads, picture.heads);
    picture.rows = {{"difference: val/loss at library = E=64, k=4 against library = E=32, k=4 → "
                     "not larger",
                     "held", "-0.0125", "-0.02511 to -0.0001", as_predicted},
                    {"trend: gini along some.num_experts → rises", "failed", "-0.5", "p = 0.01",
                     not_as_predicted},
                    {"best: val/loss along train.learning_rate → inside", "open", "–", "–",
                     Finding::Judgement::open}};
    return picture;
}

}  // namespace

class StudyTextsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyPictureIsReadableAtEveryWidth_data() {
        QTest::addColumn<int>("picture");
        QTest::addColumn<int>("width");
        const char* names[] = {"map of 5 x 7", "map of 2 x 2",  "parallel",  "curves", "seeds",
                               "keys",         "map of 12 x 3", "one curve", "xy",     "verdict"};
        for (int picture = 0; picture < 10; ++picture)
            for (const int width : {85, 120, 180})
                QTest::addRow("%s, %d mm", names[picture], width) << picture << width;
    }
    void everyPictureIsReadableAtEveryWidth() {
        QFETCH(int, picture);
        QFETCH(int, width);
        const Sheet sheet(drawingOf(picture));
        FigureOptions options;
        options.width_mm = width;
        options.height_mm = 0.75 * width;
        options.font_point = 7;
        const QStringList faults = faultsOfTexts(sheet, options);
        if (const QByteArray keep = qgetenv("ORRERY_KEEP_FIGURES"); !keep.isEmpty())
            exportFigure(sheet,
                         keep.toStdString() + "/study-" + std::to_string(picture) + "-" +
                             std::to_string(width) + ".png",
                         options);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.mid(0, 12).join(u'\n')));
    }

    void predictionsThatHaveNoRoomAreCounted() {
        VerdictPicture picture = verdictOf();
        for (int i = 0; i < 30; ++i)
            picture.rows.push_back(picture.rows[1]);
        const Sheet sheet({.verdict = picture});
        const FigureOptions options{.width_mm = 120, .height_mm = 60, .font_point = 7};
        QStringList texts;
        for (const FigureText& text : textsOf(sheet, options))
            texts << text.text;
        QVERIFY2(texts.filter(QRegularExpression("^and \\d+ more$")).size() == 1,
                 qPrintable(texts.join(u'\n')));
        QCOMPARE(faultsOfTexts(sheet, options), QStringList());
    }

    void theColorsOfAMapHaveAScaleAndAName() {
        const Sheet sheet({.map = mapOf(5, 7)});
        QStringList texts;
        for (const FigureText& text : textsOf(sheet, {}))
            texts << text.text;
        const QString all = texts.join(u' ');
        QVERIFY2(all.contains("validation loss (nats per token)"), qPrintable(all));
        for (const char* tick : {"2.6", "2.7", "2.8"})
            QVERIFY2(texts.contains(tick), tick);
        // The lowest value of the bar has the color of its cell.
        const FigureOptions options{.width_mm = 170, .height_mm = 110, .dpi = 96};
        const QImage image = figureImage(sheet, options);
        const StudyMapLayout layout(mapOf(5, 7), logicalSize(options),
                                    figureFont(options.font_point));
        const QPointF foot = layout.bar.center() + QPointF(0, layout.bar.height() / 2 - 1);
        const QRectF cell = layout.cell(0);
        const QColor low = image.pixelColor(foot.toPoint());
        const QColor best = image.pixelColor((cell.topLeft() + QPointF(3, 3)).toPoint());
        QVERIFY2(std::abs(low.red() - best.red()) < 6 && std::abs(low.green() - best.green()) < 6 &&
                     std::abs(low.blue() - best.blue()) < 6,
                 qPrintable(low.name() + ' ' + best.name()));
    }

    void whereTheDesktopHasADecimalCommaAMapHasIt() {
        QLocale::setDefault(QLocale::German);
        QStringList texts;
        for (const FigureText& text : textsOf(Sheet({.map = mapOf(5, 7)}), {}))
            texts << text.text;
        QLocale::setDefault(QLocale::c());
        QVERIFY2(texts.contains("2,7"), qPrintable(texts.join(u'\n')));
        QVERIFY2(!texts.contains("2.7"), qPrintable(texts.join(u'\n')));
        QVERIFY2(!texts.filter("2,500").isEmpty(), qPrintable(texts.join(u'\n')));
    }

    void theLegendLiesOffTheCurves() {
        const Sheet sheet({.chart = curvesOf(4)});
        const FigureOptions options{.width_mm = 120, .height_mm = 90, .font_point = 7};
        double highest = 0;  // foot of the lowest line of the legend
        double label = 1e9;  // top of the axis' numbers: where curves can begin
        for (const FigureText& text : textsOf(sheet, options)) {
            if (text.text.contains("learning_rate ="))
                highest = std::max(highest, text.place.bottom());
            bool number = false;
            text.text.toDouble(&number);
            if (number) label = std::min(label, text.place.center().y());
        }
        QVERIFY(highest > 0);
        QVERIFY2(highest <= label + 2, qPrintable(QStringLiteral("%1 %2").arg(highest).arg(label)));
    }

private:
    static StudyDrawing drawingOf(int picture) {
        StudyDrawing drawing;
        if (picture == 0) drawing.map = mapOf(5, 7);
        if (picture == 1) drawing.map = mapOf(2, 2);
        if (picture == 2) drawing.parallel = linesOf();
        if (picture == 3) drawing.chart = curvesOf(4);
        if (picture == 4) drawing.dots = dotsOf();
        if (picture == 5) drawing.keys = cloudsOf();
        if (picture == 6) drawing.map = mapOf(12, 3);
        if (picture == 7) drawing.chart = curvesOf(1);
        if (picture == 8) drawing.xy = xyOf();
        if (picture == 9) drawing.verdict = verdictOf();
        return drawing;
    }
};

}  // namespace orrery

QTEST_MAIN(orrery::StudyTextsTest)
#include "study_texts_test.moc"
