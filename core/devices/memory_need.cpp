// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/devices/memory_need.h"

#include <algorithm>
#include <cmath>

#include "core/model/parameter_count.h"
#include "core/threads.h"

namespace orrery {
namespace {

constexpr double kFloat = 4;
constexpr double kLogitsOfAPiece = 2'097'152;  // as headLoss cuts them
constexpr double kRowsOfAPiece = 64;           // at least
// Measured: what core/ops/step_allocator.h holds ready, and all that is too small to be counted.
constexpr double kMarginShare = 18;
constexpr double kMarginBytes = 18e6;
// Where layers are recomputed, passes forward and backward alternate, and the allocator is as full
// as it may be.
constexpr double kRecomputedMarginShare = 8;
// Buffers of the library of products: a thread's, for matrices so wide or wider.
constexpr double kProductBytes = 10e6;
constexpr double kProductWidth = 256;

/// Sizes as doubles: products of them leave 32 bits.
struct Sizes {
    explicit Sizes(const Config& c)
        : d(static_cast<double>(c.model.d_model)),
          layers(static_cast<double>(c.model.num_layers)),
          heads(static_cast<double>(c.model.num_heads)),
          length(static_cast<double>(c.model.seq_len)),
          vocabulary(static_cast<double>(c.model.vocab_size)),
          routed(c.some.experts != ExpertKind::none),
          experts(routed ? static_cast<double>(c.some.num_experts) : 0),
          top_k(routed ? static_cast<double>(c.some.top_k) : 0),
          ffn(routed ? static_cast<double>(c.some.d_ffn) : 0),
          rows(static_cast<double>(c.train.batch_size)),
          parts(std::clamp(static_cast<double>(c.train.accumulation), 1.0, rows)),
          threads(static_cast<double>(c.train.threads > 0 ? c.train.threads : availableThreads())) {
    }

    double d, layers, heads, length, vocabulary;
    bool routed;
    double experts, top_k, ffn, rows, parts, threads;

    double tokens() const { return rows * length; }
    /// Of one micro-batch, the longest.
    double partTokens() const { return std::ceil(rows / parts) * length; }
};

bool usesKeys(const Config& c) {
    return c.some.experts != ExpertKind::none && c.some.routing == Routing::keys;
}

/// Floats of a token that the attention of one layer keeps, its input and the norms around it.
double attentionFloats(const Config& c, const Sizes& s) {
    const double kept = 7 * s.d + s.heads + 4;  // input, q k v, output, what the norm saw, and made
    if (c.model.positions == PositionEncoding::rope)
        return kept + 7 * s.d;  // turned q and k, and their parts
    if (c.model.positions == PositionEncoding::alibi)
        return kept + 2 * s.d + s.heads * s.length / s.rows;
    return kept;
}

/// Floats of a token that router, experts and the norm behind them keep in one layer.
double expertFloats(const Config& c, const Sizes& s) {
    if (!s.routed) return 2;              // the second norm sees what the first one made
    double kept = s.d + 5 * s.top_k + 1;  // what the norm saw; numbers, gates and order
    if (usesKeys(c))
        kept += s.d + (c.some.router == RouterKind::mlp ? static_cast<double>(routerHidden(c)) : 0);
    if (c.keys.query_residual != 0) kept += s.d;
    if (c.some.balance_loss > 0) kept += 2 * s.experts + s.d;
    const double pair = s.top_k * s.ffn;
    if (c.train.precision == Precision::bf16 && c.some.experts == ExpertKind::lora)
        return kept + s.top_k * 3 * s.d + 1.5 * pair;  // as on a GPU
    return kept + pair;
}

/// Floats of a token that a recomputed layer keeps: its inputs, and for the key update the queries,
/// selections and gates.
double recomputedFloats(const Config& c, const Sizes& s) {
    const double inputs = s.d * (c.keys.query_residual != 0 ? 2 : 1);
    return inputs + (usesKeys(c) ? s.d : 0) + 3 * s.top_k;
}

/// Keys, and their copies in the step, in snapshots and in the statistics.
double keyBytes(const Config& c, const Sizes& s) {
    const double store = s.layers * s.experts * (s.d + 1) * kFloat;
    double copies = 4 + (usesKeys(c) ? 1 + s.top_k : 0);
    if (c.some.search == KeySearch::hnsw) copies += 4 + 40 / s.d;  // linked, held, and the links
    return copies * store;
}

double optimizerBytes(const Config& c, double trained) {
    return c.train.optimizer == OptimizerKind::adamw ? 2 * kFloat * trained
                                                     : 0.02 * kFloat * trained;
}

/// Buffers of the moment between the passes, and what is already there of the gradients.
double passingBytes(const Config& c, const Sizes& s, double trained) {
    const double n = s.partTokens();
    const double head = s.vocabulary * (s.d + 1);
    const double piece =
        std::min(n, std::max(kLogitsOfAPiece / s.vocabulary, kRowsOfAPiece)) * s.vocabulary;
    const double before = s.parts > 1 ? trained : 0;  // gradients of the parts before
    // The head: its gradients twice, when they are scaled; the experts of the last layer: a row a
    // pair, and the places of these.
    const double at_head = std::max(2 * n * s.d + head, piece);
    const double rows =
        c.some.experts == ExpertKind::lora ? 3 * s.top_k : s.top_k;  // it gathers tokens
    const double at_experts = n * ((rows + 1) * s.d + 2 * s.top_k);
    const double scratch =
        s.threads * (2 * s.d * s.ffn + 120 * (s.d + s.ffn) + (96 + 6 * s.d / s.heads) * s.length);
    return kFloat * (before + head + std::max(at_head, at_experts) + scratch);
}

/// An evaluation keeps nothing for a backward pass.
double evaluationBytes(const Config& c, const Sizes& s) {
    const double rows = c.eval.update_keys ? s.tokens() : s.partTokens();
    const double layer = s.top_k * (s.ffn + s.d + 4) + 4 * s.d;
    return kFloat * (rows * std::max(layer, 9 * s.d) + 2 * std::min(rows, 1024.0) * s.vocabulary);
}

}  // namespace

MemoryNeed estimateMemory(const Config& config) {
    const Sizes s(config);
    const ParameterCount count = countParameters(config);
    const double libraries = !s.routed ? 0 : config.some.shared_library ? 1 : s.layers;
    const double experts = libraries * s.experts * 2 * s.d * s.ffn;
    const bool frozen =
        config.some.experts == ExpertKind::frozen || config.some.experts == ExpertKind::lora;
    const auto trained = static_cast<double>(count.trainable);
    MemoryNeed need;
    const bool half =
        config.some.expert_dtype == Precision::bf16 || config.train.precision == Precision::bf16;
    if (frozen) need.library = experts * (half ? 2 : kFloat);
    need.weights = kFloat * trained + keyBytes(config, s);
    need.optimizer = optimizerBytes(config, trained);
    // Numbers and gates of all micro-batches are kept until the step's end, queries of the first.
    const double routing = s.parts > 1 ? s.layers * 2 * 3 * s.top_k * s.tokens() : 0;
    const double layer = attentionFloats(config, s) + expertFloats(config, s);
    // Recomputed, one layer at a time is whole.
    const double kept =
        config.train.recompute ? layer + s.layers * recomputedFloats(config, s) : s.layers * layer;
    need.activations = kFloat * (s.partTokens() * (kept + s.d) + routing);
    need.passing = passingBytes(config, s, trained);
    // Or the end of the backward pass, when all gradients are there and all activations gone.
    const double gradients = kFloat * (trained + (s.parts > 1 ? trained : 0));
    const double fullest =
        std::max({need.activations + need.passing, gradients, evaluationBytes(config, s)});
    need.passing = fullest - need.activations;
    const double share = config.train.recompute ? kRecomputedMarginShare : kMarginShare;
    need.passing += need.total() / share + kMarginBytes +
                    s.threads * kProductBytes * std::min(1.0, s.d / kProductWidth);
    return need;
}

std::vector<MemoryAdvice> memoryAdvice(const Config& config) {
    const double now = estimateMemory(config).total();
    std::vector<MemoryAdvice> all;
    const auto consider = [&](const std::string& change, const auto& apply) {
        Config changed = config;
        apply(changed);
        const double then = estimateMemory(changed).total();
        if (then < 0.9 * now) all.push_back({change, then});
    };
    const bool frozen =
        config.some.experts == ExpertKind::frozen || config.some.experts == ExpertKind::lora;
    const std::string rows = std::to_string(config.train.batch_size);
    consider("train.accumulation=" + rows,
             [](Config& c) { c.train.accumulation = c.train.batch_size; });
    if (!config.train.recompute)
        consider("train.recompute=true", [](Config& c) { c.train.recompute = true; });
    if (frozen)
        consider("some.expert_dtype=bf16",
                 [](Config& c) { c.some.expert_dtype = Precision::bf16; });
    if (frozen)
        consider("some.shared_library=true", [](Config& c) { c.some.shared_library = true; });
    const auto half = [](std::int64_t value) { return std::max<std::int64_t>(1, value / 2); };
    consider("train.batch_size=" + std::to_string(half(config.train.batch_size)),
             [&](Config& c) { c.train.batch_size = half(c.train.batch_size); });
    if (config.some.num_experts / 2 >= config.some.top_k)
        consider("some.num_experts=" + std::to_string(half(config.some.num_experts)),
                 [&](Config& c) { c.some.num_experts = half(c.some.num_experts); });
    consider("some.d_ffn=" + std::to_string(half(config.some.d_ffn)),
             [&](Config& c) { c.some.d_ffn = half(c.some.d_ffn); });
    consider("model.seq_len=" + std::to_string(half(config.model.seq_len)),
             [&](Config& c) { c.model.seq_len = half(c.model.seq_len); });
    return all;
}

}  // namespace orrery
