// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/stories/fragment.h"

#include <cctype>
#include <stdexcept>

namespace orrery::stories {
namespace {

[[noreturn]] void refuse(std::string_view what, std::string_view text) {
    throw std::logic_error("story grammar: " + std::string(what) + " in \"" + std::string(text) +
                           "\"");
}

bool isMark(char letter) {
    return std::string_view(".,;:!?()").find(letter) != std::string_view::npos;
}

bool isSpecial(char letter) {
    return letter == ' ' || letter == '\n' || letter == '[' || letter == '{' || letter == '"' ||
           isMark(letter);
}

/// The position of the bracket that closes the one at `open`.
std::size_t closing(std::string_view text, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        if (text[i] == '[') ++depth;
        if (text[i] == ']' && --depth == 0) return i;
    }
    refuse("no closing bracket", text);
}

Node plain(Node::Kind kind) {
    Node node;
    node.kind = kind;
    return node;
}

Node mark(char letter) {
    Node node;
    node.text = letter;
    node.part = PartOfSpeech::punctuation;
    node.glued = letter != '(';
    return node;
}

}  // namespace

int Names::id(std::string_view name) {
    const auto [place, added] = ids_.emplace(std::string(name), size());
    if (added) names_.emplace_back(name);
    return place->second;
}

int Names::find(std::string_view name) const {
    const auto found = ids_.find(std::string(name));
    return found == ids_.end() ? -1 : found->second;
}

Fragment FragmentCompiler::compile(std::string_view text) const {
    Fragment result;
    std::size_t at = 0;
    while (at < text.size()) {
        const char letter = text[at];
        std::size_t end = at + 1;
        if (letter == '\n') {
            result.push_back(plain(Node::Kind::line_break));
        } else if (letter == '"') {
            result.push_back(plain(Node::Kind::quote));
        } else if (letter == '[') {
            end = closing(text, at) + 1;
            result.push_back(compileChoice(text.substr(at + 1, end - at - 2)));
        } else if (isMark(letter)) {
            result.push_back(mark(letter));
        } else if (letter != ' ') {
            if (letter == '{') {
                end = text.find('}', at);
                if (end == std::string_view::npos) refuse("no closing brace", text);
            }
            while (end < text.size() && !isSpecial(text[end]))
                ++end;
            try {
                compileToken(text.substr(at, end - at), result);
            } catch (const std::invalid_argument& error) {
                refuse(error.what(), text);
            }
        }
        at = end;
    }
    return result;
}

void FragmentCompiler::compileToken(std::string_view token, Fragment& into) const {
    if (token == "#") {
        into.push_back(plain(Node::Kind::counter));
        return;
    }
    std::string_view rest = token;
    if (token[0] == '{') {
        const std::size_t end = token.find('}');
        compileMention(token.substr(1, end - 1), into);
        rest = token.substr(end + 1);
        if (rest.empty()) return;
        if (rest != "'s" && rest != "'")
            throw std::invalid_argument("unexpected text after a brace");
        compileWord(rest, true, into);
        return;
    }
    // The clitics 's and n't are words of their own.
    for (const std::string_view clitic : {"n't", "'s"}) {
        if (rest.size() > clitic.size() && rest.ends_with(clitic)) {
            compileWord(rest.substr(0, rest.size() - clitic.size()), false, into);
            compileWord(clitic, true, into);
            return;
        }
    }
    compileWord(rest, false, into);
}

void FragmentCompiler::compileWord(std::string_view word, bool glued, Fragment& into) const {
    Node node;
    node.glued = glued;
    const std::size_t slash = word.find('/');
    node.text = std::string(word.substr(0, slash));
    const auto part = slash != std::string_view::npos && slash + 2 == word.size()
                          ? partOfTag(word[slash + 1])
                          : dictionary_.find(node.text);
    if (!part) throw std::invalid_argument("unknown word \"" + std::string(word) + "\"");
    node.part = *part;
    into.push_back(std::move(node));
}

void FragmentCompiler::compileMention(std::string_view inside, Fragment& into) const {
    Node node = plain(Node::Kind::mention);
    const std::size_t dot = inside.find('.');
    std::string member(inside.substr(0, dot));
    node.capital = std::isupper(static_cast<unsigned char>(member[0])) != 0;
    member[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(member[0])));
    node.member = members_.id(member);
    node.field = fields_.id(dot == std::string_view::npos ? "name" : inside.substr(dot + 1));
    into.push_back(std::move(node));
}

Node FragmentCompiler::compileChoice(std::string_view inside) const {
    Node node = plain(Node::Kind::choice);
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= inside.size(); ++i) {
        if (i < inside.size() && inside[i] == '[') ++depth;
        if (i < inside.size() && inside[i] == ']') --depth;
        if (i == inside.size() || (inside[i] == '|' && depth == 0)) {
            node.options.push_back(compile(inside.substr(begin, i - begin)));
            begin = i + 1;
        }
    }
    return node;
}

}  // namespace orrery::stories
