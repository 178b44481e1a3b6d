// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/token_cache.h"

#include <gtest/gtest.h>
#include <sentencepiece_trainer.h>
#include <sys/mount.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <numeric>
#include <random>

#include "core/data/token_file.h"
#include "core/error.h"
#include "tests/core/data/memory_documents.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

std::vector<std::filesystem::path> filesIn(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        files.push_back(entry.path());
    return files;
}

class TokenCacheTest : public testing::Test {
protected:
    static const Tokenizer& tokenizer() {
        static const Tokenizer shared = [] {
            test::MemoryDocuments documents(test::simpleTexts(300));
            return Tokenizer::train(documents, {.vocab_size = 400});
        }();
        return shared;
    }

    TokenCache open(const std::function<void(double)>& progress = {}) {
        return TokenCache::open(documents_, tokenizer(), folder_.path(), progress);
    }
    /// True when the cache was made rather than found.
    bool made() {
        int calls = 0;
        open([&](double) { ++calls; });
        return calls > 1;
    }

    test::TemporaryFolder folder_;
    std::vector<std::string> texts_ = test::simpleTexts(60);
    test::MemoryDocuments documents_{texts_};
};

TEST_F(TokenCacheTest, HoldsTheTokensOfEveryDocument) {
    const TokenCache cache = open();
    ASSERT_EQ(cache.documents(), 60);
    std::int64_t tokens = 0;
    std::int64_t bytes = 0;
    for (std::int64_t i = 0; i < cache.documents(); ++i) {
        const std::string& text = texts_[static_cast<std::size_t>(i)];
        const auto document = cache.document(i);
        ASSERT_EQ(std::vector(document.begin(), document.end()), tokenizer().encode(text));
        ASSERT_EQ(cache.documentBytes(i), std::ssize(text));
        std::int64_t sum = 0;
        for (std::int64_t t = 0; t < std::ssize(cache.document(i)); ++t)
            sum += cache.documentBytes(i, t, 1);
        ASSERT_EQ(sum, std::ssize(text));
        ASSERT_EQ(cache.documentBytes(i, 0, std::ssize(cache.document(i))), std::ssize(text));
        tokens += std::ssize(document);
        bytes += std::ssize(text);
    }
    EXPECT_EQ(cache.tokens(), tokens);
    EXPECT_EQ(cache.bytes(), bytes);
}

TEST_F(TokenCacheTest, RoundsOfManyDocumentsKeepTheirOrder) {
    std::vector<std::string> texts;
    for (int i = 0; i < 180; ++i) {
        std::string text = std::to_string(i);
        while (text.size() < 50'000)
            text += " the little boat";
        texts.push_back(text);
    }
    test::MemoryDocuments documents(texts);
    std::vector<double> progress;
    const TokenCache cache = TokenCache::open(documents, tokenizer(), folder_.path(),
                                              [&](double part) { progress.push_back(part); });
    for (std::int64_t i = 0; i < cache.documents(); ++i) {
        const auto document = cache.document(i);
        ASSERT_EQ(tokenizer().decode({document.begin(), document.end()}),
                  texts[static_cast<std::size_t>(i)]);
    }
    EXPECT_GE(progress.size(), 3U);
    EXPECT_TRUE(std::is_sorted(progress.begin(), progress.end()));
    EXPECT_EQ(progress.back(), 1.0);
}

TEST_F(TokenCacheTest, IsFoundAgainForTheSameTextAndTokenizerOnly) {
    EXPECT_TRUE(made());
    EXPECT_FALSE(made());
    EXPECT_EQ(filesIn(folder_.path()).size(), 1U);
    texts_.pop_back();
    test::MemoryDocuments other(texts_);
    EXPECT_EQ(TokenCache::open(other, tokenizer(), folder_.path()).documents(), 59);
    EXPECT_EQ(filesIn(folder_.path()).size(), 2U);
}

TEST_F(TokenCacheTest, DamageOfAnyKindIsNoticedAndMadeGood) {
    open();
    const std::filesystem::path file = filesIn(folder_.path()).at(0);
    const std::string good = test::readFile(file);
    std::vector<std::string> damaged = {"", "text", good.substr(0, good.size() - 1),
                                        good.substr(0, good.size() / 2), good + "x"};
    for (std::size_t i = 0; i < good.size(); i += good.size() / 40 + 1) {
        damaged.push_back(good);
        damaged.back()[i] ^= 1;
    }
    for (std::size_t i = 1; i <= 104; i += 3) {
        damaged.push_back(good);
        damaged.back()[good.size() - i] ^= 0x40;
    }
    for (const std::string& contents : damaged) {
        test::writeFile(file, contents);
        ASSERT_TRUE(made());
        ASSERT_EQ(test::readFile(file), good);
    }
}

TEST_F(TokenCacheTest, AFileWhoseTokensStandForAnotherTextIsMadeAnew) {
    open();
    const std::filesystem::path file = filesIn(folder_.path()).at(0);
    const std::string good = test::readFile(file);
    const std::string key = good.substr(good.size() - 80, 64);
    const auto write = [&](std::vector<std::int32_t> tokens, std::int64_t bytes) {
        TokenFileWriter writer(file);
        writer.add(tokens, bytes);
        writer.finish(key);
    };
    const std::vector<std::int32_t> tokens = tokenizer().encode("the old king");
    write(tokens, 12);
    EXPECT_FALSE(made()) << "whole, and its bytes are those of its tokens";
    for (const auto& [wrong, bytes] : std::vector<std::pair<std::vector<std::int32_t>, int>>{
             {tokens, 13}, {{400}, 1}, {{-1}, 1}}) {
        write(wrong, bytes);
        EXPECT_TRUE(made());
        EXPECT_EQ(test::readFile(file), good);
    }
}

TEST_F(TokenCacheTest, ATokenizerThatRewritesATextIsAnError) {
    test::writeFile(folder_ / "rules.tsv", "71\t6B 77\n");  // q becomes kw
    std::string model;
    ASSERT_TRUE(sentencepiece::SentencePieceTrainer::Train(
                    {{"vocab_size", "400"},
                     {"model_type", "bpe"},
                     {"minloglevel", "3"},
                     {"byte_fallback", "true"},
                     {"unk_id", "0"},
                     {"pad_id", "1"},
                     {"bos_id", "2"},
                     {"eos_id", "3"},
                     {"add_dummy_prefix", "false"},
                     {"remove_extra_whitespaces", "false"},
                     {"normalization_rule_tsv", (folder_ / "rules.tsv").string()}},
                    test::simpleTexts(300), &model)
                    .ok());
    const Tokenizer foreign = Tokenizer::fromBytes(model);
    test::MemoryDocuments documents({"the king", "a quiet king"});
    EXPECT_MESSAGE(TokenCache::open(documents, foreign, folder_ / "cache"),
                   "does not give back the text of document 2");
    EXPECT_TRUE(filesIn(folder_ / "cache").empty());
}

TEST_F(TokenCacheTest, SwappedWordsAreNoticed) {
    open();
    const std::filesystem::path file = filesIn(folder_.path()).at(0);
    std::string contents = test::readFile(file);
    ASSERT_NE(contents.substr(16, 8), contents.substr(24, 8));
    std::swap_ranges(contents.begin() + 16, contents.begin() + 24, contents.begin() + 24);
    test::writeFile(file, contents);
    EXPECT_TRUE(made());
}

TEST_F(TokenCacheTest, CancellingLeavesNothing) {
    int asked = 0;
    EXPECT_THROW(TokenCache::open(documents_, tokenizer(), folder_ / "cache", {},
                                  [&] { return ++asked > 1; }),
                 Cancelled);
    EXPECT_TRUE(filesIn(folder_ / "cache").empty());
}

TEST_F(TokenCacheTest, CancellingWithinAHugeDocumentEndsSoon) {
    std::string text;
    std::mt19937 random(1);
    while (text.size() < 12'000'000)
        text += " " + std::to_string(random());
    test::MemoryDocuments documents({text});
    int asked = 0;
    std::clock_t start = 0;  // of the processor: other programs do not count
    const auto cancelled = [&] {
        if (++asked < 2) return false;
        start = std::clock();
        return true;
    };
    EXPECT_THROW(TokenCache::open(documents, tokenizer(), folder_ / "cache", {}, cancelled),
                 Cancelled);
    EXPECT_LT(std::clock() - start, CLOCKS_PER_SEC);
    EXPECT_TRUE(filesIn(folder_ / "cache").empty());
}

TEST_F(TokenCacheTest, AFolderThatCannotBeWrittenIsAnError) {
    test::writeFile(folder_ / "plain", "");
    EXPECT_MESSAGE(TokenCache::open(documents_, tokenizer(), folder_ / "plain" / "cache"),
                   "Not a directory");
}

TEST_F(TokenCacheTest, AFullDiskIsAnErrorAndLeavesNothing) {
    const std::string place = folder_.path().string();
    if (::mount("none", place.c_str(), "tmpfs", 0, "size=8k") != 0)
        GTEST_SKIP() << "a small disk can't be mounted here (needs root)";
    EXPECT_MESSAGE(open(), "No space left on device");
    EXPECT_TRUE(filesIn(folder_.path()).empty());
    ::umount2(place.c_str(), MNT_DETACH);
}

TEST_F(TokenCacheTest, ASourceThatFailsLeavesNothing) {
    class Failing : public test::MemoryDocuments {
    public:
        using MemoryDocuments::MemoryDocuments;
        std::optional<std::string> next() override {
            if (++calls_ > 5) throw Error("the file was changed");
            return MemoryDocuments::next();
        }
        void rewind() override {
            calls_ = 0;
            MemoryDocuments::rewind();
        }

    private:
        int calls_ = 0;
    };
    Failing failing(texts_);
    EXPECT_MESSAGE(TokenCache::open(failing, tokenizer(), folder_.path()), "the file was changed");
    EXPECT_TRUE(filesIn(folder_.path()).empty());
}

}  // namespace
}  // namespace orrery
