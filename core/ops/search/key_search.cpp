// SPDX-License-Identifier: GPL-3.0-or-later
// Keys are cut into chunks whose scores stay in a core's cache, tokens into blocks that share them.
#include "core/ops/search/key_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include "core/ops/best_scores.h"
#include "core/ops/dot.h"
#include "core/ops/panels/half_product.h"
#include "core/ops/panels/panel_product.h"
#include "core/ops/parallel.h"

namespace orrery {
namespace {

constexpr std::int64_t kBlockTokens = 96;  // whole tiles of a product
constexpr std::int64_t kChunkKeys = 1024;
constexpr std::int64_t kManyKeys = 4096;
/// Of |q| |k|: two factors rounded by 2^-9 of themselves at most, and the sums of floats.
constexpr double kHalfError = 1.02 / 256;
constexpr double kSumError = 1.2e-7;          // a term, and of what a bias makes of it
constexpr double kLargestError = 1e30;        // beyond it rounded factors may be infinite
constexpr std::size_t kMostCandidates = 512;  // a token; with more, products of all are as fast

std::int64_t chunksOf(std::int64_t keys) {
    return (keys + kChunkKeys - 1) / kChunkKeys;
}

/// Keys in chunks, packed by all threads.
template <class Packed, class T>
std::vector<Packed> packKeys(const T* keys, std::int64_t count, std::int64_t width) {
    std::vector<Packed> chunks(static_cast<std::size_t>(chunksOf(count)));
    const auto pack = [&](std::int64_t chunk) {
        const std::int64_t first = chunk * kChunkKeys;
        chunks[static_cast<std::size_t>(chunk)].packTransposed(
            keys + first * width, std::min(kChunkKeys, count - first), width);
    };
    if (chunks.size() == 1)
        pack(0);
    else
        forEachPiece(
            chunksOf(count), [] { return 0; }, [&](std::int64_t chunk, int) { pack(chunk); });
    return chunks;
}

/// Scores of a block of tokens, a chunk of keys at a time.
template <class T>
struct ChunkScores {
    explicit ChunkScores(std::int64_t keys)
        : scores(static_cast<std::size_t>(kBlockTokens * std::min(kChunkKeys, keys))),
          biased(static_cast<std::size_t>(std::min(kChunkKeys, keys))) {}

    std::vector<T> scores;  // [kBlockTokens, kChunkKeys]
    std::vector<T> biased;  // [kChunkKeys] of one token

    /// What a row of scores is ranked by.
    const T* ranks(const T* row, const T* bias, std::int64_t count) {
        if (bias == nullptr) return row;
        for (std::int64_t i = 0; i < count; ++i)
            biased[static_cast<std::size_t>(i)] = row[i] + bias[i];
        return biased.data();
    }
};

template <class T>
class KeySearchPass {
public:
    KeySearchPass(const KeySearchRows<T>& rows, const at::Tensor& keys, const T* bias)
        : rows_(rows), keys_(keys.const_data_ptr<T>()), count_(keys.size(0)), bias_(bias) {}

    /// By all products.
    void exactly() {
        const auto packed = packKeys<PackedMatrix<T>>(keys_, count_, rows_.width);
        forEachPiece(
            blocks(), [&] { return ChunkScores<T>(count_); },
            [&](std::int64_t block, ChunkScores<T>& room) {
                exactBlock(block, room, [&](std::int64_t chunk) -> const PackedMatrix<T>& {
                    return packed[static_cast<std::size_t>(chunk)];
                });
            });
    }

    /// By products in bfloat16 first.
    void byHalves() {
        const double longest = longestKey();
        const auto packed = packKeys<PackedHalves>(keys_, count_, rows_.width);
        forEachPiece(
            blocks(), [&] { return ChunkScores<T>(count_); },
            [&](std::int64_t block, ChunkScores<T>& room) {
                if (halfBlock(block, longest, packed, room)) return;
                PackedMatrix<T> one;
                exactBlock(block, room, [&](std::int64_t chunk) -> const PackedMatrix<T>& {
                    const std::int64_t first = chunk * kChunkKeys;
                    one.packTransposed(keys_ + first * rows_.width,
                                       std::min(kChunkKeys, count_ - first), rows_.width);
                    return one;
                });
            });
    }

private:
    struct Candidate {
        float rank;
        std::int64_t key;
    };

    std::int64_t blocks() const { return (rows_.tokens + kBlockTokens - 1) / kBlockTokens; }
    std::int64_t tokensOf(std::int64_t block) const {
        return std::min(kBlockTokens, rows_.tokens - block * kBlockTokens);
    }
    const T* biasAt(std::int64_t first) const { return bias_ ? bias_ + first : nullptr; }
    BestScores<T> bestOf(std::int64_t token, T* ranks) const {
        T* scores = rows_.scores + token * rows_.top_k;
        return {rows_.top_k, bias_ ? ranks : scores, scores, rows_.selected + token * rows_.top_k};
    }

    /// Calls see(token of the block, scores, how many, the first key) for each chunk and token.
    template <class PackedAt, class See>
    void forEachScores(std::int64_t block, ChunkScores<T>& room, const PackedAt& packed,
                       const See& see) {
        const std::int64_t tokens = tokensOf(block);
        for (std::int64_t chunk = 0; chunk < chunksOf(count_); ++chunk) {
            const std::int64_t first = chunk * kChunkKeys;
            const std::int64_t count = std::min(kChunkKeys, count_ - first);
            packed(chunk).multiply(rows_.queries + block * kBlockTokens * rows_.width, tokens,
                                   room.scores.data());
            for (std::int64_t token = 0; token < tokens; ++token)
                see(token, room.scores.data() + token * count, count, first);
        }
    }

    template <class PackedAt>
    void exactBlock(std::int64_t block, ChunkScores<T>& room, const PackedAt& packed) {
        std::vector<T> ranks(static_cast<std::size_t>(kBlockTokens * rows_.top_k));
        std::vector<BestScores<T>> best;
        for (std::int64_t token = 0; token < tokensOf(block); ++token)
            best.push_back(
                bestOf(block * kBlockTokens + token, ranks.data() + token * rows_.top_k));
        forEachScores(
            block, room, packed,
            [&](std::int64_t token, const T* scores, std::int64_t count, std::int64_t first) {
                best[static_cast<std::size_t>(token)].see(room.ranks(scores, biasAt(first), count),
                                                          scores, count, first);
            });
    }

    double longestKey() const {
        std::vector<double> squares(static_cast<std::size_t>(chunksOf(count_)));
        forEachPiece(
            chunksOf(count_), [] { return 0; },
            [&](std::int64_t chunk, int) {
                double& longest = squares[static_cast<std::size_t>(chunk)];
                const std::int64_t end = std::min(count_, (chunk + 1) * kChunkKeys);
                for (std::int64_t key = chunk * kChunkKeys; key < end; ++key) {
                    const double square = squareOf(keys_ + key * rows_.width);
                    if (!(square <= longest)) longest = square;  // also what is no number
                }
            });
        double longest = 0;
        for (const double square : squares)
            if (!(square <= longest)) longest = square;
        return std::sqrt(longest);
    }
    double squareOf(const T* row) const { return dotInDouble(row, row, rows_.width); }

    /// By how much a product in bfloat16 may differ from the float one.
    double errorOf(std::int64_t token, double longest) const {
        const double length = std::sqrt(squareOf(rows_.queries + token * rows_.width));
        const double share = kHalfError + 2 * kSumError * static_cast<double>(rows_.width);
        return share * length * longest + std::numeric_limits<float>::min();
    }

    /// False where the keys lie too near one another, or numbers are not finite.
    bool halfBlock(std::int64_t block, double longest, const std::vector<PackedHalves>& packed,
                   ChunkScores<T>& room) {
        const std::int64_t tokens = tokensOf(block), top_k = rows_.top_k;
        std::vector<Rough> rough;
        for (std::int64_t token = 0; token < tokens; ++token) {
            rough.emplace_back(top_k, errorOf(block * kBlockTokens + token, longest));
            if (!(rough.back().error < kLargestError)) return false;
        }
        forEachScores(
            block, room,
            [&](std::int64_t chunk) -> const PackedHalves& {
                return packed[static_cast<std::size_t>(chunk)];
            },
            [&](std::int64_t token, const T* scores, std::int64_t count, std::int64_t first) {
                rough[static_cast<std::size_t>(token)].see(room.ranks(scores, biasAt(first), count),
                                                           count, first);
            });
        for (Rough& token : rough)
            if (!token.finish()) return false;
        PackedMatrix<T> gathered;
        std::vector<T> ranks(static_cast<std::size_t>(top_k));
        for (std::int64_t token = 0; token < tokens; ++token)
            rank(block * kBlockTokens + token, rough[static_cast<std::size_t>(token)].candidates,
                 gathered, ranks.data());
        return true;
    }

    /// What the rough scores of a token leave over.
    struct Rough {
        Rough(std::int64_t top_k, double most) : error(most), kept(top_k), ranks(top_k) {
            best = {top_k, ranks.data(), ranks.data(), kept.data()};
        }

        float limit() const {
            if (!best.full()) return -std::numeric_limits<float>::infinity();
            const double least = best.least();
            return static_cast<float>(least - 2.01 * error - 4 * kSumError * std::abs(least));
        }
        void see(const float* values, std::int64_t count, std::int64_t first) {
            for (std::int64_t i = 0; i < count; ++i) {
                i = nextAbove(values, i, count, limit());
                if (i == count) return;
                candidates.push_back({values[i], first + i});
                if (!best.full() || values[i] > best.least())
                    best.take(values[i], values[i], first + i);
                if (candidates.size() >= 2 * kMostCandidates) drop();
            }
        }
        void drop() {
            const float least = limit();
            std::erase_if(candidates,
                          [&](const Candidate& candidate) { return !(candidate.rank > least); });
            if (candidates.size() > kMostCandidates) too_many = true;
            if (too_many) candidates.clear();
        }
        bool finish() {
            drop();
            return !too_many && std::ssize(candidates) >= best.top_k;
        }

        double error;
        std::vector<std::int64_t> kept;
        std::vector<float> ranks;
        BestScores<float> best;
        std::vector<Candidate> candidates;  // by key
        bool too_many = false;
    };

    /// The best of a token's candidates, by the products that all keys would have had.
    void rank(std::int64_t token, const std::vector<Candidate>& candidates,
              PackedMatrix<T>& gathered, T* ranks) {
        const auto count = std::ssize(candidates);
        std::vector<T> keys(static_cast<std::size_t>(count * rows_.width));
        for (std::int64_t i = 0; i < count; ++i)
            std::copy_n(keys_ + candidates[static_cast<std::size_t>(i)].key * rows_.width,
                        rows_.width, keys.data() + i * rows_.width);
        gathered.packTransposed(keys.data(), count, rows_.width);
        std::vector<T> scores(static_cast<std::size_t>(count));
        gathered.multiply(rows_.queries + token * rows_.width, 1, scores.data());
        BestScores<T> best = bestOf(token, ranks);
        for (std::int64_t i = 0; i < count; ++i) {
            const std::int64_t key = candidates[static_cast<std::size_t>(i)].key;
            const T score = scores[static_cast<std::size_t>(i)];
            const T sum = bias_ ? score + bias_[key] : score;
            if (!best.full() || sum > best.least()) best.take(sum, score, key);
        }
    }

    const KeySearchRows<T>& rows_;
    const T* keys_;
    std::int64_t count_;
    const T* bias_;
};

}  // namespace

bool searchesInHalves(const at::Tensor& keys) {
    return hasHalfProducts() && keys.scalar_type() == at::kFloat && keys.size(0) >= kManyKeys;
}

template <class T>
void searchKeys(const KeySearchRows<T>& rows, const at::Tensor& keys, const T* bias, bool halves) {
    KeySearchPass<T> pass(rows, keys, bias);
    if constexpr (std::is_same_v<T, float>) {
        if (halves) return pass.byHalves();
    }
    pass.exactly();
}

template void searchKeys(const KeySearchRows<float>&, const at::Tensor&, const float*, bool);
template void searchKeys(const KeySearchRows<double>&, const at::Tensor&, const double*, bool);

}  // namespace orrery
