// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/batches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "core/config/fields.h"
#include "core/data/tokenizer.h"
#include "core/error.h"
#include "tests/core/data/memory_documents.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

constexpr std::int64_t kPad = Tokenizer::pad_id;
constexpr std::int64_t kBos = Tokenizer::bos_id;
constexpr std::int64_t kEos = Tokenizer::eos_id;

class BatchesTest : public testing::Test {
protected:
    static Tokenizer trained(TokenizerKind type) {
        test::MemoryDocuments documents(test::simpleTexts(300));
        return Tokenizer::train(documents, {.type = type, .vocab_size = 400});
    }
    static const Tokenizer& tokenizer() {
        static const Tokenizer bpe = trained(TokenizerKind::bpe);
        return bpe;
    }
    static TokenCache tokensOf(const std::vector<std::string>& texts,
                               const Tokenizer& tokens = tokenizer()) {
        static const test::TemporaryFolder folder;
        test::MemoryDocuments documents(texts);
        return TokenCache::open(documents, tokens, folder.path());
    }

    static BatchOptions options(Packing packing, std::int64_t length = 32) {
        return {.seq_len = length, .batch_size = 4, .packing = packing, .seed = 9};
    }

    static BatchOptions validation(Packing packing, std::int64_t length) {
        BatchOptions result = options(packing, length);
        result.shuffle = false;
        result.drop_last = false;
        return result;
    }

    TokenCache tokens_ = tokensOf(test::simpleTexts(50));
};

bool same(const Batch& a, const Batch& b) {
    return a.rows == b.rows && a.columns == b.columns && a.inputs == b.inputs &&
           a.targets == b.targets && a.real_targets == b.real_targets &&
           a.target_bytes == b.target_bytes && a.epoch == b.epoch;
}

/// The slow reference: what the names of the targets say.
std::int64_t bytesByName(const Batch& batch, const Tokenizer& tokenizer) {
    std::int64_t bytes = 0;
    for (const std::int64_t target : batch.targets)
        bytes += test::namedBytes(tokenizer, target);
    return bytes;
}

std::vector<std::int64_t> row(const std::vector<std::int64_t>& values, std::int64_t index,
                              std::int64_t columns) {
    const auto begin = values.begin() + index * columns;
    return {begin, begin + columns};
}

TEST_F(BatchesTest, ADocumentIsFramedAndPaddedOnTheRight) {
    const auto document = tokens_.document(0);
    const auto length = std::ssize(document);
    BatchStream stream(tokens_, validation(Packing::none, length + 5));
    const Batch batch = stream.batch(0);
    std::vector<std::int64_t> expected = {kBos};
    expected.insert(expected.end(), document.begin(), document.end());
    expected.insert(expected.end(), {kEos, kPad, kPad, kPad, kPad});  // T + 1
    EXPECT_EQ(row(batch.inputs, 0, length + 5),
              std::vector(expected.begin(), expected.begin() + length + 5));
    EXPECT_EQ(row(batch.targets, 0, length + 5), std::vector(expected.begin() + 1, expected.end()));
}

TEST_F(BatchesTest, ADocumentIsCutToTheWindow) {
    const auto document = tokens_.document(0);
    for (const std::int64_t length : {std::ssize(document) - 1, std::ssize(document),
                                      std::ssize(document) + 1, std::int64_t{1}}) {
        BatchOptions one = validation(Packing::none, length);
        one.batch_size = 1;
        const Batch batch = BatchStream(tokens_, one).batch(0);
        std::vector<std::int64_t> framed = {kBos};
        framed.insert(framed.end(), document.begin(), document.end());
        framed.push_back(kEos);
        EXPECT_EQ(batch.inputs, std::vector(framed.begin(), framed.begin() + length));
        EXPECT_EQ(batch.targets, std::vector(framed.begin() + 1, framed.begin() + 1 + length));
        EXPECT_EQ(batch.real_targets, length);
        EXPECT_EQ(batch.target_bytes, bytesByName(batch, tokenizer()));
    }
}

TEST_F(BatchesTest, RealTargetsAreThoseThatAreNotPadding) {
    BatchStream stream(tokens_, options(Packing::none));
    for (std::int64_t i = 0; i < 2 * stream.batchesPerEpoch(); ++i) {
        const Batch batch = stream.batch(i);
        EXPECT_EQ(batch.real_targets,
                  std::ssize(batch.targets) -
                      std::count(batch.targets.begin(), batch.targets.end(), kPad));
    }
}

TEST_F(BatchesTest, UncutDocumentsAccountForEveryByte) {
    BatchStream stream(tokens_, validation(Packing::none, 400));
    std::int64_t bytes = 0;
    std::int64_t real = 0;
    std::int64_t rows = 0;
    for (std::int64_t i = 0; i < stream.batchesPerEpoch(); ++i) {
        const Batch batch = stream.batch(i);
        bytes += batch.target_bytes;
        real += batch.real_targets;
        rows += batch.rows;
    }
    EXPECT_EQ(rows, tokens_.documents());
    EXPECT_EQ(bytes, tokens_.bytes());
    EXPECT_EQ(real, tokens_.tokens() + tokens_.documents());
}

TEST_F(BatchesTest, AnEpochShowsEachDocumentOnceAndDropsTheRest) {
    BatchStream stream(tokens_, options(Packing::none, 400));
    EXPECT_EQ(stream.samples(), 50);
    EXPECT_EQ(stream.batchesPerEpoch(), 12);
    std::map<std::vector<std::int64_t>, int> seen;
    for (std::int64_t i = 12; i < 24; ++i) {
        const Batch batch = stream.batch(i);
        EXPECT_EQ(batch.epoch, 1);
        EXPECT_EQ(batch.rows, 4);
        for (std::int64_t r = 0; r < 4; ++r)
            ++seen[row(batch.inputs, r, 400)];
    }
    EXPECT_EQ(seen.size(), 48U);
}

TEST_F(BatchesTest, ValidationGoesInOrderAndKeepsTheLastBatch) {
    BatchStream stream(tokens_, validation(Packing::none, 64));
    EXPECT_EQ(stream.batchesPerEpoch(), 13);
    EXPECT_EQ(stream.batch(12).rows, 2);
    EXPECT_EQ(stream.batch(12).inputs.size(), 128U);
    EXPECT_EQ(stream.batch(0).inputs[1], tokens_.document(0)[0]);
    EXPECT_TRUE(
        same(stream.batch(0), BatchStream(tokens_, validation(Packing::none, 64)).batch(0)));
}

TEST_F(BatchesTest, TheOrderIsAFunctionOfSeedAndEpoch) {
    for (const Packing packing : {Packing::none, Packing::packed, Packing::bucketed}) {
        BatchStream first(tokens_, options(packing));
        BatchOptions other_seed = options(packing);
        other_seed.seed = 10;
        BatchStream other(tokens_, other_seed);
        EXPECT_FALSE(same(first.batch(0), other.batch(0)));
        EXPECT_NE(first.batch(0).inputs, first.batch(first.batchesPerEpoch()).inputs);
    }
}

TEST_F(BatchesTest, PrefetchingAndResumingChangeNothing) {
    for (const Packing packing : {Packing::none, Packing::packed, Packing::bucketed}) {
        BatchOptions direct = options(packing);
        direct.prefetch = 0;
        BatchStream plain(tokens_, direct);
        BatchStream ahead(tokens_, options(packing));
        const std::int64_t count = 2 * plain.batchesPerEpoch() + 1;
        for (std::int64_t i = 0; i < count; ++i)
            ASSERT_TRUE(same(plain.batch(i), ahead.batch(i)))
                << wordOf("data.packing", packing) << i;
        BatchStream resumed(tokens_, options(packing));
        for (std::int64_t i = count / 2; i < count; ++i)
            ASSERT_TRUE(same(plain.batch(i), resumed.batch(i)))
                << wordOf("data.packing", packing) << i;
        for (const std::int64_t i : {7, 3, 3, 4, 0, 20, 1, 2})
            ASSERT_TRUE(same(plain.batch(i), ahead.batch(i)))
                << wordOf("data.packing", packing) << i;
    }
}

/// Real tokens and pads of an epoch, and the rows without their padding.
struct EpochSums {
    std::int64_t real = 0;
    std::int64_t pads = 0;
    std::int64_t bytes = 0;
    std::multiset<std::vector<std::int64_t>> rows;

    EpochSums(BatchStream& stream, std::int64_t epoch) {
        const std::int64_t batches = stream.batchesPerEpoch();
        for (std::int64_t i = epoch * batches; i < (epoch + 1) * batches; ++i) {
            const Batch batch = stream.batch(i);
            real += batch.real_targets;
            pads += std::ssize(batch.targets) - batch.real_targets;
            bytes += batch.target_bytes;
            for (std::int64_t r = 0; r < batch.rows; ++r) {
                auto targets = row(batch.targets, r, batch.columns);
                std::erase(targets, kPad);
                rows.insert(targets);
            }
        }
    }
};

TEST_F(BatchesTest, BucketsHoldTheSameTextWithFewerPads) {
    for (const std::int64_t length : {24, 400}) {
        BatchStream plain(tokens_, options(Packing::none, length));
        BatchStream bucketed(tokens_, options(Packing::bucketed, length));
        ASSERT_EQ(bucketed.batchesPerEpoch(), plain.batchesPerEpoch());
        for (const std::int64_t epoch : {0, 1}) {
            const EpochSums a(plain, epoch), b(bucketed, epoch);
            EXPECT_EQ(b.real, a.real);
            EXPECT_EQ(b.bytes, a.bytes);
            EXPECT_EQ(b.rows, a.rows) << "every sample is cut where it was";
            EXPECT_LT(b.pads, a.pads / 2);
        }
    }
}

TEST_F(BatchesTest, ABucketIsAsWideAsItsLongestSample) {
    BatchStream stream(tokens_, options(Packing::bucketed, 400));
    std::vector<std::int64_t> widths;
    for (std::int64_t i = 0; i < stream.batchesPerEpoch(); ++i) {
        const Batch batch = stream.batch(i);
        EXPECT_EQ(std::ssize(batch.inputs), batch.rows * batch.columns);
        bool full = false;
        for (std::int64_t r = 0; r < batch.rows; ++r)
            full = full || row(batch.targets, r, batch.columns).back() != kPad;
        EXPECT_TRUE(full);
        widths.push_back(batch.columns);
    }
    EXPECT_FALSE(std::ranges::is_sorted(widths)) << "not from short to long";
}

TEST_F(BatchesTest, ValidationInBucketsKeepsItsOrder) {
    BatchStream plain(tokens_, validation(Packing::none, 400));
    BatchStream bucketed(tokens_, validation(Packing::bucketed, 400));
    for (std::int64_t i = 0; i < plain.batchesPerEpoch(); ++i) {
        EXPECT_EQ(bucketed.batch(i).real_targets, plain.batch(i).real_targets);
        EXPECT_LT(bucketed.batch(i).columns, 400);
    }
}

TEST_F(BatchesTest, PackedWindowsAreTheJoinedDocuments) {
    BatchStream stream(tokens_, validation(Packing::packed, 32));
    std::vector<std::int64_t> joined;
    for (std::int64_t i = 0; i < tokens_.documents(); ++i) {
        joined.push_back(kBos);
        joined.insert(joined.end(), tokens_.document(i).begin(), tokens_.document(i).end());
        joined.push_back(kEos);
    }
    EXPECT_EQ(stream.samples(), (std::ssize(joined) - 1) / 32);
    std::vector<std::int64_t> inputs;
    std::vector<std::int64_t> targets;
    for (std::int64_t i = 0; i < stream.batchesPerEpoch(); ++i) {
        const Batch batch = stream.batch(i);
        EXPECT_EQ(batch.real_targets, batch.rows * 32);
        inputs.insert(inputs.end(), batch.inputs.begin(), batch.inputs.end());
        targets.insert(targets.end(), batch.targets.begin(), batch.targets.end());
    }
    const auto whole = std::ssize(inputs);
    EXPECT_EQ(whole, stream.samples() * 32);
    EXPECT_LT(std::ssize(joined) - whole, 33);
    EXPECT_EQ(inputs, std::vector(joined.begin(), joined.begin() + whole));
    EXPECT_EQ(targets, std::vector(joined.begin() + 1, joined.begin() + 1 + whole));
}

TEST_F(BatchesTest, PackedWindowsAccountForEveryByte) {
    // A window length that divides the stream: nothing is dropped.
    const std::int64_t targets = tokens_.tokens() + 2 * tokens_.documents() - 1;
    for (const bool shuffle : {false, true}) {
        BatchOptions all = validation(Packing::packed, 1);
        all.shuffle = shuffle;
        BatchStream stream(tokens_, all);
        ASSERT_EQ(stream.samples(), targets);
        std::int64_t bytes = 0;
        for (std::int64_t i = 0; i < stream.batchesPerEpoch(); ++i)
            bytes += stream.batch(i).target_bytes;
        EXPECT_EQ(bytes, tokens_.bytes());
    }
    BatchOptions whole = validation(Packing::packed, targets);
    EXPECT_EQ(BatchStream(tokens_, whole).batch(0).target_bytes, tokens_.bytes());
}

TEST_F(BatchesTest, BytesAreThoseOfTheTargetsWhereverTheTextIsCut) {
    std::vector<std::string> texts = test::simpleTexts(20);
    std::mt19937 random(11);
    for (int i = 0; i < 20; ++i)
        texts.push_back(test::randomUnicode(random, static_cast<int>(random() % 60) + 1));
    texts.push_back("");
    for (const TokenizerKind type : {TokenizerKind::bpe, TokenizerKind::unigram}) {
        const Tokenizer tokens = trained(type);
        const TokenCache cache = tokensOf(texts, tokens);
        for (const Packing packing : {Packing::none, Packing::packed, Packing::bucketed})
            for (const std::int64_t length : {1, 3, 17, 200}) {
                BatchStream stream(cache, options(packing, length));
                for (std::int64_t i = 0; i < stream.batchesPerEpoch(); ++i) {
                    const Batch batch = stream.batch(i);
                    ASSERT_EQ(batch.target_bytes, bytesByName(batch, tokens))
                        << static_cast<int>(packing) << length;
                }
            }
    }
}

TEST_F(BatchesTest, TheRestOfTheTextIsAPaddedWindowWhereItIsKept) {
    for (const std::int64_t length : {1, 7, 32, 100'000}) {
        BatchOptions all = validation(Packing::packed, length);
        all.keep_rest = true;
        BatchStream stream(tokens_, all);
        std::int64_t real = 0, bytes = 0;
        std::vector<std::int64_t> targets;
        for (std::int64_t i = 0; i < stream.batchesPerEpoch(); ++i) {
            const Batch batch = stream.batch(i);
            ASSERT_EQ(std::ssize(batch.inputs), batch.rows * length);
            real += batch.real_targets;
            bytes += batch.target_bytes;
            targets.insert(targets.end(), batch.targets.begin(), batch.targets.end());
        }
        EXPECT_EQ(real, tokens_.tokens() + 2 * tokens_.documents() - 1);
        EXPECT_EQ(bytes, tokens_.bytes());
        EXPECT_EQ(std::ssize(targets) % length, 0);
        EXPECT_EQ(std::ssize(targets) - std::ranges::count(targets, kPad), real);
        EXPECT_EQ(targets[static_cast<std::size_t>(real) - 1], kEos);
    }
}

TEST_F(BatchesTest, ShuffledWindowsHoldNoPaddingAndLoseOnlyTheTail) {
    BatchOptions all = options(Packing::packed);
    all.drop_last = false;
    BatchStream stream(tokens_, all);
    std::int64_t documents = 0;
    std::int64_t targets = 0;
    for (std::int64_t i = 0; i < stream.batchesPerEpoch(); ++i) {
        const Batch batch = stream.batch(i);
        EXPECT_EQ(std::count(batch.targets.begin(), batch.targets.end(), kPad), 0);
        documents += std::count(batch.targets.begin(), batch.targets.end(), kEos);
        targets += batch.real_targets;
    }
    EXPECT_GE(documents, 48);
    EXPECT_LT(tokens_.tokens() + 2 * tokens_.documents() - 1 - targets, 32);
}

TEST_F(BatchesTest, TooFewSamplesAndWrongSizesAreRefused) {
    BatchOptions large = options(Packing::none);
    large.batch_size = 51;
    EXPECT_MESSAGE(BatchStream(tokens_, large),
                   "The training text has 50 samples, fewer than a batch of 51");
    EXPECT_MESSAGE(BatchStream(tokens_, large), "Lower train.batch_size");
    large.drop_last = false;
    EXPECT_EQ(BatchStream(tokens_, large).batch(0).rows, 50);
    EXPECT_MESSAGE(BatchStream(tokens_, options(Packing::packed, 100'000)), "model.seq_len 100000");
    EXPECT_MESSAGE(BatchStream(tokens_, options(Packing::packed, 100'000)),
                   "The training text fills 0");
    EXPECT_MESSAGE(BatchStream(tokens_, validation(Packing::packed, 100'000)),
                   "The validation text fills 0 samples of model.seq_len 100000, fewer than one. "
                   "Raise data.val_documents, lower model.seq_len, or set data.packing to none.");
    EXPECT_MESSAGE(BatchStream(tokens_, options(Packing::none, 0)), "at least 1");
    EXPECT_MESSAGE(BatchStream(tokens_, options(Packing::none)).batch(-1), "count from 0");
    const TokenCache empty = tokensOf({});
    EXPECT_MESSAGE(BatchStream(empty, validation(Packing::none, 8)),
                   "The validation text has 0 samples, fewer than one. Raise data.val_documents.");
    EXPECT_MESSAGE(BatchStream(empty, validation(Packing::packed, 8)), "0 samples");
    EXPECT_MESSAGE(BatchStream(empty, validation(Packing::packed, 1)), "0 samples");
}

TEST_F(BatchesTest, AStreamCanBeLeftAtAnyMoment) {
    for (int i = 0; i < 50; ++i) {
        BatchStream stream(tokens_, options(Packing::packed));
        for (int j = 0; j < i % 4; ++j)
            stream.batch(j);
    }
}

}  // namespace
}  // namespace orrery
