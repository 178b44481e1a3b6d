// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/data/tokenizer.h"

namespace orrery {

/// Encodes many texts: the same ids as Tokenizer::encode, and faster, since it
/// remembers words. One thread at a time.
class TextEncoder {
public:
    explicit TextEncoder(const Tokenizer& tokenizer) : tokenizer_(tokenizer) {}

    /// Throws Error for text that is not UTF-8. Gives up soon after `stop`, with part of the
    /// tokens.
    void append(std::string_view text, std::vector<std::int32_t>& ids,
                const std::stop_token& stop = {});

private:
    struct Stretch {
        std::uint32_t begin = 0;
        std::uint32_t count = 0;
    };
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const {
            return std::hash<std::string_view>()(text);
        }
    };

    void appendWord(std::string_view word, std::vector<std::int32_t>& ids);
    void appendBytes(std::string_view bytes, std::vector<std::int32_t>& ids) const;
    void learn(std::string_view word);

    Tokenizer tokenizer_;
    std::unordered_map<std::string, Stretch, Hash, std::equal_to<>> known_;
    std::vector<std::int32_t> pool_;  // tokens of the known words
    std::vector<int> fresh_;
};

}  // namespace orrery
