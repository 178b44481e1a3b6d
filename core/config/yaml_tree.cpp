// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/yaml_tree.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <span>
#include <sstream>

#include "core/config/invisible.h"
#include "core/config/text_checks.h"
#include "core/config/yaml_spans.h"

namespace orrery {
namespace {

constexpr std::size_t kMostLevels = 16;  // yaml-cpp gives up at 500, with "bad file"

/// Builds the tree from the parser's events. yaml-cpp's own node builder merges duplicate keys
/// silently.
class TreeBuilder : public YAML::EventHandler {
public:
    TreeBuilder(YamlDocument& document, std::string_view text, std::size_t offset)
        : document_(document), text_(text), offset_(offset) {}

    int documents() const { return documents_; }

    void OnDocumentStart(const YAML::Mark& mark) override {
        if (++documents_ == 2)
            fault(mark, "a second document starts here; a configuration is one: remove the '---'");
    }
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        refuse(mark, {}, anchor);
        add(node(YamlNode::Kind::null, mark));
    }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
        fault(mark, "aliases (*name) are not supported; write the value out");
        add(node(YamlNode::Kind::null, mark));
    }
    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override {
        refuse(mark, tag, anchor);
        YamlNode scalar = node(YamlNode::Kind::scalar, mark);
        scalar.quoted = tag == "!";
        // yaml-cpp takes the end of the file for a closing quote.
        if (scalar.quoted && !quotesClose(text_, scalar.begin))
            fault(mark, "this is not valid YAML (the quote that opens here is never closed)");
        scalar.text = value;
        refuseInvisible(scalar);
        add(std::move(scalar));
    }
    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value style) override {
        refuse(mark, tag, anchor);
        open(YamlNode::Kind::sequence, mark, style);
    }
    void OnSequenceEnd() override { close(); }
    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value style) override {
        refuse(mark, tag, anchor);
        open(YamlNode::Kind::map, mark, style);
    }
    void OnMapEnd() override { close(); }

private:
    struct Frame {
        YamlNode node;
        bool has_key = false;
        std::string key;
        std::size_t key_begin = 0;
    };

    std::size_t place(const YAML::Mark& mark) const {
        return offset_ + static_cast<std::size_t>(std::max(0, mark.pos));
    }
    YamlNode node(YamlNode::Kind kind, const YAML::Mark& mark) const {
        YamlNode result;
        result.kind = kind;
        result.begin = place(mark);
        return result;
    }
    void fault(const YAML::Mark& mark, std::string message) {
        document_.faults.push_back({place(mark), std::move(message)});
    }
    void refuse(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
        if (anchor != 0) fault(mark, "anchors (&name) are not supported; remove it");
        if (!tag.empty() && tag != "?" && tag != "!")
            fault(mark, "tags (" + tag + ") are not supported; remove it");
    }
    /// Where it is written as an escape it is meant.
    void refuseInvisible(const YamlNode& scalar) {
        if (!firstInvisible(scalar.text)) return;
        const bool escapes = text_[scalar.begin] == '"';
        const std::size_t end = escapes ? scalarEnd(text_, scalar.begin, false) : text_.size();
        if (const auto found = firstInvisible(text_.substr(0, end), scalar.begin))
            document_.faults.push_back({found->begin, invisibleText(*found)});
    }
    void open(YamlNode::Kind kind, const YAML::Mark& mark, YAML::EmitterStyle::value style) {
        if (frames_.size() >= kMostLevels)
            throw YAML::ParserException(mark, "more than " + std::to_string(kMostLevels) +
                                                  " nested levels, and a configuration has three");
        Frame frame;
        frame.node = node(kind, mark);
        frame.node.flow = style == YAML::EmitterStyle::Flow;
        frames_.push_back(std::move(frame));
    }
    void close() {
        YamlNode finished = std::move(frames_.back().node);
        frames_.pop_back();
        add(std::move(finished));
    }
    void add(YamlNode node) {
        if (frames_.empty()) {
            if (documents_ == 1) document_.root = std::move(node);
            return;
        }
        Frame& frame = frames_.back();
        if (frame.node.kind == YamlNode::Kind::sequence) {
            frame.node.items.push_back(std::move(node));
        } else if (!frame.has_key) {
            takeKey(frame, std::move(node));
        } else {
            // The mark of an absent value lies on the token that follows: its key's is of more use.
            if (node.kind == YamlNode::Kind::null) node.begin = frame.key_begin;
            frame.node.entries.push_back({frame.key, frame.key_begin, std::move(node)});
            frame.has_key = false;
        }
    }
    void takeKey(Frame& frame, YamlNode node) {
        if (node.kind != YamlNode::Kind::scalar)
            document_.faults.push_back({node.begin, "a key must be a word"});
        frame.has_key = true;
        frame.key = std::move(node.text);
        frame.key_begin = node.begin;
    }

    YamlDocument& document_;
    std::string_view text_;
    std::size_t offset_;
    int documents_ = 0;
    std::vector<Frame> frames_;
};

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Bytes that continue a character are no columns of their own.
bool beginsCharacter(char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
}

/// What keeps a text from being YAML may be a character on that line that nobody sees.
void addInvisibleBefore(std::string_view text, std::size_t place, YamlDocument& document) {
    const auto found = firstInvisible(text, lineBegin(text, place));
    if (found && found->begin < lineEnd(text, place))
        document.faults.push_back({found->begin, invisibleText(*found)});
}

void parseEvents(std::string_view text, std::size_t offset, YamlDocument& document) {
    try {
        std::istringstream stream{std::string(text.substr(offset))};
        YAML::Parser parser(stream);
        TreeBuilder builder(document, text, offset);
        while (builder.documents() < 2 && parser.HandleNextDocument(builder)) {
        }
    } catch (const YAML::Exception& error) {
        const int at = std::clamp<int>(error.mark.pos, 0, static_cast<int>(text.size() - offset));
        const std::size_t place = offset + static_cast<std::size_t>(at);
        document.faults.push_back({place, "this is not valid YAML (" + error.msg +
                                              "); check indentation, colons, quotes and brackets "
                                              "here"});
        addInvisibleBefore(text, place, document);
    }
}

}  // namespace

YamlDocument parseYamlTree(std::string_view text) {
    YamlDocument document;
    document.faults = findTextFaults(text);
    if (!document.faults.empty()) return document;
    parseEvents(text, text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0, document);
    return document;
}

TextLines::TextLines(std::string_view text) : text_(text) {
    starts_.push_back(text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
    std::size_t characters = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (i % kStride == 0) characters_.push_back(characters);
        characters += beginsCharacter(text[i]);
        if (text[i] == '\n') starts_.push_back(i + 1);
    }
    characters_.push_back(characters);
}

int TextLines::lineOf(std::size_t offset) const {
    const auto after = std::upper_bound(starts_.begin() + 1, starts_.end(), offset);
    return static_cast<int>(after - starts_.begin());
}

std::size_t TextLines::charactersBefore(std::size_t offset) const {
    const std::size_t from = offset / kStride;
    const auto rest = text_.substr(from * kStride, offset % kStride);
    return characters_[from] +
           static_cast<std::size_t>(std::ranges::count_if(rest, beginsCharacter));
}

TextPosition TextLines::at(std::size_t offset) const {
    offset = std::min(offset, text_.size());
    const int line = lineOf(offset);
    const std::size_t start = std::min(starts_[static_cast<std::size_t>(line - 1)], offset);
    return {line, static_cast<int>(charactersBefore(offset) - charactersBefore(start)) + 1};
}

}  // namespace orrery
