// SPDX-License-Identifier: GPL-3.0-or-later
// Large tensors of torch on the CPU in cached blocks (large_blocks.h).
#pragma once

namespace orrery {

/// Large tensors made from now on are allocated here, or by the C library again. Often or once, any
/// thread.
void useStepAllocator(bool use = true);

}  // namespace orrery
