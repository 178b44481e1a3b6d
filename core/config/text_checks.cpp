// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/text_checks.h"

#include <optional>

#include "core/config/invisible.h"
#include "core/files/utf8.h"

namespace orrery {
namespace {

std::optional<YamlFault> firstBadByte(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const bool white = byte == '\t' || byte == '\n' || byte == '\r';
        if ((byte < 0x20 && !white) || byte == 0x7F)
            return YamlFault{i,
                             "this is not a text file (it has a control byte here); a "
                             "configuration is YAML text in UTF-8"};
        const std::size_t length = decodeUtf8(text.substr(i)).bytes;
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

/// Where a line ends for some readers of YAML and not for others, comments too.
std::optional<YamlFault> firstOddLineEnd(std::string_view text) {
    constexpr std::string_view ends[] = {"\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9"};
    std::size_t first = text.npos;
    for (const std::string_view end : ends)
        first = std::min(first, text.find(end));
    if (first == text.npos) return std::nullopt;
    return YamlFault{first, invisibleText(*firstInvisible(text, first))};
}

}  // namespace

std::vector<YamlFault> findTextFaults(std::string_view text) {
    if (const auto bad = firstBadByte(text)) return {*bad};
    if (const auto odd = firstOddLineEnd(text)) return {*odd};
    return tabsThatIndent(text);
}

bool isOneLineOfText(std::string_view text) {
    return text.find_first_of("\t\r\n") == text.npos && !firstBadByte(text);
}

}  // namespace orrery
