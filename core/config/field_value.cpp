// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/field_value.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>

#include "core/config/invisible.h"
#include "core/config/nearest.h"
#include "core/config/text_checks.h"
#include "core/error.h"
#include "core/files/number_text.h"

namespace orrery {
namespace {

std::string quoted(std::string_view text) {
    return "'" + shortened(text) + "'";
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const auto& word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

/// parseNumber(), also of a leading plus.
template <class Number>
std::optional<Number> number(std::string_view text) {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    return parseNumber<Number>(text);
}

void checkRange(const Field& field, double value, std::string_view text) {
    const bool low = field.open_minimum ? value <= field.minimum : value < field.minimum;
    const bool high = field.open_maximum ? value >= field.maximum : value > field.maximum;
    if (!low && !high) return;
    throw Error(field.key + ": " + shortened(text) + " is out of range; it may be " +
                rangeText(field) + ".");
}

bool isDigits(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

/// What makes a number another one, or text, for readers of another version of YAML; and what to
/// write. Empty for other texts.
std::string doubtIn(std::string_view text) {
    if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
    if (text.empty() || text[0] < '0' || text[0] > '9') return {};
    const char second = text.size() > 1 ? text[1] : ' ';
    if (text[0] == '0' && (second == 'x' || second == 'o' || second == 'b' || second == 'X'))
        return "write it in decimal digits";
    if (text[0] == '0' && isDigits(text) && text.size() > 1)
        return "a leading zero means octal digits to some; write it without";
    if (text.find('_') != text.npos) return "write its digits without underscores";
    if (text.find(':') != text.npos) return "some count 1:30 in sixties; write it as one number";
    return {};
}

/// Throws Error.
void refuseDoubtful(const Field& field, std::string_view text) {
    const std::string doubt = doubtIn(text);
    if (!doubt.empty())
        throw Error(field.key + ": " + quoted(text) +
                    " is not a number that all readers of YAML take alike (" + doubt +
                    "); it may be " + rangeText(field) + ".");
}

double parseReal(const Field& field, std::string_view text) {
    refuseDoubtful(field, text);
    const auto value = number<double>(text);
    if (!value || !std::isfinite(*value)) {
        const bool comma = text.find(',') != text.npos;
        throw Error(field.key + ": " + quoted(text) + " is not a number" +
                    (comma ? " (the decimal separator is a point)" : "") + "; it may be " +
                    rangeText(field) + ".");
    }
    checkRange(field, *value, text);
    return *value;
}

std::int64_t parseInteger(const Field& field, std::string_view text) {
    refuseDoubtful(field, text);
    const auto value = number<std::int64_t>(text);
    if (!value) {
        const auto real = number<double>(text);
        if (real && std::isfinite(*real)) checkRange(field, *real, text);
        throw Error(field.key + ": " + quoted(text) + " is not a whole number" +
                    (real ? " (write it out in digits)" : "") + "; it may be " + rangeText(field) +
                    ".");
    }
    checkRange(field, static_cast<double>(*value), text);
    return *value;
}

bool parseBoolean(const Field& field, std::string_view text) {
    if (text == "true" || text == "True" || text == "TRUE") return true;
    if (text == "false" || text == "False" || text == "FALSE") return false;
    throw Error(field.key + ": " + quoted(text) + " is not true or false.");
}

std::string parseChoice(const Field& field, std::string_view text) {
    enumeratorIn(field.key, field.choices, text);
    return std::string(text);
}

/// Each word once.
std::vector<std::string> parseChoices(const Field& field, const std::vector<std::string>& items) {
    std::vector<std::string> words;
    for (const std::string& item : items) {
        if (std::ranges::find(words, item) != words.end())
            throw Error(field.key + ": '" + shortened(item) + "' stands twice; name it once.");
        words.push_back(parseChoice(field, item));
    }
    return words;
}

std::string parseText(const Field& field, std::string_view text) {
    if (trimmed(text).empty()) {
        // Only one that is empty by default need not say anything.
        if (std::get<std::string>(field.default_value).empty()) return {};
        throw Error(field.key + ": the text is empty.");
    }
    if (!isOneLineOfText(text))
        throw Error(field.key + ": it must be one line of UTF-8 text, without control characters.");
    return std::string(text);
}

/// Takes the quotes off text that formatFieldValue quoted; other text stays as it is.
std::string unquoted(std::string_view text) {
    if (auto escaped = unescapedText(text)) return *escaped;
    if (text.size() < 2 || text.front() != '\'' || text.back() != '\'') return std::string(text);
    std::string result;
    for (std::size_t i = 1; i + 1 < text.size(); ++i) {
        result += text[i];
        if (text[i] != '\'') continue;
        if (i + 2 >= text.size() || text[i + 1] != '\'') return std::string(text);
        ++i;
    }
    return result;
}

std::vector<std::string> listItems(std::string_view text) {
    text = trimmed(text);
    if (text.size() >= 2 && text.front() == '[' && text.back() == ']')
        text = trimmed(text.substr(1, text.size() - 2));
    std::vector<std::string> items;
    while (!text.empty()) {
        const auto comma = text.find(',');
        items.emplace_back(trimmed(text.substr(0, comma)));
        if (comma == text.npos) break;
        text.remove_prefix(comma + 1);
        if (trimmed(text).empty()) items.emplace_back();
    }
    return items;
}

std::string formatReal(double value) {
    char buffer[40];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    std::string text(buffer, end);
    const auto exponent = text.find('e');
    if (exponent == std::string::npos) return text;
    // 6e-04 -> 6e-4, 1e+22 -> 1e22
    std::string digits = text.substr(exponent + 2);
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
    return text.substr(0, exponent + 1) + (text[exponent + 1] == '-' ? "-" : "") + digits;
}

/// YAML 1.1 knows no exponent without a decimal point before it and a sign.
std::string yamlReal(double value) {
    std::string text = formatReal(value);
    const auto exponent = text.find('e');
    if (exponent == std::string::npos) return text;
    if (text[exponent + 1] != '-') text.insert(exponent + 1, "+");
    if (text.find('.') == std::string::npos) text.insert(exponent, ".0");
    return text;
}

template <class Values, class Format>
std::string formatList(const Values& values, Format format) {
    std::vector<std::string> items;
    for (const auto& value : values)
        items.push_back(format(value));
    return "[" + joined(items) + "]";
}

struct Formatter {
    std::string (*real)(double) = formatReal;

    std::string operator()(bool value) const { return value ? "true" : "false"; }
    std::string operator()(std::int64_t value) const { return std::to_string(value); }
    std::string operator()(double value) const { return real(value); }
    std::string operator()(const std::string& value) const { return quoteIfNeeded(value); }
    std::string operator()(const std::vector<double>& values) const {
        return formatList(values, real);
    }
    std::string operator()(const std::vector<std::int64_t>& values) const {
        return formatList(values, [](std::int64_t value) { return std::to_string(value); });
    }
    std::string operator()(const std::vector<std::string>& values) const {
        return formatList(values, quoteIfNeeded);
    }
};

std::string boundsText(const Field& field) {
    const bool low = std::isfinite(field.minimum), high = std::isfinite(field.maximum);
    const auto text = [](double bound) {
        const bool whole = bound == std::floor(bound) && std::abs(bound) < 1e15;
        return whole ? std::to_string(static_cast<std::int64_t>(bound)) : formatReal(bound);
    };
    if (low && high && !field.open_minimum && !field.open_maximum)
        return text(field.minimum) + " to " + text(field.maximum);
    std::vector<std::string> parts;
    if (low) parts.push_back((field.open_minimum ? "above " : "at least ") + text(field.minimum));
    if (high) parts.push_back((field.open_maximum ? "below " : "at most ") + text(field.maximum));
    return parts.empty() ? "any number" : joined(parts);
}

}  // namespace

const std::string& wordIn(const std::string& key, const std::vector<Choice>& choices,
                          int enumerator) {
    const auto found = std::ranges::find(choices, enumerator, &Choice::enumerator);
    if (found != choices.end()) return found->word;
    throw Error(key + ": its value " + std::to_string(enumerator) + " has no word.");
}

int enumeratorIn(const std::string& key, const std::vector<Choice>& choices,
                 std::string_view word) {
    const auto found = std::ranges::find(choices, word, &Choice::word);
    if (found != choices.end()) return found->enumerator;
    std::vector<std::string> words;
    std::ranges::transform(choices, std::back_inserter(words), &Choice::word);
    const std::string near = nearestWord(word, words);
    throw Error(key + ": " + quoted(word) + " is not one of " + joined(words) + "." +
                (near.empty() ? "" : " Did you mean " + near + "?"));
}

FieldValue parseScalar(const Field& field, std::string_view text) {
    switch (field.type) {
        case FieldType::boolean:
            return parseBoolean(field, trimmed(text));
        case FieldType::integer:
            return parseInteger(field, trimmed(text));
        case FieldType::real:
            return parseReal(field, trimmed(text));
        case FieldType::choice:
            return parseChoice(field, text);
        case FieldType::text:
            return parseText(field, text);
        default:
            throw Error(field.key + ": " + quoted(text) + " is not a list; write it as " +
                        "[first, second].");
    }
}

FieldValue parseList(const Field& field, const std::vector<std::string>& items) {
    if (field.type == FieldType::real_list) {
        std::vector<double> values;
        for (const auto& item : items)
            values.push_back(parseReal(field, item));
        return values;
    }
    if (field.type == FieldType::choice_list) return parseChoices(field, items);
    std::vector<std::int64_t> values;
    for (const auto& item : items)
        values.push_back(parseInteger(field, item));
    return values;
}

FieldValue parseFieldValue(const Field& field, std::string_view text) {
    if (field.isList()) return parseList(field, listItems(text));
    if (field.type == FieldType::text) return parseText(field, unquoted(text));
    if (field.type == FieldType::choice) return parseChoice(field, unquoted(trimmed(text)));
    return parseScalar(field, trimmed(text));
}

std::string formatFieldValue(const FieldValue& value) {
    return std::visit(Formatter{}, value);
}

std::string yamlValue(const FieldValue& value) {
    return std::visit(Formatter{yamlReal}, value);
}

std::string quoteIfNeeded(const std::string& text) {
    static constexpr std::string_view special = ":#,[]{}&*!|>'\"%@`?\\";
    static const std::vector<std::string> words = {"true", "false", "null", "~", "yes", "no",
                                                   "on",   "off",   "y",    "n", "..."};
    if (firstInvisible(text)) return '"' + escapedText(text) + '"';
    std::string lower = text;
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
    // Numbers and dates begin with a digit, a sign or a point.
    const bool plain = !text.empty() && text.find_first_of(special) == text.npos &&
                       trimmed(text) == text &&
                       std::string_view("-+=<.0123456789").find(text.front()) == text.npos &&
                       std::ranges::find(words, lower) == words.end();
    if (plain) return text;
    std::string result = "'";
    for (const char c : text)
        result += c == '\'' ? std::string("''") : std::string(1, c);
    return result + "'";
}

std::string shortened(std::string_view text) {
    constexpr std::size_t most = 60;
    std::size_t length = std::min(text.size(), most);
    // Not in the middle of a character.
    while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80)
        --length;
    std::string result(text.substr(0, length));
    for (char& c : result)
        if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    return length < text.size() ? result + "..." : result;
}

std::string rangeText(const Field& field) {
    switch (field.type) {
        case FieldType::boolean:
            return "true or false";
        case FieldType::choice:
            return joined(field.words());
        case FieldType::text:
            return "text";
        case FieldType::real_list:
        case FieldType::integer_list:
            return "a list, each " + boundsText(field);
        case FieldType::choice_list:
            return "a list of " + joined(field.words());
        default:
            return boundsText(field);
    }
}

}  // namespace orrery
