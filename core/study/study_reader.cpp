// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <sstream>

#include "core/error.h"
#include "core/files/regular_file.h"
#include "core/study/controls_study.h"
#include "core/study/part_readers.h"
#include "core/study/study.h"
#include "core/study/study_text.h"
#include "core/study/verdict.h"

namespace orrery {
namespace {

using Kind = YamlNode::Kind;

constexpr std::uint64_t kMostStudy = 1'000'000;  // bytes, as of a configuration

class StudyReader {
public:
    StudyReader(const std::string& text, const std::filesystem::path& file, bool only_read)
        : text_(text, file), only_read_(only_read) {
        study_.text = text;
        study_.file = file;
        study_.name = file.stem().string();
    }

    Study read() {
        if (!text_.faulty()) readRoot(text_.root());
        text_.throwFaults();
        for (const std::string& fault : ruleFaults(study_))
            text_.report(text_.root().begin, "verdict", fault);
        text_.throwFaults();
        return std::move(study_);
    }

private:
    void readRoot(const YamlNode& root) {
        if (root.kind != Kind::map)
            return text_.report(0, {}, "A study must be a mapping of keys to values.");
        const YamlNode* scales = nullptr;  // read last: they refer to the axes
        StudyText::Entries entries = wordEntries();
        entries["scales"] = [&](const YamlNode& n) { scales = &n; };
        addNumbers(entries);
        addParts(entries);
        text_.readEntries(root, "", entries);
        if (processes_ > 0) study_.set.emplace_back("train.processes", std::to_string(processes_));
        if (scales) study_.scales = readScales(text_, *scales, study_, only_read_);
        if (text_.faulty()) return;
        if (study_.base.empty() && study_.chain.studies.empty())
            text_.report(root.begin, "base", "base is missing: the configuration to vary.");
        const bool varies =
            !study_.axes.empty() || !study_.phases.empty() || !study_.stream.empty();
        if (!varies) text_.report(root.begin, "axes", "axes is missing: the settings to vary.");
        if (study_.search != "grid" && study_.trials == 0)
            text_.report(root.begin, "trials",
                         "A " + study_.search + " search needs trials: how many points to try.");
    }

    StudyText::Entries wordEntries() {
        const auto words = [&](std::string Study::*member, const char* key) {
            return [this, member, key](const YamlNode& n) { study_.*member = text_.text(n, key); };
        };
        const auto choice = [&](std::string Study::*member, const char* key,
                                std::vector<std::string> known) {
            return [this, member, key, known](const YamlNode& n) {
                study_.*member = text_.word(n, key, known);
            };
        };
        return {{"name",
                 [&](const YamlNode& n) {
                     study_.name = text_.text(n, "name");
                     text_.requirePlainName(study_.name, n.begin, "name");
                 }},
                {"question", words(&Study::question, "question")},
                {"prediction", words(&Study::prediction, "prediction")},
                {"source", words(&Study::source, "source")},
                {"search", choice(&Study::search, "search", {"grid", "random", "tpe"})},
                {"words", choice(&Study::words, "words", {"spaces", "wikitext"})}};
    }

    void addNumbers(StudyText::Entries& entries) {
        entries["trials"] = [&](const YamlNode& n) { readTrials(n); };
        entries["search_seed"] = [&](const YamlNode& n) {
            study_.search_seed = static_cast<std::uint64_t>(text_.whole(n, "search_seed", 0));
        };
        entries["stop_after_failures"] = [&](const YamlNode& n) {
            study_.stop_after_failures = text_.whole(n, "stop_after_failures", 1);
        };
        entries["prune"] = [&](const YamlNode& n) {
            study_.prune = text_.word(n, "prune", {"true", "false"}) == "true";
        };
        entries["seeds"] = [&](const YamlNode& n) { study_.seeds = readSeeds(text_, n); };
        entries["budget"] = [&](const YamlNode& n) { readBudget(n); };
    }

    void addParts(StudyText::Entries& entries) {
        entries["base"] = [&](const YamlNode& n) {
            if (n.kind == Kind::map)
                readChain(text_, n, only_read_, study_);
            else
                study_.base = readBase(text_, n, only_read_);
        };
        entries["set"] = [&](const YamlNode& n) { study_.set = text_.overrides(n); };
        entries["axes"] = [&](const YamlNode& n) { study_.axes = readAxes(text_, n); };
        entries["objective"] = [&](const YamlNode& n) {
            const std::string name = text_.text(n, "objective");
            study_.objectives = {{name, name, "lower"}};
        };
        entries["objectives"] = [&](const YamlNode& n) {
            study_.objectives = readObjectives(text_, n);
        };
        entries["verdict"] = [&](const YamlNode& n) { study_.verdict = readVerdict(text_, n); };
        entries["domains"] = [&](const YamlNode& n) {
            study_.domains = readTexts(text_, n, "domains");
        };
        entries["stream"] = [&](const YamlNode& n) {
            study_.stream = readTexts(text_, n, "stream");
        };
        entries["phases"] = [&](const YamlNode& n) {
            for (const YamlEntry& phase : n.entries)
                text_.requirePlainName(phase.key, phase.key_begin, "phases");
            for (const YamlEntry& phase : n.entries)
                study_.phases.push_back({phase.key, text_.overrides(phase.value)});
            if (n.entries.empty())
                text_.report(n.begin, "phases", "phases must have a section for each phase.");
        };
    }

    /// How many, or {count: how many, processes: that train each}.
    void readTrials(const YamlNode& node) {
        if (node.kind != Kind::map) {
            study_.trials = text_.whole(node, "trials", 1);
            return;
        }
        text_.readEntries(
            node, "trials: ",
            {{"count", [&](const YamlNode& n) { study_.trials = text_.whole(n, "count", 1); }},
             {"processes",
              [&](const YamlNode& n) { processes_ = text_.whole(n, "processes", 1, 1024); }}});
    }

    void readBudget(const YamlNode& node) {
        if (node.kind != Kind::map)
            return text_.report(node.begin, "budget", "budget must have trials, hours or both.");
        text_.readEntries(
            node, "budget: ",
            {{"trials",
              [&](const YamlNode& n) { study_.budget.trials = text_.whole(n, "trials", 1); }},
             {"hours", [&](const YamlNode& n) {
                  study_.budget.hours = StudyText::number(n);
                  if (!(study_.budget.hours > 0))
                      text_.report(n.begin, "hours", "hours must be a number above 0.");
              }}});
    }

    StudyText text_;
    Study study_;
    std::int64_t processes_ = 0;  // of a trial; 0 = as its configuration says
    bool only_read_;
};

}  // namespace

Study parseStudy(const std::string& text, const std::filesystem::path& file, bool only_read) {
    return StudyReader(text, file, only_read).read();
}

bool isStudy(const std::filesystem::path& path) {
    std::error_code none;
    if (std::filesystem::is_directory(path, none))
        return std::filesystem::exists(path / "study.db", none) || isControls(path);
    try {
        std::istringstream text(readRegularFile(path, kMostStudy, Links::followed));
        for (std::string line; std::getline(text, line);)
            if (line.starts_with("base:")) return true;  // a configuration has no such key
    } catch (const Error&) {
        // Whoever reads it says what is wrong.
    }
    return false;
}

Study loadStudy(const std::filesystem::path& file) {
    std::string text;
    try {
        text = readRegularFile(file, kMostStudy, Links::followed);
    } catch (const Error& error) {
        throw ConfigError({{file.string(), 0, 0, {}, error.what()}});
    }
    return parseStudy(text, file);
}

}  // namespace orrery
