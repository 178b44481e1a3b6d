// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace orrery::testing {

struct ProgramResult {
    int exit_code = -1;      // 128 + signal when a signal ended it
    double peak_memory = 0;  // bytes, of a program that was started and has ended
    std::string out;
    std::string err;

    nlohmann::json json() const { return nlohmann::json::parse(out); }  // throws for anything else
};

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace orrery::testing
