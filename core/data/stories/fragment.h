// SPDX-License-Identifier: GPL-3.0-or-later
// A template compiled into nodes.
#pragma once
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/data/stories/dictionary.h"

namespace orrery::stories {

struct Node;
using Fragment = std::vector<Node>;

struct Node {
    enum class Kind { word, quote, line_break, counter, mention, choice };
    Kind kind = Kind::word;
    std::string text;  // word only
    PartOfSpeech part = PartOfSpeech::noun;
    bool glued = false;             // no space before it
    bool capital = false;           // mention only: the first word begins with a capital
    int member = 0;                 // mention only: the cast member's name
    int field = 0;                  // mention only
    std::vector<Fragment> options;  // choice only
};

/// Numbers for names, given in order of appearance.
class Names {
public:
    int id(std::string_view name);
    /// -1 when the name was never given a number.
    int find(std::string_view name) const;
    const std::string& name(int id) const { return names_[static_cast<std::size_t>(id)]; }
    int size() const { return static_cast<int>(names_.size()); }

private:
    std::unordered_map<std::string, int> ids_;
    std::vector<std::string> names_;
};

/// Throws std::logic_error, quoting the template, for a word that the dictionary lacks or a bad
/// bracket: the grammar is part of the program, so this is a mistake in the program.
class FragmentCompiler {
public:
    FragmentCompiler(const Dictionary& dictionary, Names& members, Names& fields)
        : dictionary_(dictionary), members_(members), fields_(fields) {}
    Fragment compile(std::string_view text) const;

private:
    void compileToken(std::string_view token, Fragment& into) const;
    void compileWord(std::string_view word, bool glued, Fragment& into) const;
    void compileMention(std::string_view inside, Fragment& into) const;
    Node compileChoice(std::string_view inside) const;

    const Dictionary& dictionary_;
    Names& members_;
    Names& fields_;
};

}  // namespace orrery::stories
