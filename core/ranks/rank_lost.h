// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/error.h"

namespace orrery {

/// Another rank is lost, or can't go on: the message names it and its host.
class RankLost : public Error {
public:
    using Error::Error;
};

}  // namespace orrery
