// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/parameter_count.h"

#include <algorithm>

#include "core/model/trained_parts.h"

namespace orrery {
namespace {

std::int64_t routerParameters(const Config& config) {
    if (config.some.experts == ExpertKind::none || config.some.routing != Routing::keys) return 0;
    const std::int64_t d = config.model.d_model;
    const std::int64_t hidden = routerHidden(config);
    return config.some.router == RouterKind::linear ? d * d + d : 2 * hidden * d + hidden + d;
}

/// Of all layers.
std::int64_t partParameters(const Config& config, TrainedPart part) {
    const std::int64_t d = config.model.d_model;
    const std::int64_t vocabulary = config.model.vocab_size;
    const std::int64_t layers = config.model.num_layers;
    switch (part) {
        case TrainedPart::attention:
            return layers * (4 * d * d + 4 * d);
        case TrainedPart::embeddings:
            return vocabulary * d;
        case TrainedPart::head:
            return vocabulary * d + vocabulary;
        case TrainedPart::routers:
            return layers * routerParameters(config);
        case TrainedPart::norms:
            return layers * 4 * d;
    }
    return 0;
}

}  // namespace

std::int64_t routerHidden(const Config& config) {
    const double width = static_cast<double>(config.model.d_model) * config.some.router_hidden;
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(width));
}

ParameterCount countParameters(const Config& config) {
    const SomeConfig& some = config.some;
    const std::int64_t d = config.model.d_model;
    const std::int64_t libraries = some.experts == ExpertKind::none ? 0
                                   : some.shared_library            ? 1
                                                                    : config.model.num_layers;
    const std::int64_t experts = libraries * some.num_experts;
    const std::int64_t weights = experts * 2 * d * some.d_ffn;
    const std::int64_t biases = experts * (some.d_ffn + d);
    const std::int64_t adapters =
        some.experts == ExpertKind::lora ? experts * 2 * some.lora_rank * (d + some.d_ffn) : 0;

    ParameterCount count;
    count.total = weights + biases + adapters;
    count.trainable = adapters + (some.experts == ExpertKind::trained ? weights : 0);
    for (const TrainedPart part : TrainConfig().parts) {
        count.total += partParameters(config, part);
        if (isTrained(config.train, part)) count.trainable += partParameters(config, part);
    }
    return count;
}

}  // namespace orrery
