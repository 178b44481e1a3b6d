// SPDX-License-Identifier: GPL-3.0-or-later
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <QToolButton>
#include <algorithm>

#include "tests/widgets/figure_texts.h"
#include "tests/widgets/synthetic_run.h"
#include "widgets/metrics/metrics_tree.h"
#include "widgets/metrics/metrics_view.h"

namespace orrery {

class MetricsViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void panelsComeBackFromTheirText() {
        MetricPanels panels = firstPanels();
        panels[1].log_left = true;
        QVERIFY(panelsFrom(asJson(panels)) == panels);
        QVERIFY(!panelsFrom("not json"));
        QVERIFY(!panelsFrom("[]"));
        QVERIFY(!panelsFrom("[3]"));
    }

    void aKindIsTakenApart() {
        const QStringList scalars{"layer0/gini", "layer1/gini", "layer2/gini", "train/loss"};
        MetricPanel panel;
        panel.set("layer*/gini", true, false, scalars);
        QVERIFY(panel.entryOf("layer1/gini"));
        panel.set("layer1/gini", false, false, scalars);
        QVERIFY(!panel.entryOf("layer1/gini"));
        QVERIFY(panel.entryOf("layer0/gini") && panel.entryOf("layer2/gini"));
        panel.set("layer0/gini", true, true, scalars);
        QVERIFY(panel.entryOf("layer0/gini")->right);
        QVERIFY(!panel.entryOf("layer2/gini")->right);
        panel.set("layer*/gini", false, false, scalars);
        QVERIFY(panel.entries.empty());
    }

    void layersStandInTheirOrder() {
        std::map<std::string, Series> series;
        for (const char* name : {"layer10/gini", "layer9/gini", "train/loss"})
            series[name].values = {1};
        series["empty"];
        QCOMPARE(namesOf(series), (QStringList{"layer9/gini", "layer10/gini", "train/loss"}));
    }

    void theListEditsTheChosenPanel() {
        RunContext model;
        giveSyntheticRun(model, kSize);
        MetricsView view;
        open(view, model);
        QTRY_VERIFY(view.tree().itemOf("layer2/gini"));
        QCOMPARE(view.tree().itemOf("layer*/gini")->checkState(0), Qt::Unchecked);
        view.addPanel();
        QCOMPARE(view.options().current, 3);
        QCoreApplication::processEvents();
        view.tree().itemOf("train/loss")->setCheckState(0, Qt::Checked);
        view.tree().itemOf("layer*/entropy_bits")->setCheckState(1, Qt::Checked);
        const MetricPanel panel = view.options().panels[3];
        QCOMPARE(panel.entries,
                 (std::vector<MetricEntry>{{"train/loss", false}, {"layer*/entropy_bits", true}}));
        QTRY_COMPARE(view.tree().itemOf("layer1/entropy_bits")->checkState(1), Qt::Checked);
        view.removePanel();
        QCOMPARE(view.options().panels.size(), std::size_t(3));
        // As the next start has it.
        MetricsView next;
        next.setPanels(view.panels());
        QVERIFY(next.options().panels == view.options().panels);
        next.setPanels("nonsense");
        QVERIFY(next.options().panels == view.options().panels);
    }

    void theFilterIsARegularExpression() {
        RunContext model;
        giveSyntheticRun(model, kSize);
        MetricsView view;
        open(view, model);
        QTRY_VERIFY(view.tree().itemOf("layer2/gini"));
        view.findChild<QLineEdit*>()->setText("^layer[02]/GINI$");
        QCOMPARE(view.tree().shown(), (QStringList{"layer0/gini", "layer2/gini"}));
        view.findChild<QLineEdit*>()->setText("(");
        QVERIFY(std::ranges::any_of(view.findChildren<QLabel*>(), [](const QLabel* label) {
            return label->isVisible() && label->text().contains(u'(');
        }));
        QVERIFY(view.tree().shown().size() > 5);
    }

    void everyPointIsInTheTableAndTheValuesUnderThePointer() {
        RunContext model;
        giveSyntheticRun(model, kSize);
        MetricsView view;
        view.setRun(&model);
        MetricsOptions options;
        options.panels = {{{{"train/loss", false}, {"layer1/gini", true}}}};
        view.setOptions(options);
        const QString csv = view.dataAsCsv();
        QCOMPARE(csv.count("\n1,left,train/loss,"), 200);
        QCOMPARE(csv.count("\n1,right,layer1/gini,"), 20);
        view.chart().setOptions(options);
        const Series& gini = model.data()->series("layer1/gini");
        const QString values = view.chart().valuesAt(0, 104);
        QVERIFY2(values.contains("Step 104"), qPrintable(values));
        QVERIFY2(values.contains("layer1/gini: " + QString::number(gini.values[9], 'g', 5)),
                 qPrintable(values));
    }

    void curvesReachFromTheFirstStepToTheLast() {
        RunContext model;
        giveSyntheticRun(model, kSize);
        MetricsChart chart;
        chart.setRun(model.data());
        MetricsOptions options;
        options.panels = {{{{"train/loss", false}, {"layer1/gini", true}}, true, false}};
        chart.setOptions(options);
        chart.prepare({600, 300});
        int curves = 0;
        for (int i = 0; i < chart.plottableCount(); ++i)
            if (const auto* graph = qobject_cast<QCPGraph*>(chart.plottable(i))) {
                bool found = false;
                const QCPRange keys = graph->getKeyRange(found);
                QVERIFY(found);
                QVERIFY2(keys.upper > kSize.steps - 15, qPrintable(QString::number(keys.upper)));
                ++curves;
            }
        QCOMPARE(curves, 2);
    }

    void theListHasItsNamesWholeAndSoHasTheLegend() {
        RunContext model;
        giveSyntheticRun(model, kSize);
        MetricsView view;
        open(view, model);
        QTRY_VERIFY(view.tree().itemOf("layer2/gini"));
        QTRY_VERIFY2(view.tree().width() >= view.tree().wantedWidth(),
                     qPrintable(QString::number(view.tree().width())));
        QVERIFY(view.tree().width() <= view.width() / 2);
        const auto* item = view.tree().itemOf("layer*/gini");
        const QRect row = view.tree().visualItemRect(item);
        QVERIFY(view.tree().header()->sectionSize(0) - row.left() >
                view.tree().fontMetrics().horizontalAdvance(item->text(0)) + 20);
        auto& chart = *view.findChild<MetricsChart*>();
        chart.replot();
        int names = 0;
        for (const QCPLegend* legend : chart.findChildren<QCPLegend*>())
            for (int i = 0; i < legend->itemCount(); ++i, ++names)
                QVERIFY(legend->item(i)->outerRect().height() >
                        QFontMetrics(legend->item(i)->font()).height());
        QVERIFY(names > 2);
    }

    void figuresAreWholeAtEverySize() {
        RunContext model;
        giveSyntheticRun(model, kSize);
        MetricsView view;
        view.setRun(&model);
        const QString right = R"([{"left":["train/loss"],"right":["layer*/gini"],"log_left":true},)"
                              R"({"left":["layer*/entropy_bits","val/loss"]}])";
        for (const QStringList& look :
             {QStringList{}, {asLook(right)}, {"smoothing=0.9", "x=100:300"}})
            for (const int width : {85, 120, 180}) {
                QCOMPARE(view.setLook(look), QString());
                FigureOptions options;
                options.width_mm = width;
                options.height_mm = 0.75 * width;
                options.font_point = 7;
                const QStringList faults = faultsOfTexts(view, options);
                // A scale of one number is none.
                qsizetype numbers = 0;
                for (const FigureText& text : textsOf(view, options)) {
                    bool number = false;
                    text.text.toDouble(&number);
                    numbers += number && text.place.right() < logicalSize(options).width() / 3 &&
                               text.place.bottom() < 0.9 * logicalSize(options).height();
                }
                const auto panels = static_cast<qsizetype>(view.options().panels.size());
                QVERIFY2(look.value(0) != asLook(right) || numbers >= 2 * panels,
                         qPrintable(QString::number(numbers)));
                QVERIFY2(faults.isEmpty(),
                         qPrintable(QString::number(width) + look.join(u',') + faults.join(u'\n')));
            }
        QCOMPARE(view.setLook({"panels=3"}), QString("panels=3"));
    }

private:
    static constexpr SyntheticSize kSize{.layers = 3, .experts = 6, .dimensions = 8, .steps = 200};

    static QString asLook(const QString& json) {
        return "panels=" + QString::fromLatin1(json.toUtf8().toPercentEncoding("/"));
    }
    static void open(MetricsView& view, RunContext& model) {
        view.setRun(&model);
        view.resize(900, 600);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view, kPatience));
    }
};

}  // namespace orrery

QTEST_MAIN(orrery::MetricsViewTest)
#include "metrics_view_test.moc"
