// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/key_metrics.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/error.h"

namespace orrery {
namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using View = Eigen::Map<const Matrix>;

constexpr Eigen::Index kMetricRows = 256;  // of a product with all keys, to bound the memory

View rows(std::span<const float> values, int dimensions) {
    if (dimensions < 1 || values.size() % static_cast<std::size_t>(dimensions) != 0)
        throw Error("A matrix of " + std::to_string(values.size()) + " numbers has no rows of " +
                    std::to_string(dimensions) + ".");
    const View view(values.data(), std::ssize(values) / dimensions, dimensions);
    if (!view.allFinite())
        throw Error(
            "The keys or queries contain a value that is not finite, so they can't be compared. "
            "Use a step before the loss became non-finite.");
    return view;
}

/// Rows of length 1; rows of zeros stay.
Matrix normalized(const View& x) {
    Matrix result = x;
    for (Eigen::Index r = 0; r < result.rows(); ++r) {
        const float norm = result.row(r).norm();
        if (norm > 0) result.row(r) /= norm;
    }
    return result;
}

/// Calls visit(i, cosines of key i to all keys).
template <typename Visit>
void eachCosineRow(std::span<const float> keys, int dimensions, Visit visit) {
    const Matrix unit = normalized(rows(keys, dimensions));
    for (Eigen::Index begin = 0; begin < unit.rows(); begin += kMetricRows) {
        const Eigen::Index count = std::min(kMetricRows, unit.rows() - begin);
        const Matrix cosines = unit.middleRows(begin, count) * unit.transpose();  // [count, E]
        for (Eigen::Index r = 0; r < count; ++r)
            visit(static_cast<int>(begin + r), cosines.row(r));
    }
}

}  // namespace

std::vector<double> rowNorms(std::span<const float> keys, int dimensions) {
    const Eigen::VectorXd norms = rows(keys, dimensions).cast<double>().rowwise().norm();
    return {norms.begin(), norms.end()};
}

std::vector<double> euclideanDrift(std::span<const float> before, std::span<const float> after,
                                   int dimensions) {
    if (before.size() != after.size())
        throw Error("Drift compares two snapshots of the same keys.");
    const Eigen::VectorXd moved =
        (rows(after, dimensions) - rows(before, dimensions)).cast<double>().rowwise().norm();
    return {moved.begin(), moved.end()};
}

std::vector<KeyPair> nearestKeys(std::span<const float> keys, int dimensions) {
    std::vector<KeyPair> nearest;
    eachCosineRow(keys, dimensions, [&](int expert, const auto& cosines) {
        KeyPair best{expert, -1, -std::numeric_limits<double>::infinity()};
        for (int other = 0; other < cosines.size(); ++other)
            if (other != expert && cosines[other] > best.cosine)
                best = {expert, other, cosines[other]};
        nearest.push_back(best.other < 0 ? KeyPair{expert} : best);
    });
    return nearest;
}

std::vector<KeyPair> duplicateKeys(std::span<const float> keys, int dimensions, double threshold) {
    std::vector<KeyPair> pairs;
    eachCosineRow(keys, dimensions, [&](int expert, const auto& cosines) {
        for (int other = expert + 1; other < cosines.size(); ++other)
            if (cosines[other] > threshold) pairs.push_back({expert, other, cosines[other]});
    });
    return pairs;
}

std::vector<KeyPair> nearestKeysOf(std::span<const float> keys, int dimensions, int expert,
                                   std::size_t count, DistanceMetric metric) {
    const auto width = static_cast<std::size_t>(dimensions);
    const auto experts = static_cast<int>(keys.size() / width);
    if (expert < 0 || expert >= experts) return {};
    const auto key = [&](int e) {
        return Eigen::Map<const Eigen::VectorXf>(keys.data() + static_cast<std::size_t>(e) * width,
                                                 dimensions)
            .cast<double>();
    };
    const double own = key(expert).norm();
    std::vector<KeyPair> others;
    for (int other = 0; other < experts; ++other) {
        const double norms = own * key(other).norm();
        const double cosine = norms > 0 ? key(expert).dot(key(other)) / norms : 0;
        if (other != expert && std::isfinite(norms))
            others.push_back({expert, other, cosine, (key(expert) - key(other)).norm()});
    }
    const std::size_t shown = std::min(count, others.size());
    const auto far = [metric](const KeyPair& pair) {
        return metric == DistanceMetric::cosine ? 1 - pair.cosine : pair.distance;
    };
    std::ranges::partial_sort(others, others.begin() + static_cast<std::ptrdiff_t>(shown),
                              [&](const KeyPair& a, const KeyPair& b) {
                                  return far(a) != far(b) ? far(a) < far(b) : a.other < b.other;
                              });
    others.resize(shown);
    return others;
}

std::vector<std::int32_t> nearestExperts(std::span<const float> queries,
                                         std::span<const float> keys, int dimensions, int top_k) {
    const View q = rows(queries, dimensions);
    const View k = rows(keys, dimensions);
    if (top_k < 1 || top_k > k.rows())
        throw Error("There are " + std::to_string(k.rows()) + " experts, so " +
                    std::to_string(top_k) + " can't be selected.");
    std::vector<std::int32_t> chosen;
    std::vector<std::int32_t> order(static_cast<std::size_t>(k.rows()));
    for (Eigen::Index begin = 0; begin < q.rows(); begin += kMetricRows) {
        const Eigen::Index count = std::min(kMetricRows, q.rows() - begin);
        const Matrix scores = q.middleRows(begin, count) * k.transpose();  // [count, E]
        for (Eigen::Index r = 0; r < count; ++r) {
            std::iota(order.begin(), order.end(), 0);
            std::partial_sort(order.begin(), order.begin() + top_k, order.end(), [&](int a, int b) {
                return scores(r, a) != scores(r, b) ? scores(r, a) > scores(r, b) : a < b;
            });
            chosen.insert(chosen.end(), order.begin(), order.begin() + top_k);
        }
    }
    return chosen;
}

QueryFit queryFit(std::span<const float> queries, std::span<const float> keys, int dimensions,
                  const Selections& chosen, std::span<const float> bias) {
    const View q = rows(queries, dimensions);
    const View k = rows(keys, dimensions);
    if (k.rows() != chosen.experts || std::cmp_not_equal(q.rows(), chosen.tokens()))
        throw Error("Queries, keys and selections are not of the same tokens and experts.");
    if (!bias.empty() && std::cmp_not_equal(bias.size(), k.rows()))
        throw Error("The selection bias is not of these experts.");
    checkSelections(chosen);
    QueryFit fit;
    if (q.rows() == 0) return fit;
    const Matrix unit_keys = normalized(k);
    const Matrix unit_queries = normalized(q);
    for (Eigen::Index t = 0; t < q.rows(); ++t) {
        const auto experts = chosen.of(static_cast<std::size_t>(t));
        Eigen::RowVectorXf scores = q.row(t) * k.transpose();  // [E]
        for (std::size_t e = 0; e < bias.size(); ++e)
            scores[static_cast<Eigen::Index>(e)] += bias[e];
        for (std::size_t rank = 0; rank < experts.size(); ++rank) {
            const double cosine = unit_queries.row(t).dot(unit_keys.row(experts[rank]));
            fit.cosine += cosine / chosen.top_k;
            if (rank == 0) fit.best_cosine += cosine;
        }
        if (chosen.top_k == chosen.experts) continue;
        float last = std::numeric_limits<float>::infinity();
        for (const std::int32_t expert : experts) {
            last = std::min(last, scores[expert]);
            scores[expert] = -std::numeric_limits<float>::infinity();
        }
        fit.margin += last - scores.maxCoeff();
    }
    const auto tokens = static_cast<double>(q.rows());
    return {fit.cosine / tokens, fit.best_cosine / tokens, fit.margin / tokens};
}

}  // namespace orrery
