// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/token_folder.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "core/error.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

TEST(TokenFolder, IsTheOneThatIsWanted) {
    const test::TemporaryFolder place;
    const TokenFolder folder(place / "new" / "tokens");
    EXPECT_EQ(folder.path(), place / "new" / "tokens");
    EXPECT_TRUE(std::filesystem::is_directory(folder.path()));
    EXPECT_EQ(folder.problem(), "");
}

TEST(TokenFolder, IsOneOfItsOwnWhereThatCanNotBeWritten) {
    const test::TemporaryFolder place;
    test::writeFile(place / "file", "");
    std::filesystem::path own;
    {
        const TokenFolder folder(place / "file" / "tokens");
        own = folder.path();
        EXPECT_TRUE(std::filesystem::is_directory(own));
        EXPECT_NE(folder.problem().find("XDG_CACHE_HOME"), std::string::npos) << folder.problem();
        EXPECT_NE(folder.problem().find((place / "file").string()), std::string::npos);
    }
    EXPECT_FALSE(std::filesystem::exists(own));
}

TEST(TokenFolder, ARelativeCacheIsPassedOver) {
    const char* before = std::getenv("XDG_CACHE_HOME");
    const std::string kept = before != nullptr ? before : "";
    setenv("XDG_CACHE_HOME", "relative", 1);
    EXPECT_TRUE(defaultTokenFolder().is_absolute() || defaultTokenFolder().empty());
    setenv("XDG_CACHE_HOME", "/somewhere", 1);
    EXPECT_EQ(defaultTokenFolder(), "/somewhere/orrery/tokens");
    before != nullptr ? setenv("XDG_CACHE_HOME", kept.c_str(), 1) : unsetenv("XDG_CACHE_HOME");
}

}  // namespace
}  // namespace orrery
