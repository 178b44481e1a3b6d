// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels of the router (nearest_keys_device.h). T is float or double.
#pragma once
#include <cmath>

#include "core/ops/device/host_device.h"

namespace orrery {

/// The temperature and, where there is one, the factor on it that stands on the device.
struct Temperature {
    double known;
    const double* factor;  // [1] or null

    template <class T>
    ORRERY_HOST_DEVICE T as() const {
        return static_cast<T>(factor ? known * *factor : known);
    }
};

/// The k best experts of one token, best first and of equal scores the lower expert first, and the
/// softmax of their scores. Scores stand across, so that neighboring tokens read neighboring
/// numbers.
template <class T>
struct SelectNearest {
    const T* scores;  // [E, N]
    const T* bias;    // [E], added for the selection alone, or null
    std::int64_t tokens, experts, top_k;
    Temperature temperature;
    std::int64_t* selected;  // [N, k]
    T* gates;                // [N, k]

    ORRERY_HOST_DEVICE void operator()(std::int64_t token) const {
        std::int64_t* chosen = selected + token * top_k;
        T* best = gates + token * top_k;
        std::int64_t filled = 0;
        T worst = 0;
        for (std::int64_t expert = 0; expert < experts; ++expert) {
            const T score = scores[expert * tokens + token] + (bias ? bias[expert] : T(0));
            if (filled == top_k && !(score > worst)) continue;
            std::int64_t place = filled < top_k ? filled++ : top_k - 1;
            for (; place > 0 && score > best[place - 1]; --place) {
                best[place] = best[place - 1];
                chosen[place] = chosen[place - 1];
            }
            best[place] = score;
            chosen[place] = expert;
            worst = best[filled - 1];
        }
        for (std::int64_t rank = 0; bias && rank < top_k; ++rank)
            best[rank] = scores[chosen[rank] * tokens + token];
        softmax(best);
    }

private:
    ORRERY_HOST_DEVICE void softmax(T* values) const {
        const T divisor = temperature.as<T>();
        T largest = values[0];
        for (std::int64_t rank = 1; rank < top_k; ++rank)
            largest = values[rank] > largest ? values[rank] : largest;
        T sum = 0;
        for (std::int64_t rank = 0; rank < top_k; ++rank)
            sum += values[rank] = std::exp((values[rank] - largest) / divisor);
        for (std::int64_t rank = 0; rank < top_k; ++rank)
            values[rank] /= sum;
    }
};

/// The gradient of one token's query: through softmax, the chosen keys and, with norms, the
/// normalization.
template <class T>
struct NearestBackward {
    const T* gate_gradients;  // [N, k]
    const T* gates;           // [N, k]
    const std::int64_t* selected;
    const T* keys;   // [E, D]
    const T* units;  // [N, D]
    const T* norms;  // [N] or null
    std::int64_t top_k, width;
    Temperature temperature;
    T* result;  // [N, D]

    template <class Lanes>
    ORRERY_HOST_DEVICE void operator()(std::int64_t token, const Lanes& lanes) const {
        const T* gate = gates + token * top_k;
        const T* gradient = gate_gradients + token * top_k;
        const T divisor = temperature.as<T>();
        T mean = 0;
        for (std::int64_t rank = 0; rank < top_k; ++rank)
            mean += gate[rank] * gradient[rank];
        double along = 0;
        for (std::int64_t i = lanes.first(); i < width; i += lanes.count()) {
            T sum = 0;
            for (std::int64_t rank = 0; rank < top_k; ++rank)
                sum += gate[rank] * (gradient[rank] - mean) / divisor *
                       keys[selected[token * top_k + rank] * width + i];
            result[token * width + i] = sum;
            along += static_cast<double>(sum) * static_cast<double>(units[token * width + i]);
        }
        if (!norms) return;
        along = lanes.sum(along);
        for (std::int64_t i = lanes.first(); i < width; i += lanes.count()) {
            T& value = result[token * width + i];
            value = (value - static_cast<T>(along) * units[token * width + i]) / norms[token];
        }
    }
};

}  // namespace orrery
