// SPDX-License-Identifier: GPL-3.0-or-later
// The rows around the galaxy: what is projected and how, and which snapshot or frame is on show.
#include <QAction>
#include <QComboBox>
#include <QMenu>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>
#include <QWidget>

#include "tests/widgets/galaxy/owner_tests.h"
#include "widgets/figure/flow_row.h"
#include "widgets/galaxy/controls/projection_bar.h"
#include "widgets/galaxy/controls/step_bar.h"

namespace orrery {

class GalaxyControlsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        bar_ = std::make_unique<QWidget>();
        auto* row = new FlowRow;
        projection_ = new ProjectionBar(*row, bar_.get());
        steps_ = new StepBar(*row, bar_.get());
        bar_->setLayout(row);
    }

    void showingTellsNothing() {
        QSignalSpy edited(projection_, &ProjectionBar::edited);
        QSignalSpy moved(steps_, &StepBar::moved);
        QSignalSpy followed(steps_, &StepBar::followToggled);
        QSignalSpy filmed(steps_, &StepBar::filmToggled);
        GalaxyOptions options;
        options.layer = 2;
        options.request.options.method = ProjectionMethod::tsne;
        options.request.options.perplexity = 12;
        options.labels = true;
        projection_->show(options, 4);
        steps_->showSnapshots({10, 20, 30}, 20, false);
        steps_->showFilm({1, 2, 5, 20, true});
        steps_->showSnapshots({}, -1, true);
        QCOMPARE(edited.count() + moved.count() + followed.count() + filmed.count(), 0);
    }

    void anEditChangesOneOptionAndKeepsTheRest() {
        GalaxyOptions options;
        options.layer = 1;
        options.step = 40;
        options.request.options.method = ProjectionMethod::umap;
        options.request.options.neighbors = 9;
        projection_->show(options, 3);
        GalaxyOptions told;
        connect(projection_, &ProjectionBar::edited, this,
                [&](const GalaxyOptions& now) { told = now; });
        QSpinBox* neighbors = nullptr;
        for (QSpinBox* box : bar_->findChildren<QSpinBox*>())
            if (box->value() == 9) neighbors = box;
        QVERIFY(neighbors && neighbors->isEnabled());
        neighbors->setValue(11);
        QCOMPARE(told.request.options.neighbors, 11);
        QCOMPARE(told.step, std::int64_t(40));
        Q_EMIT bar_->findChildren<QComboBox*>().front()->activated(2);
        QCOMPARE(told.layer, 2);
        QCOMPARE(told.step, std::int64_t(-1));  // of another layer the newest
    }

    void aColorIsToldEvenWhenItIsTheSame() {
        projection_->show({}, 1);
        QSignalSpy chosen(projection_, &ProjectionBar::coloringChosen);
        for (QComboBox* box : bar_->findChildren<QComboBox*>())
            if (const int guild = box->findText("Guild"); guild >= 0) {
                Q_EMIT box->activated(guild);
                Q_EMIT box->activated(guild);
            }
        QCOMPARE(chosen.count(), 2);
    }

    void theButtonSaysWhatItDoes() {
        auto* button = bar_->findChild<QToolButton*>("runProjection");
        projection_->showState({});
        QVERIFY(!button->isEnabled());
        projection_->showState({.has_keys = true, .out_of_date = true});
        QVERIFY(button->isEnabled() && button->font().bold());
        projection_->showState({.computing = true, .progress = 0.5});
        QCOMPARE(button->text(), QString("Cancel"));
        QVERIFY(button->isEnabled() && !button->font().bold());
    }

    void snapshotsAndFramesShareTheSlider() {
        auto* slider = bar_->findChild<QSlider*>();
        steps_->showSnapshots({10, 20, 30}, 20, false);
        QCOMPARE(slider->value(), 1);
        steps_->showSnapshots({10, 20, 30}, 30, true);
        QCOMPARE(slider->value(), 2);
        steps_->showFilm({.frame = 0, .ready = 1, .all = 3, .step = 10, .plays = true});
        QVERIFY(!slider->isEnabled());
        steps_->showFilm({.frame = 3, .ready = 4, .all = 9, .step = 40, .plays = true});
        QCOMPARE(slider->maximum(), 3);
        QCOMPARE(slider->value(), 3);
        QSignalSpy moved(steps_, &StepBar::moved);
        slider->setValue(1);
        QCOMPARE(moved.at(0).at(0).toInt(), 1);
        QSignalSpy speed(steps_, &StepBar::speedChanged);
        for (QComboBox* box : bar_->findChildren<QComboBox*>())
            if (const int fast = box->findText("40 / s"); fast >= 0) box->setCurrentIndex(fast);
        QCOMPARE(speed.at(0).at(0).toInt(), 40);
        QCOMPARE(steps_->framesPerSecond(), 40);
    }

    void whatMovedIsAskedForOnceThereAreTwoFrames() {
        QAction* moved = nullptr;
        for (QAction* action : bar_->findChildren<QAction*>())
            if (action->text() == "Select the keys that moved &most") moved = action;
        QVERIFY(moved);
        steps_->showFilm({.frame = 0, .ready = 1, .all = 3});
        QVERIFY(!moved->isEnabled());
        steps_->showFilm({.frame = 0, .ready = 2, .all = 3});
        QSignalSpy asked(steps_, &StepBar::selectMovedAsked);
        moved->trigger();
        QCOMPARE(asked.count(), 1);
        steps_->showSnapshots({10, 20}, 20, true);
        QVERIFY(!moved->isEnabled());
    }

private:
    std::unique_ptr<QWidget> bar_;
    ProjectionBar* projection_ = nullptr;
    StepBar* steps_ = nullptr;
};

std::unique_ptr<QObject> makeGalaxyControlsTest() {
    return std::make_unique<GalaxyControlsTest>();
}

}  // namespace orrery

#include "galaxy_controls_test.moc"
