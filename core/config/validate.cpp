// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>

#include "core/config/checks/intervention_faults.h"
#include "core/config/contradictions.h"
#include "core/config/fields.h"
#include "core/config/yaml.h"
#include "core/error.h"

namespace orrery {
namespace {

using Found = std::vector<Contradiction>;

std::string number(double value) {
    return formatFieldValue(value);
}
std::string number(std::int64_t value) {
    return std::to_string(value);
}
std::string number(std::size_t value) {
    return std::to_string(value);
}

void checkShape(const Config& c, Found& found) {
    const auto& m = c.model;
    const bool divides = m.num_heads > 0 && m.d_model % m.num_heads == 0;
    if (!divides)
        found.push_back({{"model.num_heads", "model.d_model"},
                         "model.num_heads (" + number(m.num_heads) +
                             ") must divide model.d_model (" + number(m.d_model) + ")."});
    if (m.positions == PositionEncoding::sinusoidal && m.d_model % 2 != 0)
        found.push_back(
            {{"model.d_model", "model.positions"},
             "model.d_model (" + number(m.d_model) + ") must be even for sinusoidal positions."});
    if (m.positions == PositionEncoding::rope && divides && m.d_model / m.num_heads % 2 != 0)
        found.push_back({{"model.positions", "model.num_heads", "model.d_model"},
                         "rope needs an even number of features a head; model.d_model / "
                         "model.num_heads is " +
                             number(m.d_model / m.num_heads) + "."});
}

void checkExperts(const Config& c, Found& found) {
    const auto& s = c.some;
    if (s.experts != ExpertKind::none && s.top_k > s.num_experts)
        found.push_back({{"some.top_k", "some.num_experts"},
                         "some.top_k (" + number(s.top_k) + ") is above some.num_experts (" +
                             number(s.num_experts) +
                             "): a token can't select more experts than there are."});
    if (s.experts == ExpertKind::trained && s.expert_dtype == Precision::bf16)
        found.push_back({{"some.expert_dtype", "some.experts"},
                         "some.expert_dtype: bf16 is for frozen experts; trained ones need fp32."});
    const std::int64_t narrow = std::min(c.model.d_model, s.d_ffn);
    if (s.experts == ExpertKind::lora && s.lora_rank > narrow)
        found.push_back({{"some.lora_rank", "some.d_ffn", "model.d_model"},
                         "some.lora_rank (" + number(s.lora_rank) +
                             ") is above the narrower side of an expert (" + number(narrow) +
                             ")."});
}

void checkLayerLists(const Config& c, Found& found) {
    const auto layers = c.model.num_layers;
    const auto& scale = c.keys.beta_layer_scale;
    if (!scale.empty() && static_cast<std::int64_t>(scale.size()) != layers)
        found.push_back({{"keys.beta_layer_scale", "model.num_layers"},
                         "keys.beta_layer_scale has " + number(scale.size()) +
                             " numbers; it needs one for each of the " + number(layers) +
                             " layers, or none."});
    std::set<std::int64_t> seen;
    for (const auto layer : c.keys.frozen_layers) {
        if (layer >= layers)
            found.push_back({{"keys.frozen_layers", "model.num_layers"},
                             "keys.frozen_layers names layer " + number(layer) +
                                 "; the layers are 0 to " + number(layers - 1) + "."});
        if (!seen.insert(layer).second)
            found.push_back({{"keys.frozen_layers"},
                             "keys.frozen_layers names layer " + number(layer) + " twice."});
    }
}

void checkGravity(const Config& c, Found& found) {
    const auto& k = c.keys;
    if (k.beta_sign != 1 && k.beta_sign != -1)
        found.push_back({{"keys.beta_sign"},
                         "keys.beta_sign must be 1 or -1; to switch beta off use keys.use_beta: "
                         "false."});
    if (!k.beta_schedule.empty() && k.beta_schedule.size() != 2)
        found.push_back({{"keys.beta_schedule"},
                         "keys.beta_schedule needs two numbers, first and last, or none."});
    if (k.theta > 0 && k.theta_percentile != KeysConfig{}.theta_percentile)
        found.push_back({{"keys.theta", "keys.theta_percentile"},
                         "keys.theta and keys.theta_percentile both set the threshold; remove one "
                         "of them (or set keys.theta to 0)."});
    if (k.use_alpha && k.alpha_floor > k.alpha)
        found.push_back({{"keys.alpha_floor", "keys.alpha"},
                         "keys.alpha_floor (" + number(k.alpha_floor) + ") is above keys.alpha (" +
                             number(k.alpha) + "), which it bounds from below."});
    const auto& band = k.entropy_band;
    if (!band.empty() && (band.size() != 2 || band[0] >= band[1]))
        found.push_back({{"keys.entropy_band"},
                         "keys.entropy_band needs two numbers, the lower one first, or none."});
}

void checkTraining(const Config& c, Found& found) {
    const auto& t = c.train;
    if (t.betas.size() != 2)
        found.push_back({{"train.betas"}, "train.betas needs two numbers, such as [0.9, 0.95]."});
    if (t.warmup > 0 && t.warmup_share > 0)
        found.push_back({{"train.warmup_share", "train.warmup"},
                         "train.warmup (" + number(t.warmup) + " steps) and train.warmup_share (" +
                             number(t.warmup_share) +
                             ") both set the length of the warm-up; set one of them to 0."});
    if (t.accumulation > t.batch_size)
        found.push_back({{"train.accumulation", "train.batch_size"},
                         "train.accumulation (" + number(t.accumulation) +
                             ") is above train.batch_size (" + number(t.batch_size) +
                             "): a part needs at least one sample."});
    if (t.processes > 1 && t.cuda_graph == CudaGraphUse::on)
        found.push_back(
            {{"train.cuda_graph", "train.processes"},
             "train.cuda_graph is on, but steps of several processes (train.processes " +
                 number(t.processes) + ") are not recorded. Set it to auto or off."});
}

void checkData(const Config& c, Found& found) {
    if (c.data.hasOwnValidation() && c.data.validation == c.data.corpus)
        found.push_back({{"data.validation", "data.corpus"},
                         "data.validation is the text that is trained on (data.corpus): set it to "
                         "corpus, which holds a part of that back, or to another text."});
}

void checkInterventions(const Config& c, Found& found) {
    std::string fault;
    try {
        fault = interventionFault(parseInterventions(c.some.interventions), c);
    } catch (const Error& error) {
        fault = error.what();
    }
    if (!fault.empty()) found.push_back({{"some.interventions"}, "some.interventions: " + fault});
}

void checkName(const Config& c, Found& found) {
    constexpr std::size_t longest = 100;
    const bool folder_name = c.name.find('/') == std::string::npos && c.name != "." &&
                             c.name != ".." && !c.name.empty() && c.name.size() <= longest;
    if (!folder_name)
        found.push_back(
            {{"name"}, "name becomes part of a folder's name: 1 to 100 characters, without '/'."});
}

}  // namespace

std::vector<Contradiction> findContradictions(const Config& config) {
    Found found;
    for (const auto check : {checkName, checkShape, checkExperts, checkLayerLists, checkGravity,
                             checkTraining, checkData, checkInterventions})
        check(config, found);
    return found;
}

std::vector<Diagnostic> validate(const Config& config) {
    std::vector<Diagnostic> diagnostics;
    for (const Contradiction& contradiction : findContradictions(config)) {
        Diagnostic diagnostic;
        diagnostic.key = contradiction.keys.front();
        diagnostic.message = contradiction.message;
        diagnostics.push_back(std::move(diagnostic));
    }
    return diagnostics;
}

}  // namespace orrery
