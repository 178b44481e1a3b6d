// SPDX-License-Identifier: GPL-3.0-or-later
// What a model said of the tokens of a text: plain values.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/events/interventions.h"

namespace orrery {

struct TokenAlternative {
    std::int32_t token = 0;
    std::string piece;       // as Tokenizer::piece shows it
    double probability = 0;  // of the model at temperature 1
};

/// What a token's logit is the sum of (core/README.md, section 14).
struct LogitParts {
    double logit = 0;
    double embedding = 0;           // of the token before, and its position
    double biases = 0;              // of the norms and the head
    std::vector<double> attention;  // [L]
    std::vector<double> experts;    // [L * k], as TokenReading::experts
    double sum() const {
        double all = embedding + biases;
        for (const auto* some : {&attention, &experts})
            for (const double one : *some)
                all += one;
        return all;
    }
};
/// What would be predicted if the head read what a layer gives.
struct LensReading {
    std::int32_t token = 0;  // the likeliest
    std::string piece;
    double probability = 0;      // of it
    double own_probability = 0;  // of the token that came
    std::int64_t own_rank = 0;   // from 0
};

/// Of one token, given those before it.
struct TokenReading {
    std::int32_t token = 0;
    std::string piece;
    double surprise = 0;    // -ln probability, nats, at temperature 1
    std::int64_t rank = 0;  // by probability, 0 = the most likely; of equal ones the lower token
    std::vector<TokenAlternative> alternatives;  // the likeliest, best first
    /// [L * k], a layer after the other, best first: the experts that served the token before this
    /// one, whose output predicted it. Empty for a model without experts.
    std::vector<std::int32_t> experts;
    std::vector<float> gates;         // [L * k]
    std::int32_t top_k = 0;           // k
    std::optional<LogitParts> parts;  // when asked for
    std::vector<LensReading> lens;    // [L], when asked for
};

enum class TextEnd { endOfText, length, stop };

/// What a model wrote behind a prompt.
struct Continuation {
    std::string text;                    // without the prompt
    std::vector<std::int32_t> tokens;    // of it; with a stop text also those behind its beginning
    std::vector<TokenReading> readings;  // of `tokens`, when asked for
    TextEnd end = TextEnd::length;
};

/// A token as it comes.
struct GeneratedToken {
    std::int64_t continuation = 0;  // 0 .. continuations - 1
    std::int64_t index = 0;         // of the continuation's tokens, from 0
    std::int32_t token = 0;
    std::string
        text;  // what may be shown now: whole characters, maybe of tokens before; maybe none
    const TokenReading* reading = nullptr;  // when asked for; valid during the call
    bool last = false;                      // of its continuation
};

struct ScoreOptions {
    std::vector<std::int32_t> more_tokens;  // behind the text's
    std::int64_t alternatives = 0;          // of each token
    bool attribution = false;               // TokenReading::parts and lens
    Interventions interventions;            // of the router
};
/// What a model said of a text that was given.
struct TextScore {
    std::int64_t step = 0;
    std::vector<TokenReading> readings;
    std::int64_t bytes = 0;  // UTF-8, of the text
    std::int64_t words = 0;  // between white space
    double loss = 0;         // nats, of all tokens together
    double lossPerToken() const { return loss / static_cast<double>(readings.size()); }
    double lossPerWord() const { return words > 0 ? loss / static_cast<double>(words) : 0; }
    double bitsPerByte() const {
        return bytes > 0 ? loss / (static_cast<double>(bytes) * 0.69314718055994531) : 0;
    }
};

struct GenerateHooks {
    std::function<void(const GeneratedToken&)> on_token;  // as they come, of all continuations
    std::function<bool()> cancelled;
    /// Asked instead of `cancelled` where what has come shall be kept: true ends the text here.
    std::function<bool()> enough;
};

}  // namespace orrery
