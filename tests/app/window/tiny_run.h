// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>

namespace orrery {

/// A model that trains a step in milliseconds.
inline QString tinyConfig(int steps) {
    return QStringLiteral(
               "name: tiny\n"
               "model: {vocab_size: 400, d_model: 32, num_layers: 2, num_heads: 2, seq_len: 32}\n"
               "some: {num_experts: 8, d_ffn: 32, top_k: 2}\n"
               "data: {train_documents: 400, val_documents: 20, packing: packed}\n"
               "train: {batch_size: 4, max_steps: %1, threads: 1}\n"
               "snapshots: {keys_every: 5, usage_every: 5}\n")
        .arg(steps);
}

}  // namespace orrery
