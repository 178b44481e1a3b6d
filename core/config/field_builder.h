// SPDX-License-Identifier: GPL-3.0-or-later
// How the files fields_*.cpp write their part of the table. Private to core/config.
#pragma once
#include <algorithm>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/config/field_value.h"
#include "core/config/fields.h"

namespace orrery {

using Reason = std::function<std::string(const Config&)>;

/// Fills one row; each call returns the builder, so that a row reads as a sentence.
class FieldBuilder {
public:
    explicit FieldBuilder(Field& field) : field_(field) {}

    FieldBuilder& range(double minimum, double maximum) {
        field_.minimum = minimum;
        field_.maximum = maximum;
        return *this;
    }
    FieldBuilder& openMinimum() { return field_.open_minimum = true, *this; }
    FieldBuilder& openMaximum() { return field_.open_maximum = true, *this; }
    FieldBuilder& unit(std::string unit) { return field_.unit = std::move(unit), *this; }
    FieldBuilder& help(std::string help) { return field_.help = std::move(help), *this; }
    FieldBuilder& source(std::string source) { return field_.source = std::move(source), *this; }
    FieldBuilder& live() { return field_.live = true, *this; }
    /// May be called more than once: the first reason that holds is given.
    FieldBuilder& unless(Reason reason) {
        field_.inapplicable = [before = field_.inapplicable, reason](const Config& config) {
            std::string text = before(config);
            return text.empty() ? reason(config) : text;
        };
        return *this;
    }

private:
    Field& field_;
};

class FieldTable {
public:
    template <class Enum>
    using Words = std::initializer_list<std::pair<const char*, Enum>>;

    /// A field of a section: add("keys.alpha", &Config::keys, &KeysConfig::alpha).
    template <class Section, class Value>
    FieldBuilder add(std::string key, Section Config::*section, Value Section::*member) {
        Field field;
        field.type = typeOf<Value>();
        field.get = [=](const Config& c) { return FieldValue(c.*section.*member); };
        field.set = [=](Config& c, const FieldValue& value) {
            c.*section.*member = std::get<Value>(value);
        };
        return append(std::move(key), std::move(field));
    }
    /// One that takes a word: each with its enumerator.
    template <class Section, class Enum>
    FieldBuilder add(std::string key, Section Config::*section, Enum Section::*member,
                     Words<std::type_identity_t<Enum>> words) {
        Field field;
        field.type = FieldType::choice;
        for (const auto& [word, value] : words)
            field.choices.push_back({word, static_cast<int>(value)});
        field.get = [=, choices = field.choices](const Config& c) {
            return FieldValue(wordIn(key, choices, static_cast<int>(c.*section.*member)));
        };
        field.set = [=, choices = field.choices](Config& c, const FieldValue& value) {
            const std::string& word = std::get<std::string>(value);
            c.*section.*member = static_cast<Enum>(enumeratorIn(key, choices, word));
        };
        return append(std::move(key), std::move(field));
    }
    /// One that takes a list of words, each once; kept in the order of the enumerators.
    template <class Section, class Enum>
    FieldBuilder add(std::string key, Section Config::*section, std::vector<Enum> Section::*member,
                     Words<std::type_identity_t<Enum>> words) {
        Field field;
        field.type = FieldType::choice_list;
        for (const auto& [word, value] : words)
            field.choices.push_back({word, static_cast<int>(value)});
        field.get = [=, choices = field.choices](const Config& c) {
            std::vector<std::string> list;
            for (const Enum value : c.*section.*member)
                list.push_back(wordIn(key, choices, static_cast<int>(value)));
            return FieldValue(list);
        };
        field.set = [=, choices = field.choices](Config& c, const FieldValue& value) {
            std::vector<Enum> list;
            for (const std::string& word : std::get<std::vector<std::string>>(value))
                list.push_back(static_cast<Enum>(enumeratorIn(key, choices, word)));
            std::ranges::sort(list);
            c.*section.*member = std::move(list);
        };
        return append(std::move(key), std::move(field));
    }
    /// A field at the top.
    FieldBuilder add(std::string key, std::string Config::*member) {
        Field field;
        field.type = FieldType::text;
        field.get = [=](const Config& c) { return FieldValue(c.*member); };
        field.set = [=](Config& c, const FieldValue& value) {
            c.*member = std::get<std::string>(value);
        };
        return append(std::move(key), std::move(field));
    }
    std::vector<Field> take() { return std::move(fields_); }

private:
    template <class Value>
    static FieldType typeOf() {
        if constexpr (std::is_same_v<Value, bool>) return FieldType::boolean;
        if constexpr (std::is_same_v<Value, std::int64_t>) return FieldType::integer;
        if constexpr (std::is_same_v<Value, double>) return FieldType::real;
        if constexpr (std::is_same_v<Value, std::string>) return FieldType::text;
        if constexpr (std::is_same_v<Value, std::vector<double>>) return FieldType::real_list;
        if constexpr (std::is_same_v<Value, std::vector<std::int64_t>>)
            return FieldType::integer_list;
    }
    FieldBuilder append(std::string key, Field field) {
        field.key = std::move(key);
        field.default_value = field.get(Config{});
        field.inapplicable = [](const Config&) { return std::string(); };
        fields_.push_back(std::move(field));
        return FieldBuilder(fields_.back());
    }

    std::vector<Field> fields_;
};

void addModelFields(FieldTable& table);
void addSomeFields(FieldTable& table);
void addKeyForceFields(FieldTable& table);
void addKeyRuleFields(FieldTable& table);
void addDataFields(FieldTable& table);
void addTrainFields(FieldTable& table);
void addRecordFields(FieldTable& table);  // eval, checkpoint, snapshots

}  // namespace orrery
