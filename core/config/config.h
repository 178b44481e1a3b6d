// SPDX-License-Identifier: GPL-3.0-or-later
// The configuration of a run as plain values. Names are the YAML keys (core/README.md, section 11);
// meaning, unit, range and default of each key stand once, in the table of fields (fields.h).
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace orrery {

/// Values of the fields that take a word; the table of fields has the word of each.
enum class NormPlacement { post, pre };
enum class PositionEncoding { sinusoidal, rope, alibi };
enum class RouterKind { linear, mlp };
enum class QueryInit { normal, torch };
enum class ExpertInit { uniform, orthogonal, sparse };
enum class ExpertKind { frozen, lora, trained, none };
enum class Precision { fp32, bf16, automatic };  // automatic: of train.precision alone
enum class Routing { keys, random, hash };
enum class KeySearch { exact, hnsw };
enum class UsageKind { ema, cumulative };
enum class KeyNormalization { all, selected, clamp, none };
enum class BetaInertia { min, max };
enum class KeyTokens { all, targets };
enum class GateTemperature { fixed, learned };
enum class DocumentSplit { endoftext, line, blank };
enum class Packing { none, packed, bucketed };
enum class TokenizerKind { bpe, unigram };
enum class OptimizerKind { adamw, adafactor };
enum class LearningRateSchedule { cosine, constant };
enum class CudaGraphUse { automatic, on, off };
/// What an optimizer may move beside experts, of which some.experts decides.
enum class TrainedPart { attention, embeddings, head, routers, norms };
enum class StopCondition { none, collapse };
/// `cuda` is the first GPU, `cuda1` the one of that number.
enum class DeviceChoice {
    automatic,
    cpu,
    cuda,
    cuda0,
    cuda1,
    cuda2,
    cuda3,
    cuda4,
    cuda5,
    cuda6,
    cuda7
};
enum class ExpertStorage { seed, full };

struct ModelConfig {
    std::int64_t vocab_size = 2048;
    std::int64_t d_model = 128;
    std::int64_t num_layers = 4;
    std::int64_t num_heads = 4;
    std::int64_t seq_len = 256;
    NormPlacement norm = NormPlacement::post;
    PositionEncoding positions = PositionEncoding::sinusoidal;
    bool causal = true;
};

struct SomeConfig {
    std::int64_t num_experts = 32;
    std::int64_t d_ffn = 256;
    std::int64_t top_k = 4;
    RouterKind router = RouterKind::mlp;
    double router_hidden = 2.0;  // width of the mlp router's hidden layer, as a multiple of d_model
    bool normalize_query = true;
    QueryInit query_init = QueryInit::normal;
    ExpertInit init = ExpertInit::uniform;
    double sparsity = 0.5;
    double expert_gain = 1.0;
    ExpertKind experts = ExpertKind::frozen;
    std::int64_t lora_rank = 4;
    Precision expert_dtype = Precision::fp32;
    bool shared_library = false;
    Routing routing = Routing::keys;
    KeySearch search = KeySearch::exact;
    double search_drift = 0.25;  // of keys since the graph was linked
    double top_k_warmup = 0.0;   // share of the steps, 0 = off
    double balance_loss = 0.0;
    double balance_bias = 0.0;
    std::string interventions;  // as parseInterventions() reads them; empty = none
};

struct KeysConfig {
    double alpha = 0.01;
    double beta = 0.005;
    double delta = 0.001;
    bool use_alpha = true;
    bool use_beta = true;
    bool use_delta = true;
    UsageKind usage = UsageKind::ema;
    double ema_decay = 0.99;
    double alpha_floor = 0.0;
    double theta = 0.0;  // constant threshold; 0 = use theta_percentile
    double theta_percentile = 0.05;
    std::int64_t warmup_steps = 100;
    KeyNormalization normalize = KeyNormalization::all;
    BetaInertia beta_inertia = BetaInertia::max;
    std::int64_t beta_sign = 1;            // 1 | -1
    std::vector<double> beta_schedule;     // [first, last], empty = off
    std::vector<double> beta_layer_scale;  // [num_layers], empty = ones
    std::vector<std::int64_t> frozen_layers;
    double query_residual = 0.0;
    KeyTokens tokens = KeyTokens::targets;
    std::int64_t update_every = 1;
    double token_fraction = 1.0;
    double max_step = 0.0;
    double clip_norm = 0.0;  // of all keys of a layer together, 0 = off
    double smoothing = 0.0;
    double respawn_threshold = 0.0;
    GateTemperature temperature = GateTemperature::fixed;
    std::vector<double> entropy_band;  // [low, high] nats, empty = [1.5, 2.5]
};

struct DataConfig {
    std::string corpus = "embedded";    // embedded | a file | a folder
    std::string domain = "all";         // of the embedded corpus
    std::string validation = "corpus";  // a part of the corpus | a file | a folder
    DocumentSplit split = DocumentSplit::endoftext;
    std::int64_t train_documents = 0;  // 0 = all (embedded: 8000)
    std::int64_t val_documents = 0;    // 0 = a twentieth of the documents (embedded: 400)
    std::string text_column = "text";  // of Parquet files; the field of JSON lines
    Packing packing = Packing::none;
    TokenizerKind tokenizer = TokenizerKind::bpe;

    bool isEmbedded() const { return corpus == "embedded"; }
    bool isEveryDomain() const { return domain == "all"; }
    /// The validation documents are those of a text of their own.
    bool hasOwnValidation() const { return validation != "corpus"; }
};

struct TrainConfig {
    std::int64_t epochs = 1;
    std::int64_t max_steps = 0;  // 0 = floor(samples / batch_size) * epochs
    std::int64_t batch_size = 16;
    std::int64_t accumulation = 1;
    /// Ascending, each once; what is left out stays as train.seed draws it.
    std::vector<TrainedPart> parts = {TrainedPart::attention, TrainedPart::embeddings,
                                      TrainedPart::head, TrainedPart::routers, TrainedPart::norms};
    OptimizerKind optimizer = OptimizerKind::adamw;
    double learning_rate = 6e-4;
    LearningRateSchedule schedule = LearningRateSchedule::cosine;
    std::int64_t warmup = 0;
    double warmup_share = 0.0;  // of the steps, in place of warmup; 0 = off
    double weight_decay = 0.1;
    std::vector<double> betas = {0.9, 0.95};
    double eps = 1e-8;
    double clip_norm = 1.0;  // 0 = off
    double temperature = 1.0;
    double eval_temperature = 1.0;
    bool pad_in_loss = false;
    Precision precision = Precision::fp32;
    bool recompute = false;  // activations of a layer in the backward pass
    StopCondition stop_on = StopCondition::none;
    std::int64_t seed = 1;
    CudaGraphUse cuda_graph = CudaGraphUse::automatic;
    DeviceChoice device = DeviceChoice::automatic;
    std::int64_t threads = 0;        // 0 = chosen while the run trains
    std::int64_t processes = 1;      // started here; a launcher starts its own
    std::int64_t rank_timeout = 30;  // seconds
    std::string tensorboard;         // folder of TensorBoard's event files; empty = none
};

struct EvalConfig {
    std::int64_t every = 0;  // steps; 0 = at the end of each epoch and at the end
    bool update_keys = false;
    std::int64_t batches = 0;  // 0 = all
};

struct CheckpointConfig {
    std::int64_t every = 0;  // steps; 0 = at the end of each epoch and at the end
    std::int64_t keep = 2;
    ExpertStorage experts = ExpertStorage::seed;
};

struct SnapshotsConfig {
    std::int64_t keys_every = 20;   // steps
    std::int64_t usage_every = 10;  // steps
};

struct Config {
    std::string name = "run";
    ModelConfig model;
    SomeConfig some;
    KeysConfig keys;
    DataConfig data;
    TrainConfig train;
    EvalConfig eval;
    CheckpointConfig checkpoint;
    SnapshotsConfig snapshots;
};

}  // namespace orrery
