// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with values that are each in range. Private to core/config.
#pragma once
#include <string>
#include <vector>

#include "core/config/config.h"

namespace orrery {

struct Contradiction {
    std::vector<std::string> keys;  // involved; the first is the one to change
    std::string message;
};

std::vector<Contradiction> findContradictions(const Config& config);

}  // namespace orrery
