// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/parameter_count.h"

#include <algorithm>
#include <optional>

#include "core/model/trained_parts.h"

namespace orrery {
namespace {

bool hasRouter(const Config& config) {
    return config.some.experts != ExpertKind::none && config.some.routing == Routing::keys;
}

ModelBlock norm(BlockKind kind, int layer, std::int64_t d) {
    return {kind, layer, {{"weight", {d}}, {"bias", {d}}}};
}

ModelBlock attention(int layer, std::int64_t d) {
    return {BlockKind::attention,
            layer,
            {{"in_proj_weight", {3 * d, d}},
             {"in_proj_bias", {3 * d}},
             {"out_proj.weight", {d, d}},
             {"out_proj.bias", {d}}}};
}

ModelBlock queryNetwork(const Config& config, int layer) {
    const std::int64_t d = config.model.d_model;
    if (config.some.router == RouterKind::linear)
        return {BlockKind::query_network, layer, {{"weight", {d, d}}, {"bias", {d}}}};
    const std::int64_t h = routerHidden(config);
    return {BlockKind::query_network,
            layer,
            {{"0.weight", {h, d}}, {"0.bias", {h}}, {"2.weight", {d, h}}, {"2.bias", {d}}}};
}

ModelBlock keyStore(const Config& config, int layer) {
    const KeysConfig& rules = config.keys;
    const bool frozen = std::ranges::find(rules.frozen_layers, layer) != rules.frozen_layers.end();
    const bool forces = rules.use_alpha || rules.use_beta || rules.use_delta;
    return {BlockKind::key_store,
            layer,
            {{"keys",
              {config.some.num_experts, config.model.d_model},
              frozen || !forces ? MovedBy::nothing : MovedBy::key_rules,
              false},
             {"usage", {config.some.num_experts}, MovedBy::key_rules, false}}};
}

ModelBlock experts(const Config& config, int layer) {
    const std::int64_t e = config.some.num_experts, d = config.model.d_model, f = config.some.d_ffn;
    const MovedBy weights =
        config.some.experts == ExpertKind::trained ? MovedBy::optimizer : MovedBy::nothing;
    return {BlockKind::experts,
            layer,
            {{"down", {e, f, d}, weights},
             {"up", {e, d, f}, weights},
             {"down bias (zero)", {e, f}, MovedBy::nothing},
             {"up bias (zero)", {e, d}, MovedBy::nothing}}};
}

ModelBlock adapters(const Config& config, int layer) {
    const std::int64_t e = config.some.num_experts, d = config.model.d_model, f = config.some.d_ffn,
                       r = config.some.lora_rank;
    return {
        BlockKind::adapters,
        layer,
        {{"A_down", {e, r, d}}, {"B_down", {e, f, r}}, {"A_up", {e, r, f}}, {"B_up", {e, d, r}}}};
}

/// Nothing for what train.parts does not name.
std::optional<TrainedPart> partOf(BlockKind kind) {
    switch (kind) {
        case BlockKind::embedding:
            return TrainedPart::embeddings;
        case BlockKind::attention:
            return TrainedPart::attention;
        case BlockKind::attention_norm:
        case BlockKind::some_norm:
            return TrainedPart::norms;
        case BlockKind::query_network:
            return TrainedPart::routers;
        case BlockKind::head:
            return TrainedPart::head;
        case BlockKind::key_store:
        case BlockKind::experts:
        case BlockKind::adapters:
            break;
    }
    return std::nullopt;
}

/// Those of train.parts alone are trained.
void freezeOthers(std::vector<ModelBlock>& blocks, const TrainConfig& train) {
    for (ModelBlock& block : blocks) {
        const auto part = partOf(block.kind);
        if (!part || isTrained(train, *part)) continue;
        for (BlockTensor& tensor : block.tensors)
            tensor.moved_by = MovedBy::nothing;
    }
}

void addLibrary(std::vector<ModelBlock>& blocks, const Config& config, int layer) {
    if (config.some.experts == ExpertKind::none) return;
    blocks.push_back(experts(config, layer));
    if (config.some.experts == ExpertKind::lora) blocks.push_back(adapters(config, layer));
}

}  // namespace

std::int64_t routerHidden(const Config& config) {
    const double width = static_cast<double>(config.model.d_model) * config.some.router_hidden;
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(width));
}

std::int64_t BlockTensor::size() const {
    std::int64_t size = 1;
    for (const std::int64_t side : shape)
        size *= side;
    return size;
}

std::int64_t ModelBlock::parameters() const {
    std::int64_t sum = 0;
    for (const BlockTensor& tensor : tensors)
        if (tensor.counted) sum += tensor.size();
    return sum;
}

std::int64_t ModelBlock::trainable() const {
    std::int64_t sum = 0;
    for (const BlockTensor& tensor : tensors)
        if (tensor.counted && tensor.moved_by == MovedBy::optimizer) sum += tensor.size();
    return sum;
}

MovedBy ModelBlock::movedBy() const {
    // The first tensor is what the block is named after: usage is counted of frozen keys, too.
    return tensors.front().moved_by;
}

std::vector<ModelBlock> modelBlocks(const Config& config) {
    const std::int64_t v = config.model.vocab_size, d = config.model.d_model;
    std::vector<ModelBlock> blocks{{BlockKind::embedding, -1, {{"weight", {v, d}}}}};
    for (int layer = 0; layer < config.model.num_layers; ++layer) {
        blocks.push_back(attention(layer, d));
        blocks.push_back(norm(BlockKind::attention_norm, layer, d));
        if (hasRouter(config)) {
            blocks.push_back(queryNetwork(config, layer));
            blocks.push_back(keyStore(config, layer));
        }
        if (!config.some.shared_library) addLibrary(blocks, config, layer);
        blocks.push_back(norm(BlockKind::some_norm, layer, d));
    }
    if (config.some.shared_library) addLibrary(blocks, config, -1);
    blocks.push_back({BlockKind::head, -1, {{"weight", {v, d}}, {"bias", {v}}}});
    freezeOthers(blocks, config.train);
    return blocks;
}

ParameterCount countParameters(const Config& config) {
    ParameterCount count;
    for (const ModelBlock& block : modelBlocks(config)) {
        count.total += block.parameters();
        count.trainable += block.trainable();
    }
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
