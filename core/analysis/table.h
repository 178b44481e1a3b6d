// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace orrery {

using Cell = std::variant<std::int64_t, double, std::string>;  // NaN = not known

/// Figures of an analysis, as a CSV file or a view shows them.
struct Table {
    std::string name;  // a file name without its ending
    std::vector<std::string> columns;
    std::vector<std::vector<Cell>> rows;  // each as long as `columns`
};

/// A cell by its row and column: NaN, or empty text, where the table has no such column or the cell
/// is of the other kind. Any thread.
double numberAt(const Table& table, std::size_t row, std::string_view column);
std::string textAt(const Table& table, std::size_t row, std::string_view column);

/// With a head line. Text is as csvField (core/files/csv.h) writes it; numbers have all their
/// digits, and one that is not finite is an empty field. Any thread.
std::string toCsv(const Table& table);

}  // namespace orrery
