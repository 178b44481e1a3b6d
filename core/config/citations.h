// SPDX-License-Identifier: GPL-3.0-or-later
// What the texts of the table of fields, of studies, probes and shipped configurations cite. Any
// thread.
#pragma once
#include <array>
#include <regex>
#include <string>
#include <string_view>

namespace orrery {

namespace citations {

inline constexpr std::array<const char*, 5> kDocuments = {
    "SoME Testing", "SoME ablation runs v1", "Professional (Series B) Ablation Studies",
    "Professional (Series A) Ablation Studies",
    "Learning as Routing: The Self-Organizing Mixture of Experts (SoME) Framework"};

inline constexpr const char* kReference = "What SoME computes";
// By section of core/README.md, from 1.
inline constexpr std::array<const char*, 13> kSections = {
    "The model",         "The SoME layer",
    "One training step", "Knowledge Gravity",
    "Data and loss",     "Studies",
    "Parameter counts",  "Metrics",
    "State names",       "How exactness is checked",
    "Configuration",     "Studies",
    "Many processes"};

}  // namespace citations

/// A source as people read it: documents by their titles in place of the numbers of their files,
/// their places behind them. "document 003, series A" becomes "Professional (Series A) Ablation
/// Studies, series A", "documents 000 and 001" "SoME Testing and SoME ablation runs v1", "001 to
/// 003" all three; what is no such number stays.
inline std::string cited(std::string_view source) {
    static const std::regex place(
        R"([Dd]ocuments? 00([0-4])( (to|and) 00([0-4]))?|core/README\.md(, section (\d+))?)");
    std::string text;
    const std::string whole(source);
    auto from = whole.begin();
    for (std::sregex_iterator match(whole.begin(), whole.end(), place), end; match != end;
         ++match) {
        text.append(from, whole.begin() + match->position());
        from = whole.begin() + match->position() + match->length();
        if ((*match)[1].matched) {
            const std::size_t first = std::stoul((*match)[1]);
            text += citations::kDocuments[first];
            const std::size_t last = (*match)[4].matched ? std::stoul((*match)[4]) : first;
            for (std::size_t next = first + 1; (*match)[3] == "to" && next < last; ++next)
                text += std::string(", ") + citations::kDocuments[next];
            if (last != first) text += std::string(" and ") + citations::kDocuments[last];
            continue;
        }
        text += citations::kReference + (*match)[5].str();
        const std::size_t section = (*match)[6].matched ? std::stoul((*match)[6]) : 0;
        if (section >= 1 && section <= citations::kSections.size())
            text += std::string(" (") + citations::kSections[section - 1] + ")";
    }
    return text.append(from, whole.end());
}

}  // namespace orrery
