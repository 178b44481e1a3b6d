// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/table.h"

#include <gtest/gtest.h>

#include <cmath>

namespace orrery {
namespace {

TEST(TableCsv, QuotesTextAndKeepsAllDigits) {
    const Table table{"t",
                      {"number", "value", "text"},
                      {{std::int64_t{-3}, 0.1, std::string(" the")},
                       {std::int64_t{4}, std::nan(""), std::string("a \"b\", c\n")},
                       {std::int64_t{5}, 1e300, std::string()}}};
    EXPECT_EQ(toCsv(table), "number,value,text\n-3,0.1, the\n4,,\"a \"\"b\"\", c\n\"\n5,1e+300,\n");
}

TEST(TableCsv, WithoutRowsThereIsTheHead) {
    EXPECT_EQ(toCsv({"t", {"a", "b"}, {}}), "a,b\n");
}

TEST(Table, CellsAreFoundByTheirColumn) {
    const Table table{
        "t", {"number", "value", "text"}, {{std::int64_t{-3}, 0.1, std::string("x")}}};
    EXPECT_EQ(numberAt(table, 0, "number"), -3);
    EXPECT_EQ(numberAt(table, 0, "value"), 0.1);
    EXPECT_EQ(textAt(table, 0, "text"), "x");
    EXPECT_TRUE(std::isnan(numberAt(table, 0, "text")) && std::isnan(numberAt(table, 0, "gone")));
    EXPECT_EQ(textAt(table, 0, "number") + textAt(table, 0, "gone"), "");
}

}  // namespace
}  // namespace orrery
