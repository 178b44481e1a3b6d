// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/conllu.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "core/error.h"
#include "core/files/regular_file.h"
#include "core/files/utf8.h"

namespace orrery {
namespace {

constexpr std::size_t kColumns = 10;
constexpr std::uint64_t kMostConllu = 2'000'000'000;  // bytes of a file

/// "7", "7-8" (a multiword token) or "7.1" (an empty node).
struct WordNumber {
    int first = 0;
    int last = 0;
    bool empty = false;
};

std::optional<WordNumber> parseNumber(std::string_view text) {
    WordNumber number;
    const char* end = text.data() + text.size();
    auto part = std::from_chars(text.data(), end, number.first);
    if (part.ec != std::errc()) return std::nullopt;
    number.last = number.first;
    if (part.ptr == end) return number;
    const char mark = *part.ptr;
    int second = 0;
    part = std::from_chars(part.ptr + 1, end, second);
    if (part.ec != std::errc() || part.ptr != end) return std::nullopt;
    if (mark == '.') number.empty = true;
    if (mark == '-') number.last = second;
    const bool known = mark == '.' || (mark == '-' && second > number.first);
    return known ? std::optional(number) : std::nullopt;
}

class Parser {
public:
    explicit Parser(const std::string& name) : name_(name) {}

    void line(std::string_view text) {
        ++line_;
        if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
        if (validUtf8Prefix(text) != text.size()) fail("the text is not UTF-8");
        if (text.empty()) return endSentence();
        if (text.front() == '#') return comment(text);
        word(text);
    }

    std::vector<TaggedText> finish() {
        endSentence();
        endDocument();
        if (documents_.empty()) throw Error(name_ + " contains no word.");
        return std::move(documents_);
    }

private:
    [[noreturn]] void fail(const std::string& what) const {
        throw Error(name_ + ":" + std::to_string(line_) + ": " + what + ".");
    }

    void comment(std::string_view text) {
        text.remove_prefix(1);
        text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
        const auto is = [&](std::string_view mark) {
            return text == mark || text.starts_with(std::string(mark) + " ") ||
                   text.starts_with(std::string(mark) + "\t");
        };
        if (is("newdoc")) endDocument();
        if (is("newpar") && !document_.text.empty()) gap_ = "\n";
    }

    std::array<std::string_view, kColumns> split(std::string_view text) const {
        std::array<std::string_view, kColumns> fields;
        for (std::size_t c = 0; c < kColumns; ++c) {
            const std::size_t tab = text.find('\t');
            const bool last = c + 1 == kColumns;
            if ((tab == std::string_view::npos) != last)
                fail("a word line of CoNLL-U has 10 columns separated by tabs");
            fields[c] = text.substr(0, tab);
            if (!last) text.remove_prefix(tab + 1);
        }
        return fields;
    }

    void word(std::string_view text) {
        const auto fields = split(text);
        const auto number = parseNumber(fields[0]);
        if (!number) fail("'" + std::string(fields[0]) + "' is not the number of a word");
        if (number->empty) return;
        const std::string_view form = fields[1];
        if (form.empty()) fail("the word has no form");
        const std::int32_t part = universalTagNumber(fields[3]);
        if (part < 0 && fields[3] != "_")
            fail("'" + std::string(fields[3]) +
                 "' is not a part of speech of Universal Dependencies");
        if (number->first <= inside_until_) {
            inside_.emplace_back(form, part);
            if (number->first == inside_until_) placeInside();
            return;
        }
        append(form, part);
        if (number->last > number->first) inside_until_ = number->last;
        const bool glued =
            ("|" + std::string(fields[9]) + "|").find("|SpaceAfter=No|") != std::string::npos;
        gap_ = glued ? "" : " ";
    }

    void append(std::string_view form, std::int32_t part) {
        if (!document_.text.empty()) document_.text += gap_;
        const std::size_t begin = document_.text.size();
        document_.text += form;
        document_.words.push_back({begin, document_.text.size(), part});
    }

    /// The words of a multiword token, which is the last word of the document so far.
    void placeInside() {
        std::string spelled;
        for (const auto& [form, part] : inside_)
            spelled += form;
        const TaggedWord whole = document_.words.back();
        if (spelled == std::string_view(document_.text).substr(whole.begin)) {
            document_.words.pop_back();
            std::size_t begin = whole.begin;
            for (const auto& [form, part] : inside_) {
                document_.words.push_back({begin, begin + form.size(), part});
                begin += form.size();
            }
        }
        leaveInside();
    }

    void leaveInside() {
        inside_.clear();
        inside_until_ = 0;
    }

    void endSentence() {
        if (inside_until_ > 0) fail("the sentence ends inside a multiword token");
    }

    void endDocument() {
        if (!document_.text.empty()) documents_.push_back(std::exchange(document_, {}));
        gap_.clear();
    }

    const std::string name_;
    int line_ = 0;
    std::vector<TaggedText> documents_;
    TaggedText document_;
    std::string gap_;  // before the next word
    int inside_until_ = 0;
    std::vector<std::pair<std::string, std::int32_t>> inside_;
};

}  // namespace

std::vector<TaggedText> parseConllu(std::string_view contents, const std::string& name) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (contents.starts_with(byte_order_mark)) contents.remove_prefix(byte_order_mark.size());
    if (contents.starts_with("\xFF\xFE") || contents.starts_with("\xFE\xFF"))
        throw Error(name + ":1: this is UTF-16. Save the file as UTF-8.");
    if (contents.find('\n') == std::string_view::npos && contents.find('\r') < contents.size() - 1)
        throw Error(name +
                    ":1: its lines end with bare carriage returns. Save it with line feeds, such "
                    "as by `tr '\\r' '\\n'`.");
    Parser parser(name);
    while (!contents.empty()) {
        const std::size_t end = contents.find('\n');
        parser.line(contents.substr(0, end));
        contents.remove_prefix(end == std::string_view::npos ? contents.size() : end + 1);
    }
    return parser.finish();
}

std::unique_ptr<DocumentSource> openConllu(const std::filesystem::path& file) {
    const std::string contents = readRegularFile(file, kMostConllu, Links::followed);
    return givenDocuments(parseConllu(contents, file.string()));
}

}  // namespace orrery
