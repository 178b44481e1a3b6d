// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <string>

namespace orrery {

/// "cpu" or "cuda" for train.device; `auto` is cpu. Loads the CUDA module when it is needed. Throws
/// Error when the module, a driver or a device is missing.
std::string chooseDevice(const std::string& wanted);
/// train.threads for the calling thread (0 = all cores), and denormals flushed to zero. Returns the
/// number. To be called before the thread's first tensor operation.
int prepareThread(std::int64_t threads);

}  // namespace orrery
