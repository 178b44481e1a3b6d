// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/neighbors.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <subpar/subpar.hpp>

#include "core/error.h"
#include "core/ops/panels/panel_product.h"

namespace orrery {
namespace {

constexpr int kBlockRows = 64;
constexpr int kBlocksBetweenQuestions = 4;  // some milliseconds

/// Rows of length 1; rows of zeros stay.
std::vector<float> unitRows(std::span<const float> points, int count, int dimensions) {
    std::vector<float> unit(points.begin(), points.end());
    for (int p = 0; p < count; ++p) {
        float* row = unit.data() + static_cast<std::ptrdiff_t>(p) * dimensions;
        const double norm = std::sqrt(std::inner_product(row, row + dimensions, row, 0.0));
        for (int d = 0; norm > 0 && d < dimensions; ++d)
            row[d] = static_cast<float>(row[d] / norm);
    }
    return unit;
}

/// What all threads read.
struct Points {
    std::span<const float> values;  // [count, dimensions]
    int count, dimensions, neighbors;
    DistanceMetric metric;
    std::vector<float> squares;      // [count] of their norms
    PackedMatrix<float> transposed;  // [dimensions, count]

    Points(std::span<const float> points, int how_many, int width, int wanted, DistanceMetric how)
        : values(points), count(how_many), dimensions(width), neighbors(wanted), metric(how) {
        // Of rows of length 1, 2 - 2 cosine is the squared distance, also where a row is of zeros.
        if (metric == DistanceMetric::cosine) squares.assign(static_cast<std::size_t>(count), 1);
        for (int p = 0; metric == DistanceMetric::euclidean && p < count; ++p) {
            const float* row = points.data() + static_cast<std::ptrdiff_t>(p) * dimensions;
            squares.push_back(std::inner_product(row, row + dimensions, row, 0.0F));
        }
        transposed.packTransposed(points.data(), count, dimensions);
    }
};

double distanceOf(float squared, DistanceMetric metric) {
    const double positive = std::max(0.0F, squared);
    return metric == DistanceMetric::cosine ? positive / 2 : std::sqrt(positive);
}

std::vector<std::pair<int, double>> nearestOfRow(const std::vector<float>& squared, int self,
                                                 const Points& points, std::vector<int>& order) {
    const int neighbors = points.neighbors;
    std::iota(order.begin(), order.end(), 0);
    const auto nearer = [&](int a, int b) {
        return squared[a] != squared[b] ? squared[a] < squared[b] : a < b;
    };
    // One more than asked for: the point itself is among them, or ties with what is.
    const auto last = order.begin() + std::min<std::ptrdiff_t>(neighbors + 1, std::ssize(order));
    std::partial_sort(order.begin(), last, order.end(), nearer);
    std::vector<std::pair<int, double>> nearest;
    for (auto it = order.begin(); it != last && std::ssize(nearest) < neighbors; ++it) {
        if (*it != self) nearest.emplace_back(*it, distanceOf(squared[*it], points.metric));
    }
    return nearest;
}

/// Of points begin .. begin + kBlockRows - 1, where there are so many.
void findBlock(const Points& points, int begin, NeighborLists& lists) {
    const int rows = std::min(kBlockRows, points.count - begin);
    std::vector<float> products(static_cast<std::size_t>(rows) *
                                static_cast<std::size_t>(points.count));
    points.transposed.multiply(
        points.values.data() + static_cast<std::ptrdiff_t>(begin) * points.dimensions, rows,
        products.data());
    std::vector<int> order(static_cast<std::size_t>(points.count));
    std::vector<float> squared(order.size());
    for (int r = 0; r < rows; ++r) {
        const float* row = products.data() + static_cast<std::ptrdiff_t>(r) * points.count;
        for (int p = 0; p < points.count; ++p)
            squared[p] = points.squares[p] + points.squares[begin + r] - 2 * row[p];
        lists[begin + r] = nearestOfRow(squared, begin + r, points, order);
    }
}

}  // namespace

NeighborLists nearestNeighbors(std::span<const float> points, int count, int dimensions,
                               int neighbors, int threads, const std::function<bool()>& keep_going,
                               DistanceMetric metric) {
    std::vector<float> unit;
    if (metric == DistanceMetric::cosine) unit = unitRows(points, count, dimensions);
    const Points all(unit.empty() ? points : unit, count, dimensions, neighbors, metric);
    NeighborLists lists(static_cast<std::size_t>(count));
    const int blocks = (count + kBlockRows - 1) / kBlockRows;
    for (int first = 0; first < blocks; first += kBlocksBetweenQuestions) {
        if (keep_going && !keep_going()) throw Cancelled();
        subpar::parallelize_range(threads, std::min(kBlocksBetweenQuestions, blocks - first),
                                  [&](int, int begin, int length) {
                                      for (int block = begin; block < begin + length; ++block)
                                          findBlock(all, (first + block) * kBlockRows, lists);
                                  });
    }
    return lists;
}

}  // namespace orrery
