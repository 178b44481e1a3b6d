// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/text_checks.h"

#include <optional>

namespace orrery {
namespace {

/// Bytes of the UTF-8 sequence at `i`, 0 when it is not one (overlong forms and surrogates
/// included).
std::size_t utf8Length(std::string_view text, std::size_t i) {
    const auto at = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
    const unsigned char first = at(i);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || i + length > text.size()) return 0;
    for (std::size_t k = 1; k < length; ++k)
        if ((at(i + k) & 0xC0) != 0x80) return 0;
    const unsigned char second = at(i + 1);
    if (first == 0xE0 && second < 0xA0) return 0;
    if (first == 0xED && second > 0x9F) return 0;
    if (first == 0xF0 && second < 0x90) return 0;
    if (first == 0xF4 && second > 0x8F) return 0;
    return length;
}

std::optional<YamlFault> firstBadByte(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const bool white = byte == '\t' || byte == '\n' || byte == '\r';
        if ((byte < 0x20 && !white) || byte == 0x7F)
            return YamlFault{i,
                             "this is not a text file (it has a control byte here); a "
                             "configuration is YAML text in UTF-8"};
        const std::size_t length = utf8Length(text, i);
        if (length == 0) return YamlFault{i, "this is not UTF-8; save the file as UTF-8 text"};
        i += length;
    }
    return std::nullopt;
}

std::vector<YamlFault> tabsThatIndent(std::string_view text) {
    std::vector<YamlFault> faults;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        const std::size_t first = text.find_first_not_of(" \t\r", start);
        const std::size_t tab = text.find('\t', start);
        const bool blank = first >= end || text[first] == '#';
        if (!blank && tab < first)
            faults.push_back({tab, "a tab indents this line; YAML needs spaces"});
        start = end + 1;
    }
    return faults;
}

}  // namespace

std::vector<YamlFault> findTextFaults(std::string_view text) {
    if (const auto bad = firstBadByte(text)) return {*bad};
    return tabsThatIndent(text);
}

bool isOneLineOfText(std::string_view text) {
    return text.find_first_of("\t\r\n") == text.npos && !firstBadByte(text);
}

}  // namespace orrery
