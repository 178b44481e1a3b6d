// SPDX-License-Identifier: GPL-3.0-or-later
// SHA-256 (FIPS 180-4), for the identity of texts and tokenizers. Small enough to own: libcrypto
// would be a large dependency for one function.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace orrery {

/// Takes text in any number of parts. One thread at a time.
class Sha256 {
public:
    void update(std::string_view bytes);
    /// 64 lower-case hex digits of all that was given so far; more may follow.
    std::string hex() const;

private:
    void absorb(const unsigned char* block);  // 64 bytes

    std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                           0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<unsigned char, 64> pending_{};
    std::size_t pending_size_ = 0;
    std::uint64_t total_ = 0;  // bytes
};

std::string sha256Hex(std::string_view bytes);

}  // namespace orrery
