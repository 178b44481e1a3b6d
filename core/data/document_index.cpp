// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/document_index.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <system_error>
#include <utility>

#include "core/config/fields.h"
#include "core/data/text_regions.h"
#include "core/error.h"
#include "core/files/printable.h"

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

    /// `progress` is told about this file alone.
    void run(std::function<void(double)> progress) {
        const TextFile& file = index_.files[file_];
        TextRegionRules regions_of = regionRules(file);
        regions_of.progress = std::move(progress);
        TextRegions regions(openTextFile(file, rules_.text_column), std::move(regions_of));
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
            rules.advice = file.parquet
                               ? "Divide the row's text into shorter ones."
                               : "Each line must be one JSON object with a " + quoted() + " field.";
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

    std::string quoted() const { return '"' + rules_.text_column + '"'; }

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
        if (!isBlank(documentText(line.text, true, place, rules_.text_column)))
            add(line.offset, line.text.size());
    }

    DocumentIndex& index_;
    std::size_t file_;
    const IndexRules& rules_;
    Stretch paragraph_;
};

std::string fieldNames(const nlohmann::json& object) {
    constexpr std::size_t most = 8;
    std::string names;
    std::size_t count = 0;
    for (const auto& [name, value] : object.items()) {
        if (++count > most) return names + ", ...";
        names += (names.empty() ? "" : ", ") + printableLine(name);
    }
    return names.empty() ? "none" : names;
}

std::string jsonText(std::string_view line, const std::string& place, const std::string& column) {
    const std::string field = '"' + column + '"';
    nlohmann::json value;
    try {
        value = nlohmann::json::parse(line);
    } catch (const nlohmann::json::exception& error) {
        std::string what = error.what();
        what.erase(0, what.find("] ") + 2);
        throw Error(place + "not JSON: " + what);
    }
    if (!value.is_object()) throw Error(place + "not a JSON object with a " + field + " field.");
    const auto text = value.find(column);
    if (text == value.end())
        throw Error(place + "the object has no " + field + " field (it has " + fieldNames(value) +
                    "). Set data.text_column.");
    if (!text->is_string()) throw Error(place + "the field " + field + " is not a string.");
    std::string result = text->get<std::string>();
    if (result.find('\0') != std::string::npos)
        throw Error(place + "the field " + field + " contains a NUL character (\\u0000).");
    return result;
}

/// Bytes of each file on the disk; 0 where it can't be told.
std::vector<double> fileSizes(const std::vector<TextFile>& files) {
    std::vector<double> sizes;
    for (const TextFile& file : files) {
        std::error_code unknown;
        const auto size = std::filesystem::file_size(file.path, unknown);
        sizes.push_back(unknown ? 0.0 : static_cast<double>(size));
    }
    return sizes;
}

}  // namespace

DocumentIndex indexDocuments(std::vector<TextFile> files, const IndexRules& rules) {
    DocumentIndex index;
    index.files = std::move(files);
    index.text_column = rules.text_column;
    const std::vector<double> sizes = fileSizes(index.files);
    const double all = std::max(1.0, std::accumulate(sizes.begin(), sizes.end(), 0.0));
    double before = 0;
    for (std::size_t file = 0; file < index.files.size(); ++file) {
        FileIndexer(index, file, rules).run([&](double share) {
            if (rules.progress) rules.progress((before + share * sizes[file]) / all);
        });
        before += sizes[file];
    }
    return index;
}

std::string documentText(std::string_view bytes, bool json_lines, const std::string& place,
                         const std::string& column) {
    if (json_lines) return jsonText(bytes, place, column);
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
