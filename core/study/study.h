// SPDX-License-Identifier: GPL-3.0-or-later
// A study: one question, asked by training a configuration at many points. Values only.
#pragma once
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/config/yaml.h"

namespace orrery {

/// Before the key of an override that the first phase of a trial does without.
inline const std::string later_prefix = "later:";
/// Before what change() takes beside overrides: "text:sea" gives a text in place of that domain,
/// "chain:KEY", "chain:base" and "chain:origin" are what a study takes from another's winner.
inline const std::string text_prefix = "text:";
inline const std::string chain_prefix = "chain:";

/// What a trained model reads: the validation documents of a domain of the embedded corpus, or
/// those that a text holds back as a corpus would.
struct TrialText {
    std::string name;         // of figures
    std::string corpus = {};  // a file or folder, absolute; empty = the domain of this name
    std::string split = {};   // of its documents; empty = as the trial's configuration says
    std::int64_t tokens = 0;  // of a stream: no further batch after so many; 0 = all
    bool operator==(const TrialText&) const = default;
};

/// Other studies, whose best cells are this one's base: each sets what its winner does, the last of
/// them over those before. With a base beside them (otherwise: FILE), those that were not run are
/// passed over.
struct StudyChain {
    std::vector<std::string> studies;  // whose folders lie beside this one's, at the same scale
    std::string objective;             // of which the best mean wins
};

/// A point of an axis: what it is called and what it sets.
struct StudyPoint {
    std::string label;
    std::vector<Override> set;
};

/// Either points to be tried each, or (with `low` and `high`) a range of one real or whole key.
struct StudyAxis {
    std::string name;  // the key, or the axis' own name where its points set several
    std::string key;   // of a range or a list of values, else empty
    bool logarithmic = false;
    double low = std::numeric_limits<double>::quiet_NaN();
    double high = std::numeric_limits<double>::quiet_NaN();
    std::vector<StudyPoint> points = {};
    std::int64_t asked_points = 0;  // of a range: there are fewer where it holds no more numbers
};

/// A figure of every trial: an expression over its metrics (core/study/expression.h).
struct StudyObjective {
    std::string name;
    std::string value;             // "val/loss", "max(layer*/gini)"
    std::string better = "lower";  // lower | higher | neither
};

/// A trial may train several times, each time from the weights that the phase before left.
struct StudyPhase {
    std::string name;
    std::vector<Override> set;
};

/// What is held against the prediction (core/study/verdict.h).
struct VerdictRule {
    // difference | interaction | trend | correlation | best | boundary | crossover
    std::string rule = {};
    std::string of = {};    // the objective that is looked at
    std::string with = {};  // a second objective: of a correlation, difference or crossover
    std::string along = {}, by = {};                  // axes
    std::map<std::string, std::string> at = {};       // axis -> label: the cells that are compared
    std::map<std::string, std::string> than = {};     //   with these
    std::map<std::string, std::string> under = {};    // of an interaction: where the difference
    std::map<std::string, std::string> against = {};  //   is held against that which is here
    double interest = 0;  // the smallest difference that matters, in the objective's unit; 0 = none
    std::string expect = {};  // the outcome that was predicted; empty: none was
};

struct StudyBudget {
    std::int64_t trials = 0;  // 0 = as many as there are
    double hours = 0;         // of the whole study, interruptions apart; 0 = no end
};

struct StudyScale {
    std::string name;            // tiny, small, full
    std::filesystem::path base;  // in place of the study's
    std::vector<Override> set;
    std::map<std::string, StudyAxis> axes;  // points or range, in place of an axis' own
    std::vector<std::int64_t> seeds;        // in place of the study's
    std::int64_t trials = 0;
};

struct Study {
    std::string name;
    std::string question, prediction, source;
    std::string text;                  // as it was read
    std::filesystem::path file, base;  // base: the configuration, absolute
    std::vector<Override> set;         // for every trial
    std::vector<Override> changes;     // what change() made of it
    std::vector<StudyAxis> axes;       // none: one point
    std::vector<std::int64_t> seeds = {1};
    std::string search = "grid";    // grid | random | tpe
    std::int64_t trials = 0;        // of a search, seeds apart
    std::uint64_t search_seed = 1;  // of a search
    bool prune = true;              // tpe: trials that lag behind are ended
    std::vector<StudyObjective> objectives = {{"val/loss", "val/loss", "lower"}};
    std::vector<StudyPhase> phases;  // none: one, which changes nothing
    std::vector<TrialText> domains;  // judged after every phase
    std::vector<TrialText> stream;   // that the trained model reads in turn, twice: keys frozen,
                                     // and keys active
    StudyChain chain;                // in place of `base`, or before it
    std::string origin;              // of a base that was chained: for people
    std::string words;  // spaces | wikitext: val/word_perplexity is counted so; empty = not at all
    StudyBudget budget;
    std::int64_t stop_after_failures = 3;
    std::vector<VerdictRule> verdict;
    std::vector<StudyScale> scales;
};

/// Throws ConfigError with every fault and its place.
Study loadStudy(const std::filesystem::path& file);
/// The same for text; `file` names it in messages and anchors a relative `base`, which need not be
/// there any more when the study is only to be read.
Study parseStudy(const std::string& text, const std::filesystem::path& file,
                 bool only_read = false);

/// A key has this value at every scale, over what the study sets itself (--set); or one of
/// text_prefix (FILE, or "FILE,split=blank") and chain_prefix. Throws Error for a text in place of
/// a domain that the study has not.
void change(Study& study, const Override& set);
/// The study with the winner of the one that it is chained to, whose folder lies under `studies`; a
/// study that is not chained, or already has it, as it is. Throws Error when that one is not done,
/// or not even begun where nothing is said to take otherwise.
Study chained(Study study, const std::filesystem::path& studies, const std::string& scale);
/// What a run of this configuration is to open for the text: the documents that it holds back are
/// those to read.
DataConfig dataOf(const Config& config, const TrialText& text);
/// Throws ConfigError for a text that is not there, a domain that there is not, and one of the
/// embedded corpus where the trial of these configurations is trained on other texts.
void requireTexts(const Study& study, const std::vector<Config>& configs);

/// A file that states a study, by its own keys, or the folder of one or of controls. Never throws.
bool isStudy(const std::filesystem::path& path);

/// The study as it is at a scale: its base, keys, points, seeds and trials are that scale's.
/// "full" is always there. Throws Error for another unknown one.
Study atScale(const Study& study, const std::string& scale);

struct Trial {
    std::int64_t number = 0;          // from 1, in the order of the plan
    std::vector<std::string> labels;  // a point of each axis
    std::vector<Override> set;        // all that the base configuration is changed by
    std::int64_t seed = 1;
    std::string name() const;  // "trial-0007", of its run
};

/// All trials of a grid or random search, seeds together for each point so that whoever stops early
/// has whole cells. Points are distinct. The same for the same study and scale. Throws Error for an
/// unknown scale, and ConfigError when a trial's configuration can't run, or is another trial's.
std::vector<Trial> planTrials(const Study& study, const std::string& scale);
/// Where a plan of so many points has fewer than were asked for; `study` is at its scale.
std::vector<std::string> planNotes(const Study& study, std::size_t points);
/// The trial of one point; `study` is at its scale already. Throws ConfigError.
Trial makeTrial(const Study& study, std::int64_t number, const std::vector<StudyPoint>& cell,
                std::int64_t seed);
/// The value of a range's key as a point, inside of the range and whole where its field is.
StudyPoint pointOf(const StudyAxis& axis, double value);
/// The configurations of a trial's phases, complete, in their order. Throws ConfigError.
std::vector<Config> phaseConfigs(const Study& study, const Trial& trial);

}  // namespace orrery
