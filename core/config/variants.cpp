// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/variants.h"

#include <algorithm>
#include <string_view>

#include "core/config/fields.h"
#include "core/config/yaml.h"

namespace orrery {
namespace {

constexpr std::int64_t kTinySteps = 20;

void makeHonest(Config& c) {
    c.model.causal = true;
    c.train.pad_in_loss = false;
    c.train.precision = Precision::fp32;
    c.keys.tokens = KeyTokens::targets;
    c.data.packing = Packing::packed;
    c.eval.batches = 0;
}

double ratio(std::int64_t to, std::int64_t from) {
    return static_cast<double>(to) / static_cast<double>(from);
}

/// Selections of one expert in a step, were all used alike: what a constant threshold compares to.
double selections(const Config& c) {
    return static_cast<double>(c.train.batch_size) * static_cast<double>(c.model.seq_len) *
           ratio(c.some.top_k, c.some.num_experts);
}

void shrinkModel(Config& c) {
    const std::int64_t wide = c.model.d_model;
    c.model.num_heads =
        std::min(c.model.num_heads, std::max<std::int64_t>(2, c.model.num_heads / 4));
    const std::int64_t unit = 2 * c.model.num_heads;  // an even number of features a head
    c.model.d_model =
        std::min(wide, std::max<std::int64_t>(1, (wide / 8 + unit - 1) / unit) * unit);
    const double narrower = ratio(c.model.d_model, wide);
    c.model.vocab_size =
        std::min(c.model.vocab_size, std::max<std::int64_t>(512, c.model.vocab_size / 8));
    c.model.seq_len = std::max<std::int64_t>(2, c.model.seq_len / 2);
    auto& some = c.some;
    some.d_ffn = std::max<std::int64_t>(
        1, static_cast<std::int64_t>(static_cast<double>(some.d_ffn) * narrower + 0.5));
    some.num_experts = std::max<std::int64_t>(1, some.num_experts / 4);
    if (some.top_k > 2) some.top_k = std::max<std::int64_t>(2, some.top_k / 2);
    some.top_k = std::min(some.top_k, some.num_experts);
    some.lora_rank = std::min({some.lora_rank, some.d_ffn, c.model.d_model});
    c.train.learning_rate = std::min(1.0, c.train.learning_rate / narrower);
}

void shrinkRun(Config& c) {
    auto& train = c.train;
    train.batch_size =
        std::min(train.batch_size, std::clamp<std::int64_t>(train.batch_size / 32, 2, 8));
    train.accumulation = std::min(train.accumulation, train.batch_size);
    train.max_steps = train.max_steps > 0 ? std::min(train.max_steps, kTinySteps) : kTinySteps;
    train.warmup = std::min(train.warmup / 10, train.max_steps);
    c.keys.warmup_steps /= 10;
    const auto fewer = [](std::int64_t count, std::int64_t most) {
        return count > 0 ? std::min(count, most) : most;
    };
    c.data.train_documents = fewer(c.data.train_documents, 320);
    c.data.val_documents = fewer(c.data.val_documents, 20);
    c.eval.every = train.max_steps;
    c.checkpoint.every = train.max_steps;
}

void makeTiny(Config& c) {
    const double before = selections(c);
    shrinkModel(c);
    shrinkRun(c);
    c.keys.theta *= selections(c) / before;
}

}  // namespace

Variant variantOf(const Config& config) {
    Variant variant;
    std::string_view name = config.name;
    const auto take = [&](std::string_view end) {
        const bool found = name.ends_with(end);
        if (found) name.remove_suffix(end.size());
        return found;
    };
    variant.tiny = take("-tiny");
    variant.honest = take("-honest") && config.model.causal && !config.train.pad_in_loss &&
                     config.keys.tokens == KeyTokens::targets &&
                     config.data.packing == Packing::packed;
    return variant;
}

std::string Variant::text() const {
    if (honest && tiny) return "honest, tiny";
    return honest ? "honest" : tiny ? "tiny" : "";
}

Config applyVariant(const Config& config, const Variant& variant,
                    const std::vector<std::string>& kept) {
    if (!variant.any()) return config;
    Config changed = config;
    if (variant.honest) makeHonest(changed);
    if (variant.tiny) makeTiny(changed);
    for (const std::string& key : kept)
        if (const Field* field = findField(key)) field->set(changed, field->get(config));
    changed.name = config.name + (variant.honest ? "-honest" : "") + (variant.tiny ? "-tiny" : "");
    if (auto faults = validate(changed); !faults.empty()) {
        for (Diagnostic& fault : faults)
            fault.message =
                "the " + variant.text() + " form of " + config.name + ": " + fault.message;
        throw ConfigError(std::move(faults));
    }
    return changed;
}

}  // namespace orrery
