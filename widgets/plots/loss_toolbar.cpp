// SPDX-License-Identifier: GPL-3.0-or-later
// The row of controls above the loss plot.
#include <QActionGroup>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <cmath>

#include "widgets/figure/flow_row.h"
#include "widgets/figure/view_layout.h"
#include "widgets/plots/loss_view.h"
#include "widgets/status/run_words.h"

namespace orrery {
namespace {

constexpr int kSmoothingSteps = 60;  // of the slider; 20 make the average ten times longer

// The slider runs evenly over the length of the average, 1 / (1 - weight), not over the weight.
double weightOf(int position) {
    return position == 0 ? 0 : 1 - std::pow(10.0, -position / 20.0);
}

int positionOf(double weight) {
    return weight <= 0 ? 0 : static_cast<int>(std::lround(-20 * std::log10(1 - weight)));
}

}  // namespace

void LossView::buildToolbar() {
    auto* row = new FlowRow;
    axis_ = addChoice(*row, tr("Unit of the x axis"), {tr("Step"), tr("Tokens"), tr("Time")});
    log_y_ = addToggle(*row, tr("Log y"), tr("Logarithmic y axis"));
    smoothing_ = new QSlider(Qt::Horizontal, this);
    smoothing_->setRange(0, kSmoothingSteps);
    smoothing_->setMaximumWidth(150);
    smoothing_->setMinimumWidth(60);
    smoothing_->setAccessibleName(tr("Smoothing"));
    smoothing_->setToolTip(
        tr("Weight of the debiased exponential moving average over the training loss; 0 = off.\n"
           "The raw curve stays visible behind it."));
    smoothing_value_ = new QLabel(this);
    smoothing_value_->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("0.9999")));
    row->addWidget(new QLabel(tr("Smoothing"), this));
    row->addWidget(smoothing_);
    row->addWidget(smoothing_value_);
    row->addStretch();
    axes_ = addButton(*row, tr("Axes"), tr("Axis options"));
    buildAxesMenu(*axes_);
    reset_ = addButton(*row, tr("Reset"), tr("Reset the zoom (Home)"));
    published_note_ = new QLabel(this);
    published_note_->setWordWrap(true);
    published_note_->hide();
    layOut(*this, row, {published_note_, chart_});

    connect(axis_, &QComboBox::activated, this, [this](int index) {
        change([index](LossOptions& options) { options.axis = static_cast<LossAxis>(index); });
    });
    connect(log_y_, &QToolButton::toggled, this,
            [this](bool on) { change([on](LossOptions& options) { options.log_y = on; }); });
    connect(smoothing_, &QSlider::valueChanged, this, [this](int position) {
        change([&](LossOptions& options) { options.smoothing = weightOf(position); });
    });
    connect(reset_, &QToolButton::clicked, this, &LossView::resetWindow);
}

void LossView::buildAxesMenu(QToolButton& button) {
    auto* menu = new QMenu(&button);
    auto* group = new QActionGroup(menu);
    const auto add = [&](const QString& text, const QString& help) {
        QAction* action = menu->addAction(text);
        action->setCheckable(true);
        action->setToolTip(help);
        return action;
    };
    menu->setToolTipsVisible(true);
    range_all_ = group->addAction(add(tr("All values"), tr("Minimum to maximum")));
    range_robust_ = group->addAction(add(tr("Robust"), tr("1st to 99th percentile")));
    range_manual_ = group->addAction(add(tr("Manual..."), tr("Custom range")));
    menu->addSeparator();
    include_zero_ = add(tr("Include zero"), tr("Extend a linear axis to zero"));
    log_x_ = add(tr("Logarithmic x"), tr("Logarithmic x axis"));
    menu->addSeparator();
    pads_ = add(tr("Padding included"), tr("Also draw the loss over all tokens, padding included"));
    published_ =
        add(tr("Published results"),
            tr("Also draw, by step, the results that the documents report for a run of this name"));
    button.setMenu(menu);
    button.setPopupMode(QToolButton::InstantPopup);
    connect(range_all_, &QAction::triggered, this,
            [this] { change([](LossOptions& options) { options.range = RangeMode::all; }); });
    connect(range_robust_, &QAction::triggered, this,
            [this] { change([](LossOptions& options) { options.range = RangeMode::robust; }); });
    connect(log_x_, &QAction::toggled, this,
            [this](bool on) { change([on](LossOptions& options) { options.log_x = on; }); });
    connect(pads_, &QAction::toggled, this,
            [this](bool on) { change([on](LossOptions& options) { options.with_pads = on; }); });
    connect(published_, &QAction::toggled, this,
            [this](bool on) { change([on](LossOptions& options) { options.published = on; }); });
    connect(range_manual_, &QAction::triggered, this, &LossView::askManualRange);
    connect(include_zero_, &QAction::toggled, this,
            [this](bool on) { change([on](LossOptions& options) { options.include_zero = on; }); });
}

void LossView::showOptions() {
    const LossOptions& now = options();
    const QSignalBlocker blockers[] = {QSignalBlocker(axis_),      QSignalBlocker(log_x_),
                                       QSignalBlocker(log_y_),     QSignalBlocker(pads_),
                                       QSignalBlocker(smoothing_), QSignalBlocker(include_zero_),
                                       QSignalBlocker(published_)};
    axis_->setCurrentIndex(static_cast<int>(now.axis));
    log_x_->setChecked(now.log_x);
    log_y_->setChecked(now.log_y);
    pads_->setChecked(now.with_pads);
    published_->setChecked(now.published);
    smoothing_->setValue(positionOf(now.smoothing));
    smoothing_value_->setText(now.smoothing > 0 ? decimalText(now.smoothing, 'g', 3) : tr("off"));
    range_all_->setChecked(now.range == RangeMode::all);
    range_robust_->setChecked(now.range == RangeMode::robust);
    range_manual_->setChecked(now.range == RangeMode::manual);
    include_zero_->setChecked(now.include_zero);
}

}  // namespace orrery
