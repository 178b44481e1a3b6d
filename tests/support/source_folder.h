// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdlib>
#include <filesystem>

namespace orrery::test {

/// Where configs/ and tests/ lie: the checkout, or what ORRERY_SOURCE_DIR names where there is none
/// (a bundle of packaging/bundle.sh).
inline std::filesystem::path sourceFolder() {
    const char* named = std::getenv("ORRERY_SOURCE_DIR");
    return named != nullptr ? named : ORRERY_SOURCE_DIR;
}

}  // namespace orrery::test
