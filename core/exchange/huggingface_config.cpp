// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/huggingface_config.h"

#include <nlohmann/json.hpp>

#include "core/config/fields.h"
#include "core/config/yaml.h"
#include "core/data/tokenizer.h"

namespace orrery {
namespace {

using OrderedJson = nlohmann::ordered_json;

void addShape(const Config& config, OrderedJson& file) {
    file["vocab_size"] = config.model.vocab_size;
    file["hidden_size"] = config.model.d_model;
    file["num_hidden_layers"] = config.model.num_layers;
    file["num_attention_heads"] = config.model.num_heads;
    file["max_position_embeddings"] = config.model.seq_len;
    file["num_experts"] = config.some.num_experts;
    file["intermediate_size"] = config.some.d_ffn;
    file["num_experts_per_tok"] = config.some.top_k;
}

void addKind(const Config& config, OrderedJson& file) {
    const bool routed =
        config.some.routing == Routing::keys && config.some.experts != ExpertKind::none;
    file["norm"] = wordOf("model.norm", config.model.norm);
    file["positions"] = wordOf("model.positions", config.model.positions);
    file["causal"] = config.model.causal;
    file["router"] = wordOf("some.router", config.some.router);
    file["normalize_query"] = config.some.normalize_query;
    file["routing"] = wordOf("some.routing", config.some.routing);
    file["query_residual"] = config.keys.query_residual;
    file["temperature"] = config.train.eval_temperature;
    file["train_temperature"] = config.train.temperature;
    file["learned_temperature"] = routed && config.keys.temperature == GateTemperature::learned;
    file["balance_bias"] = routed && config.some.balance_bias > 0;
    file["linked_keys"] = routed && config.some.search == KeySearch::hnsw;
    file["experts"] = wordOf("some.experts", config.some.experts);
    file["lora_rank"] = config.some.experts == ExpertKind::lora ? config.some.lora_rank : 0;
    file["shared_library"] = config.some.shared_library;
    file["seed"] = config.train.seed;
}

}  // namespace

std::string huggingFaceConfig(const Config& config, const ModelOrigin& origin, bool bfloat16) {
    OrderedJson file = {{"architectures", OrderedJson::array({"SomeForCausalLM"})},
                        {"model_type", "some"},
                        {"auto_map",
                         {{"AutoConfig", "configuration_some.SomeConfig"},
                          {"AutoModelForCausalLM", "modeling_some.SomeForCausalLM"}}},
                        {"dtype", bfloat16 ? "bfloat16" : "float32"}};
    addShape(config, file);
    addKind(config, file);
    file["use_cache"] = config.model.causal;
    file["pad_token_id"] = Tokenizer::pad_id;
    file["bos_token_id"] = Tokenizer::bos_id;
    file["eos_token_id"] = Tokenizer::eos_id;
    file["tie_word_embeddings"] = false;
    file["orrery"] = {{"version", origin.program_version},
                      {"run", origin.run},
                      {"created", origin.created},
                      {"corpus_hash", origin.corpus_hash},
                      {"step", origin.step},
                      {"total_steps", origin.total_steps},
                      {"real_tokens", origin.real_tokens},
                      {"config", toYaml(config)}};
    return file.dump(1) + "\n";
}

std::string generationConfig(const Config& config) {
    const OrderedJson file = {
        {"bos_token_id", Tokenizer::bos_id},
        {"eos_token_id", Tokenizer::eos_id},
        {"pad_token_id", Tokenizer::pad_id},
        {"suppress_tokens",
         OrderedJson::array({Tokenizer::unk_id, Tokenizer::pad_id, Tokenizer::bos_id})},
        {"do_sample", false},
        {"use_cache", config.model.causal}};
    return file.dump(1) + "\n";
}

}  // namespace orrery
