// SPDX-License-Identifier: GPL-3.0-or-later
// A cache of large blocks of memory. Steps ask for the same sizes over and over; the C library
// gives large blocks back to the system between them, and the system then clears each page anew,
// which costs a tenth of a step.
#pragma once
#include <cstddef>
#include <cstdint>

namespace orrery {

/// Smaller ones are the C library's.
constexpr std::size_t kLargeBlock = std::size_t{1} << 17;

/// A block of so many bytes, at least kLargeBlock, at the start of a page. Throws std::bad_alloc.
/// Any thread.
void* takeLargeBlock(std::size_t size);
void putLargeBlockBack(void* block);
/// Whether it was taken here.
bool isLargeBlock(void* block);
/// Gives cached blocks back to the system.
void releaseLargeBlocks();

/// Bytes.
struct LargeBlockUsage {
    std::int64_t used = 0;
    std::int64_t cached = 0;  // for blocks to come; with `used` little more than `most_used`
    std::int64_t most_used = 0;
};
LargeBlockUsage largeBlockUsage();

}  // namespace orrery
