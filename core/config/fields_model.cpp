// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/field_builder.h"

namespace orrery {
namespace {

constexpr auto kSection = &Config::model;
using Model = ModelConfig;

void addSizes(FieldTable& table) {
    table.add("model.vocab_size", kSection, &Model::vocab_size)
        .range(2, 1'000'000)
        .unit("tokens")
        .help(
            "Vocabulary size. The tokenizer needs at least 260: 256 bytes and 4 special tokens. "
            "Embedding and head grow with it.")
        .source("document 001, V4 (16384 against 8192); document 000, knob 7");
    table.add("model.d_model", kSection, &Model::d_model)
        .range(1, 65'536)
        .unit("features")
        .help(
            "Embedding dimension, also of queries and keys. The most effective setting of the "
            "trained part; cost grows quadratically.")
        .source("document 000, knob 1; document 003, series A1 to A6");
    table.add("model.num_layers", kSection, &Model::num_layers)
        .range(1, 1'024)
        .unit("layers")
        .help(
            "Number of layers, each an attention followed by a SoME layer. The published runs "
            "improved up to 10 layers and collapsed at 16.")
        .source("document 003, series A3 to A6");
    table.add("model.num_heads", kSection, &Model::num_heads)
        .range(1, 1'024)
        .unit("heads")
        .help("Number of attention heads per layer. Must divide d_model.")
        .source("document 000, knob 1; document 004, experiment 1.1");
    table.add("model.seq_len", kSection, &Model::seq_len)
        .range(2, 131'072)
        .unit("tokens")
        .help(
            "Sequence length of a training sample. Longer documents are truncated and shorter ones "
            "padded, unless data.packing is packed. Attention cost grows quadratically.")
        .source("document 001, V7 and V8; document 000, knob 4");
}

}  // namespace

void addModelFields(FieldTable& table) {
    addSizes(table);
    table
        .add("model.norm", kSection, &Model::norm,
             {{"post", NormPlacement::post}, {"pre", NormPlacement::pre}})
        .help(
            "Layer normalization: after each residual addition (post, as in all published runs) or "
            "before attention and experts (pre).")
        .source("core/README.md, section 1");
    table
        .add("model.positions", kSection, &Model::positions,
             {{"sinusoidal", PositionEncoding::sinusoidal},
              {"rope", PositionEncoding::rope},
              {"alibi", PositionEncoding::alibi}})
        .help(
            "Positional encoding: sinusoidal (published runs), rotary position embedding (rope), "
            "or attention with linear biases (alibi).")
        .source("core/README.md, section 1; document 000, knob 4");
    table.add("model.causal", kSection, &Model::causal)
        .help(
            "Causal attention mask. False reproduces the first generation, whose losses are not "
            "comparable: its tokens attend to later ones.")
        .source("core/README.md, section 1; document 000, runs v2 to v5");
}

}  // namespace orrery
