// SPDX-License-Identifier: GPL-3.0-or-later
// What a configuration's model is made of, without making it: no torch, no memory. Any thread.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/config/config.h"

namespace orrery {

struct ParameterCount {
    std::int64_t total = 0;      // with the expert biases, which are zero for ever and not stored
    std::int64_t trainable = 0;  // without frozen experts, and of train.parts alone; keys are
                                 // buffers and are not counted
};

/// Width of the mlp router's hidden layer: max(1, floor(d_model * some.router_hidden)).
std::int64_t routerHidden(const Config& config);
/// core/README.md, section 7. Needs no model and no memory.
ParameterCount countParameters(const Config& config);

enum class BlockKind {
    embedding,
    attention,
    attention_norm,
    query_network,
    key_store,
    experts,
    adapters,  // low-rank, beside the experts
    some_norm,
    head
};

/// What changes a tensor in a training step (core/README.md, section 3).
enum class MovedBy { optimizer, key_rules, nothing };

struct BlockTensor {
    std::string name;
    std::vector<std::int64_t> shape;
    MovedBy moved_by = MovedBy::optimizer;
    bool counted = true;  // as a parameter; else a buffer
    std::int64_t size() const;
};

/// A part of the model whose tensors belong together.
struct ModelBlock {
    BlockKind kind = BlockKind::embedding;
    int layer = -1;  // -1 = of the whole model: embedding, head, an expert library of all layers
    std::vector<BlockTensor> tensors;

    std::int64_t parameters() const;  // of those that are counted
    std::int64_t trainable() const;   // of them those that the optimizer moves
    /// By the optimizer or the key rules where one of its tensors is.
    MovedBy movedBy() const;
};

/// In the order of the forward pass; countParameters() is their sum. A library that all layers
/// share, and its adapters, stand behind the layers.
std::vector<ModelBlock> modelBlocks(const Config& config);
/// Bytes that each of several ranks gives in a step (core/README.md, section 13), but for 8 of each
/// trained tensor and, with more than 512 experts, the lists of pairs.
std::int64_t rankBytes(const Config& config);

}  // namespace orrery
