// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QStringList>

#include "widgets/plots/loss_curves.h"

namespace orrery {

/// The options that are not as at first, in words for a command line: "tokens", "seconds", "log-x",
/// "log-y", "smoothing=0.5", "padding", "no-published", "robust", "zero", "range=2:4".
QStringList lookOf(const LossOptions& options);
/// What such words mean.
struct LossLook {
    LossOptions options;
    QString unknown;  // the first word that means nothing; empty where all are known
};
LossLook lossLook(const QStringList& words);

}  // namespace orrery
