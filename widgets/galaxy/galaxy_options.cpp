// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/galaxy_options.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QSettings>
#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/files/regular_file.h"
#include "core/runs/run_folder.h"
#include "widgets/figure/look_words.h"

namespace orrery {
namespace {

constexpr const char* kMethods[] = {"pca", "umap", "tsne"};
constexpr const char* kMetrics[] = {"euclidean", "cosine"};
constexpr const char* kColorings[] = {"usage", "cluster", "drift", "part",
                                      "token", "guild",   "norm"};

std::filesystem::path lookFile(const std::filesystem::path& run_folder) {
    return RunFolder{run_folder}.viewsFolder() / "galaxy.json";
}

template <std::size_t size>
int indexOf(const char* const (&names)[size], const QString& name) {
    for (std::size_t i = 0; i < size; ++i)
        if (name == QLatin1String(names[i])) return static_cast<int>(i);
    return 0;
}

QJsonObject toJson(const GalaxyLook& look) {
    const ProjectionOptions& projection = look.options.request.options;
    QJsonArray components;
    for (const int component : projection.components)
        components << component;
    QJsonObject json = cameraToJson(look.camera);
    const QJsonObject options{{"layer", look.options.layer},
                              {"step", static_cast<qint64>(look.options.step)},
                              {"projection", kMethods[static_cast<int>(projection.method)]},
                              {"seed", static_cast<qint64>(projection.seed)},
                              {"neighbors", projection.neighbors},
                              {"min_distance", projection.min_distance},
                              {"perplexity", projection.perplexity},
                              {"clusters", look.options.request.clusters},
                              {"color", kColorings[static_cast<int>(look.options.coloring)]},
                              {"size_by_usage", look.options.size_by_usage},
                              {"labels", look.options.labels},
                              {"token_labels", look.options.token_labels},
                              {"query_labels", look.options.query_labels},
                              {"legend", look.options.legend},
                              {"dimensions", projection.dimensions},
                              {"components", components},
                              {"metric", kMetrics[static_cast<int>(projection.metric)]}};
    for (auto it = options.begin(); it != options.end(); ++it)
        json.insert(it.key(), it.value());
    return json;
}

double bounded(const QJsonObject& json, const char* name, double usual, double low, double high) {
    return std::clamp(json.value(QLatin1String(name)).toDouble(usual), low, high);
}

/// None where they are not of so many axes.
std::vector<int> componentsFrom(const QList<double>& numbers, int dimensions) {
    constexpr double most = 100'000;
    std::vector<int> components;
    for (const double number : numbers)
        if (number >= 1 && number <= most && number == std::floor(number))
            components.push_back(static_cast<int>(number));
    return std::ssize(components) == dimensions && numbers.size() == dimensions
               ? components
               : std::vector<int>{};
}

GalaxyLook lookFrom(const QJsonObject& json) {
    GalaxyLook look;
    GalaxyOptions& options = look.options;
    ProjectionOptions& projection = options.request.options;
    options.layer = static_cast<int>(bounded(json, "layer", 0, 0, 1e6));
    options.step = static_cast<std::int64_t>(bounded(json, "step", -1, -1, 1e15));
    projection.method =
        static_cast<ProjectionMethod>(indexOf(kMethods, json.value("projection").toString()));
    projection.seed = static_cast<std::uint64_t>(bounded(json, "seed", 1, 0, 2147483647));
    projection.neighbors = static_cast<int>(bounded(json, "neighbors", 15, 2, 200));
    projection.min_distance = bounded(json, "min_distance", 0.1, 0, 1);
    projection.perplexity = bounded(json, "perplexity", 30, 2, 200);
    options.request.clusters = static_cast<int>(bounded(json, "clusters", 0, 0, 32));
    options.coloring =
        static_cast<GalaxyColoring>(indexOf(kColorings, json.value("color").toString()));
    options.request.with_clusters = options.coloring == GalaxyColoring::cluster;
    options.size_by_usage = json.value("size_by_usage").toBool(true);
    options.labels = json.value("labels").toBool(false);
    options.token_labels = json.value("token_labels").toBool(false);
    options.query_labels = json.value("query_labels").toBool(true);
    projection.dimensions = json.value("dimensions").toInt(3) == 2 ? 2 : 3;
    projection.metric =
        static_cast<DistanceMetric>(indexOf(kMetrics, json.value("metric").toString()));
    QList<double> components;
    for (const QJsonValue& component : json.value("components").toArray())
        components << component.toDouble();
    projection.components = componentsFrom(components, projection.dimensions);
    options.legend = json.value("legend").toBool(true);
    look.camera = cameraFromJson(json);
    return look;
}

}  // namespace

QJsonObject cameraToJson(const OrbitCamera& camera) {
    return {{"yaw", camera.yaw},
            {"pitch", camera.pitch},
            {"distance", camera.distance},
            {"pan_x", camera.pan.x()},
            {"pan_y", camera.pan.y()}};
}

OrbitCamera cameraFromJson(const QJsonObject& json) {
    const OrbitCamera usual;
    OrbitCamera camera;
    camera.yaw = std::remainder(json.value("yaw").toDouble(usual.yaw), 360.0);
    camera.pitch = bounded(json, "pitch", usual.pitch, -89, 89);
    camera.distance = bounded(json, "distance", usual.distance, 0.1, 40);
    camera.pan = {bounded(json, "pan_x", usual.pan.x(), -40, 40),
                  bounded(json, "pan_y", usual.pan.y(), -40, 40)};
    return camera;
}

QStringList lookOf(const GalaxyLook& look) {
    const GalaxyOptions &options = look.options, first;
    const ProjectionOptions &projection = options.request.options, usual;
    QStringList words{QStringLiteral("layer=%1").arg(options.layer),
                      QStringLiteral("step=%1").arg(options.step)};
    const auto add = [&words](bool differs, const QString& word) {
        if (differs) words << word;
    };
    const auto real = [](const char* name, double value) {
        return asReals(QLatin1String(name), {value});
    };
    const bool umap = projection.method == ProjectionMethod::umap;
    const bool tsne = projection.method == ProjectionMethod::tsne;
    const bool clusters = options.coloring == GalaxyColoring::cluster;
    add(umap || tsne,
        QStringLiteral("method=") + QLatin1String(kMethods[static_cast<int>(projection.method)]));
    add(umap && projection.neighbors != usual.neighbors,
        QStringLiteral("neighbors=%1").arg(projection.neighbors));
    add(umap && projection.min_distance != usual.min_distance,
        real("min-distance", projection.min_distance));
    add(tsne && projection.perplexity != usual.perplexity,
        real("perplexity", projection.perplexity));
    add(projection.metric == DistanceMetric::cosine, QStringLiteral("metric=cosine"));
    add(projection.dimensions == 2, QStringLiteral("flat"));
    if (!umap && !tsne && !projection.components.empty())
        words << asReals(QStringLiteral("components"),
                         {projection.components.begin(), projection.components.end()});
    add((umap || tsne || clusters) && projection.seed != usual.seed,
        QStringLiteral("seed=%1").arg(projection.seed));
    add(options.coloring != first.coloring,
        QStringLiteral("color=") + QLatin1String(kColorings[static_cast<int>(options.coloring)]));
    add(clusters && options.request.clusters > 0,
        QStringLiteral("clusters=%1").arg(options.request.clusters));
    add(!options.size_by_usage, QStringLiteral("one-size"));
    add(options.labels, QStringLiteral("labels"));
    add(options.token_labels, QStringLiteral("token-labels"));
    add(!options.query_labels, QStringLiteral("no-query-labels"));
    add(!options.legend, QStringLiteral("no-legend"));
    const OrbitCamera& camera = look.camera;
    add(!(camera == OrbitCamera()),
        asReals(QStringLiteral("camera"),
                {camera.yaw, camera.pitch, camera.distance, camera.pan.x(), camera.pan.y()}));
    return words;
}

GalaxyLook lookFrom(LookWords& words, int layers) {
    const auto named = [](const auto& names) {
        QStringList list;
        for (const char* name : names)
            list << QLatin1String(name);
        return list;
    };
    GalaxyLook look;
    GalaxyOptions& options = look.options;
    ProjectionOptions& projection = options.request.options;
    options.layer = static_cast<int>(
        words.whole(QStringLiteral("layer"), layers / 2, 0, std::max(0, layers - 1)));
    options.step = words.whole(QStringLiteral("step"), -1, -1, 1'000'000'000'000'000);
    projection.method =
        static_cast<ProjectionMethod>(words.choice(QStringLiteral("method"), named(kMethods), 0));
    projection.neighbors = static_cast<int>(words.whole(QStringLiteral("neighbors"), 15, 2, 200));
    projection.min_distance = words.real(QStringLiteral("min-distance"), 0.1, 0, 1);
    projection.perplexity = words.real(QStringLiteral("perplexity"), 30, 2, 200);
    projection.seed =
        static_cast<std::uint64_t>(words.whole(QStringLiteral("seed"), 1, 0, 2147483647));
    options.coloring =
        static_cast<GalaxyColoring>(words.choice(QStringLiteral("color"), named(kColorings), 0));
    options.request.clusters = static_cast<int>(words.whole(QStringLiteral("clusters"), 0, 0, 32));
    options.request.with_clusters = options.coloring == GalaxyColoring::cluster;
    options.size_by_usage = !words.flag(QStringLiteral("one-size"));
    options.labels = words.flag(QStringLiteral("labels"));
    options.token_labels = words.flag(QStringLiteral("token-labels"));
    options.query_labels = !words.flag(QStringLiteral("no-query-labels"));
    projection.metric =
        static_cast<DistanceMetric>(words.choice(QStringLiteral("metric"), named(kMetrics), 0));
    projection.dimensions = words.flag(QStringLiteral("flat")) ? 2 : 3;
    projection.components = componentsFrom(
        words.reals(QStringLiteral("components"), projection.dimensions), projection.dimensions);
    options.legend = !words.flag(QStringLiteral("no-legend"));
    const QList<double> camera = words.reals(QStringLiteral("camera"), 5);
    if (!camera.isEmpty())
        look.camera = {camera[0], std::clamp(camera[1], -89.0, 89.0),
                       std::clamp(camera[2], 0.1, 40.0), QPointF(camera[3], camera[4])};
    return look;
}

bool readLook(const std::filesystem::path& run_folder, GalaxyLook& look) {
    constexpr std::uint64_t most_bytes = 1'000'000;
    if (run_folder.empty()) return false;
    try {
        const auto text = readRegularFileIfThere(lookFile(run_folder), most_bytes);
        const QJsonDocument json =
            QJsonDocument::fromJson(QByteArray::fromStdString(text.value_or("")));
        if (!json.isObject()) return false;
        look = lookFrom(json.object());
        return true;
    } catch (const Error&) {
        return false;  // as it was before anybody looked
    }
}

void writeLook(const std::filesystem::path& run_folder, const GalaxyLook& look) {
    requireFolderIfThere(RunFolder{run_folder}.viewsFolder());
    writeFileAtomically(lookFile(run_folder),
                        QJsonDocument(toJson(look)).toJson(QJsonDocument::Indented).toStdString(),
                        Links::refused);
}

GalaxyLook rememberedLook() {
    const QByteArray text = QSettings().value(QStringLiteral("views/galaxy_look")).toByteArray();
    return lookFrom(QJsonDocument::fromJson(text).object());
}

void rememberLook(const GalaxyLook& look) {
    GalaxyLook kept = look;
    kept.options.layer = 0;
    kept.options.step = -1;
    QSettings().setValue(QStringLiteral("views/galaxy_look"),
                         QJsonDocument(toJson(kept)).toJson(QJsonDocument::Compact));
}

}  // namespace orrery
