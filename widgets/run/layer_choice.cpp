// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/layer_choice.h"

namespace orrery {

void LayerChoice::choose(int layer) {
    if (layer == layer_ || layer < 0) return;
    layer_ = layer;
    Q_EMIT changed(layer);
}

}  // namespace orrery
