// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/parameter_count.h"

namespace orrery {
namespace {

std::int64_t routerParameters(const Config& config) {
    if (config.some.experts == ExpertKind::none || config.some.routing != Routing::keys) return 0;
    const std::int64_t d = config.model.d_model;
    return config.some.router == RouterKind::linear ? d * d + d : 4 * d * d + 3 * d;
}

}  // namespace

ParameterCount countParameters(const Config& config) {
    const ModelConfig& model = config.model;
    const SomeConfig& some = config.some;
    const std::int64_t d = model.d_model;
    const std::int64_t layer = 4 * d * d + 4 * d + 4 * d + routerParameters(config);
    const std::int64_t shared = 2 * model.vocab_size * d + model.vocab_size;
    const std::int64_t libraries =
        some.experts == ExpertKind::none ? 0 : (some.shared_library ? 1 : model.num_layers);
    const std::int64_t experts = libraries * some.num_experts;
    const std::int64_t weights = experts * 2 * d * some.d_ffn;
    const std::int64_t biases = experts * (some.d_ffn + d);
    const std::int64_t adapters =
        some.experts == ExpertKind::lora ? experts * 2 * some.lora_rank * (d + some.d_ffn) : 0;

    ParameterCount count;
    count.trainable = shared + model.num_layers * layer + adapters;
    count.total = count.trainable + weights + biases;
    if (some.experts == ExpertKind::trained) count.trainable += weights;
    return count;
}

std::int64_t rankBytes(const Config& config) {
    const SomeConfig& some = config.some;
    const std::int64_t floats = 4, counts = 8;
    std::int64_t bytes = floats * countParameters(config).trainable + counts * 3;
    if (some.experts == ExpertKind::none) return bytes;
    const std::int64_t layers = config.model.num_layers, experts = some.num_experts;
    bytes += counts * layers * some.top_k * experts;
    if (some.routing == Routing::keys) bytes += floats * layers * experts * config.model.d_model;
    if (experts <= 512) bytes += floats * layers * experts * (experts - 1) / 2;
    return bytes;
}

}  // namespace orrery
