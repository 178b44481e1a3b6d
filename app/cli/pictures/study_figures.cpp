// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/pictures/study_figures.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <sstream>

#include "app/cli/pictures/picture_files.h"
#include "app/cli/pictures/study_svg.h"
#include "app/cli/text_format.h"
#include "core/analysis/clusters.h"
#include "core/analysis/projection.h"
#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/files/csv.h"
#include "core/files/regular_file.h"
#include "core/runs/run_history.h"
#include "core/study/study_pictures.h"
#include "core/study/trial_files.h"

namespace orrery::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostStream = 1'000'000'000;  // bytes of a trial's stream.csv

std::string fileWord(const std::string& name) {
    std::string word;
    for (const char c : name)
        word += std::isalnum(static_cast<unsigned char>(c)) ? c : '-';
    return word;
}

/// "0.01 x 0.005", where names have no room.
std::string shortName(const StudyCell& cell) {
    std::string name;
    for (const std::string& label : cell.labels)
        name += (name.empty() ? "" : " x ") + label;
    return name;
}

class FigureWriter {
public:
    FigureWriter(const StudyTable& table, const std::vector<TrialRecord>& trials, fs::path folder)
        : table_(table), trials_(trials), folder_(std::move(folder)) {}

    std::vector<fs::path> write() {
        save("trials.csv", trialsCsv(table_, trials_));
        for (std::size_t i = 0; i < table_.study.objectives.size(); ++i)
            heatMaps(i);
        parallel();
        curves();
        clouds();
        if (!table_.study.stream.empty()) streams();
        return files_;
    }

private:
    void save(const std::string& name, const std::string& contents) {
        writeFileAtomically(folder_ / name, contents, Links::refused);
        files_.push_back(folder_ / name);
    }

    void savePicture(const std::string& name, const std::string& svg, const std::string& csv) {
        const auto pictures = writePicture(folder_ / (name + ".svg"), svg);
        files_.insert(files_.end(), pictures.begin(), pictures.end());
        if (!csv.empty()) save(name + ".csv", csv);
    }

    void heatMaps(std::size_t objective) {
        const std::string& name = table_.study.objectives[objective].name;
        for (const StudyMap& map : studyMaps(table_, objective))
            savePicture(
                "map-" + fileWord(name) + (map.rest.empty() ? "" : "-" + fileWord(map.rest)),
                heatMapSvg(map), studyMapCsv(table_, objective, map));
    }

    void parallel() {
        const ParallelPicture picture = studyParallel(table_, trials_);
        const bool any =
            std::ranges::any_of(picture.lines, std::logical_not{}, &ParallelLine::failed);
        if (any && picture.axes.size() >= 2) savePicture("parallel", parallelSvg(picture), {});
    }

    using Series = std::map<std::int64_t, double>;              // by step
    using Steps = std::map<std::int64_t, std::vector<double>>;  // those of several runs

    static Band bandOf(const std::string& name, const Steps& steps, const std::string& row,
                       std::string& csv) {
        Band band{name, {}, {}, {}};
        for (const auto& [step, seen] : steps) {
            band.middle.push_back({static_cast<double>(step), spreadOf(seen).mean});
            band.low.push_back(std::ranges::min(seen));
            band.high.push_back(std::ranges::max(seen));
            csv += row + "," + std::to_string(step) + "," + fixed(band.middle.back().y, 6) + "," +
                   fixed(band.low.back(), 6) + "," + fixed(band.high.back(), 6) + "\n";
        }
        return band;
    }

    Series scalarOf(const std::string& run, const std::string& name) const {
        Series series;
        const auto source = openStoredRun(folder_ / "runs" / run);
        for (const Scalars& scalars : readHistory(*source).scalars)
            for (const auto& [scalar, value] : scalars.values)
                if (scalar == name && std::isfinite(value)) series[scalars.step] = value;
        return series;
    }

    void curves() {
        constexpr std::size_t most = 8;
        std::vector<const StudyCell*> cells;
        for (const StudyCell& cell : table_.cells)
            if (!cell.samples.empty()) cells.push_back(&cell);
        const std::size_t all = cells.size();
        std::ranges::stable_sort(cells, {},
                                 [](const StudyCell* cell) { return cell->spread(0).mean; });
        if (cells.size() > most) cells.resize(most);
        std::vector<Band> bands;
        std::string csv = "cell,step,mean,low,high\n";
        for (const StudyCell* cell : cells) {
            Steps steps;
            for (const StudySample* sample : cell->known(0)) {
                try {
                    for (const auto& [step, value] : scalarOf(sample->run, "train/loss"))
                        steps[step].push_back(value);
                } catch (const Error&) {
                    continue;  // its run was removed since
                }
            }
            const std::string name = cellName(table_, *cell);
            if (!steps.empty()) bands.push_back(bandOf(name, steps, csvField(name), csv));
        }
        if (bands.empty()) return;
        const std::string chosen = all > most ? "; the " + std::to_string(most) + " best of " +
                                                    std::to_string(all) + " cells"
                                              : "";
        savePicture("curves",
                    bandsSvg(table_.study.name + ": training loss", "step",
                             "train/loss (padding excluded), mean over seeds and their range" +
                                 std::string(table_.study.phases.empty() ? "" : ", last phase") +
                                 chosen + "; " + studyCaption(table_) + ".",
                             bands),
                    csv);
    }

    /// keys -> tokens -> the losses of all done trials (their stream.csv).
    std::map<std::string, Steps> streamLosses() const {
        std::map<std::string, Steps> losses;
        for (const TrialRecord& trial : trials_) {
            if (trial.state != TrialState::done) continue;
            Trial named;
            named.number = trial.number;
            std::istringstream file(
                readRegularFileIfThere(trialFolder(folder_, named.name()).streamFile(), kMostStream)
                    .value_or(""));
            std::string line;
            std::getline(file, line);  // its head
            for (std::string keys, tokens, domain, loss; std::getline(file, keys, ',');) {
                std::getline(file, tokens, ',');
                std::getline(file, domain, ',');
                std::getline(file, loss);
                losses[keys][std::strtoll(tokens.c_str(), nullptr, 10)].push_back(
                    std::strtod(loss.c_str(), nullptr));
            }
        }
        return losses;
    }

    void streams() {
        std::vector<Band> bands;
        std::string csv = "keys,tokens,mean,low,high\n", domains;
        for (const auto& [keys, losses] : streamLosses())
            bands.push_back(bandOf("keys " + keys, losses, csvField(keys), csv));
        if (bands.empty()) return;
        for (const std::string& domain : table_.study.stream)
            domains += (domains.empty() ? "" : ", then ") + domain;
        savePicture("stream",
                    bandsSvg(table_.study.name + ": a stream of " + domains, "tokens read",
                             "Loss of each batch before the key update, mean over trials and their "
                             "range; one checkpoint per trial, with frozen and with active keys; " +
                                 studyCaption(table_) + ".",
                             bands),
                    csv);
    }

    void clouds() {
        constexpr std::size_t most = 36;
        std::vector<Cloud> clouds;
        std::string csv = "cell,expert,x,y,cluster\n";
        int layer = 0;
        for (const StudyCell& cell : table_.cells) {
            if (cell.samples.empty() || clouds.size() >= most) continue;
            try {
                const auto run = openStoredRun(folder_ / "runs" / cell.samples[0].run);
                layer = static_cast<int>(run->info().config.model.num_layers / 2);
                const auto steps = run->keySteps(layer);
                if (steps.empty()) continue;
                const auto keys = run->keysAt(layer, steps.back());
                if (!keys || keys->experts < 4) continue;
                clouds.push_back(cloudOf(shortName(cell), *keys, csv));
            } catch (const Error&) {
                continue;  // its run was removed since
            }
        }
        if (clouds.empty()) return;
        std::string axes;
        for (const StudyAxis& axis : table_.study.axes)
            axes += (axes.empty() ? "" : " x ") + axis.name;
        const std::size_t columns = table_.labels.size() >= 2 && table_.labels[1].size() < 7
                                        ? table_.labels[1].size()
                                        : std::min<std::size_t>(4, clouds.size());
        savePicture(
            "keys",
            cloudsSvg(
                table_.study.name + ": keys of the middle layer",
                axes + (axes.empty() ? "" : ": ") + "UMAP of the keys of layer " +
                    std::to_string(layer) + " at the last snapshot, seed " +
                    std::to_string(table_.study.seeds.front()) +
                    ", colored by cluster (k-means; number of clusters by silhouette); scale " +
                    table_.scale + "; orrery " + table_.version + ".",
                columns, clouds),
            csv);
    }

    static Cloud cloudOf(const std::string& name, const Keys& keys, std::string& csv) {
        ProjectionOptions options;
        options.method = ProjectionMethod::umap;
        options.dimensions = 2;
        const Projection picture = project(keys.keys, keys.experts, keys.dimensions, options);
        const Clusters found = findClusters(keys.keys, keys.experts, keys.dimensions);
        Cloud cloud{name, {}, found.assignment};
        for (int e = 0; e < keys.experts; ++e) {
            const auto i = static_cast<std::size_t>(e) * 2;
            cloud.points.push_back({picture.points[i], picture.points[i + 1]});
            csv += csvField(name) + "," + std::to_string(e) + "," +
                   fixed(cloud.points.back().x, 5) + "," + fixed(cloud.points.back().y, 5) + "," +
                   std::to_string(found.assignment[static_cast<std::size_t>(e)]) + "\n";
        }
        return cloud;
    }

    const StudyTable& table_;
    const std::vector<TrialRecord>& trials_;
    fs::path folder_;
    std::vector<fs::path> files_;
};

}  // namespace

std::vector<fs::path> writeStudyFigures(const StudyTable& table,
                                        const std::vector<TrialRecord>& trials,
                                        const fs::path& folder) {
    return FigureWriter(table, trials, folder).write();
}

}  // namespace orrery::cli
