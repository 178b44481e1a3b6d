// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/series.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

namespace orrery {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

PointShare alone(double value) {
    return {value, 1, std::isfinite(value) && value <= 0 ? 1.0 : 0.0};
}

/// Points begin ... end - 1 of a series, which are to become one bucket.
class Bucket {
public:
    Bucket(const Series& from, std::size_t begin, std::size_t end) : from_(from) {
        for (std::size_t i = begin; i < end; ++i)
            take(i);
    }

    void appendTo(Series& to) const {
        std::array kept{lowest_, highest_, odd_};
        std::ranges::sort(kept);
        const double extremes = lowest_ == highest_ ? 1 : 2;
        for (std::size_t k = 0; k < kept.size(); ++k) {
            const std::size_t i = kept[k];
            if (i == kNone || (k > 0 && i == kept[k - 1])) continue;
            to.steps.push_back(from_.steps[i]);
            to.times.push_back(from_.times[i]);
            to.values.push_back(from_.values[i]);
            to.shares.push_back(i == odd_ ? PointShare{from_.values[i], odd_points_, 0}
                                          : PointShare{sum_ / points_, points_ / extremes,
                                                       not_positive_ / extremes});
        }
    }

private:
    void take(std::size_t i) {
        const double value = from_.values[i];
        const PointShare& share = from_.shares[i];
        if (!std::isfinite(value)) {
            odd_ = std::min(odd_, i);
            odd_points_ += share.points;
            return;
        }
        if (lowest_ == kNone || value < from_.values[lowest_]) lowest_ = i;
        if (highest_ == kNone || value > from_.values[highest_]) highest_ = i;
        sum_ += share.mean * share.points;
        points_ += share.points;
        not_positive_ += share.not_positive;
    }

    const Series& from_;
    std::size_t lowest_ = kNone, highest_ = kNone, odd_ = kNone;
    double sum_ = 0, points_ = 0, not_positive_ = 0, odd_points_ = 0;
};

}  // namespace

void Series::add(double step, double time, double value, std::size_t most) {
    steps.push_back(step);
    times.push_back(time);
    values.push_back(value);
    if (!shares.empty()) shares.push_back(alone(value));
    if (values.size() > most) thin(most);
}

void Series::thin(std::size_t most) {
    if (shares.empty()) std::ranges::transform(values, std::back_inserter(shares), alone);
    const std::size_t old = values.size() - most / 4;
    double points = 0;
    for (std::size_t i = 0; i < old; ++i)
        points += shares[i].points;
    // Buckets of a power of two, so that those of before are joined and not torn; they leave half
    // of what may be kept.
    double size = 4;
    while (2 * points / size > static_cast<double>(most) / 2)
        size *= 2;
    Series next;
    for (auto* column : {&next.steps, &next.times, &next.values})
        column->reserve(most + 1);
    next.shares.reserve(most + 1);
    std::size_t begin = 0;
    double held = 0;
    for (std::size_t i = 0; i < old; ++i) {
        held += shares[i].points;
        if (held < size - 0.5) continue;
        Bucket(*this, begin, i + 1).appendTo(next);
        begin = i + 1;
        held = 0;
    }
    // The last is filled up the next time.
    if (begin < old) Bucket(*this, begin, old).appendTo(next);
    for (std::size_t i = old; i < values.size(); ++i) {
        next.steps.push_back(steps[i]);
        next.times.push_back(times[i]);
        next.values.push_back(values[i]);
        next.shares.push_back(shares[i]);
    }
    next.thinned = next.values.size();
    while (next.thinned > 0 && next.shares[next.thinned - 1].points <= 1)
        --next.thinned;
    next.revision = revision + 1;
    *this = std::move(next);
}

}  // namespace orrery
