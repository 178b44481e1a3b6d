// SPDX-License-Identifier: GPL-3.0-or-later
// A caching allocator of torch's tensors on the CPU. Steps ask for the same sizes over and over;
// the C library gives large blocks back to the system between them, and the system then
// clears each page anew, which costs a tenth of a step.
#pragma once
#include <cstdint>

namespace orrery {

/// Large tensors made from now on are allocated here, or by the C library again. Often or once, any
/// thread.
void useStepAllocator(bool use = true);
/// Gives cached blocks back to the system. Any thread.
void releaseStepAllocator();

/// Bytes, of large tensors alone.
struct AllocatorUsage {
    std::int64_t used = 0;
    std::int64_t cached = 0;  // for tensors to come; with `used` little more than `most_used`
    std::int64_t most_used = 0;
};
/// Any thread.
AllocatorUsage stepAllocatorUsage();

}  // namespace orrery
