// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <vector>

#include "core/data/batches.h"

namespace orrery {

/// 0 .. count - 1 in the order of an epoch: as they are, or shuffled by (seed, epoch) alone.
std::vector<std::int64_t> epochOrder(std::int64_t count, bool shuffle, std::uint64_t seed,
                                     std::int64_t epoch);

/// How documents fill samples. One thread at a time.
class SampleLayout {
public:
    virtual ~SampleLayout() = default;
    virtual std::int64_t samples() const = 0;  // of one epoch
    /// Prepares an epoch: the samples in its order.
    virtual void startEpoch(std::int64_t epoch) = 0;
    /// Appends the sample at this position of the epoch: a row of inputs and a row of targets.
    virtual void append(std::int64_t position, Batch& batch) const = 0;
};

/// One document a sample, cut or padded on the right.
class DocumentLayout : public SampleLayout {
public:
    DocumentLayout(TokenCache tokens, const BatchOptions& options);
    std::int64_t samples() const override { return tokens_.documents(); }
    void startEpoch(std::int64_t epoch) override;
    void append(std::int64_t position, Batch& batch) const override;

private:
    TokenCache tokens_;
    BatchOptions options_;
    std::vector<std::int64_t> order_;
};

/// Windows of T targets over the documents of an epoch, joined in its order: bos, tokens, eos, bos
/// ... The rest that fills no window is dropped. Windows come in an order of their own, so that the
/// pieces of a long document do not share a batch.
class PackedLayout : public SampleLayout {
public:
    PackedLayout(TokenCache tokens, const BatchOptions& options);
    std::int64_t samples() const override { return (stream_ - 1) / options_.seq_len; }
    void startEpoch(std::int64_t epoch) override;
    void append(std::int64_t position, Batch& batch) const override;

private:
    TokenCache tokens_;
    BatchOptions options_;
    std::int64_t stream_;                  // tokens of the joined documents, bos and eos included
    std::vector<std::int64_t> documents_;  // in the order of the epoch
    std::vector<std::int64_t> starts_;     // of each of them in the stream, and the end
    std::vector<std::int64_t> windows_;    // in the order of the epoch
};

}  // namespace orrery
