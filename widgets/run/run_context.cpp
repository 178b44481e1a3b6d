// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/run_context.h"

#include "widgets/run/layer_choice.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_data.h"
#include "widgets/run/selection.h"

namespace orrery {

RunContext::RunContext(QObject* parent)
    : QObject(parent),
      data_(new RunData(this)),
      selection_(new Selection(this)),
      requests_(new Requests(this)),
      layers_(new LayerChoice(this)) {
    // Slots are called in the order of connection: these are the first.
    connect(data_, &RunData::sourceChanged, selection_, &Selection::clear);
    connect(data_, &RunData::sourceChanged, requests_, &Requests::clear);
    connect(data_, &RunData::sourceChanged, layers_,
            [this] { layers_->reset(data_->layerCount() / 2); });
    // Who selects experts looks at their layer.
    connect(selection_, &Selection::changed, layers_, [this] {
        if (const auto& mark = selection_->markedExpert()) layers_->choose(mark->layer);
    });
    connect(data_, &RunData::traced, requests_, &Requests::deliverTrace);
}

}  // namespace orrery
