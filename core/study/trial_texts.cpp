// SPDX-License-Identifier: GPL-3.0-or-later
// Texts that trained trials read: domains of the embedded corpus, or files.
#include <unistd.h>

#include <algorithm>

#include "core/data/story_generator.h"
#include "core/error.h"
#include "core/study/part_readers.h"
#include "core/study/study.h"

namespace orrery {
namespace {

using Kind = YamlNode::Kind;

std::string absolutePath(const std::filesystem::path& folder, const std::string& path) {
    return std::filesystem::absolute(folder / path).lexically_normal().string();
}

/// {corpus: FILE, split: blank, tokens: 20000, name: news}, or {domain: sea, tokens: 20000}
TrialText readEntry(StudyText& text, const YamlNode& node, const std::string& key) {
    TrialText found;
    if (node.kind != Kind::map) {
        found.name = text.text(node, key);
        return found;
    }
    text.readEntries(
        node, key + ": ",
        {{"corpus",
          [&](const YamlNode& n) {
              found.corpus = absolutePath(text.file().parent_path(), text.text(n, "corpus"));
          }},
         {"domain", [&](const YamlNode& n) { found.name = text.text(n, "domain"); }},
         {"name", [&](const YamlNode& n) { found.name = text.text(n, "name"); }},
         {"split",
          [&](const YamlNode& n) {
              found.split = text.word(n, "split", findField("data.split")->words());
          }},
         {"tokens", [&](const YamlNode& n) {
              found.tokens = text.whole(n, "tokens", 1, 1'000'000'000'000);
          }}});
    if (found.name.empty() && found.corpus.empty())
        text.report(node.begin, key, key + ": a text needs corpus, a file, or domain.");
    if (found.name.empty()) found.name = std::filesystem::path(found.corpus).stem().string();
    return found;
}

/// "FILE" or "FILE,split=blank"
TrialText parseText(const std::string& name, const std::string& value) {
    const std::string mark = ",split=";
    const std::size_t comma = value.rfind(mark);
    TrialText text{.name = name, .corpus = value.substr(0, comma)};
    if (comma != std::string::npos) text.split = value.substr(comma + mark.size());
    const auto words = findField("data.split")->words();
    if (!text.split.empty() && std::ranges::find(words, text.split) == words.end())
        throw Error("The text " + name + " is split at " + text.split +
                    "; it may be " + rangeText(*findField("data.split")) + ".");
    return text;
}

/// In place of data.domain where that names the text; whether it did.
bool replaceIn(std::vector<Override>& set, const TrialText& text) {
    bool found = false;
    std::vector<Override> replaced;
    for (const Override& each : set) {
        const bool later = each.first.starts_with(later_prefix);
        const std::string prefix = later ? later_prefix : "";
        if (each.first != prefix + "data.domain" || each.second != text.name) {
            replaced.push_back(each);
            continue;
        }
        found = true;
        replaced.emplace_back(prefix + "data.corpus", text.corpus);
        if (!text.split.empty()) replaced.emplace_back(prefix + "data.split", text.split);
    }
    set = std::move(replaced);
    return found;
}

bool replaceIn(StudyAxis& axis, const TrialText& text) {
    bool found = false;
    for (StudyPoint& point : axis.points)
        found |= replaceIn(point.set, text);
    return found;
}

bool replaceIn(std::vector<TrialText>& texts, const TrialText& text) {
    bool found = false;
    for (TrialText& each : texts) {
        if (each.name != text.name) continue;
        found = true;
        each.corpus = text.corpus;
        each.split = text.split;
    }
    return found;
}

[[noreturn]] void refuse(const Study& study, const std::string& key, const std::string& what) {
    throw ConfigError({{study.file.string(), 0, 0, key, what}});
}

void requireText(const Study& study, const std::string& key, const TrialText& text,
                 bool trained_on_files) {
    std::error_code none;
    if (!text.corpus.empty()) {
        if (!std::filesystem::exists(text.corpus, none))
            refuse(study, key, "The text " + text.name + " is not there: " + text.corpus + ".");
        if (access(text.corpus.c_str(), R_OK) != 0)
            refuse(study, key,
                   "The text " + text.name + ", " + text.corpus +
                       ", can't be read. Check its permissions.");
        return;
    }
    const auto domains = storyDomains();
    std::string all;
    for (const std::string_view domain : domains)
        all += (all.empty() ? "" : ", ") + std::string(domain);
    if (std::ranges::find(domains, text.name) == domains.end())
        refuse(study, key,
               text.name + " is no domain of the embedded corpus (" + all +
                   "). Give a text: {" + text.name + ": FILE}.");
    if (trained_on_files)
        refuse(study, key,
               "Trials are trained on files, but " + key + " names " + text.name +
                   ", a domain of the embedded corpus. Give a text in its place: --text " +
                   text.name + "=FILE.");
}

}  // namespace

std::vector<TrialText> readTexts(StudyText& text, const YamlNode& node, const std::string& key) {
    std::vector<TrialText> texts;
    if (node.kind == Kind::map) {  // {name: FILE}
        for (const YamlEntry& entry : node.entries) {
            if (entry.value.kind == Kind::map) {
                texts.push_back(readEntry(text, entry.value, key));
                texts.back().name = entry.key;
            } else {
                texts.push_back({.name = entry.key,
                                 .corpus = absolutePath(text.file().parent_path(),
                                                        text.text(entry.value, entry.key))});
            }
        }
    } else if (node.kind == Kind::sequence) {
        for (const YamlNode& item : node.items)
            texts.push_back(readEntry(text, item, key));
    }
    if (texts.empty())
        text.report(node.begin, key, key + " must be a list of texts, or {name: FILE}.");
    return texts;
}

void replaceText(Study& study, const std::string& name, const std::string& value) {
    const TrialText text = parseText(name, value);
    bool found = replaceIn(study.domains, text);
    found |= replaceIn(study.stream, text);
    found |= replaceIn(study.set, text);
    for (StudyPhase& phase : study.phases)
        found |= replaceIn(phase.set, text);
    for (StudyAxis& axis : study.axes)
        found |= replaceIn(axis, text);
    for (StudyScale& scale : study.scales) {
        found |= replaceIn(scale.set, text);
        for (auto& [axis, points] : scale.axes)
            found |= replaceIn(points, text);
    }
    if (!found)
        throw Error("The study " + study.name + " reads no text " + name +
                    ": it is neither in domains, stream and phases nor a data.domain.");
}

void requireTexts(const Study& study, const std::vector<Config>& configs) {
    const bool files = std::ranges::none_of(
        configs, [](const Config& config) { return config.data.isEmbedded(); });
    for (const TrialText& text : study.domains)
        requireText(study, "domains", text, files);
    for (const TrialText& text : study.stream)
        requireText(study, "stream", text, files);
}

DataConfig dataOf(const Config& config, const TrialText& text) {
    DataConfig data = config.data;
    data.validation = DataConfig().validation;
    if (text.corpus.empty()) {
        data.corpus = DataConfig().corpus;
        data.domain = text.name;
        return data;
    }
    data.corpus = text.corpus;
    data.train_documents = 0;  // what is held back is the text's last documents
    if (!text.split.empty())
        data.split = static_cast<DocumentSplit>(
            [&] {
                for (const Choice& choice : findField("data.split")->choices)
                    if (choice.word == text.split) return choice.enumerator;
                throw Error("data.split can't be " + text.split + ".");
            }());
    return data;
}

}  // namespace orrery
