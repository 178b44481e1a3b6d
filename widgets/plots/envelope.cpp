// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/envelope.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace orrery {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kCrowd = 8;
constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

// What one column has seen, as indices into the curve.
struct Column {
    std::size_t first = kNone, last = kNone, lowest = kNone, highest = kNone;
    std::size_t first_gap = kNone, last_gap = kNone;
    double low = 0, high = 0;
    bool mark = false;  // a value that is not finite, which is worth a mark
};

class EnvelopeBuilder {
public:
    EnvelopeBuilder(std::span<const double> x, std::span<const double> y,
                    const EnvelopeWindow& window, std::span<const PointShare> shares)
        : x_(x), y_(y), shares_(shares), window_(window) {}

    void add(std::size_t index) {
        const double value = y_[index];
        if (!std::isfinite(value)) {
            not_finite_ += shares_.empty() ? 1 : shares_[index].points;
            column_.mark = true;
            addGap(index);
        } else if ((window_.log_y && value <= 0) || (window_.log_x && x_[index] <= 0)) {
            const bool left = window_.log_x && x_[index] <= 0;
            hidden_ += shares_.empty() ? 1
                       : left          ? shares_[index].points
                                       : shares_[index].not_positive;
            addGap(index);
        } else {
            if (window_.log_y && !shares_.empty()) hidden_ += shares_[index].not_positive;
            addValue(index, value);
        }
    }

    void closeColumn() {
        const bool has_value = column_.first != kNone;
        if (column_.first_gap != kNone && (!has_value || column_.first_gap < column_.first))
            emitGap(column_.first_gap);
        if (has_value) emitValues();
        if (has_value && column_.last_gap != kNone && column_.last_gap > column_.last)
            emitGap(column_.last_gap);
        if (column_.mark) result_.gaps.push_back(x_[column_.first_gap]);
        column_ = {};
    }

    Envelope take() {
        result_.hidden = static_cast<std::size_t>(std::lround(hidden_));
        result_.not_finite = static_cast<std::size_t>(std::lround(not_finite_));
        return std::move(result_);
    }

private:
    void addGap(std::size_t index) {
        if (column_.first_gap == kNone) column_.first_gap = index;
        column_.last_gap = index;
    }

    void addValue(std::size_t index, double value) {
        if (column_.first == kNone) {
            column_.first = column_.lowest = column_.highest = index;
            column_.low = column_.high = value;
        } else if (value < column_.low) {
            column_.lowest = index;
            column_.low = value;
        } else if (value > column_.high) {
            column_.highest = index;
            column_.high = value;
        }
        column_.last = index;
    }

    void emitValues() {
        std::array kept = {column_.first, column_.lowest, column_.highest, column_.last};
        // In a crowded column the line runs from extreme to extreme; only the curve's own ends
        // matter beside.
        const std::size_t middle = std::min(column_.lowest, column_.highest);
        if (column_.last - column_.first > kCrowd) {
            if (column_.first != 0) kept[0] = middle;
            if (column_.last != y_.size() - 1) kept[3] = middle;
        }
        std::sort(kept.begin(), kept.end());
        const auto end = std::unique(kept.begin(), kept.end());
        for (auto it = kept.begin(); it != end; ++it)
            emit(x_[*it], y_[*it]);
    }

    void emitGap(std::size_t index) {
        if (result_.y.empty() || !std::isnan(result_.y.back())) emit(x_[index], kNaN);
    }

    void emit(double x, double y) {
        result_.x.push_back(x);
        result_.y.push_back(y);
    }

    std::span<const double> x_, y_;
    std::span<const PointShare> shares_;
    const EnvelopeWindow& window_;
    Column column_;
    double hidden_ = 0, not_finite_ = 0;
    Envelope result_;
};

// The columns of a window in the axis' own scale; each is known by where it ends.
class Columns {
public:
    explicit Columns(const EnvelopeWindow& window) : log_(window.log_x) {
        from_ = scale(window.from);
        width_ = (scale(window.to) - from_) / window.columns;
    }
    /// Where the column that holds x ends; beyond everything when there are no columns.
    double endAfter(double x) const {
        const double column = std::floor((scale(x) - from_) / width_) + 1;
        const double end = from_ + width_ * column;
        if (!std::isfinite(end)) return std::numeric_limits<double>::infinity();
        const double back = log_ ? std::pow(10.0, end) : end;
        // Rounding must not leave a column that its own point is outside of.
        return back > x ? back : std::nextafter(x, std::numeric_limits<double>::infinity());
    }

private:
    double scale(double x) const { return log_ ? std::log10(x) : x; }
    bool log_;
    double from_ = 0, width_ = 0;
};

void addWindow(EnvelopeBuilder& builder, std::span<const double> x, std::size_t begin,
               std::size_t end, const EnvelopeWindow& window) {
    // So few points need no columns: every one is drawn as it is.
    const bool each = end - begin <= static_cast<std::size_t>(window.columns) * 2;
    const Columns columns(window);
    std::size_t i = begin;
    while (i < end) {
        const double column_end = each ? x[i] : columns.endAfter(x[i]);
        do {
            builder.add(i);
        } while (++i < end && !each && x[i] < column_end);
        builder.closeColumn();
    }
}

/// The points in the window and their neighbors outside: [begin, end).
std::pair<std::size_t, std::size_t> pointsIn(std::span<const double> x,
                                             const EnvelopeWindow& window) {
    const auto low = std::lower_bound(x.begin(), x.end(), window.from);
    const auto high = std::upper_bound(low, x.end(), window.to);
    auto begin = static_cast<std::size_t>(low - x.begin());
    auto end = static_cast<std::size_t>(high - x.begin());
    if (begin > 0) --begin;
    if (end < x.size()) ++end;
    return {begin, end};
}

}  // namespace

Envelope envelopeOf(std::span<const double> x, std::span<const double> y,
                    const EnvelopeWindow& window, std::span<const PointShare> shares) {
    if (x.size() != y.size())
        throw std::invalid_argument("The x and y values of a curve must be equal in number.");
    if (window.columns < 1) throw std::invalid_argument("An envelope needs at least one column.");
    EnvelopeBuilder builder(x, y, window, shares);
    const auto [begin, end] = pointsIn(x, window);
    addWindow(builder, x, begin, end, window);
    return builder.take();
}

Envelope outlineOf(std::span<const double> x, std::span<const double> y,
                   const EnvelopeWindow& window) {
    const auto [begin, end] = pointsIn(x, window);
    if (end - begin <= static_cast<std::size_t>(window.columns) * kCrowd || x.size() != y.size())
        return envelopeOf(x, y, window);
    const Columns columns(window);
    Envelope outline;
    const auto keep = [&](std::size_t i) {
        const bool shown =
            std::isfinite(y[i]) && !(window.log_y && y[i] <= 0) && !(window.log_x && x[i] <= 0);
        outline.x.push_back(x[i]);
        outline.y.push_back(shown ? y[i] : kNaN);
    };
    keep(begin);
    const auto at = [&x](std::size_t i) { return x.begin() + static_cast<std::ptrdiff_t>(i); };
    for (std::size_t i = begin; i < end;) {
        const auto next = std::lower_bound(at(i + 1), at(end), columns.endAfter(x[i]));
        i = static_cast<std::size_t>(next - x.begin());
        if (i - 1 != begin) keep(i - 1);
    }
    return outline;
}

}  // namespace orrery
