// SPDX-License-Identifier: GPL-3.0-or-later
// Text as its tokens come: in whole characters, and up to the first of some stop texts.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/data/tokenizer.h"

namespace orrery {

/// One thread.
class TextStream {
public:
    /// `tokenizer` outlives it.
    TextStream(const Tokenizer& tokenizer, std::vector<std::string> stop);

    /// What may be shown now: nothing while a character is not whole, or what has come may be the
    /// beginning of a stop text.
    std::string add(std::int32_t token);
    /// The rest, when no more tokens come. Bytes that make no character are U+FFFD.
    std::string finish();
    /// Whether a stop text came; nothing is shown from then on.
    bool stopped() const { return stopped_; }

private:
    std::string release(bool all);

    const Tokenizer& tokenizer_;
    std::vector<std::string> stop_;
    std::vector<std::int32_t> waiting_;  // tokens of a character that is not whole
    std::string held_;                   // characters not shown yet
    bool stopped_ = false;
};

}  // namespace orrery
