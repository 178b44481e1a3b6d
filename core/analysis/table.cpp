// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/files/csv.h"

namespace orrery {
namespace {

struct CellText {
    std::string operator()(std::int64_t value) const { return std::to_string(value); }
    std::string operator()(double value) const {
        if (!std::isfinite(value)) return {};
        std::array<char, 32> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
        return {digits.data(), end};
    }
    std::string operator()(const std::string& value) const { return csvField(value); }
};

template <typename Row, typename Text>
void addLine(std::string& csv, const Row& row, Text text) {
    bool first = true;
    for (const auto& cell : row) {
        if (!first) csv += ',';
        csv += text(cell);
        first = false;
    }
    csv += '\n';
}

/// nullptr without such a column.
const Cell* cellAt(const Table& table, std::size_t row, std::string_view column) {
    const auto found = std::ranges::find(table.columns, column);
    if (found == table.columns.end()) return nullptr;
    return &table.rows.at(row).at(static_cast<std::size_t>(found - table.columns.begin()));
}

}  // namespace

double numberAt(const Table& table, std::size_t row, std::string_view column) {
    const Cell* cell = cellAt(table, row, column);
    if (!cell) return std::nan("");
    if (const auto* whole = std::get_if<std::int64_t>(cell)) return static_cast<double>(*whole);
    const auto* real = std::get_if<double>(cell);
    return real ? *real : std::nan("");
}

std::string textAt(const Table& table, std::size_t row, std::string_view column) {
    const Cell* cell = cellAt(table, row, column);
    const auto* text = cell ? std::get_if<std::string>(cell) : nullptr;
    return text ? *text : std::string();
}

std::string toCsv(const Table& table) {
    std::string csv;
    addLine(csv, table.columns, CellText{});
    for (const auto& row : table.rows)
        addLine(csv, row, [](const Cell& cell) { return std::visit(CellText{}, cell); });
    return csv;
}

}  // namespace orrery
