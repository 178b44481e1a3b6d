// SPDX-License-Identifier: GPL-3.0-or-later
// Reading pieces of a study's YAML; every fault keeps its place. Private to core/study.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/config/yaml.h"
#include "core/config/yaml_tree.h"

namespace orrery {

class StudyText {
public:
    using Entries = std::map<std::string, std::function<void(const YamlNode&)>>;

    StudyText(const std::string& text, std::filesystem::path file);

    const YamlNode& root() const { return document_.root; }
    const std::filesystem::path& file() const { return file_; }
    bool faulty() const { return !faults_.empty(); }
    void throwFaults();
    void report(std::size_t offset, const std::string& key, const std::string& message);

    /// Calls what is known for each entry; other keys and repeated ones are faults.
    void readEntries(const YamlNode& map, const std::string& where, const Entries& known);
    std::string text(const YamlNode& node, const std::string& key);
    /// A fault where the name can't be that of a folder or file.
    void requirePlainName(const std::string& name, std::size_t offset, const std::string& key);
    std::string word(const YamlNode& node, const std::string& key,
                     const std::vector<std::string>& words);
    std::int64_t whole(const YamlNode& node, const std::string& key, std::int64_t least,
                       std::int64_t most = 1'000'000);
    static double number(const YamlNode& node);  // not a number where it is none
    std::vector<std::string> textList(const YamlNode& node, const std::string& key);
    /// {axis: label}
    std::map<std::string, std::string> labels(const YamlNode& node, const std::string& key);
    /// {train: {max_steps: 20}} -> train.max_steps=20; values are checked when trials are planned.
    /// A section `later` holds such sections for all phases of a trial but its first.
    std::vector<Override> overrides(const YamlNode& node);
    void addOverrides(const YamlEntry& section, std::vector<Override>& set);
    /// A scalar or list as a configuration writes it.
    static std::string valueText(const YamlNode& node);

private:
    std::filesystem::path file_;
    TextLines lines_;
    YamlDocument document_;
    std::vector<Diagnostic> faults_;
    std::size_t left_out_ = 0;  // faults that are counted alone
};

}  // namespace orrery
