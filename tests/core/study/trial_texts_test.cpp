// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <filesystem>

#include "core/error.h"
#include "core/study/study.h"
#include "core/study/trial_files.h"
#include "tests/core/study/small_study.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

class TrialTexts : public ::testing::Test {
protected:
    TrialTexts() {
        test::writeFile(folder_ / "news.txt", "one<|endoftext|>two");
        test::writeFile(folder_ / "base.yaml", "model: {d_model: 32, num_heads: 2}\n");
    }
    std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
    Study study(const std::string& text) {
        return parseStudy("base: base.yaml\n" + text, folder_ / "s.yaml");
    }
    std::string fault(const Study& study) {
        try {
            planTrials(study, "full");
        } catch (const Error& error) {
            return error.what();
        }
        return {};
    }

    test::TemporaryFolder folder_;
};

TEST_F(TrialTexts, AreDomainsOrFiles) {
    const Study plain = study("domains: [village, sea]\nstream: [village, sea]\n");
    EXPECT_EQ(plain.domains, (std::vector<TrialText>{{.name = "village"}, {.name = "sea"}}));
    const Study files = study(
        "domains: {news: news.txt}\n"
        "stream: [{domain: sea, tokens: 100}, {corpus: news.txt, split: blank, tokens: 200}]\n");
    EXPECT_EQ(files.domains,
              (std::vector<TrialText>{{.name = "news", .corpus = path("news.txt")}}));
    EXPECT_EQ(files.stream,
              (std::vector<TrialText>{
                  {.name = "sea", .tokens = 100},
                  {.name = "news", .corpus = path("news.txt"), .split = "blank", .tokens = 200}}));
    EXPECT_THROW(study("stream: [{tokens: 5}]\n"), ConfigError);
    EXPECT_THROW(study("stream: [{corpus: news.txt, split: words}]\n"), ConfigError);
}

TEST_F(TrialTexts, WhatCanNotBeReadIsRefusedBeforeAnyStep) {
    EXPECT_EQ(fault(study("stream: [village, sea]\n")), "");
    EXPECT_NE(fault(study("stream: [village, moon]\n")).find("moon is no domain"),
              std::string::npos);
    EXPECT_NE(fault(study("domains: {news: nowhere.txt}\nstream: [sea]\n")).find("is not there"),
              std::string::npos);
    const std::string file_corpus = "set: {data: {corpus: " + path("news.txt") + "}}\n";
    const std::string contradiction = fault(study(file_corpus + "stream: [village, sea]\n"));
    EXPECT_NE(contradiction.find("trained on files, but stream names village"), std::string::npos)
        << contradiction;
    EXPECT_NE(contradiction.find("--text village=FILE"), std::string::npos);
    EXPECT_EQ(fault(study(file_corpus + "stream: [{corpus: news.txt}]\n")), "");
}

TEST_F(TrialTexts, AFileTakesTheDomainsPlaceEverywhere) {
    Study changed = study(
        "set: {data: {domain: village}}\ndomains: [village, sea]\nstream: [village, sea]\n"
        "phases: {first: {data: {domain: village}}, second: {data: {domain: sea}}}\n"
        "axes: [{name: m, points: {a: , b: {later: {data: {domain: sea}}}}}]\n"
        "scales: {tiny: {data: {domain: sea}}}\n");
    change(changed, {text_prefix + "sea", path("news.txt") + ",split=blank"});
    EXPECT_EQ(changed.domains[0], TrialText{.name = "village"});
    EXPECT_EQ(changed.domains[1],
              (TrialText{.name = "sea", .corpus = path("news.txt"), .split = "blank"}));
    EXPECT_EQ(changed.stream[1].corpus, path("news.txt"));
    const std::vector<Override> file = {{"data.corpus", path("news.txt")}, {"data.split", "blank"}};
    EXPECT_EQ(changed.phases[1].set, file);
    EXPECT_EQ(changed.scales[0].set, file);
    EXPECT_EQ(changed.axes[0].points[1].set[0].first, later_prefix + "data.corpus");
    EXPECT_EQ(changed.set, (std::vector<Override>{{"data.domain", "village"}}));
    EXPECT_THROW(change(changed, {text_prefix + "moon", "x.txt"}), Error);
    EXPECT_THROW(change(changed, {text_prefix + "village", "x.txt,split=words"}), Error);
}

TEST_F(TrialTexts, TheDocumentsHeldBackAreRead) {
    Config config;
    config.data.train_documents = 5;
    config.data.val_documents = 7;
    config.data.validation = "other.txt";
    const DataConfig file =
        dataOf(config, {.name = "n", .corpus = path("news.txt"), .split = "blank"});
    EXPECT_EQ(file.corpus, path("news.txt"));
    EXPECT_EQ(file.split, DocumentSplit::blank);
    EXPECT_EQ(file.train_documents, 0);
    EXPECT_EQ(file.val_documents, 7);
    EXPECT_FALSE(file.hasOwnValidation());
    config.data.corpus = path("news.txt");
    const DataConfig domain = dataOf(config, {.name = "sea"});
    EXPECT_TRUE(domain.isEmbedded());
    EXPECT_EQ(domain.domain, "sea");
}

TEST_F(TrialTexts, TravelWithTheTrialsPlan) {
    const Study made = study(
        "domains: [sea]\nstream: [{corpus: news.txt, split: line, tokens: 9}, {domain: sea}]\n");
    const TrialFolder folder = trialFolder(folder_ / "out", "trial-0001");
    writeTrialPlan(folder, made, planTrials(made, "full")[0]);
    EXPECT_EQ(readTrialPlan(folder).domains, made.domains);
    EXPECT_EQ(readTrialPlan(folder).stream, made.stream);
}

}  // namespace
}  // namespace orrery
