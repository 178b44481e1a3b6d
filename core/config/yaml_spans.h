// SPDX-License-Identifier: GPL-3.0-or-later
// Where values end in a YAML text: the parser tells only where they begin. Private to core/config.
#pragma once
#include <cstddef>
#include <string_view>

#include "core/config/yaml_tree.h"

namespace orrery {

/// One past the last byte of a scalar that begins at `begin`, quoted or plain, on one line when
/// plain.
std::size_t scalarEnd(std::string_view text, std::size_t begin, bool in_flow);
/// False for a quoted scalar that the text ends within.
bool quotesClose(std::string_view text, std::size_t begin);
/// One past the ':' that follows a key.
std::size_t afterColon(std::string_view text, std::size_t key_begin, bool in_flow);
/// One past the last byte of a node's value; for an absent value one past its key's ':'.
std::size_t nodeEnd(std::string_view text, const YamlNode& node, bool in_flow);
/// The byte offset at which the line of `offset` begins, and one past its last byte (line break
/// left out).
std::size_t lineBegin(std::string_view text, std::size_t offset);
std::size_t lineEnd(std::string_view text, std::size_t offset);

}  // namespace orrery
