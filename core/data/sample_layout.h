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
    /// Columns of the batch of these positions.
    virtual std::int64_t columns(std::int64_t first, std::int64_t rows) const = 0;
    /// Appends the sample at this position of the epoch: a row of inputs and a row of targets, each
    /// of batch.columns.
    virtual void append(std::int64_t position, Batch& batch) const = 0;
};

/// One document a sample, cut or padded on the right.
class DocumentLayout : public SampleLayout {
public:
    DocumentLayout(TokenCache tokens, const BatchOptions& options);
    std::int64_t samples() const override { return tokens_.documents(); }
    void startEpoch(std::int64_t epoch) override;
    std::int64_t columns(std::int64_t, std::int64_t) const override { return options_.seq_len; }
    void append(std::int64_t position, Batch& batch) const override;

protected:
    /// Targets of the sample at this position that are not padding, before it is cut.
    std::int64_t length(std::int64_t position) const;

    TokenCache tokens_;
    BatchOptions options_;
    std::vector<std::int64_t> order_;
};

/// The same samples as DocumentLayout in an epoch, those of about one length in a batch, which is
/// padded to its longest only. Where nothing is shuffled, samples stay in their order.
class BucketedLayout : public DocumentLayout {
public:
    using DocumentLayout::DocumentLayout;
    void startEpoch(std::int64_t epoch) override;
    std::int64_t columns(std::int64_t first, std::int64_t rows) const override;
};

/// Windows of T targets over the documents of an epoch, joined in its order: bos, tokens, eos, bos
/// ... The rest that fills no window is dropped, or padded (keep_rest). Windows come in an order of
/// their own, so that the pieces of a long document do not share a batch.
class PackedLayout : public SampleLayout {
public:
    PackedLayout(TokenCache tokens, const BatchOptions& options);
    std::int64_t samples() const override;
    void startEpoch(std::int64_t epoch) override;
    std::int64_t columns(std::int64_t, std::int64_t) const override { return options_.seq_len; }
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
