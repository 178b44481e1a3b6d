// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/yaml_spans.h"

#include <algorithm>

namespace orrery {
namespace {

bool isSpace(char c) {
    return c == ' ' || c == '\t';
}
bool isBreak(char c) {
    return c == '\n' || c == '\r';
}
bool isFlowMark(char c) {
    return c == ',' || c == '[' || c == ']' || c == '{' || c == '}';
}

/// npos when the quotes do not close.
std::size_t closingQuote(std::string_view text, std::size_t begin) {
    const char quote = text[begin];
    for (std::size_t i = begin + 1; i < text.size(); ++i) {
        if (quote == '"' && text[i] == '\\') {
            ++i;
        } else if (text[i] == quote) {
            if (quote == '"' || i + 1 >= text.size() || text[i + 1] != '\'') return i;
            ++i;
        }
    }
    return text.npos;
}

std::size_t quotedEnd(std::string_view text, std::size_t begin) {
    const std::size_t quote = closingQuote(text, begin);
    return quote == text.npos ? text.size() : quote + 1;
}

std::size_t plainEnd(std::string_view text, std::size_t begin, bool in_flow) {
    std::size_t i = begin;
    for (; i < text.size() && !isBreak(text[i]); ++i) {
        if (text[i] == '#' && i > 0 && isSpace(text[i - 1])) break;
        if (in_flow && isFlowMark(text[i])) break;
        const bool ends_key = i + 1 >= text.size() || isSpace(text[i + 1]) ||
                              isBreak(text[i + 1]) || (in_flow && isFlowMark(text[i + 1]));
        if (text[i] == ':' && ends_key) break;
    }
    while (i > begin && isSpace(text[i - 1]))
        --i;
    return i;
}

/// One past the bracket that closes the one at `begin`.
std::size_t flowEnd(std::string_view text, std::size_t begin) {
    int depth = 0;
    for (std::size_t i = begin; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"' || c == '\'') {
            // A quote inside a plain word (Tom's) opens nothing.
            const bool opens =
                isSpace(text[i - 1]) || isFlowMark(text[i - 1]) || text[i - 1] == ':';
            if (opens) i = quotedEnd(text, i) - 1;
        } else if (c == '#' && (isSpace(text[i - 1]) || isBreak(text[i - 1]))) {
            i = lineEnd(text, i);
        } else if (c == '[' || c == '{') {
            ++depth;
        } else if ((c == ']' || c == '}') && --depth == 0) {
            return i + 1;
        }
    }
    return text.size();
}

}  // namespace

std::size_t scalarEnd(std::string_view text, std::size_t begin, bool in_flow) {
    if (begin >= text.size()) return text.size();
    const bool quoted = text[begin] == '"' || text[begin] == '\'';
    return quoted ? quotedEnd(text, begin) : plainEnd(text, begin, in_flow);
}

bool quotesClose(std::string_view text, std::size_t begin) {
    const bool quoted = begin < text.size() && (text[begin] == '"' || text[begin] == '\'');
    return !quoted || closingQuote(text, begin) != text.npos;
}

std::size_t afterColon(std::string_view text, std::size_t key_begin, bool in_flow) {
    const std::size_t colon = text.find(':', scalarEnd(text, key_begin, in_flow));
    return colon == text.npos ? text.size() : colon + 1;
}

std::size_t nodeEnd(std::string_view text, const YamlNode& node, bool in_flow) {
    switch (node.kind) {
        case YamlNode::Kind::null:
            return afterColon(text, node.begin, in_flow);
        case YamlNode::Kind::scalar:
            return scalarEnd(text, node.begin, in_flow);
        case YamlNode::Kind::sequence:
            if (node.flow || node.items.empty()) return flowEnd(text, node.begin);
            return nodeEnd(text, node.items.back(), false);
        case YamlNode::Kind::map:
            if (node.flow || node.entries.empty()) return flowEnd(text, node.begin);
            return nodeEnd(text, node.entries.back().value, false);
    }
    return node.begin;
}

std::size_t lineBegin(std::string_view text, std::size_t offset) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    const std::size_t before = offset == 0 ? text.npos : text.rfind('\n', offset - 1);
    if (before != text.npos) return before + 1;
    return text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
}

std::size_t lineEnd(std::string_view text, std::size_t offset) {
    std::size_t end = std::min(text.find('\n', offset), text.size());
    if (end > offset && end < text.size() && text[end - 1] == '\r') --end;
    return end;
}

}  // namespace orrery
