// SPDX-License-Identifier: GPL-3.0-or-later
// A tokenizer and models that belong to it, for tests of what a model writes and says.
#pragma once
#include "core/config/config.h"
#include "core/data/tokenizer.h"
#include "tests/core/data/memory_documents.h"

namespace orrery::test {

inline const Tokenizer& smallTokenizer() {
    static const Tokenizer shared = [] {
        MemoryDocuments documents(simpleTexts(300));
        return Tokenizer::train(documents, {.vocab_size = 400});
    }();
    return shared;
}

inline Config textConfig() {
    Config config;
    config.model.vocab_size = smallTokenizer().vocabSize();
    config.model.d_model = 32;
    config.model.num_layers = 2;
    config.model.num_heads = 4;
    config.model.seq_len = 24;
    config.some.num_experts = 8;
    config.some.d_ffn = 16;
    config.some.top_k = 2;
    config.train.seed = 5;
    return config;
}

}  // namespace orrery::test
