// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of Knowledge Gravity (core/README.md, section 4) for one layer at one step, and the
// form in which they travel through torch's dispatcher to the operation orrery::apply_keys.
#pragma once
#include <ATen/core/ATen_fwd.h>
#include <c10/util/ArrayRef.h>
#include <c10/util/Exception.h>

#include <bit>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <vector>

#include "core/config/config.h"

namespace orrery {

/// Schedules, layer scales and signs are already in the numbers.
struct KeyRules {
    using Normalize = KeyNormalization;

    double alpha = 0;  // 0 = off
    double alpha_floor = 0;
    double beta = 0;               // 0 = off, negative = repulsion
    bool smaller_inertia = false;  // beta divides by the smaller of both 1 + u, else by the larger
    double delta = 0;              // 0 = off (also during the warm-up)
    double theta = 0;              // constant threshold; 0 = use theta_percentile
    double theta_percentile = 0.05;
    bool cumulative = false;  // usage adds up, else it is an exponential moving average
    double ema_decay = 0.99;
    bool frozen = false;   // usage moves, keys stay
    double max_step = 0;   // 0 = off
    double clip_norm = 0;  // of all keys' moves together, 0 = off
    double smoothing = 0;  // share of the old key, 0 = off
    Normalize normalize = Normalize::all;
    double respawn_threshold = 0;  // 0 = off
    std::uint64_t seed = 0;        // of respawned keys

    bool operator==(const KeyRules&) const = default;
};

/// References to all members: a member that is missing here does not compile.
template <class Rules>
auto membersOf(Rules& rules) {
    auto& [alpha, alpha_floor, beta, smaller_inertia, delta, theta, theta_percentile, cumulative,
           ema_decay, frozen, max_step, clip_norm, smoothing, normalize, respawn_threshold, seed] =
        rules;
    return std::tie(alpha, alpha_floor, beta, smaller_inertia, delta, theta, theta_percentile,
                    cumulative, ema_decay, frozen, max_step, clip_norm, smoothing, normalize,
                    respawn_threshold, seed);
}

/// One int64 a member: the bits of a double, or the value.
inline std::vector<std::int64_t> packKeyRules(const KeyRules& rules) {
    const auto packed = []<class T>(T value) {
        if constexpr (std::is_same_v<T, double>)
            return std::bit_cast<std::int64_t>(value);
        else
            return static_cast<std::int64_t>(value);
    };
    return std::apply([&](const auto&... members) { return std::vector{packed(members)...}; },
                      membersOf(rules));
}

inline KeyRules unpackKeyRules(at::IntArrayRef packed) {
    KeyRules rules;
    const auto members = membersOf(rules);
    TORCH_CHECK(packed.size() == std::tuple_size_v<decltype(members)>,
                "apply_keys: the rules are those of another version of this program.");
    const std::int64_t* next = packed.data();
    const auto unpack = [&]<class T>(T& member) {
        if constexpr (std::is_same_v<T, double>)
            member = std::bit_cast<double>(*next++);
        else
            member = static_cast<T>(*next++);
    };
    std::apply([&](auto&... member) { (unpack(member), ...); }, members);
    return rules;
}

}  // namespace orrery
