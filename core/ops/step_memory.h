// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of torch's tensors on the CPU that is used again. Steps ask for the same sizes over and
// over; the C library gives large blocks back to the system between them, and the system then
// clears each page anew, which costs a tenth of a step.
#pragma once
#include <cstdint>

namespace orrery {

/// Large tensors made from now on take their memory from here, or from the C library again. Often
/// or once, any thread.
void useStepMemory(bool use = true);
/// Gives back to the system what no tensor uses. Any thread.
void releaseStepMemory();

/// Bytes, of large tensors alone.
struct StepMemory {
    std::int64_t used = 0;
    std::int64_t waiting = 0;  // to be used again; with `used` little more than `most_used`
    std::int64_t most_used = 0;
};
/// Any thread.
StepMemory stepMemory();

}  // namespace orrery
