// SPDX-License-Identifier: GPL-3.0-or-later
// Samples and batches (core/README.md, section 5). The order is a function of the seed alone.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/config/config.h"
#include "core/data/token_cache.h"

namespace orrery {

/// A sample is bos + document + eos cut or padded to T + 1: inputs are its first T tokens, targets
/// its last T. A target that is padding is `pad_id` here; what that means for the loss is the
/// trainer's matter (train.pad_in_loss). With `packed`, samples are windows of the concatenated
/// stream and hold no padding. With `bucketed`, samples of about one length share a batch, whose T
/// is that of its longest.
struct Batch {
    std::int64_t rows = 0;              // B
    std::int64_t columns = 0;           // T; at most seq_len
    std::vector<std::int64_t> inputs;   // [B, T]
    std::vector<std::int64_t> targets;  // [B, T]
    std::int64_t real_targets = 0;      // targets that are not padding
    /// UTF-8 bytes of text that the real targets stand for (bos and eos stand for none), also where
    /// a document is cut. Bits per byte = total loss / (bytes * ln 2).
    std::int64_t target_bytes = 0;
    std::int64_t epoch = 0;  // counts from 0
};

struct BatchOptions {
    std::int64_t seq_len = 256;
    std::int64_t batch_size = 16;
    Packing packing = Packing::none;
    std::uint64_t seed = 1;
    bool shuffle = true;        // false for validation
    bool drop_last = true;      // false for validation: the last batch is smaller
    bool keep_rest = false;     // packed: what fills no window is a padded one
    std::int64_t prefetch = 4;  // batches made ahead on a thread; 0 = none
};

/// Batches in order, made ahead on a thread. One consumer thread.
class BatchStream {
public:
    /// Throws Error when there are fewer samples than a batch needs (drop_last: of the training
    /// text, else of the validation text), naming what to change.
    BatchStream(TokenCache tokens, BatchOptions options);
    ~BatchStream();

    std::int64_t samples() const;          // of one epoch
    std::int64_t batchesPerEpoch() const;  // floor(samples / B), or ceil when !drop_last
    /// Batch `index` counted over all epochs (epoch = index / batchesPerEpoch()); sequential calls
    /// are prefetched.
    Batch batch(std::int64_t index);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace orrery
