// SPDX-License-Identifier: GPL-3.0-or-later
// Changes while training, as named lines in the plot of the loss.
#include <QSet>
#include <QSettings>
#include <QTest>
#include <algorithm>

#include "tests/widgets/figure_texts.h"
#include "tests/widgets/plots/given_losses.h"
#include "widgets/figure/figure_export.h"
#include "widgets/plots/loss_view.h"

namespace orrery {

class LossMarksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName("Orrery");
        QCoreApplication::setApplicationName("orrery-loss-marks-test");
    }
    void init() { QSettings().clear(); }

    void changesOfTheUserAreMarked() {
        RunContext model;
        FakeRunSource* source = giveLosses(model, {3, 2.5, 2.25});
        LossView view;
        view.setRun(&model);
        open(view);
        source->events.push_back(SettingChanged{1, 1, "keys.beta", "0.01", "0.1", {}});
        source->events.push_back(
            Message{1, 1, Severity::error, "set", "keys.beta = 7 is out of range"});
        source->events.push_back(Message{1, 1, Severity::info, "log", "hello"});
        model.data()->poll();
        QCOMPARE(view.chart().marks().size(), std::size_t(1));
        QCOMPARE(view.chart().marks()[0].text, QStringLiteral("keys.beta 0.1 -> 0.01"));
        view.chart().replot();
        bool drawn = false;
        for (int i = 0; i < view.chart().graphCount(); ++i) {
            const QCPGraph* graph = view.chart().graph(i);
            if (graph->pen().style() != Qt::DotLine || graph->data()->isEmpty()) continue;
            drawn = graph->data()->constBegin()->key == 1.0;
        }
        QVERIFY2(drawn, "a dotted line stands at the step of the change");
        QCOMPARE(view.chart().markNames(), QStringList("keys.beta 0.1 -> 0.01"));
    }

    void namesOfChangesStandWhereTheCurvesAreNot() {
        RunContext model;
        std::vector<double> losses{8, 8, 8, 8};
        losses.resize(40, 1);
        FakeRunSource* source = giveLosses(model, losses);
        LossView view;
        view.setRun(&model);
        source->events.push_back(SettingChanged{2, 1, "keys.alpha", "0.1", "0.2", {}});
        source->events.push_back(SettingChanged{36, 1, "keys.beta", "0.1", "0.2", {}});
        model.data()->poll();
        const FigureOptions options{.width_mm = 120, .height_mm = 90, .font_point = 7};
        const double middle = logicalSize(options).height() / 2;
        const auto texts = textsOf(view, options);
        const auto place = [&](const QString& word) {
            const auto found = std::ranges::find_if(
                texts, [&](const FigureText& text) { return text.text.startsWith(word); });
            return found == texts.end() ? -1 : found->place.center().y();
        };
        QVERIFY2(place("keys.alpha") > middle, qPrintable(QString::number(place("keys.alpha"))));
        QVERIFY2(place("keys.beta") > 0 && place("keys.beta") < middle,
                 qPrintable(QString::number(place("keys.beta"))));
        QCOMPARE(faultsOfTexts(view, options), QStringList());
        // In a low figure without the section rather than cut.
        for (const char* key : {"keys.beta_momentum", "keys.delta"})
            source->events.push_back(SettingChanged{36, 1, key, "0.1", "0.2", {}});
        model.data()->poll();
        const FigureOptions low{.width_mm = 120, .height_mm = 37, .font_point = 7};
        QCOMPARE(faultsOfTexts(view, low), QStringList());
        QSet<QString> names;
        for (int height = 130; height <= 400; height += 10) {
            view.chart().prepare(QSizeF(700, height));
            names << view.chart().markNames().value(0);
        }
        QCOMPARE(names, (QSet<QString>{"alpha", "alpha 0.2 -> 0.1", "keys.alpha 0.2 -> 0.1"}));
    }

    void changesAtOneStepShareATextInTheFigureToo() {
        RunContext model;
        FakeRunSource* source = giveLosses(model, {3, 2.5, 2.25});
        LossView view;
        view.setRun(&model);
        open(view);
        for (const char* key : {"keys.alpha", "keys.beta", "some.temperature"})
            source->events.push_back(SettingChanged{1, 1, key, "0.01", "0.1", {}});
        model.data()->poll();
        view.chart().replot();
        QCOMPARE(view.chart().markNames(), QStringList("keys.alpha 0.1 -> 0.01 (+2)"));
        const QByteArray svg = figureBytes(view, FigureFormat::svg, {});
        QVERIFY2(svg.contains("keys.alpha 0.1 -&gt; 0.01 (+2)"), svg.right(4000));
    }

private:
    static void open(LossView& view) {
        view.resize(760, 440);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view, kPatience));
        view.chart().replot();
    }
};

}  // namespace orrery

QTEST_MAIN(orrery::LossMarksTest)
#include "loss_marks_test.moc"
