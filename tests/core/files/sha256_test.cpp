// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/sha256.h"

#include <gtest/gtest.h>

namespace orrery {
namespace {

TEST(Sha256, MatchesThePublishedVectors) {
    EXPECT_EQ(sha256Hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(sha256Hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(sha256Hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(sha256Hex(std::string(1'000'000, 'a')),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, PartsOfAnySizeGiveTheHashOfTheWhole) {
    for (std::size_t size = 0; size < 200; ++size) {
        std::string text;
        for (std::size_t i = 0; i < size; ++i)
            text += static_cast<char>(i * 7);
        Sha256 hash;
        for (std::size_t i = 0; i < size; i += 13)
            hash.update(std::string_view(text).substr(i, 13));
        EXPECT_EQ(hash.hex(), sha256Hex(text)) << size;
    }
}

TEST(Sha256, MoreMayFollowAfterTheHash) {
    Sha256 hash;
    hash.update("ab");
    EXPECT_EQ(hash.hex(), sha256Hex("ab"));
    hash.update("c");
    EXPECT_EQ(hash.hex(), sha256Hex("abc"));
}

}  // namespace
}  // namespace orrery
