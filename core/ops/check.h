// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

#include "core/error.h"

namespace orrery {

/// Throws Error with `message` unless `ok`.
inline void require(bool ok, const char* message) {
    if (!ok) throw Error(message);
}
inline void require(bool ok, const std::string& message) {
    require(ok, message.c_str());
}

}  // namespace orrery
