// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QTest>
#include <QTranslator>
#include <QVBoxLayout>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "core/analysis/probes.h"
#include "tests/widgets/fake_run_source.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"
#include "widgets/status/core_patterns.h"
#include "widgets/status/core_words.h"
#include "widgets/status/elided_label.h"
#include "widgets/status/message_bar.h"
#include "widgets/status/run_words.h"
#include "widgets/status/severity_color.h"
#include "widgets/status/status_strip.h"

namespace orrery {

class StatusTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void numbersHaveTheSeparatorOfTheLanguage() {
        QLocale::setDefault(QLocale::German);
        QCOMPARE(lossText(12345.67891), QString("12345,6789"));
        QCOMPARE(bytesText(1'400'000'000), QString("1,4 GB"));
        QCOMPARE(withDecimals("2.5000 ± 0.012 of 3 trials."),
                 QString("2,5000 ± 0,012 of 3 trials."));
        QCOMPARE(numberLocale().toString(12345.5, 'g', 6), QString("12345,5"));
        QLocale::setDefault(QLocale::c());
        QCOMPARE(withDecimals("2.5"), QString("2.5"));
        QCOMPARE(lossText(12345.67891), QString("12345.6789"));
        QCOMPARE(decimalText(0.000012, 'g', 5), QString("1.2e-05"));
    }

    void textsOfTheCoreAreTranslatedWithWhatStandsInThem() {
        QTranslator words;
        QVERIFY(words.load(QStringLiteral(ORRERY_TRANSLATIONS "/orrery_de.qm")));
        const QString failed =
            "The run failed (Reading the corpus) at step 0: The corpus /a.txt "
            "contains no text.";
        QCOMPARE(coreText(failed), failed);
        QCoreApplication::installTranslator(&words);
        QCOMPARE(coreText(failed),
                 QString("Der Lauf ist gescheitert (Lesen des Korpus) in Schritt 0: Das Korpus "
                         "/a.txt enthält keinen Text."));
        QCOMPARE(coreText(std::string("keys.alpha = 0.05 (was 0.01)")),
                 QString("keys.alpha = 0.05 (vorher 0.01)"));
        QCOMPARE(coreText(QString("100 % of %1 are unknown.")),
                 QString("100 % of %1 are unknown."));
        for (const char* pattern : corePatterns())
            QVERIFY2(!QCoreApplication::translate("orrery::CoreWords", pattern).isEmpty(), pattern);
        QCoreApplication::removeTranslator(&words);
    }

    /// None is taken by another that stands before it.
    void everyPatternIsFound() {
        QTranslator words;
        QVERIFY(words.load(QStringLiteral(ORRERY_TRANSLATIONS "/orrery_de.qm")));
        QCoreApplication::installTranslator(&words);
        const auto filled = [](QString text, bool numbers) {
            for (int place = 1; place <= 9; ++place)
                text.replace(u'%' + QString::number(place),
                             (numbers ? QString() : QStringLiteral("x")) + QString::number(place));
            return text;
        };
        int count = 0;
        for (const auto& list :
             {corePatterns(), probePatterns(), yamlPatterns(), configPatterns(), dataPatterns(),
              runPatterns(), analysisPatterns(), rangePatterns()})
            for (const char* pattern : list) {
                const bool numbers = list.data() == rangePatterns().data();
                const QString german = QCoreApplication::translate("orrery::CoreWords", pattern);
                QCOMPARE(coreText(filled(QString::fromUtf8(pattern), numbers)),
                         filled(german, numbers));
                ++count;
            }
        QVERIFY(count > 350);
        const std::runtime_error inside("The run failed at step 3: Cannot write /a: disk full.");
        QCOMPARE(coreText(inside), QString("Der Lauf ist in Schritt 3 gescheitert: /a kann nicht "
                                           "geschrieben werden: disk full."));
        QCoreApplication::removeTranslator(&words);
    }

    /// Without Qt's own translations, which a desktop need not have.
    void buttonsOfDialogsAreGerman() {
        QTranslator words;
        QVERIFY(words.load(QStringLiteral(ORRERY_TRANSLATIONS "/orrery_de.qm")));
        QCoreApplication::installTranslator(&words);
        const QDialogButtonBox box(QDialogButtonBox::Cancel | QDialogButtonBox::Discard);
        const auto text = [&](QDialogButtonBox::StandardButton button) {
            return box.button(button)->text().remove(u'&');
        };
        QCOMPARE(text(QDialogButtonBox::Cancel), QString("Abbrechen"));
        QCOMPARE(text(QDialogButtonBox::Discard), QString("Verwerfen"));
        QLineEdit edit;
        const std::unique_ptr<QMenu> menu(edit.createStandardContextMenu());
        for (const QAction* action : menu->actions())
            for (const char* english : {"Undo", "Redo", "Cu", "Copy", "Paste", "Delete", "Select"})
                QVERIFY2(!action->text().remove(u'&').startsWith(english),
                         qPrintable(action->text()));
        QCoreApplication::removeTranslator(&words);
    }

    void whatProbesFindIsTranslatedWhole() {
        QTranslator words;
        QVERIFY(words.load(QStringLiteral(ORRERY_TRANSLATIONS "/orrery_de.qm")));
        QCoreApplication::installTranslator(&words);
        Config config;
        config.keys.normalize = KeyNormalization::all;
        config.train.pad_in_loss = true;
        ProbeMeasures found;
        found.leak = 0.5;
        found.pads_in_targets = 0.5;
        found.loss = 2.5;
        found.loss_with_pads = 0.7;
        LayerMeasure layer;
        layer.gate_entropy = std::log(static_cast<double>(config.some.top_k));
        layer.duplicate_keys = 2;
        layer.unused_experts = 3;
        found.layers = {layer, layer};
        // In quiet, too: their first halves alone.
        for (const ProbeMeasures& measures : {found, ProbeMeasures()})
            for (const ProbeFinding& finding : judgeProbes(measures, config)) {
                const QString text = coreText(finding.message());
                QVERIFY2(!text.contains(" the ") && !text.contains(" by layer"),
                         qPrintable(QString::fromStdString(finding.probe) + ": " + text));
            }
        for (const char* pattern : probePatterns())
            QVERIFY2(QCoreApplication::translate("orrery::CoreWords", pattern) !=
                         QString::fromUtf8(pattern),
                     pattern);
        QCoreApplication::removeTranslator(&words);
    }

    void aLongPathWidensNothing() {
        const QString path = QStringLiteral("/home/somebody/") + QString(200, u'x') + "/runs";
        ElidedLabel label;
        label.setText(path);
        QVERIFY(label.minimumSizeHint().width() < 200);
        QVERIFY(label.sizeHint().width() > 1000);
        label.resize(300, 20);
        QVERIFY(label.shownText().size() < path.size());
        QVERIFY(label.shownText().startsWith("/home") && label.shownText().endsWith("/runs"));
        label.resize(label.sizeHint());
        QCOMPARE(label.shownText(), path);
        label.setText("ab");
        QVERIFY(label.minimumSizeHint().width() <= label.sizeHint().width());
    }

    void wordsForNumbers() {
        QCOMPARE(durationText(-1), QString("–"));
        QCOMPARE(durationText(59.4), QString("59 s"));
        QCOMPARE(durationText(125), QString("2 min 05 s"));
        QCOMPARE(durationText(3 * 3600 + 61), QString("3 h 01 min"));
        QCOMPARE(bytesText(0), QString("–"));
        QCOMPARE(bytesText(612'000'000), QString("612 MB"));
        QCOMPARE(bytesText(1'440'000'000), QString("1.4 GB"));
        QCOMPARE(countText(7232.4), QString("7\u2009232"));
        QCOMPARE(countText(-1234567), QString("-1\u2009234\u2009567"));
        QCOMPARE(countText(12), QString("12"));
        QCOMPARE(lossText(std::numeric_limits<double>::quiet_NaN()), QString("–"));
        QCOMPARE(lossText(2.34567), QString("2.3457"));
        QCOMPARE(lossTextOf(8.157, 0, 900), QString("8.1570 (step 0)"));
        QCOMPARE(lossTextOf(8.157, 900, 900), QString("8.1570"));
        QCOMPARE(lossTextOf(8.157, -1, 900), QString("8.1570"));
        QCOMPARE(lossTextOf(std::nan(""), 0, 900), QString("–"));
    }

    void aMessageOverAWidgetLeavesItsLayoutAlone() {
        QWidget host;
        host.resize(800, 600);
        auto* layout = new QVBoxLayout(&host);
        auto* content = new QWidget;
        layout->addWidget(content);
        MessageBar bar;
        bar.floatOver(&host);
        host.show();
        QCoreApplication::processEvents();
        const QRect before = content->geometry();
        bar.showMessage(Severity::warning, QString("a long text ").repeated(40));
        QCoreApplication::processEvents();
        QCOMPARE(content->geometry(), before);
        QVERIFY(host.rect().contains(bar.geometry()));
        QVERIFY(bar.height() >= 3 * bar.fontMetrics().height());
        host.resize(400, 300);
        QCoreApplication::processEvents();
        QVERIFY(host.rect().contains(bar.geometry()));
        bar.setParent(nullptr);
    }

    void theStripFollowsTheRun() {
        StatusStrip strip;
        RunContext model;
        strip.setRun(model.data());
        QCOMPARE(strip.stateText(), QString("No run is open"));
        auto source = std::make_unique<FakeRunSource>();
        source->run_info.state = RunState::interrupted;
        FakeRunSource* raw = source.get();
        model.data()->setSource(std::move(source));
        QCOMPARE(strip.stateText(), QString("Interrupted"));
        Progress progress;
        progress.state = RunState::running;
        progress.phase = "Evaluating";
        progress.step = 12;
        progress.total_steps = 30;
        raw->events.push_back(progress);
        model.data()->poll();
        QCOMPARE(strip.stateText(), QString("Evaluating"));
        strip.setOverride(QString("Stopping"));
        QCOMPARE(strip.stateText(), QString("Stopping"));
        strip.setOverride(std::nullopt);
        QCOMPARE(strip.stateText(), QString("Evaluating"));
    }

    void memoryIsShownOfWhatTheDeviceHas() {
        QWidget place;
        StatusStrip strip(&place);
        strip.resize(1400, 20);
        place.show();
        RunContext model;
        strip.setRun(model.data());
        auto source = std::make_unique<FakeRunSource>();
        FakeRunSource* raw = source.get();
        model.data()->setSource(std::move(source));
        auto* gauge = strip.findChild<QProgressBar*>("statusMemoryGauge");
        QVERIFY(gauge && !gauge->accessibleName().isEmpty());
        Progress progress;
        progress.state = RunState::running;
        progress.total_steps = 30;
        progress.memory_bytes = 1'200'000'000;
        const auto show = [&] {
            raw->events.push_back(progress);
            model.data()->poll();
            return gauge->accessibleDescription();
        };
        QCOMPARE(show(), QString("1.2 GB"));  // as a run of an older version tells it
        QVERIFY(!gauge->isVisible());
        progress.device = "cuda:0";
        progress.memory_total = 80'000'000'000;
        QCOMPARE(show(), QString("1.2 GB of 80.0 GB on cuda:0"));
        QVERIFY(gauge->isVisible());
        QCOMPARE(gauge->value(), 15);
        QVERIFY(gauge->parentWidget()->toolTip().contains("GPU cuda:0 (2 % of its memory)"));
        progress.device = "cpu";
        progress.memory_bytes = 90'000'000'000;
        show();
        QCOMPARE(gauge->value(), 1000);
        QVERIFY(gauge->parentWidget()->toolTip().contains("of the machine's memory"));
        strip.resize(700, strip.height());  // what is needed least goes first, and nothing is cut
        QVERIFY(!gauge->isVisible());
        int seen = 0;
        for (const QLabel* label : strip.findChildren<QLabel*>()) {
            if (!label->isVisible()) continue;
            QVERIFY(label->width() >= label->minimumSizeHint().width());
            QVERIFY(label->mapTo(&strip, QPoint(label->width(), 0)).x() <= strip.width());
            ++seen;
        }
        QVERIFY(seen >= 5);
        strip.resize(1400, strip.height());
        QVERIFY(gauge->isVisible());
    }

    void theMessageBarOffersWhatCanBeDone() {
        MessageBar bar;
        QVERIFY(!bar.isVisible());
        int acted = 0;
        bar.showMessage(Severity::error, "It broke.", {{"&Again", [&] { ++acted; }}});
        QVERIFY(bar.isVisible());
        QCOMPARE(bar.text(), QString("It broke."));
        bar.findChild<QPushButton*>()->click();
        QCOMPARE(acted, 1);
        QVERIFY(!bar.isVisible());
        bar.showMessage(Severity::info, "Other.");
        QTest::keyClick(&bar, Qt::Key_Escape);
        QVERIFY(!bar.isVisible());
    }

    void numbersThatAreNoneAreADash() {
        const double infinity = std::numeric_limits<double>::infinity();
        const double nan = std::numeric_limits<double>::quiet_NaN();
        for (const double none : {nan, infinity, -infinity}) {
            QCOMPARE(countText(none), QString("–"));
            QCOMPARE(lossText(none), QString("–"));
            QCOMPARE(durationText(none), QString("–"));
        }
        QCOMPARE(durationText(1e10), QString("–"));
        QCOMPARE(bytesText(-1), QString("–"));
        QCOMPARE(durationText(0), QString("0 s"));
        QCOMPARE(durationText(59.6), QString("1 min 00 s"));
        QCOMPARE(countText(-999), QString("-999"));
        QCOMPARE(countText(-0.2), QString("0"));
    }

    void everyStateHasAWordOfItsOwn() {
        QSet<QString> words;
        for (int i = 0; i <= static_cast<int>(RunState::interrupted); ++i)
            words << stateWord(static_cast<RunState>(i));
        QCOMPARE(words.size(), 8);
        QVERIFY(!words.contains(QString()));
        for (const RunState state : {RunState::stopped, RunState::failed, RunState::interrupted})
            QVERIFY(hasEnded(state) && canBeResumed(state));
        QVERIFY(hasEnded(RunState::finished) && !canBeResumed(RunState::finished));
        for (const RunState state :
             {RunState::preparing, RunState::running, RunState::paused, RunState::stopping})
            QVERIFY(!hasEnded(state) && !canBeResumed(state));
    }

    void aNewMessageTakesTheChoicesOfTheFormerOneAway() {
        MessageBar bar;
        QStringList acted;
        bar.showMessage(Severity::error, "first", {{"&Again", [&] { acted << "again"; }}});
        bar.showMessage(Severity::info, "second", {{"&Other", [&] { acted << "other"; }}});
        QStringList seen;
        for (const auto* button : bar.findChildren<QPushButton*>())
            if (!button->isHidden()) seen << button->text();
        QCOMPARE(seen, QStringList{"&Other"});
        bar.showMessage(Severity::info, "third");
        for (const auto* button : bar.findChildren<QPushButton*>())
            QVERIFY(button->isHidden());
        // A choice may show the next message itself.
        bar.showMessage(Severity::error, "fourth",
                        {{"&More", [&] { bar.showMessage(Severity::warning, "fifth"); }}});
        for (auto* button : bar.findChildren<QPushButton*>())
            if (!button->isHidden()) button->click();
        QVERIFY(bar.isVisible());
        QCOMPARE(bar.text(), QString("fifth"));
        QVERIFY(bar.severity() == Severity::warning);
    }

    void aStripWithoutARunForgetsTheFormerOne() {
        StatusStrip strip;
        {
            RunContext model;
            strip.setRun(model.data());
            auto source = std::make_unique<FakeRunSource>();
            source->run_info.state = RunState::interrupted;
            model.data()->setSource(std::move(source));
            QCOMPARE(strip.stateText(), QString("Interrupted"));
            model.data()->setSource(nullptr);
            QCOMPARE(strip.stateText(), QString("No run is open"));
        }
        strip.setOverride(QString("Starting"));  // after the model has gone
        QCOMPARE(strip.stateText(), QString("Starting"));
        strip.setOverride(std::nullopt);
        QCOMPARE(strip.stateText(), QString("No run is open"));
    }

    void badNewsCanBeReadOnEveryPalette() {
        for (const QColor& base : {QColor(Qt::white), QColor(0x1e1e1e)}) {
            QPalette palette;
            palette.setColor(QPalette::Base, base);
            for (const Severity severity : {Severity::warning, Severity::error}) {
                const QColor text = severityColor(severity, palette);
                QVERIFY(std::abs(text.lightnessF() - base.lightnessF()) > 0.4);
                QVERIFY(severityTint(severity, palette) != base);
            }
        }
    }
};

}  // namespace orrery

QTEST_MAIN(orrery::StatusTest)
#include "status_test.moc"
