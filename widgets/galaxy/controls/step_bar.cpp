// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/controls/step_bar.h"

#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <algorithm>

#include "widgets/figure/flow_row.h"
#include "widgets/figure/view_layout.h"

namespace orrery {
namespace {

constexpr int kSpeeds[] = {2, 5, 10, 20, 40};  // frames a second

}  // namespace

StepBar::StepBar(FlowRow& row, QWidget* parent) : QObject(parent) {
    step_ = new QSlider(Qt::Horizontal, parent);
    step_->setAccessibleName(tr("Snapshot"));
    step_->setToolTip(tr("Snapshot of the keys, by step"));
    step_text_ = new QLabel(parent);
    row.addWidget(new QLabel(tr("Snapshot"), parent));
    row.addWidget(step_);
    row.addWidget(step_text_);
    follow_ = addToggle(row, tr("Follow"), tr("Show each new snapshot as it arrives"));
    addFilm(row);
    connect(step_, &QSlider::valueChanged, this, &StepBar::moved);
    connect(follow_, &QToolButton::toggled, this, &StepBar::followToggled);
    connect(film_, &QToolButton::toggled, this, &StepBar::filmToggled);
    connect(play_, &QToolButton::toggled, this, &StepBar::playToggled);
    connect(speed_, &QComboBox::currentIndexChanged, this,
            [this] { Q_EMIT speedChanged(framesPerSecond()); });
}

void StepBar::addFilm(FlowRow& row) {
    film_ = addToggle(
        row, tr("Film"),
        tr("Project every snapshot of the layer, each initialized from the previous one"));
    film_->setPopupMode(QToolButton::MenuButtonPopup);
    auto* menu = new QMenu(film_);
    select_moved_ =
        menu->addAction(tr("Select the keys that moved &most"), this, &StepBar::selectMovedAsked);
    select_moved_->setEnabled(false);
    menu->addAction(tr("&Export frames..."), this, &StepBar::exportAsked);
    film_->setMenu(menu);
    play_ = addToggle(row, tr("Play"), tr("Play or pause the film"));
    speed_ = addChoice(row, tr("Frames per second"));
    for (const int speed : kSpeeds)
        speed_->addItem(tr("%1 / s").arg(speed));
    speed_->setCurrentIndex(2);
}

int StepBar::framesPerSecond() const {
    return kSpeeds[std::max(0, speed_->currentIndex())];
}

void StepBar::showFilm(const Film& film) {
    const QSignalBlocker blockers[] = {QSignalBlocker(step_), QSignalBlocker(film_),
                                       QSignalBlocker(play_)};
    film_->setChecked(true);
    play_->setEnabled(true);
    play_->setChecked(film.plays);
    speed_->setEnabled(true);
    select_moved_->setEnabled(film.ready > 1);
    step_->setRange(0, std::max(0, film.ready - 1));
    step_->setEnabled(film.ready > 1);
    step_->setValue(film.frame);
    step_text_->setText(
        tr("step %1, frame %2 of %3").arg(film.step).arg(film.frame + 1).arg(film.all));
}

void StepBar::showSnapshots(const std::vector<std::int64_t>& steps, std::int64_t step,
                            bool follows) {
    const QSignalBlocker blockers[] = {QSignalBlocker(step_), QSignalBlocker(follow_),
                                       QSignalBlocker(film_), QSignalBlocker(play_)};
    film_->setChecked(false);
    play_->setEnabled(false);
    play_->setChecked(false);
    speed_->setEnabled(false);
    select_moved_->setEnabled(false);
    const int last = std::max(0, static_cast<int>(steps.size()) - 1);
    const auto index = static_cast<int>(std::ranges::lower_bound(steps, step) - steps.begin());
    step_->setRange(0, last);
    step_->setEnabled(last > 0);
    step_->setValue(follows ? last : std::min(index, last));
    step_text_->setText(step < 0 ? tr("none") : tr("step %1").arg(step));
    follow_->setChecked(follows);
}

}  // namespace orrery
