// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/probes.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/config/citations.h"
#include "core/config/fields.h"

namespace orrery {
namespace {

constexpr double kLeakTolerance = 1e-3;  // rounding moves logits by 1e-6
constexpr double kHeard = 0.05;          // of what passes by
constexpr double kFewPads = 0.01;
constexpr double kEnoughGradient = 0.01;  // of the attention's
constexpr double kUniform = 0.98;         // of the largest entropy, ln k
constexpr double kFlattered = 0.95;       // of the loss over real tokens

std::string number(double value, int digits = 3) {
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                   std::chars_format::general, digits);
    return {text.data(), end.ptr};
}

std::string percent(double share) {
    return number(100 * share) + " %";
}

/// "layers 0, 3" of those for which `fires` says so; empty when there is none.
template <class Fires>
std::string layersWhere(const ProbeMeasures& measures, Fires fires) {
    std::string text;
    int count = 0;
    for (std::size_t layer = 0; layer < measures.layers.size(); ++layer) {
        if (!fires(measures.layers[layer])) continue;
        text += (count++ > 0 ? ", " : "") + std::to_string(layer);
    }
    if (count == 0) return {};
    return (count == 1 ? "layer " : "layers ") + text;
}

/// "0.012, 0.3" of one number a layer.
template <class Value>
std::string perLayer(const ProbeMeasures& measures, Value value) {
    std::string text;
    for (const LayerMeasure& layer : measures.layers)
        text += (text.empty() ? "" : ", ") + value(layer);
    return text.empty() ? "nothing (there are no experts)" : text;
}

std::string withMeaning(const std::string& measured, bool fires, const std::string& meaning) {
    return fires ? measured + ": " + meaning : measured + ".";
}

ProbeFinding causality(const ProbeMeasures& m, const Config& config) {
    const bool fires = !config.model.causal || !(m.leak <= kLeakTolerance);
    return {"causality", fires,
            withMeaning(
                "Changing a later token changes earlier logits by at most " + number(m.leak), fires,
                "positions attend to the tokens that they predict, so the loss measures copying."),
            "the perplexities of 1.1 to 1.4 in document 000 (runs v2, v3 and v5, without a mask)."};
}

ProbeFinding contribution(const ProbeMeasures& m) {
    const std::string where =
        layersWhere(m, [](const LayerMeasure& l) { return l.contribution < kHeard; });
    return {
        "contribution", !where.empty(),
        withMeaning(
            "The experts change their input, by layer, by " +
                perLayer(m, [](const LayerMeasure& l) { return percent(l.contribution); }),
            !where.empty(),
            "in " + where +
                " that is negligible, and the loss would be about the same without experts."),
        "claim A of document 004 (frozen experts do the work), and the ranking of initializations "
        "in document 001, with sparse ones first."};
}

ProbeFinding padding(const ProbeMeasures& m, const Config& config) {
    const bool in_loss = config.train.pad_in_loss && m.pads_in_targets > kFewPads;
    const bool fires = in_loss || m.pads_in_keys > kFewPads;
    return {
        "padding", fires,
        withMeaning(percent(m.pads_in_targets) + " of the targets are padding, " +
                        percent(m.pads_in_keys) +
                        " of the tokens that update keys and whose selections are counted",
                    fires,
                    std::string(in_loss ? "the model is trained to predict padding, " : "") +
                        "keys and usage describe padding as if it were text."),
        "the finding of document 001 that a long context matters most, and the Gini and entropy of "
        "documents 001 to 003."};
}

ProbeFinding queryGradient(const ProbeMeasures& m) {
    const std::string where =
        layersWhere(m, [](const LayerMeasure& l) { return l.query_gradient < kEnoughGradient; });
    return {"query_gradient", !where.empty(),
            withMeaning(
                "The RMS gradient of the query network is, by layer, " +
                    perLayer(m,
                             [](const LayerMeasure& l) {
                                 return std::isnan(l.query_gradient) ? "undefined"
                                                                     : percent(l.query_gradient);
                             }) +
                    " of that of the attention",
                !where.empty(),
                "in " + where + " the query network hardly learns; only the key store adapts."),
            "claim A of document 004, that the address book is what learns."};
}

ProbeFinding uniformGates(const ProbeMeasures& m, const Config& config) {
    const double most = std::log(static_cast<double>(std::max<std::int64_t>(config.some.top_k, 1)));
    const bool routed = config.some.routing == Routing::keys;
    const std::string where = layersWhere(m, [&](const LayerMeasure& l) {
        return routed && gatesAreUniform(l.gate_entropy, config.some.top_k);
    });
    return {
        "uniform_gates", !where.empty(),
        withMeaning("The gate entropy of a token is, by layer, " +
                        perLayer(m, [](const LayerMeasure& l) { return number(l.gate_entropy); }) +
                        " of at most " + number(most) + " nats",
                    !where.empty(),
                    "in " + where +
                        " the selected experts are averaged, not weighted, and little gradient "
                        "flows through the gates."),
        "claim B of document 004 (composition), and the specialists of document 001."};
}

ProbeFinding duplicateProbe(const ProbeMeasures& m, const Config& config) {
    const std::string where =
        layersWhere(m, [](const LayerMeasure& l) { return l.duplicate_keys > 0; });
    return {"duplicate_keys", !where.empty(),
            withMeaning(
                "Keys with a cosine similarity above 0.99 to another key, by layer: " +
                    perLayer(
                        m, [](const LayerMeasure& l) { return std::to_string(l.duplicate_keys); }) +
                    " of " + std::to_string(config.some.num_experts),
                !where.empty(),
                "in " + where +
                    " such experts are selected together for any token, so that their co-selection "
                    "carries no meaning."),
            "the guilds of document 003, which it takes as proof that the peer pull organizes "
            "knowledge."};
}

ProbeFinding unusedExperts(const ProbeMeasures& m, const Config& config) {
    const std::string where =
        layersWhere(m, [](const LayerMeasure& l) { return l.unused_experts > 0; });
    return {
        "unused_experts", !where.empty(),
        withMeaning(
            "Experts never used, by layer: " +
                perLayer(m,
                         [](const LayerMeasure& l) { return std::to_string(l.unused_experts); }) +
                " of " + std::to_string(config.some.num_experts),
            !where.empty(),
            "in " + where + " the effective library is smaller than its parameter count suggests."),
        "the comparison of 64 to 512 experts in document 002, whose middle layer used nearly all."};
}

ProbeFinding idleDelta(const Config& config) {
    const auto& keys = config.keys;
    const bool moves =
        config.some.experts != ExpertKind::none && config.some.routing == Routing::keys;
    const bool fires =
        moves && keys.use_delta && keys.delta > 0 && keys.normalize == KeyNormalization::all;
    const std::string measured = "delta is " + number(moves && keys.use_delta ? keys.delta : 0) +
                                 ", keys.normalize " + wordOf("keys.normalize", keys.normalize);
    return {
        "idle_delta", fires,
        withMeaning(measured, fires,
                    "normalization restores a decayed key at each step, so that decay never "
                    "accumulates and removes no expert."),
        "the reading of document 000 that decay makes unused experts explore, and experiment 3.2 "
        "of document 004."};
}

ProbeFinding lossWithPads(const ProbeMeasures& m) {
    const bool fires = m.loss_with_pads < kFlattered * m.loss;
    return {"loss_with_pads", fires,
            withMeaning("The loss is " + number(m.loss, 4) + " without padding and " +
                            number(m.loss_with_pads, 4) + " with padding counted",
                        fires,
                        "the second is lower only because padding is easy to predict, the more so "
                        "the longer the sequence."),
            "the losses and perplexities of documents 001 to 003, all of which count padding."};
}

}  // namespace

bool gatesAreUniform(double entropy, std::int64_t top_k) {
    return top_k > 1 && entropy > kUniform * std::log(static_cast<double>(top_k));
}

std::vector<ProbeFinding> judgeProbes(const ProbeMeasures& measures, const Config& config) {
    std::vector<ProbeFinding> findings = {
        causality(measures, config),     contribution(measures),
        padding(measures, config),       queryGradient(measures),
        uniformGates(measures, config),  duplicateProbe(measures, config),
        unusedExperts(measures, config), idleDelta(config),
        lossWithPads(measures)};
    for (ProbeFinding& finding : findings)
        finding.claim = finding.fires ? cited(finding.claim) : std::string();
    return findings;
}

std::string ProbeFinding::message() const {
    return fires ? text + " This affects " + claim : text;
}

std::string firedProbes(const std::vector<ProbeFinding>& findings) {
    std::string text;
    for (const ProbeFinding& finding : findings)
        if (finding.fires) text += (text.empty() ? "" : ", ") + finding.probe;
    return text.empty() ? "none" : text;
}

}  // namespace orrery
