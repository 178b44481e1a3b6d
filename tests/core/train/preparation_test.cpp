// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/preparation.h"

#include <gtest/gtest.h>

#include "tests/core/train/session_support.h"

namespace orrery {
namespace {

TEST(Preparation, ACorpusThatIsOpenIsNotReadAgain) {
    Config config = test::tinyConfig();
    PreparationOptions options;
    const test::TemporaryFolder folder;
    options.token_folder = test::tokenFolder();
    options.tokenizer_file = folder / "tokenizer.model";
    options.progress = [](const std::string&, double) {};
    options.cancelled = [] { return false; };
    options.corpus = std::make_shared<Corpus>(
        openCorpus(config.data, {}, static_cast<std::uint64_t>(config.train.seed)));
    const std::string hash = options.corpus->hash;
    config.data.corpus = "/no/such/corpus.txt";  // opening it would throw
    const PreparedData data = prepareData(config, options);
    EXPECT_EQ(data.corpus_hash, hash);
    EXPECT_GT(data.train.tokens(), 0);
    EXPECT_GT(data.validation.tokens(), 0);
}

}  // namespace
}  // namespace orrery
