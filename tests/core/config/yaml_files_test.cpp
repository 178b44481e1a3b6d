// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "core/config/yaml.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

class YamlFiles : public ::testing::Test {
protected:
    void SetUp() override {
        std::string pattern = (fs::temp_directory_path() / "orrery-config-XXXXXX").string();
        ASSERT_NE(mkdtemp(pattern.data()), nullptr);
        folder_ = pattern;
    }
    void TearDown() override { fs::remove_all(folder_); }

    fs::path write(const std::string& name, const std::string& text) {
        const fs::path file = folder_ / name;
        fs::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary) << text;
        return file;
    }
    std::string printed(const fs::path& file, const std::vector<Override>& set = {}) {
        try {
            loadConfig(file, set);
        } catch (const ConfigError& error) {
            return error.what();
        }
        return "fine";
    }
    std::string at(const std::string& name) { return (folder_ / name).string(); }

    fs::path folder_;
};

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST_F(YamlFiles, ExtendsTakesWhatTheFileDoesNotSay) {
    write("base.yaml", "name: base\nkeys:\n  alpha: 0.5\n  beta: 0.25\n");
    const auto file = write("own.yaml", "name: own\nkeys:\n  alpha: 0.125\nextends: base.yaml\n");
    const Config config = loadConfig(file);
    EXPECT_EQ(config.name, "own");
    EXPECT_EQ(config.keys.alpha, 0.125);
    EXPECT_EQ(config.keys.beta, 0.25);
}

TEST_F(YamlFiles, ExtendsIsRelativeToTheFileThatSaysSo) {
    write("a/base.yaml", "extends: ../b/deep.yaml\n");
    write("b/deep.yaml", "keys:\n  alpha: 0.5\n");
    EXPECT_EQ(loadConfig(write("own.yaml", "extends: a/base.yaml\n")).keys.alpha, 0.5);
}

TEST_F(YamlFiles, FaultsInExtendedFilesCarryTheirName) {
    write("base.yaml", "keys:\n  alhpa: 0.5\n");
    const auto text = printed(write("own.yaml", "extends: base.yaml\nname:\n"));
    EXPECT_TRUE(contains(text, at("base.yaml") + ":2:3: unknown key keys.alhpa")) << text;
    EXPECT_TRUE(text.starts_with(at("own.yaml") + ":2:1: name has no value")) << text;
}

TEST_F(YamlFiles, ContradictionsAcrossFilesStandWhereTheKeyWasGiven) {
    write("base.yaml", "model:\n  num_heads: 3\n");
    const auto text = printed(write("own.yaml", "extends: base.yaml\nmodel:\n  d_model: 128\n"));
    EXPECT_TRUE(text.starts_with(at("base.yaml") + ":2:3: ")) << text;
    EXPECT_EQ(printed(write("cure.yaml", "extends: base.yaml\nmodel:\n  d_model: 126\n")), "fine");
}

TEST_F(YamlFiles, MissingAndCircularExtends) {
    EXPECT_EQ(printed(write("own.yaml", "name: x\nextends: gone.yaml\n")),
              at("own.yaml") + ":2:10: extends " + at("gone.yaml") + ": there is no such file");
    EXPECT_TRUE(contains(printed(write("self.yaml", "extends: self.yaml\n")), "circular"));
    write("a.yaml", "extends: b.yaml\n");
    write("b.yaml", "extends: ./../" + folder_.filename().string() + "/a.yaml\n");
    const auto text = printed(folder_ / "a.yaml");
    EXPECT_TRUE(text.starts_with(at("b.yaml") + ":1:10: extends is circular")) << text;
    EXPECT_TRUE(contains(printed(write("list.yaml", "extends: [a.yaml, b.yaml]\n")), "one file"));
    EXPECT_TRUE(contains(printed(write("null.yaml", "extends:\n")), ":1:1: extends needs"));
}

TEST_F(YamlFiles, AVeryLongChainIsRefused) {
    for (int i = 0; i < 40; ++i)
        write(std::to_string(i) + ".yaml", "extends: " + std::to_string(i + 1) + ".yaml\n");
    EXPECT_TRUE(contains(printed(folder_ / "0.yaml"), "nested too deep"));
}

TEST_F(YamlFiles, ARelativeCorpusLiesBesideTheFileThatNamesIt) {
    write("texts/base.yaml", "data:\n  corpus: stories.txt\n");
    EXPECT_EQ(loadConfig(folder_ / "texts/base.yaml").data.corpus, "stories.txt");
    EXPECT_EQ(loadConfig(write("own.yaml", "extends: texts/base.yaml\n")).data.corpus,
              "texts/stories.txt");
    EXPECT_EQ(loadConfig(write("other/own.yaml", "extends: ../texts/base.yaml\n")).data.corpus,
              "../texts/stories.txt");
}

TEST_F(YamlFiles, FilesThatCanNotBeRead) {
    EXPECT_EQ(printed(folder_ / "gone.yaml"), at("gone.yaml") + ": there is no such file");
    EXPECT_TRUE(contains(printed(folder_), "folder"));
    EXPECT_TRUE(contains(printed(write("huge.yaml", std::string(1'000'001, '#'))), "1 MB"));
    EXPECT_TRUE(contains(printed(write("empty.yaml", "")), "contains no key"));
    if (geteuid() == 0) return;  // root reads everything
    const auto secret = write("secret.yaml", "name: x\n");
    fs::permissions(secret, fs::perms::none);
    EXPECT_TRUE(contains(printed(secret), "can't be read: Permission denied"));
}

TEST_F(YamlFiles, OverridesWinAndHaveTheirOwnPlace) {
    const auto file = write("own.yaml", "keys:\n  alpha: 0.5\n");
    EXPECT_EQ(loadConfig(file, {{"keys.alpha", "0.25"}, {"name", "a: b"}}).keys.alpha, 0.25);
    EXPECT_EQ(printed(file, {{"keys.alhpa", "1"}, {"keys.beta", "2"}}),
              "--set: unknown key keys.alhpa; did you mean keys.alpha?\n"
              "--set: keys.beta: 2 is out of range; it may be 0 to 1.");
    EXPECT_TRUE(contains(printed(file, {{"model.num_heads", "3"}}), "--set: model.num_heads (3)"));
    EXPECT_TRUE(contains(printed(file, {{"extends", "x.yaml"}}), "--set: unknown key extends"));
}

TEST(Corpus, IsMadeAbsoluteFromTheFolderOfTheFile) {
    Config config;
    EXPECT_EQ(withCorpusFrom(config, "/configs").data.corpus, "embedded");
    config.data.corpus = "../texts/stories.txt";
    EXPECT_EQ(withCorpusFrom(config, "/here/configs").data.corpus, "/here/texts/stories.txt");
    EXPECT_EQ(withCorpusFrom(config, "").data.corpus,
              (fs::current_path().parent_path() / "texts/stories.txt").string());
    config.data.corpus = "/stories.txt";
    EXPECT_EQ(withCorpusFrom(config, "/here").data.corpus, "/stories.txt");
}

TEST(Corpus, TheFolderOfTensorboardIsMadeAbsoluteToo) {
    Config config;
    EXPECT_EQ(withCorpusFrom(config, "/configs").train.tensorboard, "");
    config.train.tensorboard = "board";
    EXPECT_EQ(withCorpusFrom(config, "/here/configs").train.tensorboard, "/here/configs/board");
    EXPECT_EQ(withAbsoluteText({"train.tensorboard", "board"}).second,
              (fs::current_path() / "board").string());
    EXPECT_EQ(withAbsoluteText({"train.tensorboard", ""}).second, "");
}

TEST(Overrides, AreSplitAtTheFirstEqualsSign) {
    EXPECT_EQ(parseOverride("keys.alpha=0.02"), Override("keys.alpha", "0.02"));
    EXPECT_EQ(parseOverride("name=a=b"), Override("name", "a=b"));
    EXPECT_THROW(parseOverride("keys.alpha"), ConfigError);
    EXPECT_THROW(parseOverride("=3"), ConfigError);
    EXPECT_THROW(parseOverride(""), ConfigError);
}

}  // namespace
}  // namespace orrery
