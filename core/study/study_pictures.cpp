// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study_pictures.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>

#include "core/config/fields.h"
#include "core/files/csv.h"
#include "core/study/judges/trial_pairs.h"

namespace orrery {
namespace {

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
        const Pairs pairs = pairsBetween(cell, *best, objective);
        if (&cell != best && !pairs.values.empty() && pairs.difference().within)
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

/// An empty map of the size that the axes have.
StudyMap frameOf(const StudyTable& table, std::size_t objective, const std::string& rest) {
    const bool two = table.study.axes.size() >= 2;
    const std::string& name = table.study.objectives[objective].name;
    StudyMap map;
    map.rest = rest;
    map.title = table.study.name + ": " + name + (rest.empty() ? "" : " (" + rest + ")");
    map.value_name = name;
    map.x_name = two ? table.study.axes[1].name : "";
    map.y_name = table.study.axes.empty() ? "" : table.study.axes[0].name;
    map.columns = two ? table.labels[1] : std::vector<std::string>{name};
    map.rows = table.study.axes.empty() ? std::vector<std::string>{"all"} : table.labels[0];
    const std::size_t size = map.rows.size() * map.columns.size();
    map.values.assign(size, std::nan(""));
    map.texts.assign(size, "");
    map.failed.assign(size, false);
    map.sides.assign(size, -1);
    map.outlined.assign(size, false);
    map.cells.assign(size, -1);
    return map;
}

StudyMap mapOf(const StudyTable& table, std::size_t objective, const std::string& rest,
               const std::vector<const StudyCell*>& cells) {
    StudyMap map = frameOf(table, objective, rest);
    const bool two = table.study.axes.size() >= 2;
    const auto alike = likeTheBest(table, objective);
    const std::size_t side = boundaryObjective(table);
    const auto placeIn = [](const std::vector<std::string>& labels, const std::string& label) {
        return std::ranges::find(labels, label) - labels.begin();
    };
    for (const StudyCell* cell : cells) {
        const auto row = cell->labels.empty() ? 0 : placeIn(map.rows, cell->labels[0]);
        const auto column = two ? placeIn(map.columns, cell->labels[1]) : 0;
        const auto at = static_cast<std::size_t>(row * std::ssize(map.columns) + column);
        map.cells[at] = static_cast<int>(cell - table.cells.data());
        map.values[at] = cell->spread(objective).mean;
        map.texts[at] = cellText(*cell, objective);
        map.failed[at] = std::isnan(map.values[at]) && cell->running == 0 && cell->failed > 0;
        map.outlined[at] = alike.count(cell) > 0;
        if (side < table.study.objectives.size() && std::isfinite(cell->spread(side).mean))
            map.sides[at] = cell->spread(side).mean >= 0.5;
    }
    map.caption = meaning(table.study.objectives[objective]) + ": " + studyCaption(table) + ".";
    if (!alike.empty()) map.caption += " Dashed cells are within seed noise of the best one.";
    if (std::ranges::count(map.sides, 1) > 0)
        map.caption += " The orange line bounds cells where " +
                       meaning(table.study.objectives[side]) + " holds for half of the seeds.";
    return map;
}

double axisValue(const ParallelAxis& axis, const std::string& label) {
    char* end = nullptr;
    const double value = std::strtod(label.c_str(), &end);
    if (axis.labels.empty()) return end == label.c_str() ? std::nan("") : value;
    return static_cast<double>(std::ranges::find(axis.labels, label) - axis.labels.begin());
}

std::map<std::int64_t, std::vector<double>> valuesByTrial(const StudyTable& table) {
    std::map<std::int64_t, std::vector<double>> values;
    for (const StudyCell& cell : table.cells)
        for (const StudySample& sample : cell.samples)
            values[sample.trial] = sample.values;
    return values;
}

std::vector<ParallelAxis> parallelAxes(const StudyTable& table) {
    std::vector<ParallelAxis> axes;
    for (std::size_t i = 0; i < table.study.axes.size(); ++i) {
        const StudyAxis& axis = table.study.axes[i];
        const bool range = std::isfinite(axis.low);
        axes.push_back({axis.name, range && axis.logarithmic,
                        range ? std::vector<std::string>() : table.labels[i]});
    }
    for (const StudyObjective& objective : table.study.objectives)
        axes.push_back({objective.name, false, {}});
    return axes;
}

/// The key without its section, unless another axis is called so too.
std::string shortName(const Study& study, std::size_t axis) {
    const auto last = [](const std::string& name) { return name.substr(name.rfind('.') + 1); };
    const std::string name = last(study.axes[axis].name);
    const auto alike = std::ranges::count_if(
        study.axes, [&](const StudyAxis& other) { return last(other.name) == name; });
    return alike == 1 ? name : study.axes[axis].name;
}

std::string fileWord(const std::string& name) {
    std::string word;
    for (const char c : name)
        word += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '-';
    return word;
}

std::string numberField(double value) {
    return std::isfinite(value) ? formatFieldValue(value) : std::string();
}

}  // namespace

std::string cellName(const StudyTable& table, const StudyCell& cell, std::size_t from) {
    std::string name;
    for (std::size_t i = from; i < cell.labels.size(); ++i)
        if (table.labels[i].size() > 1)
            name += (name.empty() ? "" : ", ") + shortName(table.study, i) + " = " +
                    shownLabel(cell.labels[i]);
    return name.empty() && from == 0 ? table.study.name : name;
}

std::string withDecimals(double value, int decimals) {
    if (!std::isfinite(value)) return "-";
    char buffer[400];
    const auto end =
        std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, decimals);
    return {buffer, end.ptr};
}

std::vector<std::string> tickTexts(const std::vector<double>& values) {
    std::vector<std::string> texts;
    for (int digits = 3; digits <= 12; ++digits) {
        texts.clear();
        for (const double value : values) {
            char text[32];
            std::snprintf(text, sizeof text, "%.*g", digits, value);
            texts.emplace_back(text);
        }
        if (std::set<std::string>(texts.begin(), texts.end()).size() == texts.size()) break;
    }
    return texts;
}

std::string cellText(const StudyCell& cell, std::size_t objective) {
    const Spread spread = cell.spread(objective);
    if (std::isnan(spread.mean))
        return cell.running > 0 ? "training" : cell.failed > 0 ? "failed" : "-";
    std::string text = withDecimals(spread.mean, 4);
    if (std::isfinite(spread.deviation)) text += " ± " + withDecimals(spread.deviation, 4);
    return text;
}

std::string studyCaption(const StudyTable& table) {
    return "last value of each trial, mean over seeds ± standard deviation; " +
           trialsCaption(table);
}

std::string trialsCaption(const StudyTable& table) {
    std::string seeds;
    for (const std::int64_t seed : table.study.seeds)
        seeds += (seeds.empty() ? "" : ", ") + std::to_string(seed);
    std::string notes;
    for (const std::string& note : planNotes(table.study, table.cells.size()))
        notes += note + "; ";
    return (table.study.seeds.size() == 1 ? "seed " : "seeds ") + seeds + "; " +
           (table.scale.empty() ? "" : "scale " + table.scale + "; ") + std::to_string(table.done) +
           " of " + std::to_string(table.trials) + " trials done, " + std::to_string(table.failed) +
           " failed; " + notes + "orrery " + table.version;
}

std::vector<StudyMap> studyMaps(const StudyTable& table, std::size_t objective) {
    if (table.study.search != "grid") return {};
    std::map<std::string, std::vector<const StudyCell*>> maps;
    for (const StudyCell& cell : table.cells)
        maps[cell.labels.size() > 2 ? cellName(table, cell, 2) : ""].push_back(&cell);
    std::vector<StudyMap> result;
    for (const auto& [rest, cells] : maps)
        result.push_back(mapOf(table, objective, rest, cells));
    return result;
}

std::string studyMapFile(const StudyTable& table, std::size_t objective, const StudyMap& map) {
    return "map-" + fileWord(table.study.objectives[objective].name) +
           (map.rest.empty() ? "" : "-" + fileWord(map.rest));
}

std::string studyMapCsv(const StudyTable& table, std::size_t objective, const StudyMap& map) {
    std::string csv = "row,column,mean,deviation,seeds,failed,like_the_best\n";
    for (std::size_t at = 0; at < map.cells.size(); ++at) {
        if (map.cells[at] < 0) continue;
        const StudyCell& cell = table.cells[static_cast<std::size_t>(map.cells[at])];
        const Spread spread = cell.spread(objective);
        csv += csvField(map.rows[at / map.columns.size()]) + "," +
               csvField(map.columns[at % map.columns.size()]) + "," + withDecimals(spread.mean, 6) +
               "," + withDecimals(spread.deviation, 6) + "," + std::to_string(cell.seeds()) + "," +
               std::to_string(cell.failed) + "," + (map.outlined[at] ? "1" : "0") + "\n";
    }
    return csv;
}

ParallelPicture studyParallel(const StudyTable& table, const std::vector<TrialRecord>& trials) {
    ParallelPicture picture;
    picture.title = table.study.name + ": parallel coordinates";
    picture.caption = "One line per trial, darker for a lower " + table.study.objectives[0].name +
                      "; failed trials have a lane of their own; last values; " +
                      trialsCaption(table) + ".";
    picture.axes = parallelAxes(table);
    const auto values = valuesByTrial(table);
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const auto& [trial, known] : values)
        if (std::isfinite(known[0])) low = std::min(low, known[0]), high = std::max(high, known[0]);
    for (const TrialRecord& trial : trials) {
        const auto done = values.find(trial.number);
        if (done == values.end() && trial.state != TrialState::failed) continue;
        ParallelLine line;
        line.trial = trial.number;
        line.failed = done == values.end();
        for (std::size_t i = 0; i < trial.labels.size(); ++i)
            line.values.push_back(axisValue(picture.axes[i], trial.labels[i]));
        for (std::size_t i = 0; i < table.study.objectives.size(); ++i)
            line.values.push_back(line.failed ? std::nan("") : done->second[i]);
        if (!line.failed && high > low) line.shade = (done->second[0] - low) / (high - low);
        picture.lines.push_back(std::move(line));
    }
    return picture;
}

StudyDots studyDots(const StudyTable& table, const std::vector<std::size_t>& objectives) {
    StudyDots dots;
    dots.title = table.study.name + ": seeds";
    dots.caption =
        "A dot per seed, a bar for mean ± standard deviation, a line through the mean of the "
        "first row; " +
        studyCaption(table) + ".";
    for (const std::size_t objective : objectives)
        dots.panels.push_back({table.study.objectives[objective].name, {}});
    for (const StudyCell& cell : table.cells) {
        if (cell.samples.empty()) continue;
        dots.rows.push_back(cell.labels.size() == 1 ? shownLabel(cell.labels[0])
                                                    : cellName(table, cell));
        for (std::size_t i = 0; i < objectives.size(); ++i)
            dots.panels[i].values.push_back(cell.values(objectives[i]));
    }
    return dots;
}

std::string studyXyFile(const StudyTable& table, std::size_t x) {
    return "xy-" + fileWord(table.study.objectives[x].name);
}

StudyXy studyXy(const StudyTable& table, std::size_t x, std::size_t y) {
    StudyXy picture;
    picture.x_name = meaning(table.study.objectives[x]);
    picture.y_name = meaning(table.study.objectives[y]);
    picture.title = table.study.name + ": " + table.study.objectives[y].name + " over " +
                    table.study.objectives[x].name;
    picture.caption =
        "Last value of each trial, mean over seeds ± standard deviation of both" +
        (table.study.axes.empty() ? "; " : ", by " + table.study.axes[0].name + "; ") +
        trialsCaption(table) + ".";
    for (const StudyCell& cell : table.cells) {
        const Spread of_x = cell.spread(x), of_y = cell.spread(y);
        if (!std::isfinite(of_x.mean) || !std::isfinite(of_y.mean)) continue;
        const std::string arm =
            cell.labels.empty() ? table.study.name : shownLabel(cell.labels.front());
        auto series = std::ranges::find(picture.series, arm, &StudyXy::Series::name);
        if (series == picture.series.end())
            series = picture.series.insert(picture.series.end(), {arm, {}});
        series->points.push_back({cellName(table, cell, 1), of_x.mean, of_y.mean, of_x.deviation,
                                  of_y.deviation,
                                  std::min(cell.values(x).size(), cell.values(y).size())});
    }
    for (StudyXy::Series& series : picture.series)
        std::ranges::stable_sort(series.points, {}, &StudyXy::Point::x);
    return picture;
}

std::string studyXyCsv(const StudyXy& picture) {
    const auto number = [](double value) {
        return std::isfinite(value) ? formatFieldValue(value) : std::string();
    };
    std::string csv = "series,point," + csvField(picture.x_name) + ",x_deviation," +
                      csvField(picture.y_name) + ",y_deviation,seeds\n";
    for (const StudyXy::Series& series : picture.series)
        for (const StudyXy::Point& point : series.points)
            csv += csvField(series.name) + "," + csvField(point.name) + "," + number(point.x) +
                   "," + number(point.x_deviation) + "," + number(point.y) + "," +
                   number(point.y_deviation) + "," + std::to_string(point.seeds) + "\n";
    return csv;
}

std::string layersCsv(const StudyTable& table, const std::vector<TrialRecord>& trials) {
    std::string csv;
    for (const StudyAxis& axis : table.study.axes)
        csv += csvField(axis.name) + ",";
    csv += "layer,figure,mean,deviation,seeds\n";
    for (const StudyCell& cell : table.cells) {
        std::map<std::pair<int, std::string>, std::vector<double>> values;
        for (const TrialRecord& trial : trials) {
            if (trial.labels != cell.labels || trial.state != TrialState::done) continue;
            for (const char* figure :
                 {"gini", "entropy_bits", "gate_entropy", "used", "max_violation"})
                for (int layer = 0;; ++layer) {
                    const auto found =
                        trial.metrics.find("layer" + std::to_string(layer) + "/" + figure);
                    if (found == trial.metrics.end()) break;
                    values[{layer, figure}].push_back(found->second);
                }
        }
        std::string place;
        for (const std::string& label : cell.labels)
            place += csvField(label) + ",";
        for (const auto& [key, all] : values) {
            const Spread spread = spreadOf(all);
            csv += place + std::to_string(key.first) + "," + key.second + "," +
                   formatFieldValue(spread.mean) + "," +
                   (all.size() > 1 ? formatFieldValue(spread.deviation) : "") + "," +
                   std::to_string(all.size()) + "\n";
        }
    }
    return csv;
}

std::string trialsCsv(const StudyTable& table, const std::vector<TrialRecord>& trials) {
    const auto values = valuesByTrial(table);
    std::string text = "trial";
    for (const StudyAxis& axis : table.study.axes)
        text += "," + csvField(axis.name);
    text += ",seed,state";
    for (const StudyObjective& objective : table.study.objectives)
        text += "," + csvField(objective.name);
    text += ",seconds,attempts,run,problem\n";
    for (const TrialRecord& trial : trials) {
        text += std::to_string(trial.number);
        for (const std::string& label : trial.labels)
            text += "," + csvField(label);
        text += "," + std::to_string(trial.seed) + "," + trialStateWord(trial.state);
        const auto known = values.find(trial.number);
        for (std::size_t i = 0; i < table.study.objectives.size(); ++i)
            text += "," + (known == values.end() ? "" : numberField(known->second[i]));
        text += "," + numberField(trial.seconds) + "," + std::to_string(trial.attempts) + "," +
                csvField(trial.run) + "," + csvField(trial.problem) + "\n";
    }
    return text;
}

}  // namespace orrery
