// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/layer_link.h"

#include <QToolButton>
#include <algorithm>

#include "widgets/figure/flow_row.h"
#include "widgets/figure/view_layout.h"
#include "widgets/run/layer_choice.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"

namespace orrery {

LayerLink::LayerLink(FlowRow& row, QObject* parent)
    : QObject(parent),
      unlink_(addToggle(row, tr("Unlink"),
                        tr("Keep this view's layer when another view shows another one"))) {
    unlink_->setObjectName(QStringLiteral("unlinkLayer"));
    connect(unlink_, &QToolButton::toggled, this, [this](bool unlinked) {
        if (!unlinked && run_) Q_EMIT asked(run_->layers()->layer());
    });
}

void LayerLink::setRun(RunContext* run) {
    if (run_) run_->layers()->disconnect(this);
    run_ = run;
    if (!run) return;
    connect(run->layers(), &LayerChoice::changed, this, [this](int layer) {
        if (isLinked()) Q_EMIT asked(layer);
    });
}

int LayerLink::layer(int own) const {
    if (!run_) return 0;
    const int most = std::max(0, run_->data()->layerCount() - 1);
    return std::clamp(isLinked() ? run_->layers()->layer() : own, 0, most);
}

bool LayerLink::isLinked() const {
    return !unlink_->isChecked();
}

void LayerLink::setLinked(bool linked) {
    unlink_->setChecked(!linked);
}

void LayerLink::tell(int layer) {
    if (run_ && isLinked() && layer < run_->data()->layerCount()) run_->layers()->choose(layer);
}

}  // namespace orrery
