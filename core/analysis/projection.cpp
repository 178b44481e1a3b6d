// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/projection.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <qdtsne/qdtsne.hpp>
#include <umappp/umappp.hpp>
#include <utility>

#include "core/analysis/alignment.h"
#include "core/analysis/neighbors.h"
#include "core/analysis/pca.h"
#include "core/error.h"
#include "core/threads.h"

namespace orrery {
namespace {

using Partial = std::function<bool(const Projection&)>;

constexpr int kChunk =
    10;  // epochs between two partial results: well under a second for 4,096 keys
constexpr int kUmapEpochs = 200;
constexpr int kTsneEpochs = 400;
constexpr int kTsneEpochsOfFew = 200;  // they come to rest sooner
constexpr int kFewPoints = 1000;

// Layouts are of floats: they are pictures, and take half the time.
using Layout = std::vector<float>;

int threadsOf(const ProjectionOptions& options) {
    return options.threads > 0 ? options.threads : availableThreads();
}

/// Centered and scaled so that the farthest point lies on the unit sphere.
template <class Real>  // float, double
Projection finish(const std::vector<Real>& layout, int dimensions, double progress) {
    const std::size_t count = layout.size() / static_cast<std::size_t>(dimensions);
    std::vector<double> mean(static_cast<std::size_t>(dimensions), 0.0);
    for (std::size_t i = 0; i < layout.size(); ++i)
        mean[i % mean.size()] += layout[i];
    for (double& m : mean)
        m /= static_cast<double>(count);
    double largest = 0;
    for (std::size_t p = 0; p < count; ++p) {
        double squared = 0;
        for (std::size_t d = 0; d < mean.size(); ++d) {
            const double x = layout[p * mean.size() + d] - mean[d];
            squared += x * x;
        }
        largest = std::max(largest, std::sqrt(squared));
    }
    Projection result;
    result.dimensions = dimensions;
    result.progress = progress;
    result.radius = largest;
    result.points.resize(layout.size());
    const double scale = largest > 0 ? 1 / largest : 0;
    for (std::size_t i = 0; i < layout.size(); ++i) {
        result.points[i] = static_cast<float>((layout[i] - mean[i % mean.size()]) * scale);
    }
    return result;
}

Projection projectPca(std::span<const float> points, int count, int dimensions_in,
                      const ProjectionOptions& options) {
    const auto axes = static_cast<std::size_t>(options.dimensions);
    std::vector<int> wanted = options.components;
    if (wanted.empty() || options.method != ProjectionMethod::pca) {
        wanted.resize(axes);
        std::iota(wanted.begin(), wanted.end(), 1);
    }
    const int most = std::ranges::max(wanted);
    const PrincipalComponents pca = principalComponents(points, count, dimensions_in, most);
    std::vector<double> scores;  // [count, axes]
    for (std::size_t row = 0; row < pca.scores.size(); row += static_cast<std::size_t>(most))
        for (const int component : wanted)
            scores.push_back(pca.scores[row + static_cast<std::size_t>(component) - 1]);
    Projection result = finish(scores, options.dimensions, 1);
    for (const int component : wanted)
        result.explained_variance.push_back(
            pca.explained_variance[static_cast<std::size_t>(component) - 1]);
    return result;
}

/// "1, 3": distinct components that these points have.
void checkComponents(int count, int dimensions_in, const ProjectionOptions& options) {
    if (options.method != ProjectionMethod::pca || options.components.empty()) return;
    if (std::cmp_not_equal(options.components.size(), options.dimensions))
        throw Error("A projection to " + std::to_string(options.dimensions) +
                    " dimensions needs as many principal components, not " +
                    std::to_string(options.components.size()) + ".");
    const int most = std::min(count, dimensions_in);
    for (auto it = options.components.begin(); it != options.components.end(); ++it) {
        if (*it < 1 || *it > most)
            throw Error("There is no principal component " + std::to_string(*it) +
                        ": these keys have 1 to " + std::to_string(most) + ".");
        if (std::find(options.components.begin(), it, *it) != it)
            throw Error("Principal component " + std::to_string(*it) +
                        " stands on two axes: choose another for one of them.");
    }
}

/// Runs `status` to its end in chunks, handing out partial results. Both libraries share this
/// shape.
template <typename Status>
Projection runInChunks(Status& status, Layout& layout, int epochs, int dimensions,
                       const Partial& partial) {
    for (int done = kChunk; done < epochs; done += kChunk) {
        status.run(layout.data(), done);
        if (partial && !partial(finish(layout, dimensions, static_cast<double>(done) / epochs))) {
            throw Cancelled();
        }
    }
    status.run(layout.data(), epochs);
    return finish(layout, dimensions, 1);
}

std::function<bool()> askBetweenBlocks(const Partial& partial, int count, int dimensions) {
    if (!partial) return {};
    return [&partial, count, dimensions] {
        Projection nothing_yet;
        nothing_yet.dimensions = dimensions;
        nothing_yet.points.assign(static_cast<std::size_t>(count * dimensions), 0.0f);
        nothing_yet.progress = 0;
        return partial(nothing_yet);
    };
}

/// Where a film goes on from, in the method's own coordinates; empty without a picture before.
Layout layoutBefore(const ProjectionOptions& options) {
    Layout layout;
    if (!options.before) return layout;
    for (const float value : options.before->points)
        layout.push_back(static_cast<float>(value * options.before->radius));
    return layout;
}

/// Neighbors as the libraries take them.
std::vector<std::vector<std::pair<int, float>>> neighborsOf(std::span<const float> points,
                                                            int count, int dimensions_in,
                                                            int neighbors,
                                                            const ProjectionOptions& options,
                                                            const Partial& partial) {
    const NeighborLists exact =
        nearestNeighbors(points, count, dimensions_in, neighbors, threadsOf(options),
                         askBetweenBlocks(partial, count, options.dimensions), options.metric);
    std::vector<std::vector<std::pair<int, float>>> lists;
    for (const auto& row : exact)
        lists.emplace_back(row.begin(), row.end());
    return lists;
}

Projection projectUmap(std::span<const float> points, int count, int dimensions_in,
                       const ProjectionOptions& options, const Partial& partial) {
    umappp::Options umap;
    umap.num_neighbors = std::min(options.neighbors, count - 1);
    umap.min_dist = options.min_distance;
    umap.initialize_seed = options.seed;
    umap.optimize_seed = options.seed + 1;
    umap.num_epochs = options.epochs > 0 ? options.epochs : kUmapEpochs;
    Layout layout = layoutBefore(options);
    if (layout.empty())
        layout.resize(static_cast<std::size_t>(count * options.dimensions));
    else
        umap.initialize_method = umappp::InitializeMethod::NONE;
    auto status = umappp::initialize<int, float>(
        neighborsOf(points, count, dimensions_in, umap.num_neighbors, options, partial),
        static_cast<std::size_t>(options.dimensions), layout.data(), umap);
    return runInChunks(status, layout, status.num_epochs(), options.dimensions, partial);
}

template <int dimensions>
Projection projectTsne(std::span<const float> points, int count, int dimensions_in,
                       const ProjectionOptions& options, const Partial& partial) {
    qdtsne::Options tsne;
    tsne.perplexity = std::min(options.perplexity, (count - 1) / 3.0);
    tsne.infer_perplexity = false;
    const int epochs = count < kFewPoints ? kTsneEpochsOfFew : kTsneEpochs;
    tsne.max_iterations = options.epochs > 0 ? options.epochs : epochs;
    tsne.early_exaggeration_iterations = std::min(250, tsne.max_iterations / 4);
    tsne.momentum_switch_iterations = tsne.early_exaggeration_iterations;
    tsne.num_threads = threadsOf(options);
    tsne.leaf_approximation = true;  // points of a leaf of the tree share what pushes them
    // Exaggeration is there to gather what a random start has scattered.
    if (options.before) tsne.early_exaggeration_iterations = 0;
    const int neighbors =
        std::clamp(static_cast<int>(std::ceil(3 * tsne.perplexity)), 1, count - 1);
    auto status = qdtsne::initialize<dimensions, int, float>(
        neighborsOf(points, count, dimensions_in, neighbors, options, partial), tsne);
    Layout layout = layoutBefore(options);
    if (layout.empty())
        layout = qdtsne::initialize_random<dimensions, float>(static_cast<std::size_t>(count),
                                                              options.seed);
    return runInChunks(status, layout, tsne.max_iterations, dimensions, partial);
}

void check(std::span<const float> points, int count, int dimensions_in,
           const ProjectionOptions& options) {
    if (count < 2)
        throw Error("A projection needs at least 2 points; there is " + std::to_string(count) +
                    ".");
    if (options.dimensions != 2 && options.dimensions != 3) {
        throw Error("A projection has 2 or 3 dimensions, not " +
                    std::to_string(options.dimensions) + ".");
    }
    if (std::ssize(points) != static_cast<std::ptrdiff_t>(count) * dimensions_in) {
        throw Error("A projection of " + std::to_string(count) + " points of " +
                    std::to_string(dimensions_in) + " dimensions got " +
                    std::to_string(points.size()) + " numbers.");
    }
    if (options.before && (options.before->dimensions != options.dimensions ||
                           std::ssize(options.before->points) !=
                               static_cast<std::ptrdiff_t>(count) * options.dimensions)) {
        throw Error("A projection can't continue from a projection of other points: restart it.");
    }
    if (!std::all_of(points.begin(), points.end(), [](float x) { return std::isfinite(x); })) {
        throw Error(
            "The points contain a value that is not finite, so they can't be projected. Use a step "
            "before the loss became non-finite.");
    }
}

Projection projectAlone(std::span<const float> points, int count, int dimensions_in,
                        const ProjectionOptions& options, const Partial& partial) {
    // Neighbor graphs of a handful of points mean nothing: their principal axes are shown instead.
    constexpr int fewest_for_neighbors = 5;
    if (options.method == ProjectionMethod::pca || count < fewest_for_neighbors) {
        if (options.metric == DistanceMetric::cosine)
            return projectPca(unitRows(points, dimensions_in), count, dimensions_in, options);
        return projectPca(points, count, dimensions_in, options);
    }
    if (options.method == ProjectionMethod::umap) {
        return projectUmap(points, count, dimensions_in, options, partial);
    }
    return options.dimensions == 3 ? projectTsne<3>(points, count, dimensions_in, options, partial)
                                   : projectTsne<2>(points, count, dimensions_in, options, partial);
}

}  // namespace

Projection project(std::span<const float> points, int count, int dimensions_in,
                   const ProjectionOptions& options, const Partial& partial) {
    check(points, count, dimensions_in, options);
    checkComponents(count, dimensions_in, options);
    Projection result = projectAlone(points, count, dimensions_in, options, partial);
    if (!options.before) return result;
    const auto turn = options.method == ProjectionMethod::pca ? mirroredOnto : rotatedOnto;
    result.points = turn(result.points, options.before->points, options.dimensions);
    return result;
}

ProjectionMethod parseProjectionMethod(const std::string& name) {
    if (name == "pca") return ProjectionMethod::pca;
    if (name == "umap") return ProjectionMethod::umap;
    if (name == "tsne") return ProjectionMethod::tsne;
    throw Error("Unknown projection method '" + name + "': use pca, umap or tsne.");
}

}  // namespace orrery
