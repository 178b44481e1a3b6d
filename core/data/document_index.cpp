// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/document_index.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "core/config/fields.h"
#include "core/data/text_regions.h"
#include "core/error.h"

namespace orrery {
namespace {

constexpr std::string_view kEndOfText = "<|endoftext|>";
constexpr std::string_view kWhiteSpace = " \t\r\n\v\f";

bool isBlank(std::string_view text) {
    return text.find_first_not_of(kWhiteSpace) == std::string_view::npos;
}

/// Collects the spans of one file.
class FileIndexer {
public:
    FileIndexer(DocumentIndex& index, std::size_t file, const IndexRules& rules)
        : index_(index), file_(file), rules_(rules) {}

    void run() {
        const TextFile& file = index_.files[file_];
        TextRegions regions(file.path, regionRules(file));
        index_.stamps.push_back(regions.stamp());
        while (const std::optional<TextRegion> region = regions.next()) {
            if (file.json_lines)
                addJsonLine(*region);
            else if (rules_.split == DocumentSplit::blank)
                addToParagraph(*region);
            else
                addTrimmed(region->text, region->offset);
        }
        addTrimmed(std::exchange(paragraph_, {}));
    }

private:
    struct Stretch {
        std::uint64_t offset = 0;
        std::size_t length = 0;
    };

    TextRegionRules regionRules(const TextFile& file) const {
        TextRegionRules rules;
        rules.limit = rules_.limit;
        rules.cancelled = rules_.cancelled;
        if (file.json_lines) {
            rules.advice = "Each line must be one JSON object with a \"text\" field.";
        } else if (rules_.split == DocumentSplit::endoftext) {
            rules.separator = kEndOfText;
            rules.advice =
                "data.split is endoftext: is <|endoftext|> missing? Set data.split to line or "
                "blank, or "
                "divide the text.";
        } else {
            rules.advice = "data.split is " + wordOf("data.split", rules_.split) +
                           ": choose another, or divide the text into shorter lines.";
        }
        return rules;
    }

    void add(std::uint64_t offset, std::size_t length) {
        index_.documents.push_back(
            {offset, static_cast<std::uint32_t>(length), static_cast<std::uint32_t>(file_)});
    }

    void addTrimmed(std::string_view text, std::uint64_t offset) {
        if (isBlank(text)) return;
        const std::size_t first = text.find_first_not_of("\r\n");
        const std::size_t last = text.find_last_not_of("\r\n");
        add(offset + first, last - first + 1);
    }

    void addTrimmed(const Stretch& paragraph) {
        if (paragraph.length > 0) add(paragraph.offset, paragraph.length);
    }

    void addToParagraph(const TextRegion& line) {
        if (isBlank(line.text)) {
            addTrimmed(std::exchange(paragraph_, {}));
            return;
        }
        if (paragraph_.length == 0) paragraph_.offset = line.offset;
        const std::size_t end = line.text.find_last_not_of("\r\n") + 1;
        paragraph_.length = static_cast<std::size_t>(line.offset - paragraph_.offset) + end;
        if (paragraph_.length > rules_.limit)
            throw Error(placed(index_.files[file_].path, line.line,
                               "a document is longer than " +
                                   std::to_string(rules_.limit / 1'000'000) +
                                   " MB without a blank line. Set data.split to line."));
    }

    void addJsonLine(const TextRegion& line) {
        if (isBlank(line.text)) return;
        const std::string place = placed(index_.files[file_].path, line.line, "");
        if (!isBlank(documentText(line.text, true, place))) add(line.offset, line.text.size());
    }

    DocumentIndex& index_;
    std::size_t file_;
    const IndexRules& rules_;
    Stretch paragraph_;
};

std::string jsonText(std::string_view line, const std::string& place) {
    nlohmann::json value;
    try {
        value = nlohmann::json::parse(line);
    } catch (const nlohmann::json::exception& error) {
        std::string what = error.what();
        what.erase(0, what.find("] ") + 2);
        throw Error(place + "not JSON: " + what);
    }
    if (!value.is_object()) throw Error(place + "not a JSON object with a \"text\" field.");
    const auto text = value.find("text");
    if (text == value.end()) throw Error(place + "the object has no \"text\" field.");
    if (!text->is_string()) throw Error(place + "the field \"text\" is not a string.");
    std::string result = text->get<std::string>();
    if (result.find('\0') != std::string::npos)
        throw Error(place + "the field \"text\" contains a NUL character (\\u0000).");
    return result;
}

}  // namespace

DocumentIndex indexDocuments(std::vector<TextFile> files, const IndexRules& rules) {
    DocumentIndex index;
    index.files = std::move(files);
    for (std::size_t file = 0; file < index.files.size(); ++file)
        FileIndexer(index, file, rules).run();
    return index;
}

std::string documentText(std::string_view bytes, bool json_lines, const std::string& place) {
    if (json_lines) return jsonText(bytes, place);
    std::string text;
    text.reserve(bytes.size());
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const bool before_line_feed =
            bytes[i] == '\r' && i + 1 < bytes.size() && bytes[i + 1] == '\n';
        if (!before_line_feed) text += bytes[i];
    }
    return text;
}

}  // namespace orrery
