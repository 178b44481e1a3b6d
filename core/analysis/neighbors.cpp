// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/neighbors.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.h"

namespace orrery {
namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

std::vector<std::pair<int, double>> nearestOfRow(const Eigen::RowVectorXf& squared, int self,
                                                 int neighbors, std::vector<int>& order) {
    std::iota(order.begin(), order.end(), 0);
    const auto nearer = [&](int a, int b) {
        return squared[a] != squared[b] ? squared[a] < squared[b] : a < b;
    };
    // One more than asked for: the point itself is among them, or ties with what is.
    const auto last = order.begin() + std::min<std::ptrdiff_t>(neighbors + 1, std::ssize(order));
    std::partial_sort(order.begin(), last, order.end(), nearer);
    std::vector<std::pair<int, double>> nearest;
    for (auto it = order.begin(); it != last && std::ssize(nearest) < neighbors; ++it) {
        if (*it != self) nearest.emplace_back(*it, std::sqrt(std::max(0.0f, squared[*it])));
    }
    return nearest;
}

}  // namespace

NeighborLists nearestNeighbors(std::span<const float> points, int count, int dimensions,
                               int neighbors, const std::function<bool()>& keep_going) {
    constexpr int block_rows = 128;
    const Eigen::Map<const Matrix> x(points.data(), count, dimensions);
    const Eigen::RowVectorXf norms = x.rowwise().squaredNorm().transpose();
    NeighborLists lists(static_cast<std::size_t>(count));
    std::vector<int> order(static_cast<std::size_t>(count));
    for (int begin = 0; begin < count; begin += block_rows) {
        if (keep_going && !keep_going()) throw Cancelled();
        const int rows = std::min(block_rows, count - begin);
        const Matrix products = x.middleRows(begin, rows) * x.transpose();  // [rows, count]
        for (int r = 0; r < rows; ++r) {
            const Eigen::RowVectorXf squared =
                (norms.array() + norms[begin + r] - 2 * products.row(r).array()).matrix();
            lists[static_cast<std::size_t>(begin + r)] =
                nearestOfRow(squared, begin + r, neighbors, order);
        }
    }
    return lists;
}

}  // namespace orrery
