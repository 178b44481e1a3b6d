// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/files/text_input.h"

namespace orrery {

/// A stretch of a text file between two separators.
struct TextRegion {
    std::string_view text;     // without the separators
    std::uint64_t offset = 0;  // of its first byte in the file's text
    std::uint64_t line = 1;    // that its first byte stands in
};

struct TextRegionRules {
    std::string separator = "\n";
    std::size_t limit = 64'000'000;  // bytes of a region
    std::string advice;              // what to do about a region that is longer
    std::function<bool()> cancelled;
    std::function<void(double)> progress;  // is told how much of the text was read, 0 to 1
};

/// Reads a file of any size through a buffer of one region, and checks that it is text: UTF-8
/// without NUL. A byte order mark at the start of the file is left out; a file whose lines end with
/// bare carriage returns is refused.
class TextRegions {
public:
    TextRegions(std::unique_ptr<TextInput> text, TextRegionRules rules);

    /// The next region, perhaps empty; its text holds until the next call. nullopt at the end.
    /// Throws Error as "file:line: what", Cancelled.
    std::optional<TextRegion> next();
    InputFile::Stamp stamp() const { return file_->stamp(); }

private:
    TextRegion take(std::size_t end, std::size_t separator);
    void fill();
    void skipByteOrderMark();
    void refuseLongRegion() const;
    void check(const TextRegion& region, bool whole) const;
    void lookForLineEnds(std::string_view bytes, std::uint64_t offset);
    void requireLineFeeds() const;

    std::unique_ptr<TextInput> file_;
    TextRegionRules rules_;
    std::string buffer_;
    std::size_t begin_ = 0;     // of the next region in buffer_
    std::size_t searched_ = 0;  // no separator starts before it
    std::uint64_t offset_ = 0;  // of buffer_[0] in the file
    std::uint64_t line_ = 1;    // at begin_
    bool ended_ = false;
    bool line_feed_ = false;  // one was seen
    std::optional<std::uint64_t>
        first_return_;  // the first CR of a file without a line feed so far
};

/// "file:line: what"
std::string placed(const std::filesystem::path& file, std::uint64_t line, const std::string& what);

}  // namespace orrery
