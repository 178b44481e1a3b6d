// SPDX-License-Identifier: GPL-3.0-or-later
// The best of many scores, seen in order.
#pragma once
#include <cstdint>

namespace orrery {

/// First i in begin .. count - 1 with values[i] > limit, or count.
std::int64_t nextAbove(const float* values, std::int64_t begin, std::int64_t count, float limit);
std::int64_t nextAbove(const double* values, std::int64_t begin, std::int64_t count, double limit);

/// The k best of a row of scores, best first; of equal ones the earlier. They lie where they are
/// wanted.
template <class T>
struct BestScores {
    std::int64_t top_k = 0;
    T* ranks = nullptr;                // [k] what they are ordered by
    T* scores = nullptr;               // [k]; may be `ranks`
    std::int64_t* selected = nullptr;  // [k]
    std::int64_t filled = 0;

    bool full() const { return filled == top_k; }
    T least() const { return ranks[top_k - 1]; }

    /// To be called when it is not full, or `rank` is above the least.
    void take(T rank, T score, std::int64_t number) {
        std::int64_t place = full() ? top_k - 1 : filled++;
        for (; place > 0 && rank > ranks[place - 1]; --place) {
            ranks[place] = ranks[place - 1];
            scores[place] = scores[place - 1];
            selected[place] = selected[place - 1];
        }
        ranks[place] = rank;
        scores[place] = score;
        selected[place] = number;
    }
    /// Sees `count` more, which are numbered from `first`; `ranked` and `values` may be one.
    void see(const T* ranked, const T* values, std::int64_t count, std::int64_t first) {
        for (std::int64_t i = 0; i < count; ++i) {
            if (full()) i = nextAbove(ranked, i, count, least());
            if (i < count) take(ranked[i], values[i], first + i);
        }
    }
};

}  // namespace orrery
