// SPDX-License-Identifier: GPL-3.0-or-later
// Attention of one head by tiles. Scores are made transposed, a key a row and 32 queries side by
// side: so the softmax needs no sum across a vector, and what it makes is a factor of the next
// product as it lies. Length and width are filled up with zeros to multiples of 32.
#pragma once
#include <algorithm>
#include <cmath>

#include "core/ops/dot.h"
#include "core/ops/panels/aligned_room.h"
#include "core/ops/panels/attention_head.h"
#include "core/ops/panels/split_blocks.h"
#include "core/ops/panels/split_tiles.h"
#include "core/ops/simd.h"

namespace orrery {

/// A block is 32 x 32; Parts is 1 for TileFactors::bf16, 3 for TileFactors::split.
template <class Tiles, int Parts>
class TileHead {
protected:
    static constexpr std::int64_t kBlock = kPanel;
    static constexpr std::int64_t kSquare = kBlock * kBlock;
    static constexpr std::int64_t kStep = kRowPairs<Parts>;    // of a row in a square
    static constexpr std::int64_t kPairs = kLeftBlock<Parts>;  // of a square, left or right

    explicit TileHead(const AttentionHead& head)
        : head_(head), blocks_(blocksOf(head.length)), wide_(blocksOf(head.width)) {}

    template <int Use, class T>
    static T* room(std::int64_t size) {
        thread_local AlignedRoom<T> kept;
        return kept.reserve(size);
    }

    /// A left factor of rows [length, width].
    template <int Use>
    const std::uint32_t* leftRows(const float* rows) const {
        auto* to = room<Use, std::uint32_t>(blocks_ * wide_ * kPairs);
        leftFromRows<Parts>(rows, head_.length, head_.width, head_.stride, to);
        return to;
    }
    /// That of their transpose.
    template <int Use>
    const std::uint32_t* leftColumns(const float* rows) const {
        auto* to = room<Use, std::uint32_t>(blocks_ * wide_ * kPairs);
        leftFromColumns<Parts>(rows, head_.width, head_.length, head_.stride, to);
        return to;
    }
    template <int Use>
    std::uint32_t* panels() const {
        const std::int64_t size = blocks_ * wide_ * kPairs;
        auto* to = room<Use, std::uint32_t>(size);
        if (head_.length % kBlock != 0 || head_.width % kBlock != 0) std::fill_n(to, size, 0U);
        return to;
    }
    /// A right factor [blocks, wide] of the transpose of rows [length, width].
    template <int Use>
    const std::uint32_t* rightColumns(const float* rows, std::int64_t stride) const {
        std::uint32_t* to = panels<Use>();
        packBlockColumns<Parts>(rows, head_.length, head_.width, stride, to);
        return to;
    }
    /// A right factor [wide, blocks] of rows [length, width].
    template <int Use>
    const std::uint32_t* rightRows(const float* rows, std::int64_t stride) const {
        std::uint32_t* to = panels<Use>();
        packBlockRows<Parts>(rows, head_.length, head_.width, stride, to);
        return to;
    }

    /// Adds the products of squares along the depth.
    static void add(const std::uint32_t* left, const std::uint32_t* right, std::int64_t blocks) {
        for (std::int64_t block = 0; block < blocks; ++block)
            BlockSum<Tiles, Parts>::add(left + block * kPairs, right + block * kPairs);
    }

    /// Which of 16 queries from `first` on see a key.
    __mmask16 seen(std::int64_t key, std::int64_t first) const {
        if (key >= head_.length) return 0;
        if (!head_.causal || key <= first) return 0xFFFF;
        return key - first < kVector ? static_cast<__mmask16>(0xFFFFU << (key - first)) : 0;
    }

    /// exp(scale * score - shift), and zero where a query does not see the key.
    ORRERY_BF16_TARGET __m512 weight(__m512 score, __m512 shift, __mmask16 seen) const {
        const __m512 x = _mm512_fmsub_ps(score, _mm512_set1_ps(head_.scale), shift);
        Avx512Lanes::Floats result;
        expNegative<Avx512Lanes>((Avx512Lanes::Floats)x, result);
        const __mmask16 counts =
            _mm512_mask_cmp_ps_mask(seen, x, _mm512_set1_ps(kLowestExponent), _CMP_NLT_UQ);
        return _mm512_maskz_mov_ps(counts, (__m512)result);
    }

    /// Stores a square [width, queries] of block `wide` times `factors` [queries] as rows of
    /// queries of a block.
    ORRERY_BF16_TARGET void storeTransposed(const float* square, const __m512 (&factors)[2],
                                            std::int64_t block, std::int64_t wide, float* to,
                                            std::int64_t stride) const {
        for (std::int64_t half = 0; half < 2; ++half)
            for (std::int64_t low = 0; low < kBlock; low += kVector) {
                __m512i rows[kVector];
                for (std::int64_t i = 0; i < kVector; ++i)
                    rows[i] = (__m512i)_mm512_mul_ps(
                        factors[half],
                        _mm512_loadu_ps(square + (low + i) * kBlock + half * kVector));
                transpose(rows);
                const std::int64_t first = block * kBlock + half * kVector;
                const std::int64_t column = wide * kBlock + low;
                const __mmask16 columns = firstLanes(head_.width - column);
                for (std::int64_t i = 0; i < std::min(kVector, head_.length - first); ++i)
                    _mm512_mask_storeu_ps(to + (first + i) * stride + column, columns,
                                          (__m512)rows[i]);
            }
    }

    const AttentionHead& head_;
    std::int64_t blocks_;  // of the length
    std::int64_t wide_;    // of the width
};

template <class Tiles, int Parts>
class TileHeadForward : TileHead<Tiles, Parts> {
    using Base = TileHead<Tiles, Parts>;
    using Block = WholeBlock<Tiles>;
    using Base::blocks_, Base::head_, Base::kBlock, Base::kPairs, Base::kSquare, Base::kStep,
        Base::wide_;

public:
    explicit TileHeadForward(const AttentionHead& head)
        : Base(head),
          keys_(Base::template leftRows<0>(head.keys)),
          values_(Base::template leftColumns<1>(head.values)),
          queries_(Base::template rightColumns<2>(head.queries, head.stride)),
          scores_(Base::template room<3, float>(blocks_ * kSquare)),
          weights_(Base::template room<4, std::uint32_t>(blocks_ * kPairs)) {}

    void run() {
        const Tiles unit;  // prepared once
        for (std::int64_t block = 0; block < blocks_; ++block)
            attend(block, head_.causal ? block + 1 : blocks_);
    }

private:
    /// 32 queries, of which `count` blocks of keys are seen.
    ORRERY_BF16_TARGET void attend(std::int64_t block, std::int64_t count) {
        for (std::int64_t key = 0; key < count; ++key) {
            Block::clear();
            Base::add(keys_ + key * wide_ * kPairs, queries_ + block * wide_ * kPairs, wide_);
            Block::store(scores_ + key * kSquare, kBlock);
        }
        __m512 shares[2];
        softmax(block, 0, count, shares[0]);
        softmax(block, kVector, count, shares[1]);
        for (std::int64_t wide = 0; wide < wide_; ++wide) {
            Block::clear();
            Base::add(values_ + wide * blocks_ * kPairs, weights_, count);
            Block::store(mixed_, kBlock);
            Base::storeTransposed(mixed_, shares, block, wide, head_.output, head_.output_stride);
        }
    }

    /// Makes the weights of 16 queries, whose sum is 1 / share.
    ORRERY_BF16_TARGET void softmax(std::int64_t block, std::int64_t lane, std::int64_t count,
                                    __m512& share) {
        const std::int64_t first = block * kBlock + lane;
        const auto seenBy = [&](std::int64_t key) {
            return key < (count - 1) * kBlock ? __mmask16{0xFFFF} : Base::seen(key, first);
        };
        __m512 most = _mm512_set1_ps(-INFINITY);
        for (std::int64_t key = 0; key < count * kBlock; ++key)
            most = _mm512_mask_max_ps(most, seenBy(key), most,
                                      _mm512_loadu_ps(scores_ + key * kBlock + lane));
        const __m512 shift = _mm512_mul_ps(most, _mm512_set1_ps(head_.scale));
        __m512 sums[2] = {_mm512_setzero_ps(), _mm512_setzero_ps()};
        for (std::int64_t key = 0; key < count * kBlock; key += kBlock)
            for (std::int64_t pair = 0; pair < kVector; ++pair) {
                __m512 both[2];
                for (std::int64_t i = 0; i < 2; ++i) {
                    const std::int64_t at = key + inPair<Parts>(pair, i);
                    both[i] = Base::weight(_mm512_loadu_ps(scores_ + at * kBlock + lane), shift,
                                           seenBy(at));
                    sums[i] = _mm512_add_ps(sums[i], both[i]);
                }
                storeRight<Parts>(both[0], both[1],
                                  weights_ + key / kBlock * kPairs + pair * kBlock + lane);
            }
        const __m512 sum = _mm512_add_ps(sums[0], sums[1]);
        share = _mm512_div_ps(_mm512_set1_ps(1), sum);
        keepLogWeights(first, shift, sum);
    }

    ORRERY_BF16_TARGET void keepLogWeights(std::int64_t first, __m512 shift, __m512 sum) {
        alignas(64) float shifts[kVector], sums[kVector];
        _mm512_store_ps(shifts, shift);
        _mm512_store_ps(sums, sum);
        for (std::int64_t i = 0; i < std::min(kVector, head_.length - first); ++i)
            head_.log_weights[first + i] = shifts[i] + std::log(sums[i]);
    }

    const std::uint32_t* keys_;     // left [length, width]
    const std::uint32_t* values_;   // left [width, length]
    const std::uint32_t* queries_;  // right [width, length]
    float* scores_;                 // [keys, 32 queries]
    std::uint32_t* weights_;        // right [keys, 32 queries]
    alignas(64) float mixed_[kSquare];
};

template <class Tiles, int Parts>
class TileHeadBackward : TileHead<Tiles, Parts> {
    using Base = TileHead<Tiles, Parts>;
    using Block = WholeBlock<Tiles>;
    using Base::blocks_, Base::head_, Base::kBlock, Base::kPairs, Base::kSquare, Base::kStep,
        Base::wide_;

public:
    TileHeadBackward(const AttentionHead& head, const AttentionHeadGradients& gradients)
        : Base(head),
          gradients_(gradients),
          keys_(Base::template leftRows<0>(head.keys)),
          values_(Base::template leftRows<1>(head.values)),
          keys_across_(Base::template leftColumns<2>(head.keys)),
          queries_(Base::template rightColumns<3>(head.queries, head.stride)),
          upstream_(Base::template rightColumns<4>(gradients.upstream, head.output_stride)),
          query_rows_(Base::template rightRows<5>(head.queries, head.stride)),
          upstream_rows_(Base::template rightRows<6>(gradients.upstream, head.output_stride)),
          weight_rows_(Base::template room<7, std::uint32_t>(blocks_ * kPairs)),
          gradient_rows_(Base::template room<8, std::uint32_t>(blocks_ * kPairs)),
          query_sums_(Base::template room<9, float>(blocks_ * wide_ * kSquare)),
          shifts_(Base::template room<10, float>(2 * blocks_ * kBlock)),
          along_(shifts_ + blocks_ * kBlock) {}

    void run() {
        prepareQueries();
        const Tiles unit;  // prepared once
        for (std::int64_t key = 0; key < blocks_; ++key) {
            const std::int64_t first = head_.causal ? key : 0;
            for (std::int64_t query = first; query < blocks_; ++query)
                addBlock(key, query);
            for (std::int64_t wide = 0; wide < wide_; ++wide) {
                finish(key, first, wide, weight_rows_, upstream_rows_, gradients_.values);
                finish(key, first, wide, gradient_rows_, query_rows_, gradients_.keys);
            }
        }
        storeQueries();
    }

private:
    /// What a query's scores are shifted by, and its gradient along the output.
    void prepareQueries() {
        constexpr float kNoWeight = 1e30F;  // of queries that are not there
        for (std::int64_t query = 0; query < blocks_ * kBlock; ++query) {
            const bool is_there = query < head_.length;
            const std::int64_t at = query * head_.output_stride;
            shifts_[query] = is_there ? head_.log_weights[query] : kNoWeight;
            along_[query] =
                is_there ? dotOf(gradients_.upstream + at, head_.output + at, head_.width) : 0.0F;
        }
        std::fill_n(query_sums_, blocks_ * wide_ * kSquare, 0.0F);
    }

    /// 32 keys and 32 queries: their weights and gradients of scores, and what these give the
    /// queries.
    void addBlock(std::int64_t key, std::int64_t query) {
        const std::int64_t rows = key * wide_ * kPairs, columns = query * wide_ * kPairs;
        Block::clear();
        Base::add(keys_ + rows, queries_ + columns, wide_);
        Block::store(scores_, kBlock);
        Block::clear();
        Base::add(values_ + rows, upstream_ + columns, wide_);
        Block::store(towards_, kBlock);
        makeGradients(key, query);
        for (std::int64_t wide = 0; wide < wide_; ++wide) {
            float* sums = query_sums_ + (query * wide_ + wide) * kSquare;
            Block::load(sums, kBlock);
            Base::add(keys_across_ + (wide * blocks_ + key) * kPairs, gradients_right_, 1);
            Block::store(sums, kBlock);
        }
    }

    /// Weights and gradients of scores from scores_ and towards_, as factors of the products.
    ORRERY_BF16_TARGET void makeGradients(std::int64_t key, std::int64_t query) {
        const std::int64_t first = query * kBlock;
        const bool whole = (!head_.causal || key < query) && (key + 1) * kBlock <= head_.length;
        const __m512 scale = _mm512_set1_ps(head_.scale);
        const __m512 shifts[2] = {_mm512_loadu_ps(shifts_ + first),
                                  _mm512_loadu_ps(shifts_ + first + kVector)};
        const __m512 along[2] = {_mm512_loadu_ps(along_ + first),
                                 _mm512_loadu_ps(along_ + first + kVector)};
        for (std::int64_t pair = 0; pair < kVector; ++pair) {
            __m512 gradients[2][2];  // of two keys, of the lower and the upper queries
            for (std::int64_t i = 0; i < 2; ++i) {
                const std::int64_t row = inPair<Parts>(pair, i);
                __m512 weights[2];
                for (std::int64_t half = 0; half < 2; ++half) {
                    const std::int64_t at = row * kBlock + half * kVector;
                    const __mmask16 seen =
                        whole ? __mmask16{0xFFFF}
                              : Base::seen(key * kBlock + row, first + half * kVector);
                    weights[half] = Base::weight(_mm512_load_ps(scores_ + at), shifts[half], seen);
                    const __m512 off = _mm512_sub_ps(_mm512_load_ps(towards_ + at), along[half]);
                    gradients[i][half] = _mm512_mul_ps(_mm512_mul_ps(scale, weights[half]), off);
                }
                const std::int64_t to = query * kPairs + row * kStep;
                storeLeft<Parts>(weights[0], weights[1], weight_rows_ + to);
                storeLeft<Parts>(gradients[i][0], gradients[i][1], gradient_rows_ + to);
            }
            for (std::int64_t half = 0; half < 2; ++half)
                storeRight<Parts>(gradients[0][half], gradients[1][half],
                                  gradients_right_ + pair * kBlock + half * kVector);
        }
    }

    /// Sums what the queries from block `first` on give 32 keys: rows of `left` and `right`.
    ORRERY_BF16_TARGET void finish(std::int64_t key, std::int64_t first, std::int64_t wide,
                                   const std::uint32_t* left, const std::uint32_t* right,
                                   float* to) {
        Block::clear();
        Base::add(left + first * kPairs, right + (wide * blocks_ + first) * kPairs,
                  blocks_ - first);
        Block::store(scores_, kBlock);
        for (std::int64_t row = 0; row < std::min(kBlock, head_.length - key * kBlock); ++row)
            for (std::int64_t x = 0; x < kBlock; x += kVector) {
                const std::int64_t column = wide * kBlock + x;
                _mm512_mask_storeu_ps(to + (key * kBlock + row) * head_.stride + column,
                                      firstLanes(head_.width - column),
                                      _mm512_load_ps(scores_ + row * kBlock + x));
            }
    }

    ORRERY_BF16_TARGET void storeQueries() const {
        const __m512 ones[2] = {_mm512_set1_ps(1), _mm512_set1_ps(1)};
        for (std::int64_t query = 0; query < blocks_; ++query)
            for (std::int64_t wide = 0; wide < wide_; ++wide)
                Base::storeTransposed(query_sums_ + (query * wide_ + wide) * kSquare, ones, query,
                                      wide, gradients_.queries, head_.stride);
    }

    const AttentionHeadGradients& gradients_;
    const std::uint32_t* keys_;                          // left [length, width]
    const std::uint32_t* values_;                        // left [length, width]
    const std::uint32_t* keys_across_;                   // left [width, length]
    const std::uint32_t* queries_;                       // right [width, length]
    const std::uint32_t* upstream_;                      // right [width, length]
    const std::uint32_t* query_rows_;                    // right [length, width]
    const std::uint32_t* upstream_rows_;                 // right [length, width]
    std::uint32_t* weight_rows_;                         // left [32 keys, length]
    std::uint32_t* gradient_rows_;                       // left [32 keys, length]
    float* query_sums_;                                  // [blocks, wide, 32, 32 queries]
    float* shifts_;                                      // [length]
    float* along_;                                       // [length]
    alignas(64) float scores_[kSquare];                  // [32 keys, 32 queries]
    alignas(64) float towards_[kSquare];                 // the same of the weights' gradients
    alignas(64) std::uint32_t gradients_right_[kPairs];  // right [32 keys, 32 queries]
};

}  // namespace orrery
