// SPDX-License-Identifier: GPL-3.0-or-later
// What surrounds a step: making its batch, and recording what it did (`orrery-cli bench data`).
#pragma once
#include <cstdint>

#include "core/config/config.h"

namespace orrery {

struct DataBench {
    double encode_seconds = 0;  // a megabyte of text into tokens
    double batch_seconds = 0;   // a batch of tokens, as tensors; a run makes it ahead on a thread
    double record_seconds = 0;  // a step's events, usages and key snapshots into run.db, each as
                                // often as the configuration says; a run does it on a thread
    double snapshot_bytes = 0;  // of all layers' keys
};

/// With the embedded stories and a small tokenizer: what is measured depends on the sizes of
/// `config` alone. Takes some seconds. Throws Error for a temporary folder that can't be written.
DataBench benchData(const Config& config, int repeats);

}  // namespace orrery
