// SPDX-License-Identifier: GPL-3.0-or-later
// What the reader of configurations finds wrong, and what a field may be.
#include <QtGlobal>

#include "widgets/status/core_patterns.h"

namespace orrery {

namespace {

constexpr const char* kYamlPatterns[] = {
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 is a single value, not a section; it may be %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 is a single value, not a list; it may be %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1: every item of the list must be a number; it may be %2."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1: %2 in quotes is text; write it without them."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1: %2 is not a number that all readers of YAML take alike (%3); it may be "
                      "%4."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "write it in decimal digits"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "a leading zero means octal digits to some; write it without"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "write its digits without underscores"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "some count 1:30 in sixties; write it as one number"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1: %2 is not a whole number (write it out in digits); it may be %3."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1: %2 is not true or false."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1: the text is empty."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1: it must be one line of UTF-8 text, without control characters."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1: %2 is not one of %3. Did you mean %4?"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1: %2 is not one of %3."),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1: %2 is not a list; write it as [first, second]."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "the file contains no key; a configuration needs at least one, such as "
                      "'name: my_run'"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "a configuration is made of keys and values, such as 'name: my_run', not a "
                      "list"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "a configuration is made of keys and values, such as 'name: my_run', not a "
                      "single value"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 in one word is not a key; write %2: and below it, indented, %3:"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "section %1 is empty; give it keys or remove it"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 is a section: write its keys below it, indented, each with its value"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "section %1 is given twice, in lines %2 and %3: join them into one"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 is given twice, in lines %2 and %3: remove one of them"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "and %1 more faults, which are left out here"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "unknown key %1; did you mean the section %2?"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "unknown key %1; did you mean %2?"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "unknown key %1; %2 belongs to section %3"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "unknown key %1"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "there is no such file"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "this is a folder, not a configuration file"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "this is not a regular file, so not a configuration"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "can't be read: %1"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "reading failed"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "the file is larger than 1 MB; this is not a configuration"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "extends needs the name of one file, relative to this one, such as 'extends: "
                      "base.yaml'"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "extends is circular: %1 leads back to itself"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "extends is nested too deep (%1 files)"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "extends %1: %2"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 is not of the form section.key=value, such as keys.alpha=0.02"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 is not of the form section.key=value, as in %2=VALUE"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "section %1 is a value, but should be a section of keys"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1: the value has another type than the field"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "The text can't be changed while it is not a valid configuration; fix it "
                      "first."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 is written in a form that can't be changed automatically; write it on "
                      "one line of its own."),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "a second document starts here; a configuration is one: remove the '---'"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "aliases (*name) are not supported; write the value out"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "anchors (&name) are not supported; remove it"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "tags (%1) are not supported; remove it"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "this is not valid YAML (the quote that opens here is never closed)"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "this is not valid YAML (%1); check indentation, colons, quotes and brackets "
                      "here"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "more than %1 nested levels, and a configuration has three"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "a key must be a word"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 stands here and looks like a space; replace it by one, or write %2 in "
                      "double quotes where a text needs it"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "%1 stands here and can't be seen; remove it, or write %2 in double quotes "
                      "where a text needs it"),
    QT_TRANSLATE_NOOP("orrery::CoreWords",
                      "this is not a text file (it has a control byte here); a configuration is "
                      "YAML text in UTF-8"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "this is not UTF-8; save the file as UTF-8 text"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "a tab indents this line; YAML needs spaces"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "a list of %1"),
};

constexpr const char* kRangePatterns[] = {
    QT_TRANSLATE_NOOP("orrery::CoreWords", "a list, each %1 to %2"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "a list, each above %1, below %2"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "a list, each above %1, at most %2"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "a list, each at least %1, below %2"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "a list, each at least %1"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "a list, each above %1"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "a list, each at most %1"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "a list, each below %1"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "a list, each any number"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "%1 to %2"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "above %1, below %2"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "above %1, at most %2"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "at least %1, below %2"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "at least %1"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "above %1"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "at most %1"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "below %1"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "any number"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "true or false"),
    QT_TRANSLATE_NOOP("orrery::CoreWords", "text"),
};

}  // namespace

std::span<const char* const> yamlPatterns() {
    return kYamlPatterns;
}

std::span<const char* const> rangePatterns() {
    return kRangePatterns;
}

}  // namespace orrery
