// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text_format.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/files/printable.h"

namespace orrery::cli {
namespace {

std::string twoDigits(std::int64_t value) {
    return (value < 10 ? "0" : "") + std::to_string(value);
}

/// Characters, not bytes: pieces of text hold letters of several bytes.
std::size_t width(const std::string& text) {
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace

std::string fixed(double value, int decimals) {
    if (!std::isfinite(value)) return "-";
    char buffer[400];
    const auto end =
        std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, decimals);
    return {buffer, end.ptr};
}

std::string duration(double seconds) {
    if (!(seconds >= 0)) return "?";
    const auto whole = static_cast<std::int64_t>(std::min(seconds, 1e15) + 0.5);
    if (whole < 60) return std::to_string(whole) + " s";
    if (whole < 3600) return std::to_string(whole / 60) + " min " + twoDigits(whole % 60) + " s";
    return std::to_string(whole / 3600) + " h " + twoDigits(whole / 60 % 60) + " min";
}

std::string progressText(const Progress& progress) {
    std::string text;
    if (progress.step > 0 || progress.phase == "Training") {
        text = "step " + std::to_string(progress.step) + "/" + std::to_string(progress.total_steps);
        // After the last step the next epoch would be named, which never comes.
        if (progress.step < progress.total_steps)
            text += ", epoch " + std::to_string(progress.epoch + 1);
        if (progress.tokens_per_second > 0)
            text += ", loss " + fixed(progress.loss, 4) + ", " +
                    fixed(progress.tokens_per_second, 0) + " tokens/s";
        if (progress.seconds_left >= 0) text += ", " + duration(progress.seconds_left) + " left";
    }
    if (!progress.phase.empty() && progress.phase != "Training") {
        text += (text.empty() ? "" : ", ") + progress.phase;
        if (progress.phase_fraction >= 0)
            text += " " + fixed(100 * progress.phase_fraction, 0) + " %";
    }
    return text;
}

std::string table(std::vector<std::vector<std::string>> rows) {
    for (auto& row : rows)
        std::ranges::transform(row, row.begin(), printableLine);
    std::vector<std::size_t> widths;
    for (const auto& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i == widths.size()) widths.push_back(0);
            widths[i] = std::max(widths[i], width(row[i]));
        }
    std::string text;
    for (const auto& row : rows) {
        if (!text.empty()) text += "\n";
        for (std::size_t i = 0; i < row.size(); ++i) {
            text += row[i];
            if (i + 1 < row.size()) text += std::string(widths[i] - width(row[i]) + 2, ' ');
        }
        text.erase(text.find_last_not_of(' ') + 1);
    }
    return text;
}

std::string shellQuoted(const std::string& path) {
    const bool plain = !path.empty() && std::ranges::all_of(path, [](unsigned char c) {
        return std::isalnum(c) || c >= 0x80 ||
               std::string_view("/._-+:=@%").find(static_cast<char>(c)) != std::string_view::npos;
    });
    if (plain) return path;
    std::string quoted = "'";
    for (const char c : path)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

}  // namespace orrery::cli
