// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/own_corpus.h"

#include <gtest/gtest.h>

namespace orrery {
namespace {

Config madeForStories() {
    Config config;
    config.data.train_documents = 6000;
    config.data.val_documents = 200;
    return config;
}

TEST(OwnCorpus, TakesAllOfATextAndSaysSo) {
    Config config = madeForStories();
    config.data.corpus = "mine.txt";
    const OwnCorpus own = withOwnCorpus(config, {"data.corpus"});
    EXPECT_EQ(own.config.data.train_documents, 0);
    EXPECT_EQ(own.config.data.val_documents, 0);
    EXPECT_EQ(own.config.data.corpus, "mine.txt");
    EXPECT_NE(own.note.find("data.train_documents (6000) and data.val_documents (200) were"),
              std::string::npos)
        << own.note;
    EXPECT_NE(own.note.find("mine.txt"), std::string::npos);
}

TEST(OwnCorpus, KeepsWhatWasSetWithIt) {
    Config config = madeForStories();
    config.data.corpus = "mine.txt";
    const OwnCorpus own = withOwnCorpus(config, {"data.corpus", "data.val_documents"});
    EXPECT_EQ(own.config.data.train_documents, 0);
    EXPECT_EQ(own.config.data.val_documents, 200);
    EXPECT_NE(own.note.find("data.train_documents (6000) was chosen"), std::string::npos);
}

TEST(OwnCorpus, SaysNothingWhereNothingChanges) {
    EXPECT_EQ(withOwnCorpus(madeForStories(), {}).note, "");
    EXPECT_EQ(withOwnCorpus(madeForStories(), {}).config.data.train_documents, 6000);
    Config config;
    config.data.corpus = "mine.txt";
    EXPECT_EQ(withOwnCorpus(config, {}).note, "");
}

}  // namespace
}  // namespace orrery
