// SPDX-License-Identifier: GPL-3.0-or-later
// The state of reading one configuration: values, where each key was given, and all faults so far.
// Private to core/config.
#pragma once
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/config/yaml.h"
#include "core/config/yaml_tree.h"

namespace orrery {

class ConfigReader {
public:
    /// Reads a text and, before it, the files that it extends.
    void readText(const std::string& text, const std::filesystem::path& file);
    void applyOverrides(const std::vector<Override>& overrides);
    /// Adds contradictions, each at the place of a key involved. Throws ConfigError when anything
    /// was wrong.
    Config finish();

private:
    struct Place {
        std::string file;
        int line = 0;
        int column = 0;
    };
    /// One file under way.
    struct Source {
        std::filesystem::path path;
        TextLines lines;
        std::string name() const { return path.string(); }
    };

    void readRoot(const Source& source, const YamlNode& root);
    void readTopEntry(const Source& source, const YamlEntry& entry);
    void readSection(const Source& source, const YamlEntry& entry);
    void readField(const Source& source, const Field& field, const YamlEntry& entry);
    void readExtends(const Source& source, const YamlEntry& entry);
    void readBase(const std::filesystem::path& base, const Source& source, const YamlEntry& entry);
    void reportDuplicates(const Source& source, const YamlNode& map, const std::string& prefix);
    void reportUnknown(const Source& source, const YamlEntry& entry, const std::string& key);
    void fault(const Source& source, std::size_t offset, const std::string& key,
               const std::string& message);
    bool countedOnly();
    void addContradictions();
    Place placeOf(const std::vector<std::string>& keys) const;

    Config config_;
    std::vector<Diagnostic> diagnostics_;
    std::vector<std::string> file_order_;      // the main file first
    std::vector<std::filesystem::path> open_;  // files under way, for cycles
    std::map<std::string, Place> places_;      // key -> where it was last given
    std::set<std::string> faulty_;             // keys that hold a fault already
    std::size_t left_out_ = 0;                 // faults that are counted alone
    bool unreadable_ = false;                  // no point in looking for contradictions
};

/// The whole of a file of at most a megabyte. Throws Error without the file's name.
std::string readConfigFile(const std::filesystem::path& file);

}  // namespace orrery
