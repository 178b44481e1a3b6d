// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels of the key update (key_mover.h, key_update_device.h; core/README.md, section 4). The
// forces are those of the CPU, too.
#pragma once
#include <cmath>

#include "core/ops/device/host_device.h"
#include "core/ops/key_rules.h"
#include "core/ops/seeded_random.h"
#include "core/ops/smallest_norm.h"

namespace orrery {

/// Segments are the (rank, expert) pairs; tokens of one stand together in `order`. They are cut
/// into pieces of at most kPiece, so that an expert that all tokens choose keeps no warp waiting.
struct SumPiece {
    static constexpr std::int64_t kPiece = 64;
    const float* queries;            // [n, width]
    const std::int64_t* order;       // [n*k] pair (token * k + rank), sorted by segment
    const std::int32_t* ends;        // [S] the pair behind each segment's last
    const std::int64_t* piece_ends;  // [S] the piece behind each segment's last
    std::int64_t segments, top_k, width;
    float* partial;  // [pieces, width]

    template <class Lanes>
    ORRERY_HOST_DEVICE void operator()(std::int64_t piece, const Lanes& lanes) const {
        if (piece >= piece_ends[segments - 1]) return;
        std::int64_t low = 0,
                     high = segments - 1;  // the first segment whose pieces end behind this
        while (low < high) {
            const std::int64_t middle = (low + high) / 2;
            if (piece_ends[middle] > piece)
                high = middle;
            else
                low = middle + 1;
        }
        const std::int64_t first_piece = low == 0 ? 0 : piece_ends[low - 1];
        const std::int64_t begin = (low == 0 ? 0 : ends[low - 1]) + (piece - first_piece) * kPiece;
        const std::int64_t end = begin + kPiece < ends[low] ? begin + kPiece : ends[low];
        for (std::int64_t d = lanes.first(); d < width; d += lanes.count()) {
            float sum = 0;
            for (std::int64_t i = begin; i < end; ++i)
                sum += queries[order[i] / top_k * width + d];
            partial[piece * width + d] = sum;
        }
    }
};

struct SumSegment {
    const float* partial;  // [pieces, width]
    const std::int64_t* piece_ends;
    std::int64_t width;
    float* sums;  // [S, width]

    template <class Lanes>
    ORRERY_HOST_DEVICE void operator()(std::int64_t segment, const Lanes& lanes) const {
        const std::int64_t begin = segment == 0 ? 0 : piece_ends[segment - 1];
        for (std::int64_t d = lanes.first(); d < width; d += lanes.count()) {
            float sum = 0;
            for (std::int64_t piece = begin; piece < piece_ends[segment]; ++piece)
                sum += partial[piece * width + d];
            sums[segment * width + d] = sum;
        }
    }
};

/// table[i * E + j] with i < j: how many tokens selected both.
struct CountPairs {
    const std::int64_t* selected;  // [n, k]; -1 where a token takes no part
    std::int64_t top_k, experts;
    std::int32_t* table;

    ORRERY_HOST_DEVICE void operator()(std::int64_t token) const {
        const std::int64_t* row = selected + token * top_k;
        if (row[0] < 0) return;
        for (std::int64_t a = 0; a < top_k; ++a)
            for (std::int64_t b = a + 1; b < top_k; ++b) {
                const std::int64_t low = row[a] < row[b] ? row[a] : row[b];
                const std::int64_t high = row[a] < row[b] ? row[b] : row[a];
                if (low != high) atomicAdd(table + low * experts + high, 1);
            }
    }
};

struct MoveUsage {
    const std::int64_t* counts;  // [k, E]
    std::int64_t top_k, experts;
    bool cumulative;
    double decay;
    std::int64_t* selections;  // [E], over all ranks
    float* usage;              // [E]

    ORRERY_HOST_DEVICE void operator()(std::int64_t expert) const {
        std::int64_t count = 0;
        for (std::int64_t rank = 0; rank < top_k; ++rank)
            count += counts[rank * experts + expert];
        selections[expert] = count;
        const double old = usage[expert];
        usage[expert] =
            static_cast<float>(cumulative ? old + static_cast<double>(count)
                                          : decay * old + (1 - decay) * static_cast<double>(count));
    }
};

/// alpha: rank after rank, each reading the keys that the rank before left.
struct Attract {
    const std::int64_t* counts;  // [k, E]
    const float* sums;           // [k, E, width]
    const float* usage;
    std::int64_t top_k, experts, width;
    double alpha, floor;
    float* keys;  // [E, width]

    template <class Lanes>
    ORRERY_HOST_DEVICE void operator()(std::int64_t expert, const Lanes& lanes) const {
        const double share = alpha / (1.0 + static_cast<double>(usage[expert]));
        const auto pull = static_cast<float>(share > floor ? share : floor);
        for (std::int64_t rank = 0; rank < top_k; ++rank) {
            const auto count = static_cast<float>(counts[rank * experts + expert]);
            if (count == 0) continue;
            const float* sum = sums + (rank * experts + expert) * width;
            float* key = keys + expert * width;
            for (std::int64_t d = lanes.first(); d < width; d += lanes.count())
                key[d] += pull * (sum[d] - count * key[d]);
        }
    }
};

/// c_ij of beta for two experts that `count` tokens selected together.
ORRERY_HOST_DEVICE inline float peerPull(const KeyRules& rules, float usage_i, float usage_j,
                                         std::int64_t count) {
    const double a = 1.0 + static_cast<double>(usage_i);
    const double b = 1.0 + static_cast<double>(usage_j);
    const double mass = (a < b) == rules.smaller_inertia ? a : b;
    return static_cast<float>(rules.beta / mass * static_cast<double>(count));
}

/// The same of all, for i and j in either order.
struct PeerPull {
    const std::int32_t* table;
    const float* usage;
    std::int64_t experts;
    KeyRules rules;
    float* pull;  // [E, E]

    ORRERY_HOST_DEVICE void operator()(std::int64_t index) const {
        const std::int64_t i = index / experts;
        const std::int64_t j = index % experts;
        const std::int32_t count = table[i < j ? i * experts + j : j * experts + i];
        pull[index] = i == j || count == 0 ? 0.0F : peerPull(rules, usage[i], usage[j], count);
    }
};

/// beta: K_i += sum_j c_ij (K_j - K_i) with the keys as alpha left them. A row is kColumns of a
/// key, so that many are under way at once.
struct PullPeers {
    static constexpr std::int64_t kColumns = 32;
    const float* pull;    // [E, E]
    const float* before;  // [E, width]
    std::int64_t experts, width;
    float* keys;  // [E, width]

    ORRERY_HOST_DEVICE std::int64_t parts() const { return (width + kColumns - 1) / kColumns; }

    template <class Lanes>
    ORRERY_HOST_DEVICE void operator()(std::int64_t row, const Lanes& lanes) const {
        const std::int64_t expert = row / parts();
        const std::int64_t begin = row % parts() * kColumns;
        const std::int64_t end = begin + kColumns < width ? begin + kColumns : width;
        for (std::int64_t d = begin + lanes.first(); d < end; d += lanes.count()) {
            const float own = before[expert * width + d];
            float key = own;
            for (std::int64_t peer = 0; peer < experts; ++peer) {
                const float share = pull[expert * experts + peer];
                if (share != 0) key += share * (before[peer * width + d] - own);
            }
            keys[expert * width + d] = key;
        }
    }
};

/// Length of a row, the same for each lane.
template <class Lanes>
ORRERY_HOST_DEVICE double rowLength(const float* row, std::int64_t width, const Lanes& lanes) {
    double squares = 0;
    for (std::int64_t d = lanes.first(); d < width; d += lanes.count())
        squares += static_cast<double>(row[d]) * row[d];
    return std::sqrt(lanes.sum(squares));
}

/// Length of each key's move, cut to max_step where that is above 0.
struct MeasureMoves {
    const float* before;  // [E, width]
    const float* keys;
    std::int64_t width;
    double max_step;
    double* lengths;  // [E]

    template <class Lanes>
    ORRERY_HOST_DEVICE void operator()(std::int64_t expert, const Lanes& lanes) const {
        double squares = 0;
        for (std::int64_t d = lanes.first(); d < width; d += lanes.count()) {
            const float move = keys[expert * width + d] - before[expert * width + d];
            squares += static_cast<double>(move) * move;
        }
        const double length = std::sqrt(lanes.sum(squares));
        if (lanes.leads()) lengths[expert] = max_step > 0 && length > max_step ? max_step : length;
    }
};

/// Keys that stay, as they were before.
struct HoldKeys {
    const float* before;  // [E, width]
    const bool* held;     // [E]
    std::int64_t width;
    float* keys;

    template <class Lanes>
    ORRERY_HOST_DEVICE void operator()(std::int64_t expert, const Lanes& lanes) const {
        if (!held[expert]) return;
        for (std::int64_t d = lanes.first(); d < width; d += lanes.count())
            keys[expert * width + d] = before[expert * width + d];
    }
};

/// What all moves are multiplied by, so that their global norm is `limit` at most.
struct FindClip {
    const double* lengths;  // [E]
    std::int64_t experts;
    double limit;
    double* share;  // [1]

    ORRERY_HOST_DEVICE void operator()(std::int64_t) const {
        double squares = 0;
        for (std::int64_t expert = 0; expert < experts; ++expert)
            squares += lengths[expert] * lengths[expert];
        const double norm = std::sqrt(squares);
        *share = norm > limit ? limit / norm : 1.0;
    }
};

/// max_step clips a key's move of this step, clip_norm those of all keys, smoothing keeps a share
/// of the key before it.
struct ClipAndSmooth {
    const float* before;  // [E, width]
    std::int64_t width;
    double max_step, smoothing;
    const double* clip;  // [1], of FindClip; null = off
    float* keys;

    template <class Lanes>
    ORRERY_HOST_DEVICE void operator()(std::int64_t expert, const Lanes& lanes) const {
        const float* old = before + expert * width;
        float* key = keys + expert * width;
        for (std::int64_t d = lanes.first(); d < width; d += lanes.count())
            key[d] -= old[d];
        const double length = rowLength(key, width, lanes);
        double share = (1 - smoothing) * (clip == nullptr ? 1.0 : *clip);
        if (max_step > 0 && length > max_step) share *= max_step / length;
        for (std::int64_t d = lanes.first(); d < width; d += lanes.count())
            key[d] = old[d] + static_cast<float>(share) * key[d];
    }
};

/// The key at length 1, by all lanes.
template <class Lanes>
ORRERY_HOST_DEVICE void scaleToUnit(float* key, std::int64_t width, double length,
                                    const Lanes& lanes) {
    const double norm = normDivisor(length);
    for (std::int64_t d = lanes.first(); d < width; d += lanes.count())
        key[d] = static_cast<float>(key[d] / norm);
}

struct NormalizeKeys {
    const std::int64_t* selections;
    std::int64_t width;
    KeyRules::Normalize which;  // not none
    float* keys;

    template <class Lanes>
    ORRERY_HOST_DEVICE void operator()(std::int64_t expert, const Lanes& lanes) const {
        if (which == KeyRules::Normalize::selected && selections[expert] == 0) return;
        float* key = keys + expert * width;
        const double length = rowLength(key, width, lanes);
        if (which == KeyRules::Normalize::clamp && !(length > 1)) return;
        scaleToUnit(key, width, length, lanes);
    }
};

/// The quantile of ascending numbers, count > 0, with linear interpolation; share in 0 .. 1.
ORRERY_HOST_DEVICE inline double quantileOf(const float* sorted, std::int64_t count, double share) {
    const double place = share * static_cast<double>(count - 1);
    const auto below = static_cast<std::int64_t>(place);
    const std::int64_t above = below + 1 < count ? below + 1 : count - 1;
    const double low = sorted[below];
    return low + (sorted[above] - low) * (place - static_cast<double>(below));
}

/// The threshold of delta: `constant` when above 0, else the quantile of the positive usages; below
/// everything when none is positive.
struct FindThreshold {
    const float* sorted;  // [E] usages, ascending
    std::int64_t experts;
    double constant, quantile;
    double* threshold;  // [1]

    ORRERY_HOST_DEVICE void operator()(std::int64_t) const {
        std::int64_t first = 0, behind = experts;  // the first usage above 0
        while (first < behind) {
            const std::int64_t middle = (first + behind) / 2;
            if (sorted[middle] > 0)
                behind = middle;
            else
                first = middle + 1;
        }
        const std::int64_t count = experts - first;
        if (count == 0)
            *threshold = -1.0;
        else
            *threshold = constant > 0 ? constant : quantileOf(sorted + first, count, quantile);
    }
};

/// delta: shortens the keys whose usage lies below the threshold.
struct DecayKeys {
    const float* usage;
    const double* threshold;
    const bool* held;  // [E]; null = none
    std::int64_t width;
    double delta;
    float* keys;
    std::int32_t* decayed;

    template <class Lanes>
    ORRERY_HOST_DEVICE void operator()(std::int64_t expert, const Lanes& lanes) const {
        if (!(static_cast<double>(usage[expert]) < *threshold)) return;
        if (held != nullptr && held[expert]) return;
        if (lanes.leads()) atomicAdd(decayed, 1);
        for (std::int64_t d = lanes.first(); d < width; d += lanes.count())
            keys[expert * width + d] = static_cast<float>(keys[expert * width + d] * (1 - delta));
    }
};

/// Keys that faded away start again at a random query of the batch.
struct RespawnKeys {
    const float* candidates;  // [count, width]
    std::int64_t count;
    const bool* held;  // [E]; null = none
    std::int64_t width;
    double threshold, noise;
    std::uint64_t seed;
    float* keys;
    float* usage;
    std::int32_t* respawned;  // [E], 1 for those

    template <class Lanes>
    ORRERY_HOST_DEVICE void operator()(std::int64_t expert, const Lanes& lanes) const {
        float* key = keys + expert * width;
        if (held != nullptr && held[expert]) return;
        if (!(rowLength(key, width, lanes) < threshold)) return;
        const SeededRandom random(mixSeed(seed, static_cast<std::uint64_t>(expert)));
        const auto chosen =
            static_cast<std::int64_t>(random.below(0, static_cast<std::uint64_t>(count)));
        for (std::int64_t d = lanes.first(); d < width; d += lanes.count())
            key[d] = static_cast<float>(candidates[chosen * width + d] +
                                        noise * random.normal(static_cast<std::uint64_t>(d) + 1));
        scaleToUnit(key, width, rowLength(key, width, lanes), lanes);
        if (!lanes.leads()) return;
        usage[expert] = 0;
        respawned[expert] = 1;
    }
};

}  // namespace orrery
