// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/study_figures.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>

#include "app/cli/picture_files.h"
#include "app/cli/study_report.h"
#include "app/cli/study_svg.h"
#include "app/cli/text_format.h"
#include "core/analysis/clusters.h"
#include "core/analysis/projection.h"
#include "core/error.h"
#include "core/runs/run_history.h"
#include "core/runs/safetensors.h"
#include "core/study/trial_files.h"

namespace orrery::cli {
namespace {

namespace fs = std::filesystem;

std::string fileWord(const std::string& name) {
    std::string word;
    for (const char c : name)
        word += std::isalnum(static_cast<unsigned char>(c)) ? c : '-';
    return word;
}

std::string cellName(const StudyTable& table, const StudyCell& cell, std::size_t from = 0) {
    std::string name;
    for (std::size_t i = from; i < cell.labels.size(); ++i)
        name += (name.empty() ? "" : ", ") + table.study.axes[i].name + " = " + cell.labels[i];
    return name.empty() ? table.study.name : name;
}

/// "0.01 x 0.005", where names have no room.
std::string shortName(const StudyCell& cell) {
    std::string name;
    for (const std::string& label : cell.labels)
        name += (name.empty() ? "" : " x ") + label;
    return name;
}

/// "val/loss", or a name with what it stands for.
std::string meaning(const StudyObjective& objective) {
    return objective.name == objective.value ? objective.name
                                             : objective.name + " (" + objective.value + ")";
}

/// Cells whose values can't be told from those of the best cell.
std::set<const StudyCell*> likeTheBest(const StudyTable& table, std::size_t objective) {
    const double sign = table.study.objectives[objective].better == "higher" ? -1 : 1;
    const StudyCell* best = nullptr;
    for (const StudyCell& cell : table.cells) {
        const double mean = sign * cell.spread(objective).mean;
        if (std::isfinite(mean) && (!best || mean < sign * best->spread(objective).mean))
            best = &cell;
    }
    std::set<const StudyCell*> alike;
    if (!best || table.study.objectives[objective].better == "neither") return alike;
    for (const StudyCell& cell : table.cells) {
        std::vector<double> values, references;
        for (const StudySample& a : cell.samples)
            for (const StudySample& b : best->samples)
                if (a.seed == b.seed && std::isfinite(a.values[objective]) &&
                    std::isfinite(b.values[objective])) {
                    values.push_back(a.values[objective]);
                    references.push_back(b.values[objective]);
                }
        if (&cell != best && values.size() > 1 && compareSeeds(values, references).within)
            alike.insert(&cell);
    }
    if (!alike.empty()) alike.insert(best);
    return alike;
}

/// The objective whose boundary a rule draws; objectives().size() without one.
std::size_t boundaryObjective(const StudyTable& table) {
    for (const VerdictRule& rule : table.study.verdict)
        if (rule.rule == "boundary") return table.objective(rule.of);
    return table.study.objectives.size();
}

class FigureWriter {
public:
    FigureWriter(const StudyTable& table, const std::vector<TrialRecord>& trials, fs::path folder)
        : table_(table), trials_(trials), folder_(std::move(folder)) {}

    std::vector<fs::path> write() {
        save("trials.csv", trialsCsv(table_, trials_));
        const bool search = table_.study.search != "grid";  // whose cells share no labels
        for (std::size_t i = 0; !search && i < table_.study.objectives.size(); ++i)
            heatMaps(i);
        parallel();
        curves();
        clouds();
        if (!table_.study.stream.empty()) streams();
        return files_;
    }

private:
    void save(const std::string& name, const std::string& contents) {
        writeFileAtomically(folder_ / name, contents);
        files_.push_back(folder_ / name);
    }

    void savePicture(const std::string& name, const std::string& svg, const std::string& csv) {
        const auto pictures = writePicture(folder_ / (name + ".svg"), svg);
        files_.insert(files_.end(), pictures.begin(), pictures.end());
        if (!csv.empty()) save(name + ".csv", csv);
    }

    /// One map for each combination of the axes after the second.
    void heatMaps(std::size_t objective) {
        std::map<std::string, std::vector<const StudyCell*>> maps;
        for (const StudyCell& cell : table_.cells)
            maps[cell.labels.size() > 2 ? cellName(table_, cell, 2) : ""].push_back(&cell);
        for (const auto& [rest, cells] : maps)
            heatMap(objective, rest, cells);
    }

    void heatMap(std::size_t objective, const std::string& rest,
                 const std::vector<const StudyCell*>& cells) {
        const bool two = table_.study.axes.size() >= 2;
        const std::string& name = table_.study.objectives[objective].name;
        HeatMap map;
        map.title = table_.study.name + ": " + name + (rest.empty() ? "" : " (" + rest + ")");
        map.x_name = two ? table_.study.axes[1].name : "";
        map.y_name = table_.study.axes.empty() ? "" : table_.study.axes[0].name;
        map.columns = two ? table_.labels[1] : std::vector<std::string>{name};
        map.rows = table_.study.axes.empty() ? std::vector<std::string>{"all"} : table_.labels[0];
        const std::size_t size = map.rows.size() * map.columns.size();
        map.values.assign(size, std::nan(""));
        map.texts.assign(size, "");
        map.sides.assign(size, -1);
        map.outlined.assign(size, false);
        const auto alike = likeTheBest(table_, objective);
        const std::size_t side = boundaryObjective(table_);
        std::string csv = "row,column,mean,deviation,seeds,failed,like_the_best\n";
        for (const StudyCell* cell : cells) {
            const std::string row = cell->labels.empty() ? "all" : cell->labels[0];
            const std::string column = two ? cell->labels[1] : name;
            const auto at = static_cast<std::size_t>(
                (std::ranges::find(map.rows, row) - map.rows.begin()) * std::ssize(map.columns) +
                (std::ranges::find(map.columns, column) - map.columns.begin()));
            const Spread spread = cell->spread(objective);
            map.values[at] = spread.mean;
            map.texts[at] = cellText(*cell, objective);
            map.outlined[at] = alike.count(cell) > 0;
            if (side < table_.study.objectives.size() && std::isfinite(cell->spread(side).mean))
                map.sides[at] = cell->spread(side).mean >= 0.5;
            csv += row + "," + column + "," + fixed(spread.mean, 6) + "," +
                   fixed(spread.deviation, 6) + "," + std::to_string(cell->samples.size()) + "," +
                   std::to_string(cell->failed) + "," + (map.outlined[at] ? "1" : "0") + "\n";
        }
        map.caption =
            meaning(table_.study.objectives[objective]) + ": " + studyCaption(table_) + ".";
        if (!alike.empty())
            map.caption += " Dashed cells differ from the best one within seed noise.";
        if (std::ranges::count(map.sides, 1) > 0)
            map.caption += " The orange line bounds cells where " +
                           meaning(table_.study.objectives[side]) + " holds for half of the seeds.";
        savePicture("map-" + fileWord(name) + (rest.empty() ? "" : "-" + fileWord(rest)),
                    heatMapSvg(map), csv);
    }

    static double axisValue(const ParallelAxis& axis, const std::string& label) {
        char* end = nullptr;
        const double value = std::strtod(label.c_str(), &end);
        if (axis.labels.empty()) return end == label.c_str() ? std::nan("") : value;
        return static_cast<double>(std::ranges::find(axis.labels, label) - axis.labels.begin());
    }

    void parallel() {
        std::vector<ParallelAxis> axes;
        for (std::size_t i = 0; i < table_.study.axes.size(); ++i) {
            const StudyAxis& axis = table_.study.axes[i];
            const bool range = std::isfinite(axis.low);
            axes.push_back({axis.name, range && axis.logarithmic,
                            range ? std::vector<std::string>() : table_.labels[i]});
        }
        for (const StudyObjective& objective : table_.study.objectives)
            axes.push_back({objective.name, false, {}});
        std::map<std::int64_t, std::vector<double>> values;
        std::vector<double> first;
        for (const StudyCell& cell : table_.cells)
            for (const StudySample& sample : cell.samples) {
                values[sample.trial] = sample.values;
                if (std::isfinite(sample.values[0])) first.push_back(sample.values[0]);
            }
        if (first.empty() || axes.size() < 2) return;
        const auto [low, high] = std::ranges::minmax(first);
        std::vector<ParallelLine> lines;
        for (const TrialRecord& trial : trials_) {
            const bool done = values.count(trial.number) > 0;
            if (!done && trial.state != TrialState::failed) continue;
            ParallelLine line;
            for (std::size_t i = 0; i < trial.labels.size(); ++i)
                line.values.push_back(axisValue(axes[i], trial.labels[i]));
            for (std::size_t i = 0; i < table_.study.objectives.size(); ++i)
                line.values.push_back(done ? values[trial.number][i] : std::nan(""));
            line.failed = !done;
            line.shade = done && high > low ? (values[trial.number][0] - low) / (high - low) : 0;
            lines.push_back(std::move(line));
        }
        savePicture(
            "parallel",
            parallelSvg(table_.study.name + ": every trial",
                        "A line for each trial, the darker the lower its " +
                            table_.study.objectives[0].name +
                            "; failed trials end in their own lane; " + studyCaption(table_) + ".",
                        axes, lines),
            {});
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
            for (const StudySample& sample : cell->samples) {
                try {
                    for (const auto& [step, value] : scalarOf(sample.run, "train/loss"))
                        steps[step].push_back(value);
                } catch (const Error&) {
                    continue;  // its run was removed since
                }
            }
            const std::string name = cellName(table_, *cell);
            if (!steps.empty()) bands.push_back(bandOf(name, steps, "\"" + name + "\"", csv));
        }
        if (bands.empty()) return;
        const std::string chosen = all > most ? "; the " + std::to_string(most) + " best of " +
                                                    std::to_string(all) + " cells"
                                              : "";
        savePicture("curves",
                    bandsSvg(table_.study.name + ": training loss", "step",
                             "train/loss over real tokens, mean of the seeds and their range" +
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
            std::ifstream file(trialFolder(folder_, named.name()).streamFile());
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
            bands.push_back(bandOf("keys " + keys, losses, keys, csv));
        if (bands.empty()) return;
        for (const std::string& domain : table_.study.stream)
            domains += (domains.empty() ? "" : ", then ") + domain;
        savePicture("stream",
                    bandsSvg(table_.study.name + ": a stream of " + domains, "tokens read",
                             "Loss of each batch before the keys see it, mean of all trials and "
                             "their range; one checkpoint a trial, with its keys frozen and with "
                             "active keys; " +
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
            cloudsSvg(table_.study.name + ": keys of the middle layer",
                      axes + (axes.empty() ? "" : ": ") + "UMAP of the keys of layer " +
                          std::to_string(layer) + " at the last snapshot, seed " +
                          std::to_string(table_.study.seeds.front()) +
                          ", coloured by cluster (k-means, as many as have the best silhouette); "
                          "scale " +
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
            csv += "\"" + name + "\"," + std::to_string(e) + "," + fixed(cloud.points.back().x, 5) +
                   "," + fixed(cloud.points.back().y, 5) + "," +
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
