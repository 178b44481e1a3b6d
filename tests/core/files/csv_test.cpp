// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/csv.h"

#include <gtest/gtest.h>

namespace orrery {
namespace {

TEST(Csv, FieldsAreQuotedWhereTheyMustBe) {
    EXPECT_EQ(csvField("plain"), "plain");
    EXPECT_EQ(csvField(""), "");
    EXPECT_EQ(csvField("E=32, k=4"), "\"E=32, k=4\"");
    EXPECT_EQ(csvField("say \"hi\""), "\"say \"\"hi\"\"\"");
    EXPECT_EQ(csvField("a\nb"), "\"a\nb\"");
    EXPECT_EQ(csvField("a\rb"), "\"a\rb\"");
}

TEST(Csv, FormulasAreTextToASpreadsheet) {
    EXPECT_EQ(csvField("=1+1"), "'=1+1");
    EXPECT_EQ(csvField("@SUM(A1)"), "'@SUM(A1)");
    EXPECT_EQ(csvField("+cmd|' /C calc'!A0"), "'+cmd|' /C calc'!A0");
    EXPECT_EQ(csvField("-2+3"), "'-2+3");
    EXPECT_EQ(csvField("\t=1"), "'\t=1");
    EXPECT_EQ(csvField("\r=1"), "\"'\r=1\"");
    EXPECT_EQ(csvField("=HYPERLINK(\"a\",\"b\")"), "\"'=HYPERLINK(\"\"a\"\",\"\"b\"\")\"");
}

TEST(Csv, NumbersAndSingleSignsStayThemselves) {
    for (const char* text : {"-0.5", "+2", "-1e-5", "-inf", "1e400", "-1e999", "-", "=", "+", "@"})
        EXPECT_EQ(csvField(text), text);
}

TEST(Csv, TabSeparatedFieldsHoldNeitherTabNorLineEnd) {
    EXPECT_EQ(tsvField("plain é"), "plain é");
    EXPECT_EQ(tsvField("a\tb\nc\rd\\e"), "a\\tb\\nc\\rd\\\\e");
    EXPECT_EQ(tsvField("a\u0085b\u2028c\u2029d\x01"), "a\\u0085b\\u2028c\\u2029d\\u0001");
    EXPECT_EQ(tsvField("\xFF\t"), "\xFF\\t");
}

}  // namespace
}  // namespace orrery
