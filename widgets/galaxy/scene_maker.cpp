// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/scene_maker.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/analysis/key_metrics.h"
#include "widgets/csv_field.h"
#include "widgets/palette/color_map.h"
#include "widgets/palette/visible_text.h"
#include "widgets/status/run_words.h"

namespace orrery {
namespace {

struct SceneWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::GalaxyScene)
};

struct UsageScale {
    double low = 1, high = 1;
    // Usage spans decades, so color and size run with its logarithm.
    double share(double usage) const {
        if (!(usage > 0) || high <= low) return usage > 0 ? 0.5 : 0;
        return std::clamp(std::log(usage / low) / std::log(high / low), 0.0, 1.0);
    }
};

UsageScale scaleOf(const GalaxyLayout& layout, const SceneOptions& options) {
    UsageScale scale{.low = 1e300, .high = 0};
    const auto widen = [&scale](const std::vector<float>& usage) {
        for (const float value : usage) {
            if (!(value > 0)) continue;
            scale.low = std::min<double>(scale.low, value);
            scale.high = std::max<double>(scale.high, value);
        }
    };
    widen(layout.keys->usage);
    for (const auto& frame : options.film)
        widen(frame->keys->usage);
    if (scale.high <= 0) return {};
    // A few experts decayed to nothing must not squeeze the rest into one color.
    scale.low = std::max(scale.low, scale.high * 1e-4);
    return scale;
}

/// Of an imported model without recorded routing it isn't: its keys are none that nobody selects.
bool usageKnown(const GalaxyLayout& layout) {
    return std::ranges::any_of(layout.keys->usage, [](float usage) { return usage > 0; });
}

double largest(const std::vector<double>& values) {
    return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
}

double usageOf(const GalaxyLayout& layout, std::size_t expert) {
    return expert < layout.keys->usage.size() ? layout.keys->usage[expert] : 0.0;
}

int clusterOf(const GalaxyLayout& layout, std::size_t expert) {
    const auto& assignment = layout.clusters.assignment;
    return expert < assignment.size() ? assignment[expert] : -1;
}

// With many keys each is drawn smaller, so that the cloud keeps its shape.
double crowdFactor(int experts) {
    return std::clamp(std::pow(96.0 / std::max(experts, 1), 0.30), 0.34, 1.25);
}

Vec3 positionOf(const Projection& projection, std::size_t index) {
    const auto d = static_cast<std::size_t>(projection.dimensions);
    const float* point = projection.points.data() + index * d;
    return {point[0], point[1], d > 2 ? point[2] : 0.0};
}

// Others are a gray of their own beside the gray of none.
QColor otherColor(bool dark) {
    return dark ? QColor(0xc8ced6) : QColor(0x5b636d);
}

QColor kindColor(const KeyKinds& kinds, std::size_t key, bool dark) {
    const int kind = key < kinds.of_key.size() ? kinds.of_key[key] : KeyKinds::none;
    return kind == KeyKinds::other ? otherColor(dark) : clusterColor(kind, dark);
}

/// Lengths of the keys, which routers of other programs don't make unit vectors.
struct NormScale {
    NormScale() = default;
    explicit NormScale(const GalaxyLayout& layout)
        : norms(rowNorms(layout.keys->keys, layout.keys->dimensions)) {
        const auto [least, most] = std::ranges::minmax_element(norms);
        if (norms.empty()) return;
        low = *least;
        high = *most;
    }
    double share(std::size_t expert) const {
        return high > low ? (norms[expert] - low) / (high - low) : 0.5;
    }
    std::vector<double> norms;
    double low = 0, high = 0;
};

QColor colorOf(const GalaxyLayout& layout, const SceneOptions& options, std::size_t expert,
               double usage_share, const NormScale& norms) {
    const bool dark = options.theme.dark;
    if (options.coloring == GalaxyColoring::cluster)
        return clusterColor(clusterOf(layout, expert), dark);
    if (options.coloring == GalaxyColoring::usage)
        return sequentialColor(0.12 + 0.88 * usage_share, dark);
    if (options.coloring == GalaxyColoring::norm)
        return sequentialColor(0.12 + 0.88 * norms.share(expert), dark);
    if (options.coloring != GalaxyColoring::drift) return kindColor(options.kinds, expert, dark);
    const double most = largest(options.drift);
    const double drift = expert < options.drift.size() ? options.drift[expert] : 0.0;
    return sequentialColor(0.12 + 0.88 * (most > 0 ? drift / most : 0), dark);
}

void addTrails(GalaxyScene& scene, const GalaxyLayout& layout, const SceneOptions& options) {
    if (options.trail.empty()) return;
    for (std::size_t i = 0; i < scene.points.size(); ++i) {
        std::vector<Vec3> trail;
        for (const auto& before : options.trail)
            trail.push_back(positionOf(before->projection, i));
        trail.push_back(positionOf(layout.projection, i));
        scene.trails.push_back(std::move(trail));
    }
}

void addPoints(GalaxyScene& scene, const GalaxyLayout& layout, const SceneOptions& options,
               const UsageScale& scale) {
    const double crowd = crowdFactor(layout.keys->experts);
    const bool known = usageKnown(layout);
    const NormScale norms =
        options.coloring == GalaxyColoring::norm ? NormScale(layout) : NormScale();
    for (std::size_t i = 0; i < static_cast<std::size_t>(layout.keys->experts); ++i) {
        const double usage = usageOf(layout, i);
        const double share = scale.share(usage);
        GalaxyPoint point{.position = positionOf(layout.projection, i), .color = {}};
        point.radius = crowd * (options.size_by_usage ? 0.55 + 0.95 * share : 1.0);
        point.color = colorOf(layout, options, i, share, norms);
        if (options.respawned.contains(static_cast<int>(i))) {
            point.shape = PointShape::diamond;
        } else if (!(usage > 0) && known) {
            point.shape = PointShape::cross;
            point.color = scene.theme.warning;
            point.radius = crowd * 0.9;
        }
        scene.points.push_back(point);
    }
}

// A trail belongs to a key: the queries come last, without one.
void addQueries(GalaxyScene& scene, const SceneOptions& options) {
    if (!options.queries) return;
    const QueryCloud& cloud = *options.queries;
    // As large as a much used key of a small store, whatever the store.
    const double size = cloud.places.size() <= 64 ? 1.3 : 0.9;
    for (std::size_t i = 0; i < cloud.places.size(); ++i) {
        scene.points.push_back({cloud.places[i], scene.theme.text, size, PointShape::square});
        if (options.query_labels)
            scene.labels.push_back(
                {cloud.places[i], cloud.pieces[i], scene.theme.text, true, false, size});
    }
    scene.queries = cloud.places.size();
}

void addKeyLabels(GalaxyScene& scene, const SceneOptions& options) {
    const auto add = [&](const auto& labels, bool plain) {
        for (const auto& [key, text] : labels)
            if (key >= 0 && key < scene.keys()) {
                const GalaxyPoint& point = scene.points[static_cast<std::size_t>(key)];
                scene.labels.push_back(
                    {point.position, text, point.color, true, plain, point.radius});
            }
    };
    add(options.key_labels, false);
    add(options.token_labels, true);
}

void addClusterLabels(GalaxyScene& scene, const GalaxyLayout& layout) {
    const int count = layout.clusters.count;
    std::vector<Vec3> sums(static_cast<std::size_t>(count));
    std::vector<int> sizes(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < scene.points.size(); ++i) {
        const int cluster = clusterOf(layout, i);
        if (cluster < 0) continue;
        Vec3& sum = sums[static_cast<std::size_t>(cluster)];
        const Vec3& at = scene.points[i].position;
        sum = {sum.x + at.x, sum.y + at.y, sum.z + at.z};
        ++sizes[static_cast<std::size_t>(cluster)];
    }
    for (std::size_t c = 0; c < sums.size(); ++c) {
        const QColor color = clusterColor(static_cast<int>(c), scene.theme.dark);
        const double n = std::max(1, sizes[c]);
        scene.labels.push_back(
            {{sums[c].x / n, sums[c].y / n, sums[c].z / n}, QString::number(c + 1), color});
        scene.legend.entries.push_back(
            {color, SceneWords::tr("%1: %n keys", nullptr, sizes[c]).arg(c + 1)});
    }
    scene.legend.title = SceneWords::tr("Clusters (silhouette %1)")
                             .arg(decimalText(layout.clusters.silhouette, 'f', 2));
}

QString shortNumber(double value) {
    return std::abs(value) >= 100 && std::abs(value) < 1e6 ? decimalText(value, 'f', 0)
                                                           : decimalText(value, 'g', 2);
}

void addGradient(GalaxyScene& scene, const QString& title, double low, double high) {
    scene.legend.title = title;
    for (int i = 0; i < 48; ++i)
        scene.legend.gradient.push_back(
            sequentialColor(0.12 + 0.88 * (i + 0.5) / 48, scene.theme.dark));
    scene.legend.low = shortNumber(low);
    scene.legend.high = shortNumber(high);
}

/// The experts whose keys have turned farthest, with how far.
void addFarthest(GalaxyScene& scene, const std::vector<double>& drift) {
    std::vector<std::size_t> order(drift.size());
    std::iota(order.begin(), order.end(), 0);
    const std::size_t shown = std::min<std::size_t>(5, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown),
                      order.end(),
                      [&](std::size_t a, std::size_t b) { return drift[a] > drift[b]; });
    for (std::size_t i = 0; i < shown; ++i)
        scene.legend.entries.push_back(
            {scene.points[order[i]].color, SceneWords::tr("Expert %1: %2")
                                               .arg(order[i])
                                               .arg(decimalText(drift[order[i]], 'f', 3))});
}

void addKinds(GalaxyScene& scene, const KeyKinds& kinds) {
    scene.legend.title = kinds.title;
    const bool dark = scene.theme.dark;
    const auto add = [&](const QColor& color, const QString& name, int kind) {
        const int count = kinds.count(kind);
        if (count > 0)
            scene.legend.entries.push_back(
                {color, SceneWords::tr("%1: %n keys", nullptr, count).arg(name)});
    };
    for (std::size_t i = 0; i < kinds.names.size(); ++i)
        add(clusterColor(static_cast<int>(i), dark), kinds.names[i], static_cast<int>(i));
    add(otherColor(dark), SceneWords::tr("others"), KeyKinds::other);
    add(clusterColor(-1, dark), SceneWords::tr("none"), KeyKinds::none);
}

void addMarkLegend(GalaxyScene& scene) {
    const auto add = [&](const QColor& color, const QString& text, PointShape shape) {
        const auto count = std::ranges::count(scene.points, shape, &GalaxyPoint::shape);
        if (count > 0) scene.legend.entries.push_back({color, text.arg(count), shape});
    };
    add(scene.theme.warning, SceneWords::tr("Never selected: %1"), PointShape::cross);
    add(scene.theme.axis, SceneWords::tr("Respawned: %1"), PointShape::diamond);
    add(scene.theme.text, SceneWords::tr("Queries of the text: %1"), PointShape::square);
}

void addLegend(GalaxyScene& scene, const GalaxyLayout& layout, const SceneOptions& options,
               const UsageScale& scale) {
    if (options.coloring == GalaxyColoring::cluster && layout.clusters.count > 0) {
        addClusterLabels(scene, layout);
    } else if (options.coloring == GalaxyColoring::usage && usageKnown(layout)) {
        addGradient(scene, SceneWords::tr("Usage (log scale)"), scale.low, scale.high);
    } else if (options.coloring == GalaxyColoring::norm) {
        const NormScale norms(layout);
        addGradient(scene, SceneWords::tr("Norm of the key"), norms.low, norms.high);
    } else if (options.coloring == GalaxyColoring::drift) {
        addGradient(
            scene,
            SceneWords::tr("Angular drift since step %1 (1 - cosine)").arg(options.drift_since), 0,
            largest(options.drift));
        addFarthest(scene, options.drift);
    } else if (!options.kinds.names.empty()) {
        addKinds(scene, options.kinds);
    }
    addMarkLegend(scene);
}

/// ", neighbors 15, min. distance 0.1, seed 1": what the method was told, and what it took where
/// the keys are too few for that.
QString parametersOf(const GalaxyLayout& layout) {
    const auto& options = layout.request.options;
    const int experts = layout.keys->experts;
    const auto told = [experts](double wanted, double most) {
        if (wanted <= most) return decimalText(wanted, 'g', 4);
        return SceneWords::tr("%1 (%2 is too many for %3 keys)")
            .arg(decimalText(most, 'g', 3), decimalText(wanted, 'g', 4))
            .arg(experts);
    };
    QString text;
    if (options.method == ProjectionMethod::umap)
        text = SceneWords::tr(", neighbors %1, min. distance %2")
                   .arg(told(options.neighbors, experts - 1))
                   .arg(decimalText(options.min_distance, 'g', 6));
    if (options.method == ProjectionMethod::tsne)
        text = SceneWords::tr(", perplexity %1").arg(told(options.perplexity, (experts - 1) / 3.0));
    if (options.method == ProjectionMethod::pca && options.metric == DistanceMetric::cosine)
        text += SceneWords::tr(", directions of the keys (cosine)");
    if (options.method != ProjectionMethod::pca) {
        if (options.metric == DistanceMetric::cosine) text += SceneWords::tr(", cosine distance");
        text += SceneWords::tr(", seed %1").arg(options.seed);
    }
    if (layout.refined > 0)
        text += SceneWords::tr(", refined %n times since step %1, aligned", nullptr, layout.refined)
                    .arg(layout.refined_from);
    else if (layout.aligned)
        text += SceneWords::tr(", aligned to another snapshot");
    return text;
}

/// "PC3 (4.1 %)" with its share of the variance; "UMAP 2".
QString axisName(const GalaxyLayout& layout, std::size_t axis) {
    const ProjectionOptions& options = layout.request.options;
    const auto number = static_cast<int>(axis) + 1;
    if (options.method != ProjectionMethod::pca)
        return methodName(options.method) + u' ' + QString::number(number);
    const int component = options.components.empty() ? number : options.components.at(axis);
    const auto& variance = layout.projection.explained_variance;
    if (axis >= variance.size()) return QStringLiteral("PC%1").arg(component);
    const double percent = 100 * variance[axis];
    return QStringLiteral("PC%1 (%2 %)")
        .arg(component)
        .arg(decimalText(percent, 'f', percent < 9.95 ? 1 : 0));
}

QString noteOf(const GalaxyLayout& layout, const QueryCloud* queries) {
    const auto& options = layout.request.options;
    const int experts = layout.keys->experts;
    QString note = SceneWords::tr("%1 of %n keys in %2 dimensions, step %3, %4", nullptr, experts)
                       .arg(experts)
                       .arg(layout.keys->dimensions)
                       .arg(layout.keys->step)
                       .arg(methodName(options.method));
    note += parametersOf(layout);
    const auto& variance = layout.projection.explained_variance;
    if (!variance.empty()) {
        double sum = 0;
        for (const double share : variance)
            sum += share;
        note += SceneWords::tr(": %1 % of the variance").arg(decimalText(100 * sum, 'f', 1));
    }
    if (layout.projection.progress < 1)
        note += SceneWords::tr(" (%1 % done)").arg(100 * layout.projection.progress, 0, 'f', 0);
    if (layout.places > 0 && layout.places < 0.8 * experts)
        note += SceneWords::tr("; at %n distinct points", nullptr, layout.places);
    if (queries) note += QStringLiteral(". ") + queries->note;
    return note;
}

}  // namespace

QString methodName(ProjectionMethod method) {
    switch (method) {
        case ProjectionMethod::pca:
            return QStringLiteral("PCA");
        case ProjectionMethod::umap:
            return QStringLiteral("UMAP");
        default:
            return QStringLiteral("t-SNE");
    }
}

GalaxyScene makeScene(const GalaxyLayout& layout, const SceneOptions& options) {
    GalaxyScene scene;
    scene.theme = options.theme;
    scene.flat = layout.projection.dimensions == 2;
    scene.apart = options.apart;
    const UsageScale scale = scaleOf(layout, options);
    addPoints(scene, layout, options, scale);
    addTrails(scene, layout, options);
    addQueries(scene, options);  // asked for last, and few: their words have the first choice
    addKeyLabels(scene, options);
    addLegend(scene, layout, options, scale);
    if (!options.legend) scene.legend = {};
    scene.title = SceneWords::tr("%1: key store").arg(options.layer_title);
    scene.note = noteOf(layout, options.queries.get());
    scene.warning = options.warning;
    if (scene.warning.isEmpty()) scene.warning = options.kinds.missing;
    if (scene.warning.isEmpty() && options.coloring == GalaxyColoring::usage && !usageKnown(layout))
        scene.warning = SceneWords::tr("Usage is not known");
    for (std::size_t i = 0; i < scene.axes.size(); ++i)
        if (static_cast<int>(i) < layout.projection.dimensions) scene.axes[i] = axisName(layout, i);
    return scene;
}

QString describeKey(const GalaxyLayout& layout, int expert, const ExpertTokens* tokens) {
    const auto index = static_cast<std::size_t>(expert);
    if (expert < 0 || expert >= layout.keys->experts) return {};
    const auto& usage = layout.keys->usage;
    const double own = usageOf(layout, index);
    QStringList lines;
    lines << SceneWords::tr("Expert %1 of layer %2").arg(expert).arg(layout.keys->layer);
    if (own > 0) {
        const auto rank = 1 + std::count_if(usage.begin(), usage.end(),
                                            [own](float other) { return other > own; });
        lines << SceneWords::tr("Usage %1, rank %2 of %3")
                     .arg(decimalText(own, 'g', 3), QString::number(rank),
                          QString::number(usage.size()));
    } else if (!usageKnown(layout)) {
        lines << SceneWords::tr("Usage is not known");
    } else {
        lines << SceneWords::tr("Never selected (dead)");
    }
    if (clusterOf(layout, index) >= 0)
        lines << SceneWords::tr("Cluster %1").arg(clusterOf(layout, index) + 1);
    if (tokens && index < tokens->experts.size() && !tokens->experts[index].empty()) {
        QStringList pieces;
        for (const auto& [piece, count] : tokens->experts[index])
            pieces << QStringLiteral("%1 (%2)").arg(visibleText(piece)).arg(count);
        lines << SceneWords::tr("Most frequent tokens: %1").arg(pieces.join(QStringLiteral(", ")));
    }
    return lines.join(QLatin1Char('\n'));
}

QString layoutAsCsv(const GalaxyLayout& layout, const SceneOptions& options) {
    QString text =
        QStringLiteral("run,layer,step,method,expert,x,y,z,usage,cluster,kind,placed_anew,token\n");
    const QString head =
        csvField(options.run_name) + QStringLiteral(",%1,%2,%3,")
                                         .arg(layout.keys->layer)
                                         .arg(layout.keys->step)
                                         .arg(methodName(layout.request.options.method));
    const auto number = [](double value) { return QString::number(value, 'g', 9); };
    const auto place = [&](const Vec3& at) {
        return number(at.x) + u',' + number(at.y) + u',' + number(at.z);
    };
    for (std::size_t i = 0; i < static_cast<std::size_t>(layout.keys->experts); ++i) {
        const int cluster = clusterOf(layout, i);
        const QStringList cells{QString::number(i),
                                place(positionOf(layout.projection, i)),
                                number(usageOf(layout, i)),
                                cluster < 0 ? QString() : QString::number(cluster + 1),
                                csvField(options.kinds.nameOf(i)),
                                options.respawned.contains(static_cast<int>(i)) ? "1" : "0",
                                QString()};
        text += head + cells.join(u',') + u'\n';
    }
    for (std::size_t i = 0; options.queries && i < options.queries->places.size(); ++i)
        text += head + u',' + place(options.queries->places[i]) + QStringLiteral(",,,,,") +
                csvField(options.queries->pieces[i]) + u'\n';
    return text;
}

}  // namespace orrery
