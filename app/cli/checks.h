// SPDX-License-Identifier: GPL-3.0-or-later
// What the parser's own checks let through: a minus sign before a whole number, and what is no
// number at all.
#pragma once
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdint>
#include <string>

#include "core/files/number_text.h"

namespace orrery::cli {

/// A whole number from 0 to 2^64 - 1.
inline CLI::Validator isSeed() {
    return {[](const std::string& text) {
                const bool fine = parseNumber<std::uint64_t>(text).has_value();
                return fine ? std::string() : text + " is not a whole number from 0 to 2^64 - 1";
            },
            "SEED"};
}

/// A finite number from `lowest` to `highest`.
inline CLI::Validator isNumber(double lowest, double highest) {
    return {[=](const std::string& text) {
                const auto value = parseNumber<double>(text);
                const bool fine =
                    value && std::isfinite(*value) && *value >= lowest && *value <= highest;
                return fine ? std::string()
                            : text + " is not a number from " + CLI::detail::to_string(lowest) +
                                  " to " + CLI::detail::to_string(highest);
            },
            "NUMBER"};
}

/// Something at all: an empty name would be taken as an option that was not given.
inline CLI::Validator isNamed() {
    return {[](const std::string& text) {
                return text.empty() ? std::string("the name of the file is empty") : std::string();
            },
            "FILE"};
}

}  // namespace orrery::cli
