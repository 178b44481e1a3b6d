// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/levers/levers_panel.h"

#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <QTreeWidget>
#include <memory>

#include "tests/widgets/fake_run_source.h"
#include "widgets/levers/lever.h"
#include "widgets/run/run_data.h"

namespace orrery {

class LeversPanelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        data_ = std::make_unique<RunData>();
        panel_ = std::make_unique<LeversPanel>();
        panel_->setRun(data_.get());
        connect(panel_.get(), &LeversPanel::setRequested, this,
                [this](const std::string& key, const FieldValue& value) {
                    asked_.emplace_back(key, value);
                });
        panel_->show();
        QVERIFY(QTest::qWaitForWindowExposed(panel_.get(), kPatience));
        asked_.clear();
    }
    void cleanup() {
        panel_.reset();
        data_.reset();
    }

    void withoutARunThatTrainsNothingMoves() {
        for (const Lever* lever : panel_->levers())
            QVERIFY(!lever->isEnabled());
        QVERIFY(!undo()->isEnabled());
    }

    void showsWhatTheRunHas() {
        panel_->setRunning(&config_);
        QCOMPARE(number("keys.alpha")->text(), QString("0.01"));
        QCOMPARE(number("train.learning_rate")->text(), QString("6e-4"));
        QVERIFY(asked_.empty());  // showing asks nothing
    }

    void aSliderAsksOnceItIsLetGo() {
        panel_->setRunning(&config_);
        QSlider* alpha = slider("keys.alpha");
        alpha->setSliderDown(true);
        alpha->setSliderPosition(150);
        alpha->setSliderPosition(170);
        QVERIFY(asked_.empty());
        alpha->setSliderDown(false);
        QCOMPARE(asked_.size(), std::size_t(1));
        QCOMPARE(asked_[0].first, std::string("keys.alpha"));
        const double value = std::get<double>(asked_[0].second);
        QVERIFY2(value > 0.1 && value < 1, qPrintable(QString::number(value)));
        QCOMPARE(number("keys.alpha")->text().toDouble(), value);
    }

    void theLowestPlaceIsZeroWhereZeroIsAllowed() {
        panel_->setRunning(&config_);
        slider("keys.beta")->setValue(0);
        slider("train.learning_rate")->setValue(0);
        QCOMPARE(asked_.size(), std::size_t(2));
        QCOMPARE(std::get<double>(asked_[0].second), 0.0);
        QCOMPARE(std::get<double>(asked_[1].second), 1e-6);
    }

    void aNumberIsTakenAndABadOneGivenBack() {
        panel_->setRunning(&config_);
        QLineEdit* beta = number("keys.beta");
        beta->setFocus();
        beta->setText("0.02");
        QTest::keyClick(beta, Qt::Key_Return);
        QCOMPARE(asked_.size(), std::size_t(1));
        beta->setText("7");  // out of range
        QTest::keyClick(beta, Qt::Key_Return);
        QCOMPARE(asked_.size(), std::size_t(1));
        QCOMPARE(beta->text(), QString("0.02"));
    }

    void everyChangeIsListedAndTheLastOneUndone() {
        giveChanges();
        QCOMPARE(panel_->changes(), 2);
        const QTreeWidgetItem* first = log()->topLevelItem(0);
        QCOMPARE(first->text(0), QString("215"));
        QCOMPARE(first->text(1), QString("keys.alpha"));
        QCOMPARE(first->text(2), QString("0.01"));
        QCOMPARE(first->text(3), QString("0.05"));
        QVERIFY(!undo()->isEnabled());  // nothing trains here
        panel_->setRunning(&config_);
        undo()->click();
        QCOMPARE(asked_.size(), std::size_t(1));
        QCOMPARE(asked_[0].first, std::string("train.temperature"));
        QCOMPARE(std::get<double>(asked_[0].second), 0.8);
    }

    void aChosenChangeIsTheOneThatIsUndone() {
        giveChanges();
        panel_->setRunning(&config_);
        log()->topLevelItem(0)->setSelected(true);
        undo()->click();
        QCOMPARE(asked_.at(0).first, std::string("keys.alpha"));
        QCOMPARE(std::get<double>(asked_[0].second), 0.01);
    }

    void anotherRunForgetsTheChanges() {
        giveChanges();
        data_->setSource(std::make_unique<FakeRunSource>());
        QCOMPARE(panel_->changes(), 0);
    }

private:
    void giveChanges() {
        auto source = std::make_unique<FakeRunSource>();
        source->events.push_back(
            SettingChanged{215, 1, "keys.alpha", "0.05", "0.01", SettingOrigin::session});
        source->events.push_back(
            SettingChanged{350, 2, "train.temperature", "0.4", "0.8", SettingOrigin::mailbox});
        data_->setSource(std::move(source));
        data_->poll();
    }
    QSlider* slider(const char* key) {
        return panel_->findChild<QSlider*>(QStringLiteral("slider.") + QLatin1String(key));
    }
    QLineEdit* number(const char* key) {
        return panel_->findChild<QLineEdit*>(QStringLiteral("number.") + QLatin1String(key));
    }
    QTreeWidget* log() { return panel_->findChild<QTreeWidget*>("leverLog"); }
    QPushButton* undo() { return panel_->findChild<QPushButton*>("leverUndo"); }

    Config config_;
    std::unique_ptr<RunData> data_;
    std::unique_ptr<LeversPanel> panel_;
    std::vector<std::pair<std::string, FieldValue>> asked_;
};

}  // namespace orrery

QTEST_MAIN(orrery::LeversPanelTest)
#include "levers_panel_test.moc"
