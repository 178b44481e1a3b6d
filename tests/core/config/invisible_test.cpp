// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/invisible.h"

#include <gtest/gtest.h>

#include "core/config/field_value.h"
#include "core/config/yaml.h"

namespace orrery {
namespace {

/// The first fault of a configuration, as it is printed.
std::string fault(const std::string& text) {
    try {
        parseConfig(text, "x.yaml");
    } catch (const ConfigError& error) {
        return formatDiagnostic(error.diagnostics().front());
    }
    return "none";
}

void expectFault(const std::string& text, const std::string& place, const std::string& part) {
    const std::string found = fault(text);
    EXPECT_TRUE(found.starts_with("x.yaml:" + place + ": ")) << found;
    EXPECT_NE(found.find(part), std::string::npos) << found;
}

TEST(Invisible, IsNamedWithItsPlaceInKeysAndValues) {
    expectFault("train: {batch_size: 4, max_steps:\u00A012}\n", "1:34",
                "U+00A0 (no-break space) stands here and looks like a space");
    expectFault("train:\n  max_steps\u200B: 12\n", "2:12", "U+200B (zero width space)");
    expectFault("some:\n  router: mlp\u200E\n", "2:14", "U+200E (mark of direction)");
    expectFault("name: a\uFEFFb\n", "1:8", "U+FEFF (byte order mark)");
    expectFault("name: 'a\u202Eb'\n", "1:9", "U+202E");
    expectFault("train:\n\u00A0\u00A0max_steps: 12\n", "2:1", "U+00A0");
    expectFault("train:\n  betas: [0.9,\u30000.95]\n", "2:15", "U+3000");
    expectFault("name: a\nb:\u3000c: d: e\n", "2:3", "U+3000");
}

/// Some readers end the line there: the rest of a comment would be a key to them.
TEST(Invisible, LineEndsOfUnicodeAreRefusedInCommentsToo) {
    expectFault("name: a # b\u2028keys: {alpha: 1}\n", "1:12", "U+2028 (line separator)");
    expectFault("name: a # b\u2029\n", "1:12", "U+2029");
    expectFault("name: a\n# b\u0085\n", "2:4", "U+0085 (next line)");
}

TEST(Invisible, StaysWhereItBelongs) {
    EXPECT_EQ(fault("name: a # b\u00A0c \u200B\n"), "none");
    EXPECT_EQ(fault("\uFEFFname: a\n"), "none");
    EXPECT_EQ(parseConfig("name: \"a\\u00A0b\"  # c\u00A0d\n", "x.yaml").name, "a\u00A0b");
    const std::string family = "\U0001F468\u200D\U0001F469";
    EXPECT_EQ(parseConfig("name: " + family + "\n", "x.yaml").name, family);
    EXPECT_NE(fault("name: a\u200Db\n"), "none");
}

TEST(Invisible, IsWrittenAsAnEscapeAndReadBack) {
    Config config;
    for (const std::string name : {"a\u00A0b", "\u202E\"q\\\u2028", "\U000E0041"}) {
        config.name = name;
        const std::string text = toYaml(config);
        EXPECT_FALSE(firstInvisible(text));
        EXPECT_EQ(parseConfig(text, "x.yaml").name, name) << text;
        const std::string shown = formatFieldValue(name);
        EXPECT_EQ(parseFieldValue(*findField("name"), shown), FieldValue(name)) << shown;
        EXPECT_EQ(parseConfig(patchYaml("name: x # y\n", "name", name), "x.yaml").name, name);
    }
    EXPECT_EQ(parseFieldValue(*findField("name"), "\"x\""), FieldValue(std::string("\"x\"")));
}

}  // namespace
}  // namespace orrery
