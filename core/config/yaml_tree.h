// SPDX-License-Identifier: GPL-3.0-or-later
// A YAML text as a tree that keeps what yaml-cpp's nodes lose: places, duplicate keys, flow or
// block. Private to core/config.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

struct YamlEntry;

struct YamlNode {
    enum class Kind { null, scalar, sequence, map };
    Kind kind = Kind::null;
    std::size_t begin = 0;  // byte offset in the text; of a null node: of its key
    bool flow = false;      // {..} or [..]
    bool quoted = false;    // a scalar that is text whatever it looks like
    std::string text;       // of a scalar, decoded
    std::vector<YamlNode> items;
    std::vector<YamlEntry> entries;  // in order, duplicates included
};

struct YamlEntry {
    std::string key;
    std::size_t key_begin = 0;
    YamlNode value;
};

struct YamlFault {
    std::size_t begin = 0;
    std::string message;
};

struct YamlDocument {
    YamlNode root;
    std::vector<YamlFault> faults;  // anything here: the tree is not to be used
};

/// Refuses what a configuration has no use for: binary data, tabs that indent, anchors, aliases,
/// tags, a second document, keys that are not plain words, characters in keys and values that
/// nobody sees. Never throws for bad text.
YamlDocument parseYamlTree(std::string_view text);

struct TextPosition {
    int line = 1;    // from 1
    int column = 1;  // from 1, in characters
};

/// Where offsets lie in a text. What is asked costs the same however long the lines are.
class TextLines {
public:
    explicit TextLines(std::string_view text);  // the text must outlive it
    TextPosition at(std::size_t offset) const;
    int lineOf(std::size_t offset) const;  // from 1

private:
    static constexpr std::size_t kStride = 256;
    std::size_t charactersBefore(std::size_t offset) const;

    std::string_view text_;
    std::vector<std::size_t> starts_;
    std::vector<std::size_t> characters_;  // before each multiple of kStride, and in all
};

}  // namespace orrery
