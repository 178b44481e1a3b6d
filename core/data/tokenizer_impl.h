// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <sentencepiece_processor.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/data/tokenizer.h"

namespace orrery {

struct Tokenizer::Impl {
    sentencepiece::SentencePieceProcessor processor;
    std::string bytes;
    std::string hash;
    std::vector<std::string> surfaces;            // of each id: the bytes of text it stands for
    std::array<std::int32_t, 256> byte_tokens{};  // id of each byte
};

}  // namespace orrery
