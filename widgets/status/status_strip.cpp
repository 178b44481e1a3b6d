// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/status/status_strip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <algorithm>
#include <cmath>

#include "widgets/run/run_data.h"
#include "widgets/status/core_words.h"
#include "widgets/status/run_words.h"

namespace orrery {

StatusStrip::StatusStrip(QWidget* parent)
    : QWidget(parent), state_(new QLabel(this)), bar_(new QProgressBar(this)) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 0, 8, 0);
    layout->setSpacing(18);
    state_->setAccessibleName(tr("State of the run"));
    state_->setObjectName(QStringLiteral("statusState"));
    QFont bold = state_->font();
    bold.setBold(true);
    state_->setFont(bold);
    state_->setMinimumWidth(QFontMetrics(bold).horizontalAdvance(tr("Training the tokenizer")));
    bar_->setRange(0, 1000);
    bar_->setTextVisible(false);
    bar_->setFixedSize(140, 12);
    bar_->setAccessibleName(tr("Progress of the run"));
    layout->addWidget(state_);
    layout->addWidget(bar_);
    step_ =
        addFigure(tr("Step"), tr("Completed and total steps"), QStringLiteral("00 000 / 00 000"));
    loss_ = addFigure(tr("Loss"),
                      tr("Training loss of the last step, padding excluded (nats per token)"),
                      QStringLiteral("00.0000"));
    speed_ = addFigure(tr("Tokens/s"), tr("Tokens per second, padding included"),
                       QStringLiteral("000 000"));
    left_ = addFigure(tr("ETA"), tr("Estimated time to the end of the run"),
                      QStringLiteral("00 min 00 s"));
    memory_ =
        addFigure(tr("Memory"), {}, tr("%1 of %2 on %3").arg("00.0 GB", "000.0 GB", "cuda:0"));
    gauge_ = new QProgressBar(memory_->parentWidget());
    gauge_->setObjectName(QStringLiteral("statusMemoryGauge"));
    gauge_->setAccessibleName(tr("Memory of the training device"));
    gauge_->setRange(0, 1000);
    gauge_->setTextVisible(false);
    gauge_->setFixedSize(60, 12);
    memory_->parentWidget()->layout()->addWidget(gauge_);
    layout->addStretch(1);
    showRun();
}

QLabel* StatusStrip::addFigure(const QString& name, const QString& tip, const QString& widest) {
    auto* box = new QWidget(this);
    auto* layout = new QHBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    auto* caption = new QLabel(name, box);
    caption->setForegroundRole(QPalette::PlaceholderText);
    auto* value = new QLabel(box);
    value->setMinimumWidth(value->fontMetrics().horizontalAdvance(widest));
    value->setAccessibleName(name);
    layout->addWidget(caption);
    layout->addWidget(value);
    box->setToolTip(tip);
    this->layout()->addWidget(box);
    return value;
}

void StatusStrip::setRun(RunData* run) {
    if (run_) run_->disconnect(this);
    run_ = run;
    if (run) {
        connect(run, &RunData::sourceChanged, this, &StatusStrip::showRun);
        connect(run, &RunData::progressChanged, this, &StatusStrip::showRun);
    }
    showRun();
}

void StatusStrip::setOverride(std::optional<QString> state) {
    override_ = std::move(state);
    showRun();
}

QString StatusStrip::stateText() const {
    return state_->text();
}

void StatusStrip::showProgress(const Progress& now) {
    const bool preparing = now.state == RunState::preparing || now.total_steps == 0;
    QString state = stateWord(now.state);
    const QString phase = coreText(now.phase);
    if (!hasEnded(now.state) && !phase.isEmpty() && now.state != RunState::paused &&
        now.state != RunState::stopping)
        state = phase;
    state_->setText(override_.value_or(state));
    const double fraction =
        preparing ? now.phase_fraction
                  : static_cast<double>(now.step) / static_cast<double>(now.total_steps);
    const bool busy = fraction < 0 && !hasEnded(now.state);
    bar_->setRange(0, busy ? 0 : 1000);
    if (!busy) bar_->setValue(static_cast<int>(1000 * std::max(0.0, fraction)));
    const QString total = now.total_steps > 0 ? countText(double(now.total_steps)) : tr("–");
    step_->setText(tr("%1 / %2").arg(countText(double(now.step)), total));
    loss_->setText(now.step > 0 ? lossText(now.loss) : tr("–"));
    speed_->setText(now.tokens_per_second > 0 ? countText(now.tokens_per_second) : tr("–"));
    left_->setText(hasEnded(now.state) ? tr("–") : durationText(now.seconds_left));
    showMemory(now);
}

void StatusStrip::showMemory(const Progress& now) {
    const QString used = bytesText(now.memory_bytes);
    const bool known = now.memory_total > 0 && now.memory_bytes > 0;
    gauge_->setVisible(known);
    memory_->setText(used);
    QString tip = tr("Memory in use by the training process");
    if (known) {
        const QString device = QString::fromStdString(now.device);
        const double share = double(now.memory_bytes) / double(now.memory_total);
        gauge_->setValue(static_cast<int>(1000 * std::min(share, 1.0)));
        memory_->setText(tr("%1 of %2 on %3").arg(used, bytesText(now.memory_total), device));
        tip = device == u"cpu"
                  ? tr("Memory used by the training process (%1 % of the machine's memory)")
                        .arg(std::lround(100 * share))
                  : tr("Memory used by training on GPU %1 (%2 % of its memory)")
                        .arg(device)
                        .arg(std::lround(100 * share));
    }
    memory_->parentWidget()->setToolTip(tip);
    gauge_->setAccessibleDescription(memory_->text());
}

void StatusStrip::showInfo() {
    Progress progress;
    progress.state = run_->info()->state;
    progress.step = run_->info()->step;
    progress.total_steps = run_->info()->total_steps;
    progress.loss = std::numeric_limits<double>::quiet_NaN();
    const Series& loss = run_->series("train/loss");
    if (!loss.values.empty()) progress.loss = loss.values.back();
    showProgress(progress);
}

QSize StatusStrip::minimumSizeHint() const {
    const QMargins margins = layout()->contentsMargins();
    return state_->minimumSizeHint().expandedTo({state_->minimumWidth(), 0}).grownBy(margins);
}

void StatusStrip::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void StatusStrip::fit() {
    const bool run = run_ && run_->hasSource();
    int room = width() - minimumSizeHint().width();
    for (QWidget* part : {step_->parentWidget(), loss_->parentWidget(), static_cast<QWidget*>(bar_),
                          left_->parentWidget(), speed_->parentWidget(), memory_->parentWidget()}) {
        room -= layout()->spacing() + part->sizeHint().expandedTo(part->minimumSize()).width();
        part->setVisible(run && room >= 0);
    }
}

void StatusStrip::showRun() {
    const bool run = run_ && run_->hasSource();
    if (!run)
        state_->setText(override_.value_or(tr("No run is open")));
    else if (run_->hasProgress())
        showProgress(run_->progress());
    else
        showInfo();
    fit();
}

}  // namespace orrery
