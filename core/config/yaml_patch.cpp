// SPDX-License-Identifier: GPL-3.0-or-later
// Changes one value in a YAML text and leaves every other byte alone.
#include <algorithm>
#include <set>

#include "core/config/field_value.h"
#include "core/config/yaml.h"
#include "core/config/yaml_spans.h"

namespace orrery {
namespace {

class Patcher {
public:
    Patcher(const std::string& text, const Field& field, const FieldValue& value)
        : text_(text), field_(field), value_(value), written_(yamlValue(value)) {
        const std::size_t first_break = text.find('\n');
        const bool crlf =
            first_break != std::string::npos && first_break > 0 && text[first_break - 1] == '\r';
        line_break_ = crlf ? "\r\n" : "\n";
    }

    std::string patched(const YamlNode& root) {
        const std::string section = field_.section();
        if (root.kind == YamlNode::Kind::null) {
            appendLine(section.empty() ? entry() : section + ":" + line_break_ + "  " + entry());
        } else if (section.empty()) {
            patchMap(root, 0, true);
        } else if (const YamlEntry* found = find(root, section)) {
            patchSection(*found, root.flow);
        } else {
            addSection(root, section);
        }
        return std::move(text_);
    }

private:
    std::string entry() const { return field_.leaf() + ": " + written_; }

    static const YamlEntry* find(const YamlNode& map, const std::string& key) {
        const auto found = std::ranges::find(map.entries, key, &YamlEntry::key);
        return found == map.entries.end() ? nullptr : &*found;
    }
    std::size_t columnOf(std::size_t offset) const { return offset - lineBegin(text_, offset); }

    void patchSection(const YamlEntry& section, bool in_flow) {
        const YamlNode& node = section.value;
        if (node.kind == YamlNode::Kind::map) {
            patchMap(node, section.key_begin, false);
        } else if (node.kind == YamlNode::Kind::null) {
            replaceAbsent(section.key_begin, in_flow, "{" + entry() + "}");
        } else {
            throw Error("section " + section.key + " is a value, but should be a section of keys");
        }
    }

    /// A key without a value ("alpha:", "alpha: ~"); a comment behind it stays.
    void replaceAbsent(std::size_t key_begin, bool in_flow, const std::string& fresh) {
        const std::size_t colon = afterColon(text_, key_begin, in_flow);
        const std::size_t begin = skipSpaces(colon);
        const std::size_t end = scalarEnd(text_, begin, in_flow);
        if (end == begin)
            text_.insert(colon, " " + fresh);
        else
            text_.replace(begin, end - begin, fresh);
    }

    void patchMap(const YamlNode& map, std::size_t owner, bool at_top) {
        if (const YamlEntry* found = find(map, field_.leaf()))
            return replaceValue(*found, map.flow);
        if (map.flow) return addToFlow(map, entry());
        const std::size_t first = map.entries.front().key_begin;
        // The name goes first, other keys after the last one of their section.
        if (at_top)
            insertAbove(first, entry());
        else
            insertBelow(nodeEnd(text_, map, false),
                        std::string(columnOf(first) - columnOf(owner), ' '), owner);
    }

    void insertAbove(std::size_t first, const std::string& line) {
        const std::size_t column = columnOf(first);
        text_.insert(first, line + line_break_ + std::string(column, ' '));
    }

    void insertBelow(std::size_t end, const std::string& step, std::size_t owner) {
        const std::string indent(columnOf(owner), ' ');
        text_.insert(lineEnd(text_, end), line_break_ + indent + step + entry());
    }

    void addToFlow(const YamlNode& map, const std::string& added) {
        if (map.entries.empty()) {
            text_.insert(map.begin + 1, added);
            return;
        }
        text_.insert(nodeEnd(text_, map.entries.back().value, true), ", " + added);
    }

    void addSection(const YamlNode& root, const std::string& section) {
        if (root.flow) return addToFlow(root, section + ": {" + entry() + "}");
        const std::string indent(columnOf(root.entries.front().key_begin), ' ');
        appendLine(indent + section + ":" + line_break_ + indent + "  " + entry());
    }

    /// At the end of the file, or before the line "..." that ends the document.
    void appendLine(const std::string& line) {
        std::size_t end = text_.size();
        for (std::size_t dots = text_.rfind("..."); dots != std::string::npos && dots > 0;
             dots = text_.rfind("...", dots - 1))
            if (lineBegin(text_, dots) == dots && lineEnd(text_, dots) == dots + 3) {
                end = dots;
                break;
            }
        const bool open = end > 0 && text_[end - 1] != '\n';
        text_.insert(end, (open ? line_break_ : "") + line + (open ? "" : line_break_));
    }

    void replaceValue(const YamlEntry& entry, bool in_flow) {
        const YamlNode& node = entry.value;
        if (node.kind == YamlNode::Kind::null) {
            replaceAbsent(entry.key_begin, in_flow, written_);
        } else if (node.kind == YamlNode::Kind::sequence && !node.items.empty()) {
            replaceList(entry, in_flow);
        } else {
            text_.replace(node.begin, nodeEnd(text_, node, in_flow) - node.begin, written_);
        }
    }

    std::size_t skipSpaces(std::size_t at) const {
        while (at < text_.size() && (text_[at] == ' ' || text_[at] == '\t'))
            ++at;
        return at;
    }

    std::vector<std::string> items() const {
        std::vector<std::string> result;
        const auto collect = [&](const auto& list) {
            for (const auto& item : list)
                result.push_back(yamlValue(item));
        };
        if (const auto* reals = std::get_if<std::vector<double>>(&value_)) collect(*reals);
        if (const auto* whole = std::get_if<std::vector<std::int64_t>>(&value_)) collect(*whole);
        if (const auto* words = std::get_if<std::vector<std::string>>(&value_)) collect(*words);
        return result;
    }

    /// As many items as before: each in its place, so that comments beside them stay. Else the list
    /// in one piece.
    void replaceList(const YamlEntry& entry, bool in_flow) {
        const YamlNode& list = entry.value;
        const auto fresh = items();
        if (fresh.size() == list.items.size()) {
            for (std::size_t i = fresh.size(); i-- > 0;)
                replaceItem(list.items[i], list, fresh[i]);
        } else if (list.flow) {
            text_.replace(list.begin, nodeEnd(text_, list, in_flow) - list.begin, written_);
        } else {
            const std::size_t colon = afterColon(text_, entry.key_begin, in_flow);
            const std::size_t end = nodeEnd(text_, list, in_flow);
            const std::size_t from = lineEnd(text_, colon);
            text_.erase(from, end - from);
            text_.insert(colon, " " + written_);
        }
    }

    void replaceItem(const YamlNode& item, const YamlNode& list, const std::string& fresh) {
        const std::size_t end = nodeEnd(text_, item, list.flow);
        const bool same = item.kind == YamlNode::Kind::scalar && sameNumber(item.text, fresh);
        if (!same) text_.replace(item.begin, end - item.begin, fresh);
    }
    /// 0.90 stays as the user wrote it when 0.9 is what it should be.
    bool sameNumber(const std::string& before, const std::string& fresh) const {
        try {
            return parseList(unbounded(), {before}) == parseList(unbounded(), {fresh});
        } catch (const Error&) {
            return false;
        }
    }
    Field unbounded() const {
        Field field = field_;
        field.minimum = -std::numeric_limits<double>::infinity();
        field.maximum = std::numeric_limits<double>::infinity();
        return field;
    }

    std::string text_;
    const Field& field_;
    const FieldValue& value_;
    std::string written_;
    std::string line_break_;
};

const YamlNode* valueIn(const YamlNode& root, const Field& field) {
    const YamlNode* map = &root;
    for (const std::string& name : {field.section(), field.leaf()}) {
        if (name.empty()) continue;
        const auto found = std::ranges::find(map->entries, name, &YamlEntry::key);
        if (found == map->entries.end()) return nullptr;
        map = &found->value;
    }
    return map;
}

bool holds(const YamlNode& root, const Field& field, const FieldValue& value) {
    const YamlNode* node = valueIn(root, field);
    if (!node || node->kind == YamlNode::Kind::null || node->kind == YamlNode::Kind::map)
        return false;
    try {
        if (node->kind == YamlNode::Kind::scalar) return parseScalar(field, node->text) == value;
        std::vector<std::string> items;
        for (const YamlNode& item : node->items)
            items.push_back(item.text);
        return parseList(field, items) == value;
    } catch (const Error&) {
        return false;
    }
}

/// Every scalar with its path, but for those of one key; to see that nothing else changed.
void collectOthers(const YamlNode& node, const std::string& path, const std::string& key,
                   std::multiset<std::string>& found) {
    if (path == key) return;
    if (node.kind == YamlNode::Kind::scalar) found.insert(path + "=" + node.text);
    for (const YamlNode& item : node.items)
        collectOthers(item, path + "[]", key, found);
    for (const YamlEntry& entry : node.entries)
        collectOthers(entry.value, path.empty() ? entry.key : path + "." + entry.key, key, found);
}

bool othersEqual(const YamlNode& a, const YamlNode& b, const std::string& key) {
    std::multiset<std::string> of_a, of_b;
    collectOthers(a, {}, key, of_a);
    collectOthers(b, {}, key, of_b);
    return of_a == of_b;
}

}  // namespace

std::string patchYaml(const std::string& text, const std::string& key, const FieldValue& value) {
    const Field* field = findField(key);
    if (!field) throw Error("unknown key " + shortened(key));
    if (value.index() != field->default_value.index())
        throw Error(key + ": the value has another type than the field");
    const YamlDocument document = parseYamlTree(text);
    const bool root_fits =
        document.root.kind == YamlNode::Kind::map || document.root.kind == YamlNode::Kind::null;
    if (!document.faults.empty() || !root_fits)
        throw Error(
            "The text can't be changed while it is not a valid configuration; fix it first.");
    if (holds(document.root, *field, value)) return text;
    std::string patched = Patcher(text, *field, value).patched(document.root);
    // A form of writing that was not foreseen is noticed here, and the text left alone.
    const YamlDocument after = parseYamlTree(patched);
    if (!after.faults.empty() || !holds(after.root, *field, value) ||
        !othersEqual(document.root, after.root, key))
        throw Error(key +
                    " is written in a form that can't be changed automatically; write it on one "
                    "line of its own.");
    return patched;
}

}  // namespace orrery
