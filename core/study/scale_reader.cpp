// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/study/part_readers.h"

namespace orrery {
namespace {

using Kind = YamlNode::Kind;

/// Other values of an axis, some of its named points, other points or another range.
StudyAxis readScaleAxis(StudyText& text, const YamlEntry& entry, const Study& study) {
    const auto axis = std::ranges::find(study.axes, entry.key, &StudyAxis::name);
    if (axis == study.axes.end()) {
        text.report(entry.key_begin, entry.key, "No axis " + entry.key + ".");
        return {};
    }
    StudyAxis changed = *axis;
    if (entry.value.kind == Kind::map) {
        readPoints(text, entry.value, changed);
        return changed;
    }
    if (entry.value.kind != Kind::sequence || entry.value.items.empty())
        text.report(entry.value.begin, entry.key,
                    entry.key + " must be a list here, or its points.");
    changed.points.clear();
    changed.asked_points = 0;
    for (const YamlNode& item : entry.value.items) {
        const std::string label = StudyText::valueText(item);
        const auto known = std::ranges::find(axis->points, label, &StudyPoint::label);
        if (known != axis->points.end()) {
            changed.points.push_back(*known);
        } else if (!axis->key.empty()) {
            changed.points.push_back({label, {{axis->key, label}}});
        } else {
            text.report(item.begin, entry.key,
                        "The axis " + axis->name + " has no point " + label + ".");
        }
    }
    return changed;
}

StudyScale readScale(StudyText& text, const YamlEntry& scale, const Study& study, bool only_read) {
    StudyScale read;
    read.name = scale.key;
    if (scale.value.kind != Kind::map) {
        text.report(scale.key_begin, scale.key, "A scale must be a section of keys.");
        return read;
    }
    for (const YamlEntry& entry : scale.value.entries) {
        if (entry.key == "base") {
            read.base = readBase(text, entry.value, only_read);
        } else if (entry.key == "seeds") {
            read.seeds = readSeeds(text, entry.value);
        } else if (entry.key == "trials") {
            read.trials = text.whole(entry.value, "trials", 1);
        } else if (entry.key == "axes") {
            for (const YamlEntry& axis : entry.value.entries)
                read.axes[axis.key] = readScaleAxis(text, axis, study);
        } else {
            text.addOverrides(entry, read.set);
        }
    }
    return read;
}

}  // namespace

std::vector<StudyScale> readScales(StudyText& text, const YamlNode& node, const Study& study,
                                   bool only_read) {
    std::vector<StudyScale> scales;
    if (node.kind != Kind::map)
        text.report(node.begin, "scales", "scales must have a section for each scale.");
    for (const YamlEntry& entry : node.entries)
        text.requirePlainName(entry.key, entry.key_begin, "scales");
    for (const YamlEntry& entry : node.entries)
        scales.push_back(readScale(text, entry, study, only_read));
    return scales;
}

std::vector<std::int64_t> readSeeds(StudyText& text, const YamlNode& node) {
    std::vector<std::int64_t> seeds;
    if (node.kind == Kind::sequence) {
        for (const YamlNode& item : node.items)
            seeds.push_back(text.whole(item, "seeds", 0));
        if (seeds.empty()) text.report(node.begin, "seeds", "seeds is an empty list.");
        return seeds;
    }
    seeds.resize(static_cast<std::size_t>(text.whole(node, "seeds", 1, 1000)));
    for (std::size_t i = 0; i < seeds.size(); ++i)
        seeds[i] = static_cast<std::int64_t>(i) + 1;
    return seeds;
}

std::filesystem::path readBase(StudyText& text, const YamlNode& node, bool only_read) {
    const std::string base = text.text(node, "base");
    if (base.empty()) return {};
    const auto path =
        std::filesystem::absolute(text.file().parent_path() / base).lexically_normal();
    std::error_code none;
    if (!only_read && !std::filesystem::is_regular_file(path, none))
        text.report(node.begin, "base", "No configuration " + path.string() + ".");
    return path;
}

void readChain(StudyText& text, const YamlNode& node, bool only_read, Study& study) {
    std::string pick;
    const auto name = [&](const YamlNode& n) {
        study.chain.studies.push_back(text.text(n, "study"));
        text.requirePlainName(study.chain.studies.back(), n.begin, "study");
    };
    text.readEntries(
        node, "base: ",
        {{"study",
          [&](const YamlNode& n) {
              if (n.kind != YamlNode::Kind::sequence) return name(n);
              for (const YamlNode& item : n.items)
                  name(item);
          }},
         {"pick", [&](const YamlNode& n) { pick = text.text(n, "pick"); }},
         {"otherwise", [&](const YamlNode& n) { study.base = readBase(text, n, only_read); }}});
    const std::string best = "best ";
    if (study.chain.studies.empty() || !pick.starts_with(best) || pick.size() == best.size())
        text.report(node.begin, "base",
                    "A base of another study needs its name and what is picked: {study: NAME, "
                    "pick: best val/loss}.");
    else
        study.chain.objective = pick.substr(best.size());
}

namespace {

/// What a study takes from the winner of another comes before all that it sets itself.
void inherit(Study& study, const std::string& key, const std::string& value) {
    if (key == "base") {
        study.base = value;
    } else if (key == "origin") {
        study.origin = value;
    } else {
        const auto inherited = std::ranges::count_if(study.changes, [](const Override& made) {
            return made.first.starts_with(chain_prefix) && made.first != chain_prefix + "base" &&
                   made.first != chain_prefix + "origin";
        });
        study.set.insert(study.set.begin() + (inherited - 1), {key, value});
    }
}

}  // namespace

void change(Study& study, const Override& set) {
    study.changes.push_back(set);
    if (set.first.starts_with(text_prefix))
        return replaceText(study, set.first.substr(text_prefix.size()), set.second);
    if (set.first.starts_with(chain_prefix))
        return inherit(study, set.first.substr(chain_prefix.size()), set.second);
    study.set.push_back(set);
    for (StudyScale& scale : study.scales)
        scale.set.push_back(set);
}

Study atScale(const Study& study, const std::string& scale) {
    const auto found = std::ranges::find(study.scales, scale, &StudyScale::name);
    if (found == study.scales.end()) {
        if (scale == "full") return study;
        std::string names = "full";
        for (const StudyScale& known : study.scales)
            if (known.name != "full") names += ", " + known.name;
        throw Error(study.file.string() + " has no scale " + scale + "; it has " + names + ".");
    }
    Study scaled = study;
    if (!found->base.empty()) scaled.base = found->base;
    scaled.set.insert(scaled.set.end(), found->set.begin(), found->set.end());
    if (!found->seeds.empty()) scaled.seeds = found->seeds;
    if (found->trials > 0) scaled.trials = found->trials;
    for (StudyAxis& axis : scaled.axes)
        if (const auto other = found->axes.find(axis.name); other != found->axes.end())
            axis = other->second;
    return scaled;
}

}  // namespace orrery
