// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels of the experts (grouped_ffn_device.h), each of which works on one row. Rows are stored as
// Stored (bfloat16 or T); all arithmetic is that of T (float or double).
#pragma once
#include <cmath>

#include "core/ops/device/host_device.h"

namespace orrery {

/// position[order[i]] = i
struct InvertOrder {
    const std::int64_t* order;
    std::int64_t* position;

    ORRERY_HOST_DEVICE void operator()(std::int64_t row) const { position[order[row]] = row; }
};

/// rows[i] = from[order[i] / k], the token of a (token, rank) pair.
template <class T, class Stored>
struct GatherRows {
    const T* from;  // [N, width]
    const std::int64_t* order;
    std::int64_t top_k, width;
    Stored* rows;  // [N*k, width]

    template <class Lanes>
    ORRERY_HOST_DEVICE void operator()(std::int64_t row, const Lanes& lanes) const {
        const T* source = from + order[row] / top_k * width;
        for (std::int64_t i = lanes.first(); i < width; i += lanes.count())
            rows[row * width + i] = static_cast<Stored>(source[i]);
    }
};

/// output[t] = sum over ranks r, in their order, of weights[t, r] * rows[position[t * k + r]];
/// without weights the plain sum.
template <class T, class Stored>
struct SumRanks {
    const Stored* rows;  // [N*k, width]
    const std::int64_t* position;
    const T* weights;  // [N, k] or null
    std::int64_t top_k, width;
    T* output;  // [N, width]

    template <class Lanes>
    ORRERY_HOST_DEVICE void operator()(std::int64_t token, const Lanes& lanes) const {
        for (std::int64_t i = lanes.first(); i < width; i += lanes.count()) {
            T sum = 0;
            for (std::int64_t pair = token * top_k; pair < (token + 1) * top_k; ++pair)
                sum += (weights ? weights[pair] : T(1)) *
                       static_cast<T>(rows[position[pair] * width + i]);
            output[token * width + i] = sum;
        }
    }
};

/// gradient[i] <- gate * gradient[i] * gelu'(hidden[i]); the gate's own gradient is the sum of
/// gradient (before) * gelu(hidden). With `active`, leaves gate * gelu(hidden) there.
template <class T, class Stored>
struct GeluBackward {
    const Stored* hidden;  // [N*k, width]
    Stored* gradient;      // [N*k, width]
    const std::int64_t* order;
    const T* gates;  // [N, k]
    std::int64_t width;
    T* gate_gradients;  // [N, k]
    Stored* active;     // [N*k, width] or null

    template <class Lanes>
    ORRERY_HOST_DEVICE void operator()(std::int64_t row, const Lanes& lanes) const {
        const T gate = gates[order[row]];
        T along = 0;
        for (std::int64_t i = lanes.first(); i < width; i += lanes.count()) {
            const std::int64_t at = row * width + i;
            const T x = static_cast<T>(hidden[at]);
            const T g = static_cast<T>(gradient[at]);
            const T share = T(0.5) * std::erfc(x * T(-0.70710678118654752440));  // Phi(x)
            const T density = T(0.39894228040143267794) * std::exp(T(-0.5) * x * x);
            along += g * x * share;
            gradient[at] = static_cast<Stored>(gate * g * (share + x * density));
            if (active) active[at] = static_cast<Stored>(gate * x * share);
        }
        along = lanes.sum(along);
        if (lanes.leads()) gate_gradients[order[row]] = along;
    }
};

}  // namespace orrery
