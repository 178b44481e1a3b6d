// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/sample_layout.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/data/tokenizer.h"
#include "core/ops/seeded_random.h"

namespace orrery {
namespace {

std::size_t at(std::int64_t index) {
    return static_cast<std::size_t>(index);
}

/// Token `position` of bos + document + eos.
std::int64_t framedToken(std::span<const std::int32_t> document, std::int64_t position) {
    if (position == 0) return Tokenizer::bos_id;
    if (std::cmp_greater(position, document.size())) return Tokenizer::eos_id;
    return document[at(position - 1)];
}

}  // namespace

std::vector<std::int64_t> epochOrder(std::int64_t count, bool shuffle, std::uint64_t seed,
                                     std::int64_t epoch) {
    std::vector<std::int64_t> order(at(count));
    std::iota(order.begin(), order.end(), 0);
    if (!shuffle) return order;
    // Fisher and Yates by hand: std::shuffle differs between libraries.
    const SeededRandom random(mixSeed(seed, static_cast<std::uint64_t>(epoch)));
    for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[random.below(i, i)]);
    return order;
}

DocumentLayout::DocumentLayout(TokenCache tokens, const BatchOptions& options)
    : tokens_(std::move(tokens)), options_(options) {}

void DocumentLayout::startEpoch(std::int64_t epoch) {
    order_ = epochOrder(samples(), options_.shuffle, options_.seed, epoch);
}

void DocumentLayout::append(std::int64_t position, Batch& batch) const {
    const std::int64_t index = order_[at(position)];
    const std::span<const std::int32_t> document = tokens_.document(index);
    const auto length = static_cast<std::int64_t>(document.size());
    const std::int64_t real = std::min(batch.columns, length + 1);  // targets: tokens and eos
    for (std::int64_t i = 0; i < batch.columns; ++i) {
        const bool in_text = i < length + 2;
        batch.inputs.push_back(in_text ? framedToken(document, i) : Tokenizer::pad_id);
        batch.targets.push_back(i < real ? framedToken(document, i + 1) : Tokenizer::pad_id);
    }
    batch.real_targets += real;
    batch.target_bytes += tokens_.documentBytes(index, 0, std::min(real, length));
}

std::int64_t DocumentLayout::length(std::int64_t position) const {
    return static_cast<std::int64_t>(tokens_.document(order_[at(position)]).size()) + 1;
}

/// Sorted by length and cut into batches, which then come in an order of their own: no epoch goes
/// from short to long. The samples of an incomplete batch are those that DocumentLayout drops.
void BucketedLayout::startEpoch(std::int64_t epoch) {
    DocumentLayout::startEpoch(epoch);
    if (!options_.shuffle) return;
    const std::int64_t rows = options_.batch_size;
    const std::int64_t batches = samples() / rows;
    std::stable_sort(order_.begin(), order_.begin() + batches * rows,
                     [&](std::int64_t a, std::int64_t b) {
                         return tokens_.document(a).size() < tokens_.document(b).size();
                     });
    const std::vector<std::int64_t> sorted = order_;
    const auto places = epochOrder(batches, true, mixSeed(options_.seed, "buckets"), epoch);
    for (std::int64_t batch = 0; batch < batches; ++batch)
        std::copy_n(sorted.begin() + places[at(batch)] * rows, rows, order_.begin() + batch * rows);
}

std::int64_t BucketedLayout::columns(std::int64_t first, std::int64_t rows) const {
    std::int64_t longest = 0;
    for (std::int64_t row = 0; row < rows; ++row)
        longest = std::max(longest, length(first + row));
    return std::min(options_.seq_len, longest);
}

PackedLayout::PackedLayout(TokenCache tokens, const BatchOptions& options)
    : tokens_(std::move(tokens)),
      options_(options),
      stream_(tokens_.tokens() + 2 * tokens_.documents()) {}

std::int64_t PackedLayout::samples() const {
    const std::int64_t targets = std::max<std::int64_t>(0, stream_ - 1);
    return (targets + (options_.keep_rest ? options_.seq_len - 1 : 0)) / options_.seq_len;
}

void PackedLayout::startEpoch(std::int64_t epoch) {
    const std::uint64_t seed = mixSeed(options_.seed, "documents");
    documents_ = epochOrder(tokens_.documents(), options_.shuffle, seed, epoch);
    windows_ = epochOrder(samples(), options_.shuffle, options_.seed, epoch);
    starts_.assign(1, 0);
    for (const std::int64_t document : documents_) {
        const auto length = static_cast<std::int64_t>(tokens_.document(document).size());
        starts_.push_back(starts_.back() + length + 2);
    }
}

void PackedLayout::append(std::int64_t position, Batch& batch) const {
    const std::int64_t begin = windows_[at(position)] * options_.seq_len;
    const std::int64_t end = std::min(begin + options_.seq_len + 1, stream_);
    auto place = std::upper_bound(starts_.begin(), starts_.end(), begin) - starts_.begin() - 1;
    for (std::int64_t i = begin; i < end; ++place) {
        const std::int64_t index = documents_[at(place)];
        const std::span<const std::int32_t> document = tokens_.document(index);
        const std::int64_t start = starts_[at(place)];
        const std::int64_t stop = std::min(end, starts_[at(place + 1)]);
        // Targets are the stream's begin + 1 .. end - 1; bos and eos stand for no text.
        const std::int64_t first = std::max(begin + 1, start + 1);
        const std::int64_t last = std::min(stop, starts_[at(place + 1)] - 1);
        if (first < last)
            batch.target_bytes += tokens_.documentBytes(index, first - start - 1, last - first);
        for (; i < stop; ++i) {
            const std::int64_t token = framedToken(document, i - start);
            if (i < end - 1) batch.inputs.push_back(token);
            if (i > begin) batch.targets.push_back(token);
        }
    }
    const std::int64_t real = end - begin - 1;
    batch.real_targets += real;
    const std::size_t rest = at(options_.seq_len - real);
    batch.inputs.insert(batch.inputs.end(), rest, Tokenizer::pad_id);
    batch.targets.insert(batch.targets.end(), rest, Tokenizer::pad_id);
}

}  // namespace orrery
