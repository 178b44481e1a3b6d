// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/text_regions.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "core/error.h"
#include "core/files/utf8.h"

namespace orrery {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 20;

std::uint64_t lineBreaks(std::string_view text) {
    return static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
}

std::string hexByte(char byte) {
    char digits[8];
    std::snprintf(digits, sizeof digits, "0x%02X", static_cast<unsigned>(byte) & 0xFFu);
    return digits;
}

}  // namespace

std::string placed(const std::filesystem::path& file, std::uint64_t line, const std::string& what) {
    return file.string() + ":" + std::to_string(line) + ": " + what;
}

TextRegions::TextRegions(std::unique_ptr<TextInput> text, TextRegionRules rules)
    : file_(std::move(text)), rules_(std::move(rules)) {
    fill();
    skipByteOrderMark();
}

void TextRegions::skipByteOrderMark() {
    if (buffer_.starts_with("\xEF\xBB\xBF")) begin_ = 3;
    if (buffer_.starts_with("\xFF\xFE") || buffer_.starts_with("\xFE\xFF"))
        throw Error(placed(file_->path(), 1, "this is UTF-16. Save the file as UTF-8."));
    searched_ = begin_;
}

std::optional<TextRegion> TextRegions::next() {
    while (true) {
        const std::size_t found = buffer_.find(rules_.separator, searched_);
        if (found != std::string::npos) return take(found, rules_.separator.size());
        if (ended_ && begin_ == buffer_.size()) return std::nullopt;
        if (ended_) return take(buffer_.size(), 0);
        const std::size_t waiting = buffer_.size() - begin_;
        if (waiting > rules_.limit) refuseLongRegion();
        // The separator may lie across the end of what has been read.
        const std::size_t tail = std::min(waiting, rules_.separator.size() - 1);
        searched_ = buffer_.size() - tail;
        fill();
    }
}

TextRegion TextRegions::take(std::size_t end, std::size_t separator) {
    const std::string_view text = std::string_view(buffer_).substr(begin_, end - begin_);
    const TextRegion region{text, offset_ + begin_, line_};
    check(region, true);
    if (text.size() > rules_.limit) refuseLongRegion();
    line_ += lineBreaks(text) + lineBreaks(rules_.separator.substr(0, separator));
    begin_ = end + separator;
    searched_ = begin_;
    return region;
}

void TextRegions::fill() {
    if (rules_.cancelled && rules_.cancelled()) throw Cancelled();
    buffer_.erase(0, begin_);
    offset_ += begin_;
    searched_ -= begin_;
    begin_ = 0;
    const std::size_t old = buffer_.size();
    buffer_.resize(old + kChunk);
    const std::size_t count = file_->read(std::span(buffer_).subspan(old));
    if (rules_.progress) rules_.progress(file_->share());
    buffer_.resize(old + count);
    ended_ = count == 0;
    if (!line_feed_) lookForLineEnds(std::string_view(buffer_).substr(old), offset_ + old);
    if (ended_) requireLineFeeds();
}

/// `offset` is that of the bytes in the file.
void TextRegions::lookForLineEnds(std::string_view bytes, std::uint64_t offset) {
    line_feed_ = bytes.find('\n') != std::string_view::npos;
    if (line_feed_ || first_return_) return;
    const std::size_t found = bytes.find('\r');
    if (found != std::string_view::npos) first_return_ = offset + found;
}

void TextRegions::requireLineFeeds() const {
    const std::uint64_t last = offset_ + buffer_.size() - 1;
    if (line_feed_ || !first_return_ || *first_return_ >= last) return;
    throw Error(placed(file_->path(), 1,
                       "its lines end with bare carriage returns (the first is byte " +
                           std::to_string(*first_return_) +
                           "), which are no line ends here. Save it with line feeds, such as by "
                           "`tr '\\r' '\\n'`."));
}

void TextRegions::refuseLongRegion() const {
    const TextRegion region{std::string_view(buffer_).substr(begin_), offset_ + begin_, line_};
    check(region, false);
    requireLineFeeds();
    throw Error(placed(file_->path(), line_,
                       "a document starts at byte " + std::to_string(region.offset) +
                           " and is longer than " + std::to_string(rules_.limit / 1'000'000) +
                           " MB. " + rules_.advice));
}

void TextRegions::check(const TextRegion& region, bool whole) const {
    const std::size_t null = region.text.find('\0');
    const std::size_t valid = validUtf8Prefix(region.text);
    // A part may end within a character, which takes at most four bytes.
    const bool utf8 = valid == region.text.size() || (!whole && region.text.size() - valid < 4);
    if (utf8 && null == std::string_view::npos) return;
    // A NUL anywhere tells a binary file, whatever else is wrong with it.
    const std::size_t fault = null != std::string_view::npos ? null : valid;
    const std::string place = "byte " + std::to_string(region.offset + fault) + " of the file";
    const std::uint64_t line = region.line + lineBreaks(region.text.substr(0, fault));
    if (fault == null)
        throw Error(placed(
            file_->path(), line,
            "a NUL byte (" + place + "): this is a binary file, not text. Give text files only."));
    throw Error(placed(file_->path(), line,
                       "not UTF-8: " + hexByte(region.text[fault]) + " at " + place +
                           ". Save the file as UTF-8."));
}

}  // namespace orrery
