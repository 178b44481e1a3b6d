// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/mixtures_study.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <random>
#include <set>
#include <sstream>

#include "core/analysis/routing_measures.h"
#include "core/error.h"
#include "core/files/regular_file.h"
#include "core/study/study_text.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;
using MixtureNode = YamlNode;

constexpr std::uint64_t kMostMixtures = 10'000'000;  // bytes of a file
constexpr double kMostWays = 20'000;
constexpr int kDrawnWays = 9'999;
constexpr double kMixtureLevel = .05;

std::vector<std::string> measureNames() {
    std::vector<std::string> names;
    for (const RoutingMeasure& measure : routingMeasures())
        names.emplace_back(measure.name);
    return names;
}

/// Reads one file.
class MixturesReader {
public:
    MixturesReader(StudyText& text, MixturesStudy& study) : text_(text), study_(study) {}

    void read() {
        const auto word = [this](std::string& into, const char* key) {
            return [this, &into, key](const MixtureNode& node) { into = text_.text(node, key); };
        };
        text_.readEntries(text_.root(), "",
                          {{"kind", [](const MixtureNode&) {}},
                           {"question", word(study_.question, "question")},
                           {"prediction", word(study_.prediction, "prediction")},
                           {"source", word(study_.source, "source")},
                           {"corpus", [this](const MixtureNode& node) { readCorpus(node); }},
                           {"bytes",
                            [this](const MixtureNode& node) {
                                study_.bytes = text_.whole(node, "bytes", 100, 100'000'000);
                            }},
                           {"groups", [this](const MixtureNode& node) { readGroups(node); }},
                           {"verdict", [this](const MixtureNode& node) { readRules(node); }}});
        if (study_.groups.empty())
            text_.report(0, "groups",
                         "groups is missing: name groups of runs, {gravity: [FOLDER]}.");
    }

private:
    fs::path placeOf(const std::string& path) const {
        return fs::absolute(text_.file().parent_path() / path).lexically_normal();
    }

    void readCorpus(const MixtureNode& node) {
        study_.corpus = placeOf(text_.text(node, "corpus"));
        std::error_code none;
        if (!fs::exists(study_.corpus, none))
            text_.report(node.begin, "corpus",
                         "corpus: there is no file or folder " + study_.corpus.string() + ".");
    }

    void readGroups(const MixtureNode& node) {
        if (node.kind != MixtureNode::Kind::map) {
            text_.report(node.begin, "groups", "groups must name lists of run folders.");
            return;
        }
        std::set<fs::path> known;
        for (const YamlEntry& entry : node.entries) {
            MixtureGroup group{entry.key, {}};
            for (const std::string& path : text_.textList(entry.value, entry.key)) {
                const fs::path run = placeOf(path);
                std::error_code none;
                if (!fs::exists(run / "run.db", none))
                    text_.report(entry.value.begin, entry.key,
                                 entry.key + ": " + run.string() + " is no run folder.");
                else if (!known.insert(run).second)
                    text_.report(entry.value.begin, entry.key,
                                 entry.key + ": " + run.string() + " is named twice.");
                group.runs.push_back(run);
            }
            study_.groups.push_back(std::move(group));
        }
    }

    void readRules(const MixtureNode& node) {
        if (node.kind != MixtureNode::Kind::sequence)
            text_.report(node.begin, "verdict", "verdict must be a list of rules.");
        else
            for (const MixtureNode& item : node.items)
                readRule(item);
    }

    void readRule(const MixtureNode& node) {
        MixtureRule rule;
        std::vector<std::string> groups;
        for (const MixtureGroup& group : study_.groups)
            groups.push_back(group.name);
        const auto oneOf = [this](std::string& into, const char* key,
                                  std::vector<std::string> words) {
            return [this, &into, key, words = std::move(words)](const MixtureNode& value) {
                into = text_.word(value, key, words);
            };
        };
        text_.readEntries(node, "verdict: ",
                          {{"measure", oneOf(rule.measure, "measure", measureNames())},
                           {"of", oneOf(rule.of, "of", groups)},
                           {"than", oneOf(rule.than, "than", groups)},
                           {"expect", oneOf(rule.expect, "expect", {"smaller", "larger"})}});
        if (rule.measure.empty() || rule.of.empty() || rule.than.empty() || rule.of == rule.than)
            text_.report(node.begin, "verdict",
                         "a rule needs measure, and two groups: {measure: gini, of: gravity, than: "
                         "learned, expect: smaller}. groups stands before verdict.");
        study_.verdict.push_back(std::move(rule));
    }

    StudyText& text_;
    MixturesStudy& study_;
};

struct TwoGroups {
    std::vector<double> values;  // those of the first group first
    std::size_t first = 0;

    double difference(const std::vector<std::size_t>& order) const {
        double one = 0, other = 0;
        for (std::size_t i = 0; i < order.size(); ++i)
            (i < first ? one : other) += values[order[i]];
        return one / static_cast<double>(first) -
               other / static_cast<double>(values.size() - first);
    }
};

double waysOf(const TwoGroups& groups) {
    double ways = 1;
    for (std::size_t i = 1; i <= groups.first; ++i)
        ways *=
            static_cast<double>(groups.values.size() - groups.first + i) / static_cast<double>(i);
    return std::round(ways);
}

/// The share of ways to deal the models whose difference is as large; and of the rarest way.
struct Chance {
    double p_value = 1, least = 1;
};

Chance chanceOf(const TwoGroups& groups) {
    std::vector<std::size_t> order(groups.values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const double seen = std::abs(groups.difference(order)) * (1 - 1e-9);
    const double ways = waysOf(groups);
    double as_large = 0, all = 0;
    const auto count = [&] {
        ++all;
        as_large += std::abs(groups.difference(order)) >= seen ? 1 : 0;
    };
    if (ways <= kMostWays) {
        std::vector<char> chosen(order.size(), 0);  // every way once
        std::fill(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(groups.first), 1);
        do {
            std::size_t one = 0, other = groups.first;
            for (std::size_t i = 0; i < chosen.size(); ++i)
                order[chosen[i] ? one++ : other++] = i;
            count();
        } while (std::prev_permutation(chosen.begin(), chosen.end()));
    } else {
        count();  // as it is
        std::mt19937_64 random(1);
        for (int way = 0; way < kDrawnWays; ++way) {
            for (std::size_t i = order.size() - 1; i > 0; --i)
                std::swap(order[i], order[random() % (i + 1)]);
            count();
        }
    }
    // Of two equal groups each way has a mirror image of the same size.
    const double mirrored = 2 * groups.first == groups.values.size() ? 2 : 1;
    return {as_large / all, std::max(mirrored / ways, 1 / all)};
}

std::string figureText(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", value);
    return text;
}

Finding judgeRule(const MixturesStudy& study, const MixtureRule& rule,
                  const std::map<fs::path, MeasuredRouting>& measured) {
    Finding finding;
    TwoGroups groups;
    const std::string what = rule.measure + " of " + rule.of + " and " + rule.than + ": ";
    for (const std::string& name : {rule.of, rule.than}) {
        const auto group = std::ranges::find(study.groups, name, &MixtureGroup::name);
        for (const fs::path& run : group->runs) {
            const auto found = measured.find(run);
            const double value = found == measured.end() || found->second.steps.empty()
                                     ? std::nan("")
                                     : meanOverLayers(found->second.steps.back(), rule.measure);
            if (std::isnan(value)) {
                finding.text = what + run.filename().string() + " has no such figure.";
                return finding;
            }
            groups.values.push_back(value);
        }
        if (name == rule.of) groups.first = groups.values.size();
    }
    std::vector<std::size_t> order(groups.values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    finding.value = groups.difference(order);
    const Chance chance = chanceOf(groups);
    finding.p_value = chance.p_value;
    finding.text = what + "difference " + figureText(finding.value) + " over " +
                   std::to_string(groups.first) + " and " +
                   std::to_string(groups.values.size() - groups.first) + " models, p " +
                   figureText(chance.p_value) + " by permutation.";
    if (chance.least > kMixtureLevel) {
        finding.text += " Too few models to tell it from chance.";
        return finding;
    }
    const bool seen = chance.p_value <= kMixtureLevel;
    finding.outcome = !seen ? "same" : finding.value < 0 ? "smaller" : "larger";
    finding.judgement = rule.expect.empty()              ? Finding::Judgement::no_prediction
                        : !seen                          ? Finding::Judgement::open
                        : finding.outcome == rule.expect ? Finding::Judgement::as_predicted
                                                         : Finding::Judgement::not_as_predicted;
    return finding;
}

}  // namespace

std::vector<fs::path> MixturesStudy::runs() const {
    std::vector<fs::path> all;
    for (const MixtureGroup& group : groups)
        all.insert(all.end(), group.runs.begin(), group.runs.end());
    return all;
}

bool isMixturesStudy(const fs::path& file) {
    std::error_code none;
    if (fs::is_directory(file, none)) return false;
    try {
        std::istringstream text(readRegularFile(file, kMostMixtures, Links::followed));
        for (std::string line; std::getline(text, line);)
            if (line.starts_with("kind:") && line.find("mixtures") != std::string::npos)
                return true;
    } catch (const Error&) {
        // Whoever reads it says what is wrong.
    }
    return false;
}

MixturesStudy loadMixturesStudy(const fs::path& file) {
    MixturesStudy study;
    study.file = file;
    study.name = file.stem().string();
    StudyText text(readRegularFile(file, kMostMixtures, Links::followed), file);
    if (!text.faulty()) MixturesReader(text, study).read();
    text.throwFaults();
    return study;
}

std::vector<Finding> judgeMixtures(const MixturesStudy& study,
                                   const std::map<fs::path, MeasuredRouting>& measured) {
    std::vector<Finding> findings;
    for (const MixtureRule& rule : study.verdict)
        findings.push_back(judgeRule(study, rule, measured));
    return findings;
}

}  // namespace orrery
