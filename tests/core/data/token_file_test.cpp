// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/token_file.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

const std::string kKey(64, 'k');

class TokenFileTest : public testing::Test {
protected:
    void write(const std::vector<std::vector<std::int32_t>>& documents) {
        TokenFileWriter writer(file_);
        for (const auto& tokens : documents)
            writer.add(tokens, 10 * std::ssize(tokens));
        writer.finish(kKey);
    }

    test::TemporaryFolder folder_;
    std::filesystem::path file_ = folder_ / "a.tokens";
};

TEST_F(TokenFileTest, GivesBackWhatWasWritten) {
    for (const int documents : {0, 1, 2, 5}) {
        std::vector<std::vector<std::int32_t>> written;
        for (int i = 0; i < documents; ++i) {
            written.emplace_back(static_cast<std::size_t>(i * i * 300'000 / 4 + 1), i);
            written.back().back() = -i;
        }
        write(written);
        const auto mapped = MappedTokens::open(file_, kKey, {});
        ASSERT_NE(mapped, nullptr) << documents;
        ASSERT_EQ(mapped->documents(), documents);
        for (std::size_t i = 0; i < written.size(); ++i) {
            const auto begin = static_cast<std::size_t>(mapped->tokenOffsets()[i]);
            const auto end = static_cast<std::size_t>(mapped->tokenOffsets()[i + 1]);
            const auto tokens = mapped->tokens().subspan(begin, end - begin);
            ASSERT_EQ(std::vector(tokens.begin(), tokens.end()), written[i]);
            ASSERT_EQ(mapped->byteOffsets()[i + 1] - mapped->byteOffsets()[i],
                      10 * std::ssize(written[i]));
        }
    }
}

TEST_F(TokenFileTest, AnotherKeyOrVersionIsNotAccepted) {
    write({{1, 2, 3}});
    EXPECT_EQ(MappedTokens::open(file_, std::string(64, 'x'), {}), nullptr);
    EXPECT_EQ(MappedTokens::open(folder_ / "none", kKey, {}), nullptr);
    EXPECT_EQ(MappedTokens::open(folder_.path(), kKey, {}), nullptr);
    std::string contents = test::readFile(file_);
    contents[8] = 2;
    test::writeFile(file_, contents);
    EXPECT_EQ(MappedTokens::open(file_, kKey, {}), nullptr);
}

TEST_F(TokenFileTest, AnUnfinishedFileNeverAppears) {
    {
        TokenFileWriter writer(file_);
        writer.add(std::vector<std::int32_t>{1, 2, 3}, 3);
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(TokenFileTest, CheckingCanBeCancelled) {
    write({{1, 2, 3}});
    EXPECT_THROW(MappedTokens::open(file_, kKey, [] { return true; }), Cancelled);
}

TEST(TokenChecksum, DependsOnEveryWordAndItsPlace) {
    const auto sum = [](std::vector<std::uint64_t> words) {
        TokenChecksum checksum;
        checksum.update(std::as_bytes(std::span(words)));
        return checksum.value();
    };
    EXPECT_EQ(sum({1, 2, 3}), sum({1, 2, 3}));
    EXPECT_NE(sum({1, 2, 3}), sum({1, 3, 2}));
    EXPECT_NE(sum({1, 2, 3}), sum({1, 2, 3, 0}));
    EXPECT_NE(sum({}), sum({0}));
    TokenChecksum parts;
    const std::vector<std::uint64_t> words = {1, 2, 3};
    parts.update(std::as_bytes(std::span(words).first(1)));
    parts.update(std::as_bytes(std::span(words).subspan(1)));
    EXPECT_EQ(parts.value(), sum(words));
}

}  // namespace
}  // namespace orrery
