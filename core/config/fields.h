// SPDX-License-Identifier: GPL-3.0-or-later
// The one table of fields: YAML reader, command line, validator, form and documentation read it.
#pragma once
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/config/config.h"

namespace orrery {

using FieldValue = std::variant<bool, std::int64_t, double, std::string, std::vector<double>,
                                std::vector<std::int64_t>, std::vector<std::string>>;

enum class FieldType { boolean, integer, real, text, choice, real_list, integer_list, choice_list };

/// A word of a field of type choice or choice_list, and the enumerator that it stands for in
/// Config.
struct Choice {
    std::string word;
    int enumerator = 0;
};

struct Field {
    std::string key;  // "keys.alpha"; the run name is "name"
    FieldType type = FieldType::real;
    FieldValue default_value;
    double minimum = -std::numeric_limits<double>::infinity();  // inclusive unless open_minimum
    double maximum = std::numeric_limits<double>::infinity();
    bool open_minimum = false;
    bool open_maximum = false;    // the maximum itself is not allowed
    std::string unit;             // "tokens", "steps", "" for a pure number
    std::vector<Choice> choices;  // of a word, or of a list of words
    std::string help;             // one or two plain sentences
    std::string source;           // document and run, or a section of core/README.md
    bool live = false;            // may be changed while training
    std::function<FieldValue(const Config&)> get;  // the words of choices
    /// The value has the field's own type. Throws Error for a word that is no choice.
    std::function<void(Config&, const FieldValue&)> set;
    /// Empty when the field has an effect under this configuration, else the reason why not.
    std::function<std::string(const Config&)> inapplicable;

    std::string section() const;             // "keys", "" for name
    std::string leaf() const;                // "alpha"
    std::vector<std::string> words() const;  // of the choices
    bool isList() const;
};

/// All fields in the order of the documentation. Any thread.
std::span<const Field> fields();
/// nullptr when there is no such key.
const Field* findField(std::string_view key);
/// The known key nearest to a mistyped one (edit distance), empty when none is near.
std::string nearestKey(std::string_view key);
/// The value for people: true, 12, 6e-4, text, [1, 2]. Locale-independent, shortest exact form.
std::string formatFieldValue(const FieldValue& value);
/// Parses text as the field's type and checks its range. Throws Error with what is wrong and the
/// range. Takes what formatFieldValue gives, and unquoted text and lists without brackets.
FieldValue parseFieldValue(const Field& field, std::string_view text);
/// The word of a choice: wordOf("some.init", ExpertInit::uniform) is "default". Throws Error where
/// the field has none for it.
const std::string& wordOf(std::string_view key, int enumerator);
template <class Enum>
requires std::is_enum_v<Enum>
const std::string& wordOf(std::string_view key, Enum value) {
    return wordOf(key, static_cast<int>(value));
}
/// What the field accepts, for people: "0 to 1", "above 0, at most 1", "linear, mlp", "true or
/// false".
std::string rangeText(const Field& field);

/// Fields whose values differ, in the order of the table, with the value that `changed` has.
std::vector<std::pair<std::string, FieldValue>> changedFields(const Config& base,
                                                              const Config& changed);
/// Every field is equal (by the table, so that a new field is never forgotten).
bool operator==(const Config& a, const Config& b);

}  // namespace orrery
