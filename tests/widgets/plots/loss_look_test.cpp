// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/loss_look.h"

#include <QSettings>
#include <QTest>

#include "tests/widgets/synthetic_run.h"
#include "widgets/figure/figure_dialog.h"
#include "widgets/plots/loss_view.h"

namespace orrery {

class LossLookTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName(QStringLiteral("orrery-tests"));
        QCoreApplication::setApplicationName(QStringLiteral("loss-look"));
    }
    void init() { QSettings().clear(); }

    void wordsThatMeanNothingAreGivenBack_data() {
        QTest::addColumn<QString>("word");
        for (const char* word : {"pretty", "log", "LOG-Y", "smoothing", "smoothing=", "smoothing=1",
                                 "smoothing=-1", "smoothing=much", "smoothing=nan", "range=",
                                 "range=2", "range=3:2", "range=2:2", "range=a:b", "range=1:2:3"})
            QTest::newRow(word) << QString(word);
    }
    void wordsThatMeanNothingAreGivenBack() {
        QFETCH(QString, word);
        const LossLook look = lossLook({"log-y", word, "log-x"});
        QCOMPARE(look.unknown, word);
        LossView view;
        const LossOptions before = view.options();
        QCOMPARE(view.setLook({"log-y", word}), word);
        QVERIFY(view.options() == before);  // nothing is done by half
    }

    void everyOptionHasItsWord() {
        QVERIFY(lookOf({}).isEmpty());
        LossOptions all;
        all.axis = LossAxis::tokens;
        all.log_x = all.log_y = all.with_pads = all.include_zero = true;
        all.published = false;
        all.smoothing = 0.25;
        all.range = RangeMode::manual;
        all.manual = {2.5, 4};
        const QStringList words = lookOf(all);
        QCOMPARE(words, QStringList({"tokens", "log-x", "log-y", "smoothing=0.25", "padding",
                                     "no-published", "zero", "range=2.5:4"}));
        QVERIFY(lossLook(words).options == all);
        QVERIFY(lossLook({}).options == LossOptions());
        LossOptions other;
        other.axis = LossAxis::time;
        other.range = RangeMode::robust;
        QVERIFY(lossLook(lookOf(other)).options == other);
        QCOMPARE(lookOf(other), QStringList({"seconds", "robust"}));
    }

    void theCommandOfTheDialogCarriesThem() {
        RunContext model;
        giveSyntheticRun(model);
        LossView view;
        view.setRun(&model);
        QVERIFY(!FigureDialog(view).command().contains("--look"));
        LossOptions options = view.options();
        options.log_y = true;
        options.smoothing = 0;
        view.setOptions(options);
        const QString command = FigureDialog(view).command();
        QVERIFY2(command.contains("--look 'log-y,smoothing=0'"), qPrintable(command));
        LossView other;
        QSettings().clear();
        other.setRun(&model);
        QCOMPARE(other.setLook({"log-y", "smoothing=0"}), QString());
        QVERIFY(other.options() == view.options());
    }

    void theZoomIsPartOfTheCommand() {
        RunContext model;
        giveSyntheticRun(model);
        LossView view;
        view.setRun(&model);
        LossWindow window;
        window.x = ValueRange{10.25, 200.5};
        window.y = ValueRange{1, 4};
        view.chart().setDataWindow(window);
        const QStringList words = view.figureArguments();
        QCOMPARE(words, QStringList({"--look", "x=10.25:200.5,y=1:4"}));
        LossView other;
        other.setRun(&model);
        QCOMPARE(other.setLook(words[1].split(u',')), QString());
        QCOMPARE(other.figureArguments(), words);
        QCOMPARE(other.setLook({"x=4:1"}), QString("x=4:1"));
        QCOMPARE(other.figureArguments(), words);
        QCOMPARE(other.setLook({}), QString());  // whatever it was before
        QVERIFY(other.figureArguments().isEmpty());
    }
};

}  // namespace orrery

QTEST_MAIN(orrery::LossLookTest)
#include "loss_look_test.moc"
