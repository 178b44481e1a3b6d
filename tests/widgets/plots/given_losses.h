// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "tests/widgets/synthetic_run.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"

namespace orrery {

/// Training losses, one a step and a second.
inline FakeRunSource* giveLosses(RunContext& model, const std::vector<double>& losses) {
    auto made = std::make_unique<FakeRunSource>();
    FakeRunSource* source = made.get();
    source->run_info = syntheticInfo({});
    model.data()->setSource(std::move(made));
    for (std::size_t i = 0; i < losses.size(); ++i)
        source->events.push_back(Scalars{
            static_cast<std::int64_t>(i), static_cast<double>(i), {{"train/loss", losses[i]}}});
    while (!source->events.empty())
        model.data()->poll();
    return source;
}

}  // namespace orrery
