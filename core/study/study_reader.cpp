// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>

#include "core/config/nearest.h"
#include "core/config/yaml_tree.h"
#include "core/study/study.h"

namespace orrery {
namespace {

using Kind = YamlNode::Kind;

class StudyReader {
public:
    StudyReader(const std::string& text, const std::filesystem::path& file)
        : lines_(text), document_(parseYamlTree(text)) {
        study_.file = file;
        study_.name = file.stem().string();
    }

    Study read() {
        for (const YamlFault& fault : document_.faults)
            report(fault.begin, {}, fault.message);
        if (faults_.empty()) readRoot(document_.root);
        if (!faults_.empty()) throw ConfigError(std::move(faults_));
        return std::move(study_);
    }

private:
    using Entries = std::map<std::string, std::function<void(const YamlNode&)>>;

    void readRoot(const YamlNode& root) {
        if (root.kind != Kind::map) return report(0, {}, "A study is a list of keys and values.");
        readEntries(
            root, "",
            {{"name", [&](const YamlNode& n) { study_.name = textOf(n, "name"); }},
             {"question", [&](const YamlNode& n) { study_.question = textOf(n, "question"); }},
             {"prediction",
              [&](const YamlNode& n) { study_.prediction = textOf(n, "prediction"); }},
             {"base", [&](const YamlNode& n) { readBase(n); }},
             {"set", [&](const YamlNode& n) { study_.set = overridesOf(n); }},
             {"axes", [&](const YamlNode& n) { readAxes(n); }},
             {"seeds", [&](const YamlNode& n) { readSeeds(n); }},
             {"search",
              [&](const YamlNode& n) {
                  study_.search = wordOf(n, "search", {"grid", "random"});
              }},
             {"trials", [&](const YamlNode& n) { study_.trials = wholeOf(n, "trials", 1); }},
             {"search_seed",
              [&](const YamlNode& n) {
                  study_.search_seed = static_cast<std::uint64_t>(wholeOf(n, "search_seed", 0));
              }},
             {"objective", [&](const YamlNode& n) { study_.objective = textOf(n, "objective"); }},
             {"stop_after_failures",
              [&](const YamlNode& n) {
                  study_.stop_after_failures = wholeOf(n, "stop_after_failures", 1);
              }},
             {"scales", [&](const YamlNode& n) { readScales(n); }}});
        if (study_.base.empty() && faults_.empty())
            report(root.begin, "base", "base is missing: the configuration that is varied.");
        if (study_.axes.empty() && faults_.empty())
            report(root.begin, "axes", "axes is missing: what is varied.");
        if (study_.search == "random" && study_.trials == 0 && faults_.empty())
            report(root.begin, "trials", "A random search needs trials: how many points to try.");
    }

    void readEntries(const YamlNode& map, const std::string& where, const Entries& known) {
        std::map<std::string, std::size_t> seen;
        for (const YamlEntry& entry : map.entries) {
            const auto found = known.find(entry.key);
            if (found == known.end()) {
                std::vector<std::string> names;
                for (const auto& [name, read] : known)
                    names.push_back(name);
                const std::string near = nearestWord(entry.key, names);
                report(entry.key_begin, entry.key,
                       "Unknown key " + where + entry.key +
                           (near.empty() ? "." : "; did you mean " + near + "?"));
            } else if (!seen.emplace(entry.key, entry.key_begin).second) {
                report(entry.key_begin, entry.key,
                       where + entry.key + " was given before, in line " +
                           std::to_string(lines_.at(seen[entry.key]).line) + ".");
            } else {
                found->second(entry.value);
            }
        }
    }

    void readBase(const YamlNode& node) {
        const std::string base = textOf(node, "base");
        if (base.empty()) return;
        study_.base =
            std::filesystem::absolute(study_.file.parent_path() / base).lexically_normal();
        if (!std::filesystem::is_regular_file(study_.base))
            report(node.begin, "base", "There is no configuration " + study_.base.string() + ".");
    }

    void readSeeds(const YamlNode& node) {
        if (node.kind == Kind::sequence) {
            study_.seeds.clear();
            for (const YamlNode& item : node.items)
                study_.seeds.push_back(wholeOf(item, "seeds", 0));
            if (study_.seeds.empty()) report(node.begin, "seeds", "seeds is an empty list.");
            return;
        }
        study_.seeds.resize(static_cast<std::size_t>(wholeOf(node, "seeds", 1, 1000)));
        for (std::size_t i = 0; i < study_.seeds.size(); ++i)
            study_.seeds[i] = static_cast<std::int64_t>(i) + 1;
    }

    void readScales(const YamlNode& node) {
        if (node.kind != Kind::map)
            return report(node.begin, "scales", "scales holds a section for each scale.");
        for (const YamlEntry& entry : node.entries)
            study_.scales.push_back({entry.key, overridesOf(entry.value)});
    }

    void readAxes(const YamlNode& node) {
        if (node.kind != Kind::sequence || node.items.empty())
            return report(node.begin, "axes", "axes is a list with an entry for each axis.");
        for (const YamlNode& item : node.items)
            readAxis(item);
    }

    void readAxis(const YamlNode& node) {
        if (node.kind != Kind::map)
            return report(node.begin, "axes",
                          "An axis is a section: key and values, or name and points.");
        StudyAxis axis;
        std::int64_t points = 0;
        readEntries(node, "axes: ",
                    {{"key", [&](const YamlNode& n) { readAxisKey(n, axis); }},
                     {"name", [&](const YamlNode& n) { axis.name = textOf(n, "name"); }},
                     {"values", [&](const YamlNode& n) { readValues(n, axis); }},
                     {"range", [&](const YamlNode& n) { readRange(n, axis, false); }},
                     {"log_range", [&](const YamlNode& n) { readRange(n, axis, true); }},
                     {"points", [&](const YamlNode& n) {
                          if (n.kind == Kind::map)
                              readPoints(n, axis);
                          else
                              points = wholeOf(n, "points", 2, 1000);
                      }}});
        if (axis.name.empty()) axis.name = axis.key;
        if (points > 0) spread(axis, points);
        for (StudyPoint& point : axis.points)
            if (point.set.empty() && !axis.key.empty()) point.set = {{axis.key, point.label}};
        if (axis.name.empty())
            report(node.begin, "axes",
                   "An axis needs a key, or a name for points that set several.");
        else if (axis.points.empty() && std::isnan(axis.low))
            report(node.begin, axis.name,
                   axis.name + " has nothing to try: give values, a range or points.");
        study_.axes.push_back(std::move(axis));
    }

    void readAxisKey(const YamlNode& node, StudyAxis& axis) {
        axis.key = textOf(node, "key");
        if (axis.key.empty() || findField(axis.key)) return;
        const std::string near = nearestKey(axis.key);
        report(
            node.begin, axis.key,
            "There is no key " + axis.key + (near.empty() ? "." : "; did you mean " + near + "?"));
    }

    void readValues(const YamlNode& node, StudyAxis& axis) {
        if (node.kind != Kind::sequence || node.items.empty())
            return report(node.begin, "values", "values is a list.");
        for (const YamlNode& item : node.items)
            axis.points.push_back({valueText(item), {}});
    }

    void readPoints(const YamlNode& node, StudyAxis& axis) {
        for (const YamlEntry& entry : node.entries)
            axis.points.push_back({entry.key, overridesOf(entry.value)});
    }

    void readRange(const YamlNode& node, StudyAxis& axis, bool logarithmic) {
        const bool two = node.kind == Kind::sequence && node.items.size() == 2;
        axis.low = two ? numberOf(node.items[0]) : std::nan("");
        axis.high = two ? numberOf(node.items[1]) : std::nan("");
        axis.logarithmic = logarithmic;
        if (!(axis.low < axis.high) || (logarithmic && !(axis.low > 0)))
            report(node.begin, "range",
                   logarithmic ? "log_range is two numbers above 0, the lower one first."
                               : "range is two numbers, the lower one first.");
    }

    /// The points of a range for a grid, ends included.
    static void spread(StudyAxis& axis, std::int64_t points) {
        if (std::isnan(axis.low)) return;
        const Field* field = findField(axis.key);
        for (std::int64_t i = 0; i < points; ++i) {
            const double share = static_cast<double>(i) / static_cast<double>(points - 1);
            const double value = axis.logarithmic ? axis.low * std::pow(axis.high / axis.low, share)
                                                  : axis.low + (axis.high - axis.low) * share;
            const bool whole = field && field->type == FieldType::integer;
            axis.points.push_back(
                {whole ? std::to_string(std::llround(value)) : rounded(value), {}});
        }
    }

    /// Four digits: what a person would have written.
    static std::string rounded(double value) {
        char text[32];
        const auto end =
            std::to_chars(text, text + sizeof text, value, std::chars_format::general, 4);
        return {text, end.ptr};
    }

    /// {train: {max_steps: 20}} -> train.max_steps=20; checked when the trials are planned.
    std::vector<Override> overridesOf(const YamlNode& node) {
        std::vector<Override> set;
        if (node.kind != Kind::map) {
            report(node.begin, {}, "This is a section of keys, as in a configuration.");
            return set;
        }
        for (const YamlEntry& section : node.entries) {
            if (section.value.kind != Kind::map) {
                report(section.key_begin, section.key,
                       section.key + " is a section, as in a configuration.");
                continue;
            }
            for (const YamlEntry& entry : section.value.entries) {
                const std::string key = section.key + "." + entry.key;
                if (!findField(key)) {
                    const std::string near = nearestKey(key);
                    report(entry.key_begin, key,
                           "Unknown key " + key +
                               (near.empty() ? "." : "; did you mean " + near + "?"));
                }
                set.emplace_back(key, valueText(entry.value));
            }
        }
        return set;
    }

    static std::string valueText(const YamlNode& node) {
        if (node.kind != Kind::sequence) return node.text;
        std::string text = "[";
        for (const YamlNode& item : node.items)
            text += (text.size() > 1 ? ", " : "") + item.text;
        return text + "]";
    }

    std::string textOf(const YamlNode& node, const std::string& key) {
        if (node.kind == Kind::scalar) return node.text;
        report(node.begin, key, key + " is text.");
        return {};
    }

    std::string wordOf(const YamlNode& node, const std::string& key,
                       const std::vector<std::string>& words) {
        if (std::ranges::find(words, node.text) == words.end()) {
            std::string all;
            for (const std::string& word : words)
                all += (all.empty() ? "" : " or ") + word;
            report(node.begin, key, key + " is " + all + ".");
        }
        return node.text;
    }

    std::int64_t wholeOf(const YamlNode& node, const std::string& key, std::int64_t least,
                         std::int64_t most = 1'000'000) {
        std::int64_t value = 0;
        const char* end = node.text.data() + node.text.size();
        const auto [stop, error] = std::from_chars(node.text.data(), end, value);
        if (node.kind == Kind::scalar && error == std::errc() && stop == end && value >= least &&
            value <= most)
            return value;
        report(node.begin, key,
               key + " is a whole number from " + std::to_string(least) + " to " +
                   std::to_string(most) + ".");
        return least;
    }

    static double numberOf(const YamlNode& node) {
        double value = 0;
        const char* end = node.text.data() + node.text.size();
        const auto [stop, error] = std::from_chars(node.text.data(), end, value);
        return error == std::errc() && stop == end ? value : std::nan("");
    }

    void report(std::size_t offset, const std::string& key, const std::string& message) {
        const TextPosition place = lines_.at(offset);
        faults_.push_back({study_.file.string(), place.line, place.column, key, message});
    }

    TextLines lines_;
    YamlDocument document_;
    Study study_;
    std::vector<Diagnostic> faults_;
};

}  // namespace

Study parseStudy(const std::string& text, const std::filesystem::path& file) {
    return StudyReader(text, file).read();
}

Study loadStudy(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    if (!stream || !std::filesystem::is_regular_file(file))
        throw ConfigError({{file.string(), 0, 0, {}, "This study can't be read. Check its path."}});
    return parseStudy(text.str(), file);
}

}  // namespace orrery
