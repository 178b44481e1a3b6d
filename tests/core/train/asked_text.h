// SPDX-License-Identifier: GPL-3.0-or-later
// A text that is asked of a run while it trains, and what came.
#pragma once
#include <algorithm>
#include <cstdint>
#include <future>
#include <string>
#include <vector>

#include "core/events/commands.h"

namespace orrery::test {

struct AskedText {
    std::promise<std::string> end;  // "" or the failure
    std::vector<TokenReading> prompt;
    std::vector<TokenReading> readings;  // of the tokens written
    std::vector<std::int32_t> tokens;
    std::int64_t step = -1;

    /// Outlived by this.
    command::WriteText request(std::int64_t tokens_wanted) {
        command::WriteText text;
        text.prompt = "The bird";
        text.options.max_tokens = tokens_wanted;
        text.options.readings = true;
        text.options.temperature = 1;
        text.on_prompt = [this](const TextScore& score) { prompt = score.readings; };
        text.hooks.on_token = [this](const GeneratedToken& token) {
            if (token.reading == nullptr) return;
            tokens.push_back(token.token);
            readings.push_back(*token.reading);
        };
        text.on_end = [this](std::int64_t at, TextEnd) {
            step = at;
            end.set_value("");
        };
        text.on_failure = [this](const std::string& reason) { end.set_value(reason); };
        return text;
    }
};

/// How many of these tokens an expert of a layer served.
inline std::ptrdiff_t servedBy(const std::vector<TokenReading>& tokens, std::int64_t layer,
                               std::int32_t expert) {
    return std::ranges::count_if(tokens, [&](const TokenReading& token) {
        const auto first = token.experts.begin() + layer * token.top_k;
        return std::find(first, first + token.top_k, expert) != first + token.top_k;
    });
}

}  // namespace orrery::test
