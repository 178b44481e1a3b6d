// SPDX-License-Identifier: GPL-3.0-or-later
// Text <-> values of fields. Private to core/config.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/config/fields.h"

namespace orrery {

/// The word of an enumerator among the choices of the field `key`. Throws Error where there is
/// none.
const std::string& wordIn(const std::string& key, const std::vector<Choice>& choices,
                          int enumerator);
/// The enumerator of a word. Throws Error that names the words.
int enumeratorIn(const std::string& key, const std::vector<Choice>& choices, std::string_view word);
/// One scalar as the YAML parser gives it (already unquoted). Throws Error. Not for list fields.
FieldValue parseScalar(const Field& field, std::string_view text);
/// The items of a list field, each as the YAML parser gives it. Throws Error.
FieldValue parseList(const Field& field, const std::vector<std::string>& items);
/// The value as a YAML file has it: formatFieldValue's, but that readers of YAML 1.1, too, take a
/// number for one (6.0e-4).
std::string yamlValue(const FieldValue& value);
/// Text as a YAML scalar that is valid in block and flow context, quoted where it must be or some
/// reader might take it for anything but text.
std::string quoteIfNeeded(const std::string& text);
/// A user's text for a message: at most 60 bytes, no line breaks.
std::string shortened(std::string_view text);

}  // namespace orrery
